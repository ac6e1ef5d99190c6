package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net"
	"dogfight/net/link"
)

const (
	rexKey  = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	vegaKey = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ"
)

// match is a host with idle pilots.
type match struct {
	*testing.T
	host   *net.Host
	pilots []*net.Client
}

// hosted runs a test with a host, in virtual time.
func hosted(t *testing.T, test func(*match)) {
	synctest.Test(t, func(t *testing.T) {
		play, err := net.NewMatch(net.MatchOptions{Arena: "open", Lobby: true, Bots: 1, Skill: 1}, 0)
		if err != nil {
			t.Fatal(err)
		}
		m := &match{T: t, host: net.NewHost(net.HostConfig{HostOptions: net.HostOptions{Title: "Test"}, BotNames: []string{"Bot"}}, play)}
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() { defer close(ended); m.host.Run(ctx) }()
		test(m)
		stop()
		<-ended
	})
}

// joins lets a player join.
func (m *match) joins(name, address, identity string) {
	if m.pilots == nil {
		m.pass() // until the bot is in the match
	}
	m.pilots = append(m.pilots, net.NewClient(net.ClientConfig{Name: name, Dial: func() link.Link {
		near, far := link.PipeOf(address, identity)
		m.host.Add(far)
		return near
	}}))
	m.pass()
}

// pass lets half a second pass.
func (m *match) pass() {
	for range 30 {
		for _, p := range m.pilots {
			p.Frame(time.Now(), 0)
		}
		time.Sleep(time.Second / 60)
	}
}

// answered expects an answer that contains parts.
func (m *match) answered(request string, parts ...string) {
	m.Helper()
	lines, err := Console{Host: m.host}.Answer(request)
	m.pass()
	answer := strings.Join(lines, "\n")
	for _, part := range parts {
		if err != nil || !strings.Contains(answer, part) {
			m.Errorf("%s: expected %q, got\n%s\n%v", request, part, answer, err)
		}
	}
	if err != nil {
		m.Errorf("%s: %v", request, err)
	}
}

// refused expects an error.
func (m *match) refused(request, reason string) {
	m.Helper()
	if lines, err := (Console{Host: m.host}).Answer(request); err == nil || !strings.Contains(err.Error(), reason) {
		m.Errorf("%q: expected %q, got %q, %v", request, reason, lines, err)
	}
}

// in expects pilots to be in the match, or not.
func (m *match) in(want ...bool) {
	m.Helper()
	for i, p := range m.pilots {
		if v := p.Frame(time.Now(), 0); (v.Phase == net.Playing) != want[i] {
			m.Errorf("pilot %d: phase %d, %v", i, v.Phase, v.Err)
		}
	}
}

func TestTheConsoleManagesAMatch(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Rex", "192.0.2.2:1", "")
		m.joins("Vega", "192.0.2.3:1", vegaKey)
		m.answered("help", "kick PLAYER [REASON]", "finish")
		for _, request := range []string{"help kick", "kick --help", "kick Rex --help"} {
			m.answered(request, "usage: kick PLAYER [REASON] [--yes]\ndisconnect a player, who may rejoin")
		}
		m.answered("who", "Bot", "Rex 2", rexKey, "192.0.2.2:1", "bot")
		m.answered(`mute "Rex 2"`, "muted Rex 2 (#3)")
		m.answered("who", "#3", "muted")
		m.answered("unmute #3", "unmuted Rex 2 (#3)")
		m.answered("say hello there", "said to everybody: hello there")
		m.answered("next", "now: deathmatch in open", "next: deathmatch in open")
		m.answered("next teams:duel", "the match that waits: teams in duel")
		m.answered("next", "now: teams in duel", "next: deathmatch in open")
		m.answered("start", "the match has started")
		m.refused("start", "already started")
		m.answered("next :belt", "next: deathmatch in belt")
		m.answered("next", "now: teams in duel", "next: deathmatch in belt")
		m.answered("finish", "the match has ended")
		m.answered("kick Rex be nice", "kicked Rex (#2): be nice")
		m.in(false, true, true)
		m.answered(`ban "Rex 2" a pest`, "banned Rex 2 (#3): 192.0.2.2")
		m.answered("ban Vega", "banned Vega (#4): "+vegaKey+", 192.0.2.3")
		m.in(false, false, false)
		m.answered("ban 10.1.2.3/8", "banned 10.0.0.0/8, which matches no player here")
		m.answered("bans", "192.0.2.2  ", "a pest", vegaKey+", 192.0.2.3", "Vega", "10.0.0.0/8")
		m.answered("unban 192.0.2.3", "unbanned "+vegaKey+", 192.0.2.3: Vega")
		m.refused("unban "+vegaKey, "is not banned")
		m.answered("unban 10.0.0.0/8", "unbanned 10.0.0.0/8")
		m.refused("unban 10.0.0.0/8", "is not banned")
		m.answered("who", "Bot")
	})
}

