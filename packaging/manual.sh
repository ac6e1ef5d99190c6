#!/usr/bin/env bash
# Writes the other files of packages to packaging/out: manual pages, completions, the licences of
# all parts, and units for Debian.
# usage: packaging/manual.sh VERSION SECONDS, with the time of the commit
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$1
export SOURCE_DATE_EPOCH=$2
out=packaging/out
rm -rf $out
GOOS='' GOARCH='' CGO_ENABLED=0 go build -trimpath -buildvcs=false -tags=nethttpomithttp2 -ldflags='-s -w -buildid=' -o $out/ . ./cmd/dogfight-hub
told=$($out/dogfight version)
[[ $told = "dogfight ${version%%[~+-]*} ("* ]] || { echo "the tag says $version, the program says $told: change internal/command/version.go or the tag" >&2; exit 1; }
$out/dogfight licenses >$out/THIRD_PARTY_NOTICES
gzip -n9 <CHANGELOG.md >$out/changelog.gz
# Debian has games in /usr/games, which is not in the PATH of root.
mkdir $out/systemd
for unit in dogfight dogfight-door dogfight-relay; do
  sed 's|/usr/bin/dogfight |/usr/games/dogfight |; s|sudo dogfight |sudo /usr/games/dogfight |' packaging/systemd/$unit.service >$out/systemd/$unit.service
done
for program in dogfight dogfight-hub; do
  mkdir -p $out/man/$program $out/completions/$program
  $out/$program man --dir $out/man/$program
  gzip -n9 $out/man/$program/*
  $out/$program completion bash >$out/completions/$program/$program.bash
  $out/$program completion zsh >$out/completions/$program/_$program
  $out/$program completion fish >$out/completions/$program/$program.fish
  $out/$program completion powershell >$out/completions/$program/$program.ps1
  rm $out/$program
done
