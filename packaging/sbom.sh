#!/usr/bin/env bash
# Writes which modules a binary is made of, as it says itself, in CycloneDX JSON; without a serial number and with the time of the
# commit, so that the same binary gives the same file.
# usage: packaging/sbom.sh BINARY FILE VERSION SECONDS
set -euo pipefail
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/tools
: "${CYCLONEDX:=go -C $tools tool cyclonedx-gomod}" # a snapshot has it built once
$CYCLONEDX bin -json -std -noserial -version "v$3" -output "$(realpath -m "$2")" "$(realpath "$1")"
sed -i -E "s/(\"timestamp\": \")[^\"]*/\1$(date -u -d "@$4" +%FT%TZ)/" "$2"
