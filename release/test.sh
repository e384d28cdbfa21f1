#!/usr/bin/env bash
# Builds a release for this machine, wants the same bytes from another folder, and
# installs the package into a root of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "release: $*" >&2; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export VERSION=v0.0.1 TARGETS="linux/$(go env GOHOSTARCH)" SOURCE_DATE_EPOCH=1790000000
release/build.sh
cp -R dist "$tmp/first"

mkdir "$tmp/elsewhere"
git ls-files -z | tar --null --ignore-failed-read -T - -cf - | tar -C "$tmp/elsewhere" -xf -
(cd "$tmp/elsewhere" && NFPM=$(realpath "${NFPM:-/nonexistent}" 2>/dev/null || true) release/build.sh >/dev/null)
diff "$tmp/first/checksums.txt" "$tmp/elsewhere/dist/checksums.txt" || fail "another folder gives other bytes"

mkdir "$tmp/unpacked"
tar -C "$tmp/unpacked" -xzf dist/*.tar.gz
[ "$("$tmp"/unpacked/*/dormouse version)" = "dormouse v0.0.1" ] || fail "the archive's program does not tell its version"
grep -q pkg:golang/github.com/spf13/cobra dist/*.cdx.json || fail "the SBOM does not name what it is made of"
all=$(for t in darwin_arm64 darwin_amd64 linux_arm64 linux_amd64; do echo "$(printf 0%.0s {1..64})  dormouse_v0.0.1_$t.tar.gz"; done)
release/formula.sh v0.0.1 https://example.org/v0.0.1 <<<"$all" | grep -q 'on_macos' || fail "no formula"

if ! command -v dpkg >/dev/null || [ -z "${NFPM:-}" ]; then
  echo "release: no dpkg or no nfpm here; packages are not tried"
  exit 0
fi
root=$tmp/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root"/var/lib/dpkg/{status,available}
dpkg --root="$root" --force-not-root --force-script-chrootless --log=/dev/null --install dist/*.deb >"$tmp/log" 2>&1 || { cat "$tmp/log"; fail "the package does not install"; }
[ "$("$root/usr/bin/dormouse" version)" = "dormouse v0.0.1" ] || fail "the installed program does not tell its version"
dpkg --root="$root" --verify dormouse || fail "installed files differ from the package's"
[ -s "$root/usr/share/man/man1/dormouse-memory-search.1.gz" ] || fail "no man page"
PATH=$root/usr/bin:$PATH bash -c "source '$root/usr/share/bash-completion/completions/dormouse' && complete -p dormouse" >/dev/null || fail "bash does not complete it"
dpkg --root="$root" --force-not-root --log=/dev/null --remove dormouse >/dev/null 2>&1
[ ! -e "$root/usr/bin/dormouse" ] || fail "removing leaves the program"
echo "release: built twice alike, installed and removed"
