#!/usr/bin/env bash
# A whole fleet on this machine: a hub, three hosts and a door, on the loopback and on free ports, and a game in it.
#
#   examples/fleet.sh [--hosts N] [--postgres] [--no-play] [-- FLAG ...]
#
#   --hosts N    so many hosts (3)
#   --postgres   the hub keeps its records in a PostgreSQL that is started for it, rather than in a file
#   --no-play    no game in this terminal: the fleet stays until Ctrl-C, as it does where there is no terminal
#   -- FLAG ...  for the hosts, as "dogfight help host" lists them: -- --mode teams --time 5m
#
# Everything lies in a temporary folder and is gone when the script ends. The programs are built there; DOGFIGHT and
# DOGFIGHT_HUB name others to use.
set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hosts=3 postgres='' play=1 flags=(--fill 4)
tmp='' url='' listed='' pids=() names=() records=()

main() {
  read_arguments "$@"
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  trap clean_up EXIT
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/fleet.XXXXXX")
  find_programs
  [ -z "$postgres" ] || start_postgres
  start_fleet
  await 30 door all_listed
  tell
  if [ -n "$play" ]; then play; else stay; fi
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
    --hosts)
      [[ ${2:-} =~ ^[1-9][0-9]?$ ]] || usage "--hosts: must be 1 to 99, got \"${2:-}\""
      hosts=$2
      shift
      ;;
    --postgres) postgres=1 ;;
    --no-play) play='' ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --)
      shift
      flags+=("$@")
      break
      ;;
    *) usage "unknown argument \"$1\"; see examples/fleet.sh --help" ;;
    esac
    shift
  done
  [ -t 0 ] && [ -t 1 ] || play=''
}

usage() { # WHAT is wrong with the command line
  echo "fleet.sh: $1" >&2
  exit 2
}

fail() { # WHAT is missing or has gone wrong
  echo "fleet.sh: $1" >&2
  exit 1
}

find_programs() {
  dogfight=${DOGFIGHT:-$tmp/dogfight} hub=${DOGFIGHT_HUB:-$tmp/dogfight-hub}
  [ -n "${DOGFIGHT:-}" ] || build . "$dogfight"
  [ -n "${DOGFIGHT_HUB:-}" ] || build ./cmd/dogfight-hub "$hub"
  for program in "$dogfight" "$hub"; do
    [ -x "$program" ] || fail "$program is not a program"
  done
  [ "$dogfight" = "$tmp/dogfight" ] || ln -s "$(cd "$(dirname "$dogfight")" && pwd)/$(basename "$dogfight")" "$tmp/dogfight"
}

build() { # PACKAGE FILE
  command -v go >/dev/null || fail 'Go is not installed: install it, or name built programs with DOGFIGHT and DOGFIGHT_HUB'
  echo "building $(basename "$2") ..."
  (cd "$repo" && go build -o "$2" "$1") || fail "$1 could not be built"
}

# start runs a program in the background, with folders of its own, and returns when it says that it is ready.
start() { # NAME COMMAND ...
  local name=$1 home=$tmp/$1
  shift
  mkdir -p "$home/run"
  chmod 700 "$home/run"
  in_background "$name" env HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run" "$@"
  await 30 "$name" grep -qx ready "$home/out"
}

# in_background runs a program in a process group of its own: Ctrl-C and Ctrl-Z in this terminal are for this script and the game.
in_background() { # NAME COMMAND ...
  local name=$1
  shift
  set -m
  "$@" </dev/null >"$tmp/$name/out" 2>"$tmp/$name/log" &
  set +m
  pids+=($!) names+=("$name")
  disown # the shell need not tell who was killed; this script does
}

