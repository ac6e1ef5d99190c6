package ui

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
)

// ruled is a match of the player's own that others are in.
type ruled struct {
	*owned
	all   []net.Present
	bans  []admission.Ban
	did   []string
	fails error
	hits  []net.Present // by a ban of an address; nil: one alone
}

// onRuled runs a test on one at the page of those in it.
func onRuled(t *testing.T, test func(r *rig, m *ruled)) {
	m := &ruled{all: []net.Present{
		{ID: 0, Name: "Myself", Address: "memory"}, // as the test's View has it
		{ID: 5, Name: "Bot", Bot: true},
		{ID: 7, Name: "Rex[red]", Identity: "SHA256:rex", Address: "192.0.2.1:1000"},
		{ID: 8, Name: "宇宙🚀", Address: "[2001:db8::1]:1000", Away: true, Muted: true},
	}}
	did := func(what string, args ...any) error {
		m.did = append(m.did, fmt.Sprintf(what, args...))
		return m.fails
	}
	onOwnWith(t, game.InProgress, func(h *HostControls) {
		h.Moderation = &Moderation{
			Pilots: func() ([]net.Present, error) { return m.all, nil },
			Kick:   func(id uint16, reason string) error { return did("kick %d %s", id, reason) },
			Mute:   func(id uint16, on bool) error { return did("mute %d %v", id, on) },
			Ban: func(id uint16, by net.BanBy, sure bool) error {
				if m.hits != nil && !sure && by != net.ByKey {
					return &net.UnsureError{Hit: m.hits}
				}
				return did("ban %d %v %v", id, by, sure)
			},
			Bans:  func() []admission.Ban { return m.bans },
			Unban: func(what string) error { return did("unban %s", what) },
		}
	}, func(r *rig, o *owned) {
		m.owned = o
		r.press(esc, "k")
		test(r, m)
	})
}

func TestWhoHostsSeesWhomHeCanThrowOut(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		r.shows(" Kick, mute, ban ", "Rex[red] · 192.0.2.1 ", "· away · muted · 2001:db8::1", "Esc back")
		for _, words := range []string{"Myself", "Bot", "Bans ("} {
			r.showsNot(words)
		}
		r.press(enter)
		r.shows(" Rex[red] ", "Kick (may rejoin)", "Mute for everyone", "Ban key and address 192.0.2.1", "Ban key only")
		r.press(esc, down, enter)
		r.shows("Unmute", "Ban address 2001:db8::/64")
		r.showsNot("Ban key")
		r.press(esc, esc, esc)
		r.showsNot("Kick")
	})
}

func TestWhatIsChosenIsDoneWithThePilotOfTheLine(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		r.press(enter, "k", enter, "m", enter, "p", enter, "a", down, enter, "m")
		want := []string{"kick 7 ", "mute 7 true", "ban 7 1 false", "ban 7 0 false", "mute 8 false"}
		if !slices.Equal(m.did, want) {
			t.Errorf("did %q, expected %q", m.did, want)
		}
		r.shows(" Kick, mute, ban ")
		m.fails = errors.New("there is no pilot 7")
		r.press(enter, "k")
		r.shows("there is no pilot 7")
		r.press(enter)
		r.shows(" Kick, mute, ban ")
	})
}

func TestABanThatHitsOthersIsAskedFor(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		m.hits = m.all[2:]
		r.press(enter, "a")
		r.shows(" This bans more than one player ", "Ban all 2", "Ban Rex[red] by key only", "bans Rex[red] · 192.0.2.1", "bans 宇宙🚀")
		r.press("b")
		r.shows(" Rex[red] ", "Ban key only")
		if len(m.did) > 0 {
			t.Errorf("did %q", m.did)
		}
		r.press("a", "p")
		r.shows(" Kick, mute, ban ")
		r.press(enter, "a", "a")
		r.shows(" Kick, mute, ban ")
		if want := []string{"ban 7 1 true", "ban 7 0 true"}; !slices.Equal(m.did, want) {
			t.Errorf("did %q, expected %q", m.did, want)
		}
	})
}

func TestWhoIsBannedIsLetInAgainFromTheList(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		r.press(esc)
		m.all = m.all[:1]
		m.bans = []admission.Ban{{What: "SHA256:rex", Comment: "Rex"}, {What: "10.0.0.0/8"}}
		r.press("k")
		r.shows("No other players", "Bans (2)")
		r.press("b")
		r.shows("Rex · SHA256:rex", "? · 10.0.0.0/8")
		r.press(down, enter)
		if !slices.Equal(m.did, []string{"unban 10.0.0.0/8"}) {
			t.Errorf("did %q", m.did)
		}
	})
}

func TestAMatchThatNobodyCanComeToHasNobodyToThrowOut(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc)
		r.showsNot("Kick, mute, ban")
	})
}

func TestAFullHouseFitsTheSmallestScreen(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		for i := range 60 {
			m.all = append(m.all, net.Present{ID: uint16(100 + i), Name: fmt.Sprint("Guest ", i)})
		}
		r.resize(MinWidth, MinHeight)
		r.press(esc, "k", up)
		r.shows(" Kick, mute, ban ", "Guest 59", "Esc back")
	})
}
