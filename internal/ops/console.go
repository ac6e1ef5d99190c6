package ops

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"dogfight/net"
)

// Console does what it is told with a host.
type Console struct {
	Host       *net.Host
	DrainLimit time.Duration // that a match may still last when the host is drained, unless another is given
	// Leave has a host that is one of a fleet give its matches to others, and play those that nobody takes for so long at most. nil: it is
	// none of a fleet.
	Leave func(limit time.Duration)
}

// command is one of the words that a request may begin with.
type command struct {
	name, usage, summary string
	least                int // words after the name
	do                   func(Console, []string) ([]string, error)
}

// commands returns them in the order in which help shows them.
func commands() []command {
	return []command{
		{"help", "[COMMAND]", "list the commands, or explain one", 0, nil},
		{"who", "[--json]", "list players, bots and spectators: id, name, key, address, ping", 0, onHost(who)},
		{"kick", "PLAYER [REASON] [--yes]", "disconnect a player, who may rejoin", 1, onHost(kick)},
		{"mute", "PLAYER [--yes]", "hide the chat of a player from all others", 1, onHost(mute(true))},
		{"unmute", "PLAYER [--yes]", "show the chat of a player again", 1, onHost(mute(false))},
		{"ban", "PLAYER|NETWORK [COMMENT] [--key] [--yes]", "ban a player by key and address, or with --key by key alone; or ban an address or a network", 1, onHost(ban)},
		{"unban", "SHA256:...|ADDRESS|NETWORK", "remove a ban", 1, onHost(unban)},
		{"bans", "[--json]", "list the bans", 0, onHost(listBans)},
		{"say", "TEXT", "send a line to all players and spectators", 1, onHost(say)},
		{"next", "[MODE:ARENA|MODE|:ARENA]", "print the current and the next match, or set the next one, once", 0, onHost(next)},
		{"start", "", "start the match that waits in its lobby", 0, onHost(start)},
		{"finish", "", "end the running match", 0, onHost(finish)},
		{"votes", "[on|off|--json]", "print the allowed votes (host --votes) and the vote under way, or turn votes on or off", 0, onHost(votes)},
		{"veto", "", "stop the vote under way", 0, onHost(veto)},
		{"drain", "[TIME|--now|--update]", "accept no new players and end with the match, or after TIME (such as 5m) at the latest; with --now, end at once; with --update, end at once and leave the match to the next host with --resume. A host of a fleet hands its matches to others", 0, drain},
		{"undrain", "", "accept new players again", 0, undrain},
	}
}

// onHost returns a command that needs nothing but the host.
func onHost(do func(*net.Host, []string) ([]string, error)) func(Console, []string) ([]string, error) {
	return func(c Console, words []string) ([]string, error) { return do(c.Host, words) }
}

// Answer does what a request asks for, and tells what came of it.
func (c Console) Answer(request string) (lines []string, err error) {
	defer func() {
		for i := range lines { // which may go to a terminal by SSH
			lines[i] = plain(lines[i])
		}
	}()
	if !utf8.ValidString(request) {
		return nil, fmt.Errorf("a request must be UTF-8, got %q", request)
	}
	words, err := split(request)
	if err != nil {
		return nil, err
	}
	if lines, err := CheckCommand(words); lines != nil || err != nil {
		return lines, err
	}
	cmd, _ := find(words[0])
	return cmd.do(c, words[1:])
}

// Check returns the help that the words of a request ask for, or an error if there is no such command or it has other words. Neither needs a
// host. Both are nil for a request that does.
func CheckCommand(words []string) (help []string, err error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("command must be one of %s", commandNames())
	}
	if words[0] == "help" && len(words) == 1 {
		return consoleHelp(), nil
	}
	name, asked := words[0], slices.Contains(words[1:], "--help")
	if name == "help" {
		name, asked = words[1], true
	}
	cmd, err := find(name)
	switch {
	case err != nil:
		return nil, err
	case asked:
		return []string{"usage: " + cmd.line(), cmd.summary}, nil
	case len(words)-1 < cmd.least || len(words) > 1 && cmd.usage == "":
		return nil, fmt.Errorf("usage: %s", cmd.line())
	}
	return nil, nil
}

// find returns the command of a name.
func find(name string) (command, error) {
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd, nil
		}
	}
	return command{}, fmt.Errorf("no command called %q: must be one of %s", name, commandNames())
}

// line returns the command with the words that it takes.
func (c command) line() string { return strings.TrimSpace(c.name + " " + c.usage) }

// Acts reports whether a request may change something, rather than only ask.
func CommandActs(request string) bool {
	words, err := split(request)
	if err != nil {
		return false
	}
	if help, err := CheckCommand(words); help != nil || err != nil {
		return false
	}
	switch words[0] {
	case "who", "bans":
		return false
	case "next", "votes":
		return len(words) > 1 && words[1] != asJSON
	}
	return true
}

func commandNames() string {
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

// Usages returns each command with the words that it takes, and its summary.
func Usages() (all [][2]string) {
	for _, cmd := range commands() {
		all = append(all, [2]string{cmd.line(), cmd.summary})
	}
	return all
}

// Help returns the lines of the command help, for which no host is needed.
func consoleHelp() []string {
	var rows []string
	for _, usage := range Usages() {
		rows = append(rows, usage[0]+"\t"+usage[1])
	}
	return append(table(rows), "",
		"PLAYER is #ID, a key (SHA256:...), an address, a network or a name. If several players",
		"match, they are listed and nothing else happens; --yes applies the command to all of them.")
}