func TestListsAreAvailableAsJSON(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.answered("ban 10.0.0.0/8 'a \"pest\"'")
		m.answered("who --json", `"name":"Bot","key":"","address":"","ping_ms":0,"bot":true`, `"name":"Rex","key":"`+rexKey+`","address":"192.0.2.1:1"`)
		m.answered("bans --json", `[{"banned":["10.0.0.0/8"],"comment":"a \"pest\""}]`)
		m.answered("votes --json", `{"allowed":"off","under_way":""}`)
		m.refused("who --yaml", "usage: who [--json]")
	})
}

func TestHostileTextsAreNotInAnswers(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.7:1", rexKey)
		for _, hostile := range []string{"\x1b[2J\x1b]0;title\a", "\u202eback", "e" + strings.Repeat("\u0301", 29), "\u2800", strings.Repeat("x", 900)} {
			m.refused("kick #2 '"+hostile+"'", "chat: must be")
			m.refused("say '"+hostile+"'", "chat: must be")
		}
		m.answered("ban 192.0.2.9 '\x1b[2J\u202eback'", "banned 192.0.2.9")
		m.answered("bans", "192.0.2.9", "?[2J?back")
		m.answered("kick #2 ''", "kicked")
	})
}

func TestABanMayHaveATimeAndAReason(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Vega", "192.0.2.3:1", vegaKey)
		m.answered("warn Rex be kind", "warned Rex (#2): be kind")
		m.answered("ban Rex 2h spoils the fun", "banned Rex (#2): "+rexKey+", 192.0.2.1")
		m.answered("ban Vega 7d --key", "banned Vega (#3): "+vegaKey)
		m.answered("ban 10.0.0.0/8 90s", "banned 10.0.0.0/8")
		m.answered("bans", "2h0m", "spoils the fun", "168h0m  no reason was given", "10.0.0.0/8")
		m.answered("bans --json", `"comment":"spoils the fun","until":"2000-01-01T02:00:`)
		time.Sleep(24 * time.Hour)
		if all := m.host.Bans(); len(all) != 1 || all[0].Subject != vegaKey {
			t.Errorf("after a day there are %v", all)
		}
		m.in(false, false)
	})
}