await() { # SECONDS NAME COMMAND ...: until the command succeeds, or the program of that name has ended
  local left=$(($1 * 10)) name=$2 pid=${pids[${#pids[@]} - 1]}
  shift 2
  until "$@" >/dev/null 2>&1; do
    kill -0 "$pid" 2>/dev/null || fail "$name ended: $(tail -n 3 "$tmp/$name/log")"
    [ $((left -= 1)) -gt 0 ] || fail "$name is not ready: $(tail -n 3 "$tmp/$name/log")"
    sleep 0.1
  done
}

# listens prints where a program has said that it listens for a protocol.
listens() { # NAME PROTOCOL
  sed -n "s/^listening $2 //p" "$tmp/$1/out"
}

start_postgres() {
  local folder=$tmp/postgres initdb as=()
  initdb=$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | tail -n 1) # Debian has it in no PATH
  [ -x "$initdb" ] || initdb=$(command -v initdb) ||
    fail '--postgres: PostgreSQL is not installed; on Debian it is the package postgresql'
  mkdir "$folder"
  if [ "$(id -u)" = 0 ]; then # which PostgreSQL refuses to be run as
    if ! command -v setpriv >/dev/null || ! id postgres >/dev/null 2>&1; then
      fail '--postgres: as root this needs setpriv (util-linux) and a user postgres'
    fi
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chmod 711 "$tmp"
    chown postgres: "$folder"
  fi
  echo 'starting PostgreSQL ...'
  cd "$folder" # one that its user may enter
  ${as[@]+"${as[@]}"} "$initdb" -D "$folder/db" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 ||
    fail "initdb: $(tail -n 3 "$folder/log")"
  in_background postgres ${as[@]+"${as[@]}"} "$(dirname "$initdb")/postgres" -F -D "$folder/db" -k "$folder" -h ''
  cd "$OLDPWD"
  await 30 postgres grep -q '^ready' "$folder/db/postmaster.pid" # where pg_ctl looks too
  export PGHOST=$folder PGUSER=postgres
  records=(--records postgres:///postgres)
}

start_fleet() {
  echo "starting a hub, $hosts hosts and a door ..."
  start hub "$hub" --listen 127.0.0.1:0 --data "$tmp/hub/streams" ${records[@]+"${records[@]}"}
  url=nats://$(listens hub nats)
  for ((i = 1; i <= hosts; i++)); do
    start "host$i" "$dogfight" host --headless --listen 127.0.0.1:0 --lan=false --title "Host $i" --admin "$tmp/host$i/admin" \
      --fleet "$url" "${flags[@]}"
  done
  start door "$dogfight" door --listen 127.0.0.1:0 --ssh 127.0.0.1:0 --web 127.0.0.1:0 --fleet "$url"
}

# all_listed reports whether the fleet's directory has all hosts.
all_listed() {
  listed=$("$dogfight" fleet --fleet "$url") && [ "$(wc -l <<<"$listed")" -gt "$hosts" ]
}

tell() {
  local i ssh
  ssh=$(listens door ssh)
  cat <<TEXT

In other terminals: cd $tmp

  play             ./dogfight join fleet://$(listens door native)
  by ssh           ssh -p ${ssh##*:} anybody@${ssh%:*}
  in a browser     http://$(listens door web)/
  what is played   ./dogfight fleet --matches --fleet $url
  who is best      ./dogfight scores --fleet $url
  drain a host     ./dogfight admin --socket host1/admin drain
  or kill one      kill -9 PID, for its match to go on at another:
TEXT
  for i in "${!pids[@]}"; do
    case ${names[i]} in host*) printf '    %-14s %s\n' "${names[i]}" "${pids[i]}" ;; esac
  done
  printf '\n%s\n' "$listed"
}

# play is a game with the settings that you have, and nothing else of yours: doors of an example are not to be remembered.
play() {
  local home=$tmp/player kept=${XDG_CONFIG_HOME:-$HOME/.config}/dogfight/settings.toml
  mkdir -p "$home/dogfight"
  [ ! -r "$kept" ] || cp "$kept" "$home/dogfight/"
  XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home "$dogfight" join "fleet://$(listens door native)" <&0 &
  pids+=($!) names+=(player) # behind this script, for a signal to it to be heard
  wait $!
}

# stay returns when a signal comes or nothing is left, and says meanwhile what has ended.
stay() {
  printf '\nCtrl-C ends the fleet.\n'
  local told=' ' left=1
  while [ "$left" -gt 0 ]; do
    left=0
    for i in "${!pids[@]}"; do
      if kill -0 "${pids[i]}" 2>/dev/null; then
        left=$((left + 1))
      elif [[ $told != *" $i "* ]]; then
        told+="$i "
        echo "${names[i]} has ended"
      fi
    done
    sleep 1 &
    wait $! || true
  done
}

# clean_up ends what was started, the last first, and leaves nothing.
clean_up() {
  trap '' INT TERM HUP
  local i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    end "${pids[i]}"
  done
  [ -z "$tmp" ] || rm -rf "$tmp"
}

end() { # PID
  for ((left = 100; left > 0; left--)); do
    kill -TERM "$1" 2>/dev/null || return 0 # the second one ends a host at once; SIGINT is ignored by what a script has in the background
    sleep 0.05
  done
  kill -KILL "$1" 2>/dev/null || true
}

main "$@"
