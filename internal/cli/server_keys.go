package cli

import (
	"strings"

	"dogfight/internal/config"
)

// serverKey is a line that server.toml may have: a flag of dogfight host in other letters.
type serverKey struct {
	flag string
	kind config.ValueKind
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
		{flag: "title", kind: config.Text, live: true},
		{flag: "motd", kind: config.Lines, live: true},
		{flag: "mode", kind: config.Text, live: true},
		{flag: "arena", kind: config.Text, live: true},
		{flag: "rotation", kind: config.Turns, live: true},
		{flag: "teams", kind: config.NumberOrText, live: true},
		{flag: "time", kind: config.NumberOrText, live: true},
		{flag: "score", kind: config.Number, live: true},
		{flag: "campaign", kind: config.Text, live: true},
		{flag: "endless", kind: config.Switch, live: true},
		{flag: "friendly-fire", kind: config.Switch, live: true},
		{flag: "lobby", kind: config.Switch, live: true},
		{flag: "no-votes", name: "ballot", not: true, kind: config.Switch, live: true},
		{flag: "votes", kind: config.Joined, live: true},
	}},
	{"Bots", []serverKey{
		{flag: "bots", kind: config.Number, live: true},
		{flag: "fill", kind: config.Number, live: true},
		{flag: "skill", kind: config.NumberOrText, live: true},
	}},
	{"Doors", []serverKey{
		{flag: "listen", kind: config.Text},
		{flag: "lan", kind: config.Switch, live: true},
		{flag: "password-file", kind: config.Text, live: true},
		{flag: "ssh", kind: config.Text},
		{flag: "ssh-allow", kind: config.Text, live: true},
		{flag: "ssh-admins", kind: config.Text},
		{flag: "web", kind: config.Text},
		{flag: "web-tls", kind: config.Text},
		{flag: "web-acme", kind: config.Text},
		{flag: "web-acme-server", kind: config.Text},
		{flag: "web-origin", kind: config.List},
		{flag: "web-proxy", kind: config.List},
		{flag: "web-replays", kind: config.Switch},
		{flag: "dialect", kind: config.List},
		{flag: "dialect-classic", kind: config.Switch},
		{flag: "dialect-settings", kind: config.Switch},
		{flag: "per-address", kind: config.Number},
		{flag: "delay", kind: config.Text},
	}},
	{"A fleet of hosts", []serverKey{
		{flag: "fleet", kind: config.Text},
		{flag: "fleet-key", kind: config.Text},
		{flag: "fleet-ca", kind: config.Text},
		{flag: "fleet-region", kind: config.Text},
		{flag: "fleet-address", kind: config.Text},
		{flag: "fleet-matches", kind: config.Number},
	}},
	{"Records", []serverKey{
		{flag: "stats", kind: config.Switch},
		{flag: "record", kind: config.Text},
		{flag: "replays", kind: config.NumberOrText},
		{flag: "resume", kind: config.Switch},
	}},
	{"For the operator", []serverKey{
		{flag: "drain", kind: config.Text},
		{flag: "headless", kind: config.Switch},
		{flag: "admin", kind: config.Text},
		{flag: "ops", kind: config.Text},
		{flag: "log", kind: config.Text},
		{flag: "log-level", kind: config.Text, live: true},
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

// fileKeys returns what internal/config has to know of all lines.
func fileKeys() (all []config.Key) {
	eachServerKey(func(k *serverKey) { all = append(all, config.Key{Name: k.key(), Kind: k.kind}) })
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