func TestModeratorsModerateAndSetNothing(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		var events Events
		queue, _ := events.follow()
		settings := func(string, string) ([]string, error) { t.Error("a moderator reached the settings"); return nil, nil }
		ask := func(request string) string {
			lines, err := Console{Host: m.host, Settings: settings, Events: &events, By: "ann", Moderator: true}.Answer(request)
			m.pass()
			return fmt.Sprint(strings.Join(lines, "\n"), err)
		}
		for request, want := range map[string]string{
			"who": "Rex", "bans": "<nil>", "help": "kick PLAYER", "mute Rex": "muted", "unmute Rex": "unmuted", "warn Rex be kind": "warned",
			"ban 10.0.0.1 2h": "banned 10.0.0.1", "ban 10.0.0.2": "must have a time, up to 7d", "ban 10.0.0.2 a pest": "must have a time", "ban 10.0.0.2 8d": "up to 7d",
		} {
			if got := ask(request); !strings.Contains(got, want) {
				t.Errorf("%s: %s", request, got)
			}
		}
		for _, cmd := range commands() {
			if request := cmd.name + strings.Repeat(" 1", cmd.least); !slices.Contains(moderates, cmd.name) && !strings.HasPrefix(ask(request), "moderators may not use "+cmd.name) {
				t.Errorf("a moderator may use %s", cmd.name)
			}
		}
		if got := ask("kick Rex be kind"); got != "kicked Rex (#2): be kind<nil>" {
			t.Error(got)
		}
		m.in(false)
		acts := map[string]string{}
		for len(queue) > 0 {
			e := <-queue
			if e.Kind != "act" || e.By != "ann" {
				t.Errorf("an event is %+v", e)
			}
			acts[e.Text] = e.Error
		}
		if why, ok := acts["kick Rex be kind"]; !ok || why != "" || !strings.Contains(acts["ban 10.0.0.2"], "must have a time") || len(acts) != 8 {
			t.Errorf("the acts are %q", acts)
		}
	})
}

func TestOnlyRequestsThatChangeSomethingAreActs(t *testing.T) {
	for request, acts := range map[string]bool{
		"help": false, "kick Rex --help": false, "who --json": false, "bans": false, "next": false, "votes": false, "votes --json": false, "": false, "say 'never ended": false, "events --json": false,
		"kick Rex": true, "votes off": true, "next teams": true, "drain": true, "finish": true, "warn Rex be kind": true, "set bots 4": true, "reload": true,
	} {
		if CommandChanges(request) != acts {
			t.Errorf("%q: %v", request, !acts)
		}
	}
}

func TestAFailedRequestReportsTheReason(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "memory", "")
		for request, reason := range map[string]string{
			"":                                "must be one of help, who, kick",
			"   ":                             "must be one of help",
			"help fly":                        `no command called "fly"`,
			"fly":                             `no command called "fly"`,
			"next chess":                      `no mode called "chess": must be one of deathmatch`,
			"next teams:nowhere":              `no arena called "nowhere": must be one of open`,
			"next teams duel":                 `unexpected argument "duel"`,
			"kick":                            "usage: kick PLAYER [REASON]",
			"who is":                          "usage: who",
			"kick Nobody":                     `no player is "Nobody"`,
			"kick -1":                         "no player is",
			"kick 2":                          "no player is",
			"kick #99999":                     "must be # and a number",
			"kick #":                          "must be # and a number",
			"kick #7":                         "no player is",
			"kick --yes":                      "name a player",
			"kick SHA256:nonsense":            "is not a key (SHA256:...), an address",
			"kick ::ffff:10.0.0.0/104":        "is not a key (SHA256:...), an address",
			"kick Bot":                        "Bot is a bot",
			"ban 1.2.3.4.5":                   `no player is "1.2.3.4.5"`,
			"ban Rex":                         "Rex is the host's own pilot",
			"ban 10.0.0.1 2hours":             `must be a time such as 30m, 2h or 7d before the reason, got "2hours"`,
			"ban 10.0.0.1 0d":                 "must be a time",
			"ban 10.0.0.1 99999d":             "must be a time",
			"warn Rex":                        "usage: warn PLAYER TEXT",
			"set bots":                        "usage: set KEY VALUE",
			"set bots 4":                      "only one with --headless can be asked",
			"reload":                          "only one with --headless can be asked",
			"events":                          "usage: events --json",
			"events --yaml":                   "usage: events --json",
			"unban Rex":                       "is not a key (SHA256:...), an address",
			`say "`:                           "quotation mark",
			"say \xff":                        "must be UTF-8",
			"say \x1b[31m":                    "legible",
			"kick Rex \x1b":                   "legible",
			"say " + strings.Repeat("x", 900): "200",
		} {
			m.refused(request, reason)
		}
		m.in(true)
	})
}

