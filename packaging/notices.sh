#!/usr/bin/env bash
# Prints our licence, and the licences and notices of the parts of others: of all modules that the programs are linked with on any system,
# of the Go library, of the page for browsers, and of the table of look-alike letters. A text that several parts have is printed once.
# usage: packaging/notices.sh; go generate ./internal/cli writes the output of "dogfight licenses"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C CGO_ENABLED=0

packages() { # a line for each package that is linked: MODULE VERSION FOLDER-OF-THE-MODULE FOLDER
  local system
  for system in linux darwin windows freebsd; do
    GOOS=$system go list -deps -tags=nethttpomithttp2 -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$.Dir}}{{end}}{{end}}' . ./cmd/dogfight-hub
  done | sort -u
}

texts() { # a line for each text: the PART and its FILE
  local module version top folder file
  while read -r module version top folder; do
    while :; do # a package may have a licence of its own
      for file in "$folder"/*; do
        case ${file##*/} in
          LICEN[CS]E* | COPYING* | NOTICE* | PATENTS* | COPYRIGHT*) echo "$module $version"$'\t'"$file" ;;
        esac
      done
      [ "$folder" != "$top" ] || break
      folder=${folder%/*}
    done
  done < <(packages)
  echo "The Go library"$'\t'"$(go env GOROOT)/LICENSE"
  echo "The Go library"$'\t'"$(go env GOROOT)/PATENTS"
  echo "xterm.js$(sed -n 's/.*"version": "\(.*\)",/ \1/p' net/webd/page/npm/packages.json)"$'\t'net/webd/page/npm/xterm/LICENSE
  echo "confusables.txt of Unicode"$'\t'proto/names/LICENSE
}

declare -A users file_of
while IFS=$'\t' read -r part file; do
  sum=$(sha256sum <"$file")
  users[$sum]+="$part"$'\n'
  file_of[$sum]=$file
done < <(texts | sort -u)

printf 'Dogfight\n\n'
cat LICENSE
for sum in "${!users[@]}"; do
  printf '%s\t%s\n' "${users[$sum]%%$'\n'*}" "$sum"
done | sort | while IFS=$'\t' read -r _ sum; do
  printf '\n%.0s' 1 2
  printf '=%.0s' {1..80}
  printf '\n%s\n' "${users[$sum]}"
  cat "${file_of[$sum]}"
done
