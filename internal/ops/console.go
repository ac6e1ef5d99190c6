package ops

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"dogfight/net"
)

// Console executes the operator's commands on a host.
type Console struct {
	Host       *net.Host
	DrainLimit time.Duration // usual time for the match to end when the host drains
	// Leave drains a host of a fleet: it hands its matches over, and plays the others for limit at most. nil: the host is in no fleet.
	Leave func(limit time.Duration)
	// Settings changes a setting of the host or, with an empty key, reads its file again; nil: the host has a screen.
	Settings func(key, value string) (lines []string, err error)

	Events    *Events // gets each act
	By        string  // the actor
	Moderator bool    // may use only the commands of moderators
}

// command is an entry of the table of commands.
type command struct {
	name, usage, summary string
	least                int // words after the name
	do                   func(Console, []string) ([]string, error)
}

// commands returns the table, in the order of help.
func commands() []command {
	return []command{
		{"help", "[COMMAND]", "list the commands, or explain one", 0, nil},
		{"who", "[--json]", "list players, bots and spectators: id, name, key, address, ping", 0, onHost(listPilots)},
		{"kick", "PLAYER [REASON] [--yes]", "disconnect a player, who may rejoin", 1, onHost(kick)},
		{"mute", "PLAYER [--yes]", "hide the chat of a player from all others", 1, onHost(mute(true))},
		{"unmute", "PLAYER [--yes]", "show the chat of a player again", 1, onHost(mute(false))},
		{"warn", "PLAYER TEXT [--yes]", "send a player a warning that no other player sees", 2, onHost(warn)},
		{"ban", "PLAYER|NETWORK [TIME] [REASON] [--key] [--yes]", "ban a player by key and address, or with --key by key alone; or ban an address or a network. After TIME, such as 30m, 2h or 7d, the ban ends; until then the player reads the reason", 1, ban},
		{"unban", "SHA256:...|ADDRESS|NETWORK", "remove a ban", 1, onHost(unban)},
		{"bans", "[--json]", "list the bans, and the time that is left of them", 0, onHost(listBans)},
		{"say", "TEXT", "send a line to all players and spectators", 1, onHost(broadcast)},
		{"next", "[MODE:ARENA|MODE|:ARENA]", "print the current and the next match, or set the next one, once", 0, onHost(next)},
		{"start", "", "start the match that waits in its lobby", 0, onHost(start)},
		{"finish", "", "end the running match", 0, onHost(finish)},
		{"votes", "[on|off|--json]", "print the allowed votes (host --votes) and the vote under way, or turn votes on or off", 0, onHost(votes)},
		{"veto", "", "stop the vote under way", 0, onHost(veto)},
		{"set", "KEY VALUE", "change a setting that needs no restart, by its key in server.toml, until the next reload", 2, set},
		{"reload", "", "read server.toml again, as SIGHUP does", 0, reload},
		{"events", "--json", "print events as they happen, each as a line of JSON, until you interrupt it", 1, errStream},
		{"drain", "[TIME|--now|--update]", "accept no new players and end with the match, or after TIME (such as 5m) at the latest; with --now, end at once; with --update, end at once and leave the match to the next host with --resume. A host of a fleet hands its matches to others", 0, drain},
		{"undrain", "", "accept new players again", 0, undrain},
	}
}

// onHost returns a command that needs the host alone.
func onHost(do func(*net.Host, []string) ([]string, error)) func(Console, []string) ([]string, error) {
	return func(c Console, words []string) ([]string, error) { return do(c.Host, words) }
}