// refusedFor expects that a request is refused because it hits these pilots, and that it hits none.
func (m *match) refusedFor(request string, hits ...string) {
	m.Helper()
	lines, err := Console{Host: m.host}.Answer(request)
	if err == nil || !strings.Contains(err.Error(), yes) {
		m.Errorf("%s: got %q, %v", request, lines, err)
		return
	}
	for _, hit := range hits {
		if !strings.Contains(err.Error(), hit) {
			m.Errorf("%s: expected %q, got %v", request, hit, err)
		}
	}
	m.pass()
	all := make([]bool, len(m.pilots))
	for i := range all {
		all[i] = true
	}
	m.in(all...)
}

// picks expects the ids of the pilots that the words select, and the remaining words.
func picks(t *testing.T, all []net.PilotInfo, words string, left string, want ...uint16) {
	t.Helper()
	hit, rest, err := target(all, func(key string) []string { return []string{key} }, strings.Fields(words))
	var got []uint16
	for _, p := range hit {
		got = append(got, p.ID)
	}
	if !slices.Equal(got, want) || err == nil && strings.Join(rest, " ") != left {
		t.Errorf("%q means %v and leaves %q, %v; expected %v and %q", words, got, rest, err, want, left)
	}
}

func TestANameLikeAnAddressOrAnIDIsNotReadAsOne(t *testing.T) {
	all := []net.PilotInfo{
		{ID: 1, Name: "Bot", Bot: true}, {ID: 2, Name: "Rex", Identity: rexKey, Address: "192.0.2.1:1"},
		{ID: 3, Name: "0.0.0.0/0", Address: "192.0.2.2:1"}, {ID: 4, Name: "2", Address: "[2001:db8::1]:1"},
		{ID: 5, Name: "#2", Address: "memory"}, {ID: 6, Name: vegaKey}, {ID: 7, Name: "--yes"},
	}
	picks(t, all, "0.0.0.0/0", "", 2, 3)
	picks(t, all, "192.0.2.0/31 out", "out", 2)
	picks(t, all, "192.0.2.1", "", 2)
	picks(t, all, "::/0", "", 4)
	picks(t, all, "2 be nice", "be nice", 4)
	picks(t, all, "#2 be nice", "be nice", 2)
	picks(t, all, "#5", "", 5)
	picks(t, all, rexKey, "", 2)
	picks(t, all, vegaKey, "")
	picks(t, all, "SHA256:2", "")
	picks(t, all, "3", "")
	picks(t, all, "Bot", "", 1)
}

func TestANameMatchesAllConfusableNames(t *testing.T) {
	all := []net.PilotInfo{
		{ID: 2, Name: "Rex"}, {ID: 3, Name: "REX"}, {ID: 4, Name: "Ｒｅｘ"}, {ID: 5, Name: "Rex too"}, {ID: 6, Name: "Vega"},
	}
	picks(t, all, "Rex", "", 2, 3, 4)
	picks(t, []net.PilotInfo{{ID: 2, Name: "R\u0435x"}}, "Rex", "", 2) // in part Cyrillic
	picks(t, all, "rex be nice", "be nice", 2, 3, 4)
	picks(t, all, "Rex too loud", "loud", 2, 3, 4, 5)
	picks(t, all[3:], "Rex too loud", "loud", 5)
	picks(t, all, "vega", "", 6)
	picks(t, all, "Veg", "")
}

