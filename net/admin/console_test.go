package admin

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

const (
	rexKey  = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	vegaKey = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ"
)

// match is a host, and pilots who sit still.
type match struct {
	*testing.T
	host   *net.Host
	pilots []*net.Client
}

// hosted runs a test with a host, in virtual time.
func hosted(t *testing.T, test func(*match)) {
	synctest.Test(t, func(t *testing.T) {
		arena, err := assets.Arena("open")
		if err != nil {
			t.Fatal(err)
		}
		setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Lobby: true}
		m := &match{T: t, host: net.NewHost(net.HostConfig{Title: "Test", Setup: setup, Bots: 1, Skill: 1, BotNames: []string{"Bot"}})}
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() { defer close(ended); m.host.Run(ctx) }()
		test(m)
		stop()
		<-ended
	})
}

// joins lets somebody in.
func (m *match) joins(name, address, identity string) {
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

// told expects an answer with certain parts.
func (m *match) told(request string, parts ...string) {
	m.Helper()
	lines, err := Console{m.host}.Answer(request)
	m.pass()
	answer := strings.Join(lines, "\n")
	for _, part := range parts {
		if err != nil || !strings.Contains(answer, part) {
			m.Errorf("%s: expected %q, came\n%s\n%v", request, part, answer, err)
		}
	}
	if err != nil {
		m.Errorf("%s: %v", request, err)
	}
}

// refused expects an error.
func (m *match) refused(request, reason string) {
	m.Helper()
	if lines, err := (Console{m.host}).Answer(request); err == nil || !strings.Contains(err.Error(), reason) {
		m.Errorf("%q: expected %q, came %q, %v", request, reason, lines, err)
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

func TestTheConsoleSeesToAMatch(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Rex", "192.0.2.2:1", "")
		m.joins("Vega", "192.0.2.3:1", vegaKey)
		m.told("help", "kick PILOT [REASON]", "finish")
		m.told("who", "Bot", "Rex 2", rexKey, "192.0.2.2:1", "bot")
		m.told(`mute "Rex 2"`)
		m.told("who", "muted")
		m.told("unmute Rex 2")
		m.told("say hello there")
		m.told("start")
		m.refused("start", "under way")
		m.told("finish")
		m.told("kick Rex be nice")
		m.in(false, true, true)
		m.told(`ban "Rex 2" a pest`, "192.0.2.2 is banned")
		m.told("ban Vega", vegaKey+" is banned")
		m.in(false, false, false)
		m.told("ban 10.1.2.3/8")
		m.told("bans", "192.0.2.2", "a pest", vegaKey, "Vega", "10.0.0.0/8")
		m.told("unban 10.0.0.0/8")
		m.refused("unban 10.0.0.0/8", "is not banned")
		m.told("who", "Bot")
	})
}

func TestARequestThatCannotBeDoneSaysWhy(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "memory", "")
		for request, reason := range map[string]string{
			"":                                "expected one of help, who, kick",
			"   ":                             "expected one of help",
			"fly":                             `no command called "fly"`,
			"kick":                            "expected: kick PILOT [REASON]",
			"who is":                          "expected: who",
			"kick Nobody":                     `no pilot has the number or the name "Nobody"`,
			"kick -1":                         "no pilot",
			"kick 99999":                      "no pilot",
			"kick Bot":                        "Bot is a bot",
			"ban 1.2.3.4.5":                   "or expected an identity",
			"ban Rex":                         "Rex is the host's own pilot",
			"unban Rex":                       "expected an identity",
			`say "`:                           "quotation mark",
			"say \xff":                        "expected UTF-8",
			"say \x1b[31m":                    "legible",
			"kick Rex \x1b":                   "legible",
			"say " + strings.Repeat("x", 900): "200",
		} {
			m.refused(request, reason)
		}
		m.in(true)
	})
}
