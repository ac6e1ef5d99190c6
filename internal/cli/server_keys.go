package cli

import (
	"strings"

	"dogfight/internal/serverfile"
)

// serverKey is a line that server.toml may have: a flag of dogfight host in other letters.
type serverKey struct {
	flag string
	kind serverfile.Kind
	live bool   // it may change while the host runs
	name string // of the line, where that is not the flag's
	not  bool   // true in the file is false as a flag
}

// key returns the name of the line.
func (k *serverKey) key() string {
	if k.name != "" {
		return k.name
	}
	return strings.ReplaceAll(k.flag, "-", "_")
}

// serverKeys are all lines, in the order and under the headings in which config show prints them. A flag of dogfight host that
// is not here must stand in notInFile, with the reason.
var serverKeys = []struct {
	heading string
	keys    []serverKey
}{
	{"The match", []serverKey{
		{flag: "title", kind: serverfile.Text, live: true},
		{flag: "motd", kind: serverfile.Lines, live: true},
		{flag: "mode", kind: serverfile.Text, live: true},
		{flag: "arena", kind: serverfile.Text, live: true},
		{flag: "rotation", kind: serverfile.Turns, live: true},
		{flag: "teams", kind: serverfile.NumberOrText, live: true},
		{flag: "time", kind: serverfile.NumberOrText, live: true},
		{flag: "score", kind: serverfile.Number, live: true},
		{flag: "campaign", kind: serverfile.Text, live: true},
		{flag: "endless", kind: serverfile.Switch, live: true},
		{flag: "friendly-fire", kind: serverfile.Switch, live: true},
		{flag: "lobby", kind: serverfile.Switch, live: true},
		{flag: "no-votes", name: "ballot", not: true, kind: serverfile.Switch, live: true},
		{flag: "votes", kind: serverfile.Joined, live: true},
	}},
	{"Bots", []serverKey{
		{flag: "bots", kind: serverfile.Number, live: true},
		{flag: "fill", kind: serverfile.Number, live: true},
		{flag: "skill", kind: serverfile.NumberOrText, live: true},
	}},
	{"Where players come in, and who may", []serverKey{
		{flag: "listen", kind: serverfile.Text},
		{flag: "lan", kind: serverfile.Switch, live: true},
		{flag: "password-file", kind: serverfile.Text, live: true},
		{flag: "ssh", kind: serverfile.Text},
		{flag: "ssh-allow", kind: serverfile.Text, live: true},
		{flag: "ssh-admins", kind: serverfile.Text},
		{flag: "web", kind: serverfile.Text},
		{flag: "web-tls", kind: serverfile.Text},
		{flag: "web-acme", kind: serverfile.Text},
		{flag: "web-acme-server", kind: serverfile.Text},
		{flag: "web-origin", kind: serverfile.List},
		{flag: "web-proxy", kind: serverfile.List},
		{flag: "web-replays", kind: serverfile.Switch},
		{flag: "dialect", kind: serverfile.List},
		{flag: "dialect-classic", kind: serverfile.Switch},
		{flag: "dialect-settings", kind: serverfile.Switch},
		{flag: "per-address", kind: serverfile.Number},
		{flag: "delay", kind: serverfile.Text},
	}},
	{"A fleet of hosts", []serverKey{
		{flag: "fleet", kind: serverfile.Text},
		{flag: "fleet-key", kind: serverfile.Text},
		{flag: "fleet-ca", kind: serverfile.Text},
		{flag: "fleet-region", kind: serverfile.Text},
		{flag: "fleet-address", kind: serverfile.Text},
		{flag: "fleet-matches", kind: serverfile.Number},
	}},
	{"Records", []serverKey{
		{flag: "stats", kind: serverfile.Switch},
		{flag: "record", kind: serverfile.Text},
		{flag: "replays", kind: serverfile.NumberOrText},
		{flag: "resume", kind: serverfile.Switch},
	}},
	{"For the operator", []serverKey{
		{flag: "drain", kind: serverfile.Text},
		{flag: "headless", kind: serverfile.Switch},
		{flag: "admin", kind: serverfile.Text},
		{flag: "ops", kind: serverfile.Text},
		{flag: "log", kind: serverfile.Text},
		{flag: "log-level", kind: serverfile.Text, live: true},
	}},
}

// notInFile are the flags that have no line, and why.
var notInFile = map[string]string{
	"help":   "it asks for something else",
	"config": "it names the file",
	"class":  "it is of the player who hosts, as settings.toml is",
	"weapon": "likewise",
	"colour": "likewise",
	"name":   "likewise",
}

// alike are flags that say the same in other ways: one of them on the command line has the lines of the others be of no effect.
var alike = map[string][]string{
	"rotation": {"mode", "arena"},
	"mode":     {"rotation"},
	"arena":    {"rotation"},
	"web-tls":  {"web-acme", "web-acme-server"},
	"web-acme": {"web-tls"},
}

// eachServerKey calls what is to be done with each line.
func eachServerKey(do func(k *serverKey)) {
	for _, section := range serverKeys {
		for i := range section.keys {
			do(&section.keys[i])
		}
	}
}

// fileKeys returns what internal/serverfile has to know of all lines.
func fileKeys() (all []serverfile.Key) {
	eachServerKey(func(k *serverKey) { all = append(all, serverfile.Key{Name: k.key(), Kind: k.kind}) })
	return all
}

// serverKeyOf returns the line of a flag; nil if it has none.
func serverKeyOf(flag string) (found *serverKey) {
	eachServerKey(func(k *serverKey) {
		if k.flag == flag {
			found = k
		}
	})
	return found
}

// serverKeyNamed returns the line of that name; nil if there is none.
func serverKeyNamed(name string) (found *serverKey) {
	eachServerKey(func(k *serverKey) {
		if k.key() == name {
			found = k
		}
	})
	return found
}