func TestABanOfALargeOrSharedNetworkNeedsConfirmation(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Vega", "192.0.2.1:2", vegaKey)
		m.joins("Nova", "192.0.2.3:1", "")
		m.refusedFor("ban 0.0.0.0/0", "as large as a country's", "Rex (#2)", "Vega (#3)", "Nova (#4)")
		m.refusedFor("ban 0.0.0.0/0 he is a pest")
		m.refusedFor("ban ::/0", "as large as a country's")
		m.refusedFor("kick 0.0.0.0/0", "Rex (#2)")
		m.refusedFor("ban #2", "Rex (#2)", "Vega (#3)") // of one address
		m.refusedFor("ban Rex a pest", "Rex (#2)", "Vega (#3)")
		m.refusedFor("ban 192.0.2.1", "Rex (#2)", "Vega (#3)")
		m.refused("kick 2", `no player is "2"`)
		m.answered("ban --key #2", "banned Rex (#2): "+rexKey)
		m.in(false, true, true)
		m.answered("ban 192.0.2.0/24 --yes out", "banned Vega (#3): 192.0.2.0/24", "banned Nova (#4): 192.0.2.0/24")
		m.in(false, false, false)
		m.answered("bans", rexKey+" ", "192.0.2.0/24 ", " out")
	})
}

func TestANameThatBeginsAnotherNeedsConfirmation(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Rex too", "192.0.2.2:1", "")
		m.refusedFor("kick Rex too loud", "Rex (#2)", "Rex too (#3)")
		m.answered(`kick "Rex too" loud`, "kicked Rex too (#3): loud")
		m.in(true, false)
	})
}

func TestABanOfAKeyHitsAllOfItsWindowsWithoutConfirmation(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Two", "192.0.2.1:2", rexKey)
		m.joins("Vega", "192.0.2.3:1", "")
		m.answered("ban Rex", "banned Rex (#2): "+rexKey+", 192.0.2.1", "banned Two (#3): ")
		m.in(false, false, true)
	})
}

func TestABanByNameListsTheOthersItHits(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Vega", "192.0.2.1:2", vegaKey)
		m.answered("ban 192.0.2.1 --yes", "banned Rex (#2): 192.0.2.1", "banned Vega (#3): 192.0.2.1")
		m.answered("unban 192.0.2.1", "unbanned 192.0.2.1")
		m.joins("Nova", "192.0.2.1:1", rexKey)
		m.joins("Nova's", "192.0.2.1:2", vegaKey)
		m.answered("ban Nova --yes", "banned Nova (#4): "+rexKey+", 192.0.2.1", "banned Nova's (#5): "+rexKey+", 192.0.2.1")
		m.in(false, false, false, false)
	})
}

func TestAnAddressOfIPv6IsBannedWithItsNetwork(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "[2001:db8::1]:1", "")
		m.answered("ban Rex", "banned Rex (#2): 2001:db8::/64")
		m.joins("Rex", "[2001:db8::2]:1", "")
		m.in(false, false)
	})
}

func TestADoorOrAHubAnswersItsOwnCommands(t *testing.T) {
	t.Parallel()
	drained, undrained := []time.Duration{}, 0
	s := Service{
		Program: "door", DrainLimit: time.Minute,
		Who: func() []any { return []any{map[string]int{"a": 1}, map[string]int{"b": 2}} },
		Drain: func(limit time.Duration) string {
			drained = append(drained, limit)
			return "draining"
		},
		Undrain: func() error { undrained++; return nil },
	}
	for request, want := range map[string]string{
		"who": "{\"a\":1}\n{\"b\":2}", "who --json": "{\"a\":1}\n{\"b\":2}",
		"drain": "draining", "drain 5m": "draining", "drain --now": "draining", "undrain": "it takes new players again",
	} {
		if lines, err := s.Answer("", request); err != nil || strings.Join(lines, "\n") != want {
			t.Errorf("%s: %q, %v", request, lines, err)
		}
	}
	slices.Sort(drained)
	if !slices.Equal(drained, []time.Duration{0, time.Minute, 5 * time.Minute}) || undrained != 1 {
		t.Errorf("drained for %v, undrained %d times", drained, undrained)
	}
	for _, request := range []string{"", "kick Ann", "drain --update", "drain soon", "drain -5m", "'"} {
		if lines, err := s.Answer("", request); err == nil {
			t.Errorf("%s: %q", request, lines)
		}
	}
}
