#!/usr/bin/env bash
# Builds the last commit twice, in two folders and as two users, and compares all hashes: of the programs, the second time with an empty cache,
# or with --packages of everything that packaging/snapshot.sh makes.
# usage: packaging/reproducible.sh [--packages]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cache=$(go env GOCACHE)
GOMODCACHE=$(go env GOMODCACHE)
export GOMODCACHE

programs() { # CLONE, whose programs it writes to its dist/
  local program
  for program in . ./cmd/*/; do
    (cd "$1" && CGO_ENABLED=0 go build -trimpath -buildvcs=false -tags=nethttpomithttp2 -ldflags="-s -w -buildid= -X dogfight/internal/command.commit=$(git rev-parse HEAD)" -o dist/ "$program")
  done
}

git clone -q . "$tmp/one"
git clone -q "$tmp/one" "$tmp/elsewhere/and/deeper"
for clone in "$tmp/one" "$tmp/elsewhere/and/deeper"; do
  if [ "${1:-}" = --packages ]; then GOCACHE=$cache "$clone/packaging/snapshot.sh"; else programs "$clone"; fi
  export GOCACHE=$tmp/cache HOME=$tmp/home USER=other XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
  (cd "$clone/dist" && sha256sum -- *) >"$tmp/hashes.${clone##*/}"
done
cat "$tmp/hashes.one"
diff "$tmp/hashes.one" "$tmp/hashes.deeper" || { echo 'the same commit gives other bytes in another folder'; exit 1; }
