#!/usr/bin/env bash
# Builds a release into dist/: for each target an archive with the program, man pages
# and completions; for Linux also .deb and .rpm; what it is made of (SBOM), a Homebrew
# formula, checksums. The same commit and Go give the same bytes, wherever it is built.
#
#   VERSION          what the program calls itself (from the newest tag by default)
#   TARGETS          "linux/amd64 darwin/arm64 …", all six by default
#   NFPM             the program that writes packages; without it there are none
#   RELEASE_URL      where the archives will lie; without it there is no formula
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo dev)}
TARGETS=${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export CGO_ENABLED=0 LC_ALL=C TZ=UTC
umask 022
# Packages want a version that begins with a digit and has no hyphen.
case ${VERSION#v} in [0-9]*.*) package=${VERSION#v} ;; *) package=0.0.0~$VERSION ;; esac
dist=$PWD/dist
rm -rf "$dist"
mkdir -p "$dist/extra/man" "$dist/extra/completions"

compile() { # OS ARCH FILE
  GOOS=$1 GOARCH=$2 ${GO:-go} build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$VERSION" -o "$3" .
}

# What is the same for all targets is printed by the program itself.
compile "$(go env GOHOSTOS)" "$(go env GOHOSTARCH)" "$dist/extra/dormouse"
"$dist/extra/dormouse" man --dir "$dist/extra/man"
gzip -n9 "$dist"/extra/man/*.1
for shell in bash zsh fish powershell; do
  "$dist/extra/dormouse" completion $shell >"$dist/extra/completions/dormouse.$shell"
done

# CycloneDX, from what the program says it was built of.
${GO:-go} version -m "$dist/extra/dormouse" | awk -v version="$VERSION" '
  BEGIN { printf "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.5\",\"version\":1,\"metadata\":{\"component\":{\"type\":\"application\",\"name\":\"dormouse\",\"version\":\"%s\"}},\"components\":[", version }
  $1 == "dep" { printf "%s\n{\"type\":\"library\",\"name\":\"%s\",\"version\":\"%s\",\"purl\":\"pkg:golang/%s@%s\"}", (n++ ? "," : ""), $2, $3, $2, $3 }
  END { print "\n]}" }' >"$dist/dormouse_${VERSION}_sbom.cdx.json"

for target in $TARGETS; do
  os=${target%/*} arch=${target#*/} name=dormouse_${VERSION}_${target/\//_}
  mkdir "$dist/$name"
  suffix=; if [ "$os" = windows ]; then suffix=.exe; fi
  compile "$os" "$arch" "$dist/$name/dormouse$suffix"
  cp -R README.md CHANGELOG.md LICENSE "$dist/extra/man" "$dist/extra/completions" "$dist/$name/"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
    -C "$dist" -cf - "$name" | gzip -n9 >"$dist/$name.tar.gz"
  if [ "$os" = linux ] && [ -n "${NFPM:-}" ]; then
    for format in deb rpm; do
      PROGRAM="$dist/$name/dormouse" EXTRA="$dist/extra" ARCH=$arch PACKAGE_VERSION=${package//-/.} \
        "$NFPM" package --config release/nfpm.yaml --packager $format --target "$dist/" >/dev/null
    done
  fi
  rm -rf "${dist:?}/$name"
  echo "built $name"
done
rm -rf "$dist/extra"

(cd "$dist" && sha256sum -- dormouse* >checksums.txt)
if [ -n "${RELEASE_URL:-}" ]; then release/formula.sh "$VERSION" "$RELEASE_URL" <"$dist/checksums.txt" >"$dist/dormouse.rb"; fi
