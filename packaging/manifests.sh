#!/usr/bin/env bash
# Fills in the manifests of Homebrew, the AUR, Nix, Scoop and winget for a release: its version, where its archives are, their hashes.
# usage: packaging/manifests.sh VERSION HOMEPAGE SHA256SUMS FOLDER; archives are at HOMEPAGE/releases/download/vVERSION
set -euo pipefail
version=$1 homepage=$2 sums=$3 folder=$4
fields=(-e "s|@VERSION@|$version|g" -e "s|@HOMEPAGE@|$homepage|g" -e "s|@URL@|$homepage/releases/download/v$version|g")
while read -r sum file; do
  fields+=(-e "s|@SHA256 $file@|$sum|g")
done <"$sums"
mkdir -p "$folder"
for manifest in "$(dirname "${BASH_SOURCE[0]}")"/manifests/*; do
  sed "${fields[@]}" "$manifest" >"$folder/${manifest##*/}"
done
if grep -rn '@[A-Z]' "$folder"; then echo "the release has no such archives" >&2; exit 1; fi