// Answer executes a request, and returns the lines of its answer.
func (c Console) Answer(request string) (lines []string, err error) {
	defer func() {
		for i := range lines { // they may go to a terminal by SSH
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
	if c.Moderator && !slices.Contains(moderates, cmd.name) {
		return nil, fmt.Errorf("moderators may not use %s, only %s", cmd.name, strings.Join(moderates, ", "))
	}
	lines, err = cmd.do(c, words[1:])
	if CommandChanges(request) && c.Events != nil {
		c.Events.AddAct(c.By, request, err)
	}
	return lines, err
}

// Logged returns a function that answers requests, and logs those of a user that change something.
func Logged(log *slog.Logger, answer func(by, request string) ([]string, error)) func(by, request string) ([]string, error) {
	return func(by, request string) ([]string, error) {
		log := log.With("by", by, "command", request)
		if !CommandChanges(request) {
			log = slog.New(slog.DiscardHandler)
		}
		log.Info("admin by socket") // first, as it may end the program
		lines, err := answer(by, request)
		if err != nil {
			log.Info("admin by socket failed", "why", err)
		}
		return lines, err
	}
}

// moderates are the commands of moderators.
var moderates = []string{"help", "who", "warn", "kick", "mute", "unmute", "ban", "bans"}

// IsStream reports whether a request is answered by Events.Follow.
func IsStream(request string) bool {
	return slices.Equal(strings.Fields(request), []string{"events", asJSON})
}

func errStream(Console, []string) ([]string, error) { return nil, errors.New("usage: events --json") }

// CheckCommand returns the help that a request asks for, or an error if its command does not exist or takes other words. It returns
// nil, nil for a request that a host must answer.
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

// find returns the command with a name.
func find(name string) (command, error) {
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd, nil
		}
	}
	return command{}, fmt.Errorf("no command called %q: must be one of %s", name, commandNames())
}

// line returns the command and its arguments.
func (c command) line() string { return strings.TrimSpace(c.name + " " + c.usage) }

// CommandChanges reports whether a request may change the match.
func CommandChanges(request string) bool {
	words, err := split(request)
	if err != nil {
		return false
	}
	if help, err := CheckCommand(words); help != nil || err != nil {
		return false
	}
	switch words[0] {
	case "who", "bans", "events":
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

// table aligns the cells of rows, which tabs separate.
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

// CommandUsages returns the usage and the summary of each command.
func CommandUsages() (all [][2]string) {
	for _, cmd := range commands() {
		all = append(all, [2]string{cmd.line(), cmd.summary})
	}
	return all
}

// consoleHelp returns the answer to help.
func consoleHelp() []string {
	var rows []string
	for _, usage := range CommandUsages() {
		rows = append(rows, usage[0]+"\t"+usage[1])
	}
	return append(table(rows), "",
		"PLAYER is #ID, a key (SHA256:...), an address, a network or a name. If several players",
		"match, they are listed and nothing else happens; --yes applies the command to all of them.")
}

// drain ends the host with its match or, with --update, at once and leaves the match to the next host.
func drain(c Console, words []string) ([]string, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("unexpected argument %q; usage: drain [TIME|--now|--update]", words[1])
	}
	limit := c.DrainLimit
	switch {
	case len(words) == 0:
	case words[0] == "--now":
		limit = 0
	case words[0] == "--update" && c.Leave != nil:
		return nil, errOfFleet
	case words[0] == "--update":
		return done("the host ends, and its match goes on at the one that is started next with --resume", c.Host.Suspend())
	default:
		var err error
		if limit, err = time.ParseDuration(words[0]); err != nil || limit < 0 {
			return nil, fmt.Errorf("must be a time such as 5m, --now or --update, got %q", words[0])
		}
	}
	switch {
	case c.Leave != nil:
		c.Leave(limit)
		return []string{"draining: the host gives its matches to others of the fleet, and ends; those that nobody takes end in " + inWords(limit) + " at the latest"}, nil
	case limit == 0:
		return done("the host ends", c.Host.Drain(0))
	}
	return done("draining: the host takes no new players, and ends with the match, in "+inWords(limit)+" at the latest", c.Host.Drain(limit))
}

// inWords returns a duration as an operator types it.
func inWords(d time.Duration) string {
	text := strings.TrimSuffix(d.String(), "0s")
	if !strings.HasSuffix(text, "m") {
		return d.String()
	}
	if hours, zero := strings.CutSuffix(text, "h0m"); zero {
		return hours + "h"
	}
	return text
}

var (
	errOfFleet = errors.New("a host of a fleet needs no --update: drain gives its matches to others, and nobody loses a seat")
	errGiven   = errors.New("a host of a fleet that was drained has given its matches away: start another")
)

func undrain(c Console, _ []string) ([]string, error) {
	if c.Leave != nil && c.Host.Draining() {
		return nil, errGiven
	}
	return done("the host takes new players again", c.Host.Undrain())
}
