# What .ci/run and .ci/soak share: stages with their times, the packages that tests need, and stages that differ in size only. It is sourced.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap 'exit 130' INT TERM

stage='' began=0 took=()
step() { # names the stage that begins, after the time of the last one
  if [ -n "$stage" ]; then
    printf -- '-- %d s\n' $((SECONDS - began))
    took+=("$(printf '%4d s  %s' $((SECONDS - began)) "$stage")")
  fi
  stage=$* began=$SECONDS
  printf '\n== %s\n' "$stage"
}

# try runs a command, and lets the other stages go on if it fails. In a function that is run so, "set -e" has no effect.
failed=()
try() { "$@" || { failed+=("$stage"); echo "FAILED: $stage"; }; }

finish() { # prints the table of stages, and fails if one of them did
  step done
  printf '%s\n' "${took[@]}"
  printf '%4d s  in all\n' "$SECONDS"
  [ ${#failed[@]} = 0 ] || { printf 'FAILED: %s\n' "${failed[@]}"; exit 1; }
}

# tests is go test for tests chosen by name: it fails when a package has none of that name.
tests() {
  go test "$@" 2>&1 | tee "$tmp/tests.log" | grep -vE '^=== |^ *--- (PASS|SKIP)' || return 1
  if grep -F 'no tests to run' "$tmp/tests.log"; then return 1; fi
}

# race runs the short tests of packages whose code has a PATTERN under the race detector. Caches that drawing goroutines share (ui/play,
# ui/sound, assets) are tested through the packages that draw for visitors. SQLite, translated from C, has no goroutines: its code is not
# watched, which makes tests of records three times as fast.
race() { # PATTERN
  local packages
  packages=$(git grep -lE "$1" -- '*.go' ':!*_test.go' | xargs -n 1 dirname | sort -u |
    grep -vE '^(assets|examples.*|ui/play.*|ui/sound|[a-z/]*test)$' | sed 's|^|./|')
  CGO_ENABLED=1 go test -race -gcflags='modernc.org/...=-race=false' -short -vet=off -timeout 10m $packages
}

build() { # PACKAGES SYSTEM/ARCHITECTURE ...
  local target
  for target in "${@:2}"; do
    echo "$target"
    CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go build -o "$tmp/builds/" "$1"
  done
}

step tools
missing=()
command -v gcc >/dev/null || missing+=(gcc libc6-dev) # the race detector links with it
[ -e /usr/include/enet/enet.h ] || missing+=(libenet-dev) # our ENet is tested against it
command -v systemd-analyze >/dev/null || missing+=(systemd) # the units are checked by it
command -v promtool >/dev/null || missing+=(prometheus) # the figures, the alerts and the board are checked by its tool
command -v ip >/dev/null || missing+=(iproute2)       # tests make networks of their own with it
command -v nft >/dev/null || missing+=(nftables)      # and routers
command -v ssh >/dev/null && command -v ssh-keygen >/dev/null || missing+=(openssh-client) # the tests play through it
command -v python3 >/dev/null || missing+=(python3)   # the bots in examples/ are written in it
command -v node >/dev/null || missing+=(nodejs)       # the page in examples/ is played in it
command -v chromium >/dev/null || missing+=(chromium) # the page for browsers is played in it, and films of replays
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf ] || missing+=(fonts-dejavu-core) # and written in this
[ -e /usr/lib/python3/dist-packages/confusable_homoglyphs/confusables.json ] || missing+=(python3-confusable-homoglyphs) # our table of look-alikes is held against it
[ -n "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || missing+=(postgresql) # a fleet's records can be kept in it
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y "${missing[@]}" >/dev/null
  else
    echo "not installed: ${missing[*]}; what needs them is skipped"
  fi
fi
export tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
