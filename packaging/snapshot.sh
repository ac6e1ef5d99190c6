#!/usr/bin/env bash
# Builds packages of the last commit into dist/: for this machine in some two minutes, --all for every system in some ten. The
# tools, goreleaser among them, are modules of packaging/tools, and take another two when they are built for the first time.
# HOMEPAGE, if it is set, is in the metadata, and --all fills in the manifests of package managers with it.
# usage: packaging/snapshot.sh [--all]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repo=$PWD dist=$PWD/dist
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# A list of modules has the hash of the tool that made it: the same tool on every machine.
CGO_ENABLED=0 go -C packaging/tools build -trimpath -buildvcs=false -ldflags=-buildid= -o "$tmp/" github.com/goreleaser/goreleaser/v2 github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
export CYCLONEDX=$tmp/cyclonedx-gomod
# A clone: goreleaser needs a remote for the time of a commit, and uncommitted changes are left out.
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
for package in $(command -v dpkg-deb >/dev/null && ls dist/*.deb); do
  name=$(dpkg-deb -f "$package" Package)
  files=$(dpkg-deb -c "$package")
  program=/usr/games/dogfight
  [ "$name" = dogfight ] || program=/usr/bin/$name
  for file in "$program" "/$name.service" "/doc/$name/THIRD_PARTY_NOTICES" "/man[68]/$name.[68].gz" "/_$name"; do
    grep -q "$file\$" <<<"$files" || { echo "$package: has no $file"; exit 1; }
  done
  if dpkg-deb -f "$package" | grep localhost; then exit 1; fi
done
rm -rf "$dist"
mkdir "$dist"
find dist -maxdepth 1 -type f \( -name 'dogfight*' -o -name SHA256SUMS \) -exec cp -p {} "$dist" \;
if [ "${1:-}" = --all ] && [ -n "${HOMEPAGE:-}" ]; then
  packaging/manifests.sh "${GORELEASER_CURRENT_TAG#v}-snapshot" "$HOMEPAGE" "$dist/SHA256SUMS" "$dist/manifests"
fi
ls -l "$dist"
