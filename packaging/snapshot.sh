#!/usr/bin/env bash
# Builds packages of the last commit into dist/: for this machine in some two minutes, --all for every system in some ten. The
# tools, goreleaser among them, are modules of packaging/tools, and take another two when they are built for the first time.
# usage: packaging/snapshot.sh [--all]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repo=$PWD dist=$PWD/dist
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go -C packaging/tools build -trimpath -o "$tmp/" github.com/goreleaser/goreleaser/v2 github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
export CYCLONEDX=$tmp/cyclonedx-gomod
# A clone: goreleaser knows the time of a commit only where there is a remote, and what is not committed is not packed.
git clone -q "$repo" "$tmp/clone"
cd "$tmp/clone"
# A tag that the commit does not have: the version is the program's own.
export GORELEASER_CURRENT_TAG=v$(sed -n 's/^const Version = "\(.*\)"/\1/p' internal/command/version.go)
if [ "${1:-}" != --all ]; then
  sed "s/targets: \[.*/targets: [$(go env GOOS)_$(go env GOARCH)]/" .goreleaser.yaml >"$tmp/goreleaser.yaml"
else
  cp .goreleaser.yaml "$tmp/goreleaser.yaml"
fi
"$tmp/goreleaser" release --config "$tmp/goreleaser.yaml" --snapshot --clean --skip=publish,announce,validate
(cd dist && sha256sum --check --quiet SHA256SUMS)
rm -rf "$dist"
mkdir "$dist"
find dist -maxdepth 1 -type f \( -name 'dogfight*' -o -name SHA256SUMS \) -exec cp -p {} "$dist" \;
ls -l "$dist"
