package ops

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
)

// asJSON is the argument for an answer in one line of JSON.
const asJSON = "--json"

// inJSON reports whether the answer is to be in JSON, for commands without other arguments.
func inJSON(name string, words []string) (bool, error) {
	switch {
	case len(words) == 0:
		return false, nil
	case len(words) == 1 && words[0] == asJSON:
		return true, nil
	}
	return false, fmt.Errorf("usage: %s [%s]", name, asJSON)
}

// jsonLine returns a value as a line of JSON.
func jsonLine(v any) ([]string, error) {
	text, err := json.Marshal(v)
	return []string{string(text)}, err
}

// presentJSON is a pilot in JSON.
type presentJSON struct {
	ID        uint16 `json:"id"`
	Name      string `json:"name"`
	Key       string `json:"key"`     // "" for none
	Address   string `json:"address"` // "" of a bot
	PingMS    int64  `json:"ping_ms"`
	Bot       bool   `json:"bot"`
	Spectates bool   `json:"spectates"`
	Away      bool   `json:"away"`
	Muted     bool   `json:"muted"`
	Path      string `json:"path"` // "lan", "direct", "relay", "tls" or ""
}

func listPilots(h *net.Host, words []string) ([]string, error) {
	isJSON, err := inJSON("who", words)
	if err != nil {
		return nil, err
	}
	all, err := h.Pilots()
	if isJSON && err == nil {
		list := []presentJSON{}
		for _, p := range all {
			list = append(list, presentJSON{p.ID, p.Name, p.Identity, p.Address, p.Ping.Milliseconds(), p.Bot, p.Spectates && !p.Bot, p.Away, p.Muted, p.Path.String()})
		}
		return jsonLine(list)
	}
	if err != nil || len(all) == 0 {
		return []string{"none"}, err
	}
	var rows []string
	for _, p := range all {
		rows = append(rows, fmt.Sprintf("#%d\t%s\t%s\t%s\t%d ms\t%s", p.ID, p.Name,
			cmp.Or(p.Identity, "-"), cmp.Or(p.Address, "-"), p.Ping.Milliseconds(), remarks(p)))
	}
	return table(rows), nil
}

// remarks lists the roles and states of a pilot.
func remarks(p net.PilotInfo) string {
	var words []string
	for _, r := range []struct {
		so   bool
		word string
	}{{p.Bot, "bot"}, {p.Spectates && !p.Bot, "spectates"}, {p.Away, "away"}, {p.Muted, "muted"}, {p.Path == link.PathRelayed, "by relay"}} {
		if r.so {
			words = append(words, r.word)
		}
	}
	return strings.Join(words, ", ")
}

func kick(h *net.Host, words []string) ([]string, error) {
	hit, rest, err := parseRequest(words).one(h)
	if err != nil {
		return nil, err
	}
	reason := strings.Join(rest, " ")
	return each(hit, func(p net.PilotInfo) (string, error) {
		return because("kicked "+p.String(), reason), h.Kick(p.ID, reason)
	})
}

// because adds a reason, if there is one.
func because(what, why string) string {
	if why == "" {
		return what
	}
	return what + ": " + why
}

func mute(on bool) func(*net.Host, []string) ([]string, error) {
	return func(h *net.Host, words []string) ([]string, error) {
		hit, rest, err := parseRequest(words).one(h)
		if err != nil {
			return nil, err
		}
		if len(rest) > 0 {
			return nil, fmt.Errorf("no player is %q: \"who\" lists all", strings.Join(words, " "))
		}
		done := "unmuted "
		if on {
			done = "muted "
		}
		return each(hit, func(p net.PilotInfo) (string, error) { return done + p.String(), h.Mute(p.ID, on) })
	}
}

func warn(h *net.Host, words []string) ([]string, error) {
	r := parseRequest(words)
	hit, rest, err := r.one(h)
	if err != nil {
		return nil, err
	}
	text := strings.Join(rest, " ")
	return each(hit, func(p net.PilotInfo) (string, error) { return "warned " + p.String() + ": " + text, h.Warn(p.ID, text) })
}

// ban bans an address, a network or a key, or else players.
func ban(c Console, words []string) ([]string, error) {
	r := parseRequest(words)
	if len(r.words) > 0 {
		if _, err := admission.ParseBan(r.words[0]); err == nil {
			until, reason, err := c.parseTerms(r.words[1:])
			if err != nil {
				return nil, err
			}
			done, err := c.Host.Ban(r.words[0], reason, until, r.sure)
			return banned(done), unsure(err)
		}
	}
	hit, rest, err := r.one(c.Host)
	if err != nil {
		return nil, err
	}
	until, reason, err := c.parseTerms(rest)
	if err != nil {
		return nil, err
	}
	by := net.ByBoth
	if r.byKey {
		by = net.ByKey
	}
	return banAll(c.Host, hit, by, reason, until, r.sure)
}

// parseTerms parses [TIME] [REASON]. A word that begins with a digit must be a time, so that a mistake is no ban for good.
func (c Console) parseTerms(words []string) (until time.Time, reason string, err error) {
	if len(words) == 0 || words[0] == "" || words[0][0] < '0' || words[0][0] > '9' {
		if c.Moderator {
			return until, "", errModeratorBan
		}
		return until, strings.Join(words, " "), nil
	}
	length, err := time.ParseDuration(words[0])
	if digits, inDays := strings.CutSuffix(words[0], "d"); inDays {
		var days uint64
		days, err = strconv.ParseUint(digits, 10, 16)
		length = time.Duration(days) * 24 * time.Hour
	}
	switch {
	case err != nil || length < time.Second:
		return until, "", fmt.Errorf("must be a time such as 30m, 2h or 7d before the reason, got %q", words[0])
	case c.Moderator && length > 7*24*time.Hour:
		return until, "", errModeratorBan
	}
	return time.Now().Add(length), cmp.Or(strings.Join(words[1:], " "), "no reason was given"), nil
}

