#!/usr/bin/env bash
# Writes what packages hold beside the programs to packaging/out: manual pages and completions.
# usage: packaging/manual.sh VERSION SECONDS, with the time of the commit
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$1
export SOURCE_DATE_EPOCH=$2
out=packaging/out
rm -rf $out
mkdir -p $out/man $out/completions
GOOS='' GOARCH='' CGO_ENABLED=0 go build -trimpath -buildvcs=false -tags=nethttpomithttp2 -ldflags='-s -w -buildid=' -o $out/dogfight .
told=$($out/dogfight version)
[[ $told = "dogfight ${version%%[~+-]*} ("* ]] || { echo "the tag says $version, the program says $told: change internal/command/version.go or the tag" >&2; exit 1; }
$out/dogfight man --dir $out/man
gzip -n9 $out/man/*
$out/dogfight completion bash >$out/completions/dogfight.bash
$out/dogfight completion zsh >$out/completions/_dogfight
$out/dogfight completion fish >$out/completions/dogfight.fish
$out/dogfight completion powershell >$out/completions/dogfight.ps1
rm $out/dogfight
