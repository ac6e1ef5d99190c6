package admin

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"dogfight/net"
)

// Console does what it is told with a host.
type Console struct{ Host *net.Host }

// command is one of the words that a request may begin with.
type command struct {
	name, usage, summary string
	least                int // words after the name
	do                   func(*net.Host, []string) ([]string, error)
}

// commands returns them in the order in which help shows them.
func commands() []command {
	return []command{
		{"help", "", "list the commands", 0, help},
		{"who", "", "list everybody: id, name, key, address, ping", 0, who},
		{"kick", "PLAYER [REASON] [--yes]", "kick a player (may rejoin)", 1, kick},
		{"mute", "PLAYER [--yes]", "mute a player for everyone", 1, mute(true)},
		{"unmute", "PLAYER [--yes]", "let a player talk again", 1, mute(false)},
		{"ban", "PLAYER|NETWORK [COMMENT] [--key] [--yes]", "ban a player, by key and address or (--key) by key alone; or an address or a network", 1, ban},
		{"unban", "SHA256:...|ADDRESS|NETWORK", "undo a ban, all of it", 1, unban},
		{"bans", "", "list who is banned", 0, listBans},
		{"say", "TEXT", "say something to everybody", 1, say},
		{"next", "[MODE:ARENA|MODE|:ARENA]", "say what is played now and next; or have that be played next, once", 0, next},
		{"start", "", "start the match that waits", 0, start},
		{"finish", "", "end the match under way", 0, finish},
	}
}

// Answer does what a request asks for, and tells what came of it.
func (c Console) Answer(request string) (lines []string, err error) {
	if !utf8.ValidString(request) {
		return nil, fmt.Errorf("a request must be UTF-8, got %q", request)
	}
	words, err := split(request)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("command must be one of %s", names())
	}
	for _, cmd := range commands() {
		switch {
		case cmd.name != words[0]:
		case len(words)-1 < cmd.least || len(words) > 1 && cmd.usage == "":
			return nil, fmt.Errorf("usage: %s", strings.TrimSpace(cmd.name+" "+cmd.usage))
		default:
			return cmd.do(c.Host, words[1:])
		}
	}
	return nil, fmt.Errorf("no command called %q: must be one of %s", words[0], names())
}

func names() string {
	var names []string
	for _, cmd := range commands() {
		names = append(names, cmd.name)
	}
	return strings.Join(names, ", ")
}

// table sets rows of cells, separated by tabs, in columns.
func table(rows []string) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
	w.Flush()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func help(*net.Host, []string) ([]string, error) {
	var rows []string
	for _, cmd := range commands() {
		rows = append(rows, strings.TrimSpace(cmd.name+" "+cmd.usage)+"\t"+cmd.summary)
	}
	return append(table(rows), "",
		"A PLAYER is #ID, a key (SHA256:...), an address, a network or a name. What would hit more",
		"than one does nothing but list them, until you repeat it with --yes."), nil
}