var errModeratorBan = errors.New("the ban of a moderator must have a time, up to 7d, such as ban Rex 2h")

// banAll bans players. If the ban of another has removed one already, by their address, their key is banned too.
func banAll(h *net.Host, hit []net.PilotInfo, by net.BanBy, comment string, until time.Time, sure bool) (lines []string, err error) {
	out := map[uint16]bool{}
	for _, p := range hit {
		var done net.Ban
		switch {
		case !out[p.ID]:
			done, err = h.BanPilot(p.ID, by, comment, until, sure)
		case p.Identity != "":
			done, err = h.Ban(p.Identity, cmp.Or(comment, p.Name), until, sure)
			done.Hit = []net.PilotInfo{p}
		}
		if err != nil {
			return lines, unsure(err)
		}
		for _, p := range done.Hit {
			out[p.ID] = true
		}
		lines = append(lines, banned(done)...)
	}
	return lines, nil
}

// banned describes a ban, and the players that it hit.
func banned(b net.Ban) (lines []string) {
	what := strings.Join(b.What, ", ")
	switch {
	case what == "":
		return nil
	case len(b.Hit) == 0:
		return []string{"banned " + what + ", which matches no player here"}
	}
	for _, p := range b.Hit {
		lines = append(lines, "banned "+p.String()+": "+what)
	}
	return lines
}

func unban(h *net.Host, words []string) ([]string, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("unexpected argument %q; usage: unban SHA256:...|ADDRESS|NETWORK", words[1])
	}
	b, err := h.Unban(words[0])
	if err != nil {
		return nil, err
	}
	return []string{because("unbanned "+strings.Join(b.All(), ", "), b.Comment)}, nil
}

func listBans(h *net.Host, words []string) ([]string, error) {
	switch isJSON, err := inJSON("bans", words); {
	case err != nil:
		return nil, err
	case isJSON:
		type banJSON struct {
			Banned  []string  `json:"banned"` // keys, addresses and networks
			Comment string    `json:"comment"`
			Until   time.Time `json:"until,omitzero"`
		}
		list := []banJSON{}
		for _, b := range h.Bans() {
			list = append(list, banJSON{b.All(), b.Comment, b.Until})
		}
		return jsonLine(list)
	}
	var rows []string
	for _, b := range h.Bans() {
		rows = append(rows, strings.Join(b.All(), ", ")+"\t"+b.Left()+"\t"+b.Comment)
	}
	if rows == nil {
		return []string{"none"}, nil
	}
	return table(rows), nil
}

func broadcast(h *net.Host, words []string) ([]string, error) {
	text := strings.Join(words, " ")
	return done("said to everybody: "+text, h.SendNotice(text))
}

// next answers with the current and the next match, or sets the next.
func next(h *net.Host, words []string) ([]string, error) {
	if len(words) > 1 {
		return nil, fmt.Errorf("unexpected argument %q; usage: next [MODE:ARENA|MODE|:ARENA]", words[1])
	}
	if len(words) == 0 {
		now, next, err := h.CurrentAndNext()
		return []string{"now: " + now.String(), "next: " + next.String()}, err
	}
	turn, err := net.ParseTurn(words[0])
	if err != nil {
		return nil, err
	}
	picked, atOnce, err := h.Pick(turn)
	if atOnce {
		return done("the match that waits: "+picked.String(), err)
	}
	return done("next: "+picked.String(), err)
}

// set changes a setting.
func set(c Console, words []string) ([]string, error) {
	if c.Settings == nil {
		return nil, errors.New("the player who hosts changes the settings of this host: only one with --headless can be asked")
	}
	return c.Settings(words[0], strings.Join(words[1:], " "))
}

// reload reads the file of settings again.
func reload(c Console, _ []string) ([]string, error) { return set(c, []string{""}) }

func start(h *net.Host, _ []string) ([]string, error) {
	return done("the match has started", h.Start())
}

func finish(h *net.Host, _ []string) ([]string, error) {
	return done("the match has ended", h.Finish())
}

// done returns a line for a command that has succeeded.
func done(what string, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	return []string{what}, nil
}

// veto stops the vote that is under way.
func veto(h *net.Host, _ []string) ([]string, error) {
	what, err := h.Veto()
	return done("stopped the vote: "+what, err)
}

// votes answers with the allowed votes and the vote under way, or turns votes on or off.
func votes(h *net.Host, words []string) ([]string, error) {
	switch {
	case len(words) == 0:
		allowed, underWay, err := h.Votes()
		lines := []string{"players may vote on: " + allowed.String()}
		if underWay != "" {
			lines = append(lines, "under way: "+underWay)
		}
		return lines, err
	case len(words) == 1 && words[0] == asJSON:
		allowed, underWay, err := h.Votes()
		if err != nil {
			return nil, err
		}
		return jsonLine(struct {
			Allowed  string `json:"allowed"`   // as host --votes has it
			UnderWay string `json:"under_way"` // "" for none
		}{allowed.String(), underWay})
	case len(words) == 1 && words[0] == "on":
		return done("players may vote", h.SetVotes(true))
	case len(words) == 1 && words[0] == "off":
		return done("players may not vote", h.SetVotes(false))
	}
	return nil, fmt.Errorf("must be on, off or --json, got %q", words[0])
}
