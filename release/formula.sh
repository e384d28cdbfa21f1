#!/usr/bin/env bash
# Writes the Homebrew formula of a release: VERSION, the URL that its archives lie
# under, and checksums.txt on standard input.
set -euo pipefail
version=$1 url=$2 sums=$(cat)
source_of() { # OS ARCH
  local file=dormouse_${version}_$1_$2.tar.gz sum
  sum=$(awk -v f="$file" '$2 == f { print $1 }' <<<"$sums")
  [ -n "$sum" ] || { echo "formula: $file is not in the checksums" >&2; exit 1; }
  printf '      url "%s/%s"\n      sha256 "%s"\n' "$url" "$file" "$sum"
}
cat <<RUBY
class Dormouse < Formula
  desc "Terminal chat that sleeps, and keeps its memory as plain Markdown"
  homepage "$url"
  version "${version#v}"
  license "MIT"

  on_macos do
    on_arm do
$(source_of darwin arm64)
    end
    on_intel do
$(source_of darwin amd64)
    end
  end
  on_linux do
    on_arm do
$(source_of linux arm64)
    end
    on_intel do
$(source_of linux amd64)
    end
  end

  def install
    bin.install "dormouse"
    man1.install Dir["man/*.1.gz"]
    bash_completion.install "completions/dormouse.bash" => "dormouse"
    zsh_completion.install "completions/dormouse.zsh" => "_dormouse"
    fish_completion.install "completions/dormouse.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dormouse version")
  end
end
RUBY
