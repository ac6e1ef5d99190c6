package ui

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
)

// owned is a match of the player's own that records the calls. The App's goroutine and the test's share it, but never
// at the same time.
type owned struct {
	*flown
	wishes []string
	set    []net.MatchOptions
	late   bool  // the match has begun meanwhile
	fails  error // of every wish
}

// onHosted runs a test on a match in a status that the player hosts.
func onHosted(t *testing.T, status game.Status, test func(r *rig, o *owned)) {
	onHostedWith(t, status, func(*HostControls) {}, test)
}

// onHostedWith runs one on a match with which more can be done.
func onHostedWith(t *testing.T, status game.Status, more func(*HostControls), test func(r *rig, o *owned)) {
	o := &owned{flown: newFlown()}
	o.view.World.Status = status
	session := o.session("")
	session.Host = &HostControls{
		Match: net.MatchOptions{Bots: 7, Skill: 2, Time: 5 * time.Minute, Fill: 8, Lobby: true},
		Change: func(m net.MatchOptions) (bool, error) {
			o.set = append(o.set, m)
			return status == game.Waiting && !o.late, o.fails
		},
		Start: func() error { o.wishes = append(o.wishes, "start"); return o.fails },
		End:   func() error { o.wishes = append(o.wishes, "end"); return o.fails },
	}
	more(session.Host)
	onRig(t, Config{Session: session, Arenas: []string{"open", "duel"}}, func(r *rig) { test(r, o) })
}

func TestAHostChangesTheWaitingMatch(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.shows("0 of 1 ready, 0 bots of skill 2, up to 8 ships")
		r.press("m")
		r.shows(" Match settings (not started yet) ", "Bots that stay", "Ships at least", "These bots stay, however many players join.", "Enter applies")
		r.press(down)
		r.shows("Bots fill the match up to this many ships, and", "leave again as players join.")
		r.press(up, left, down, right, down, right, down, right, down, right, down, right, down, right, down, right, down, right, enter)
		wanted := net.MatchOptions{Bots: 6, Skill: 3, Arena: "open", Mode: game.Teams, Teams: 3, FriendlyFire: true, Time: 8 * time.Minute, Score: 50, Fill: 9, Lobby: true}
		if len(o.set) != 1 || o.set[0] != wanted {
			t.Errorf("expected %+v, found %+v", wanted, o.set)
		}
		if len(o.wishes) > 0 {
			t.Errorf("found %q", o.wishes)
		}
		r.showsNot("Match settings")
		r.shows("of skill 3, up to 9 ships")
		r.press("m")
		r.shows("Bots that stay ◂ 6 ▸") // the present options
	})
}

func TestFriendlyFireIsAskedForWhereThereAreTeams(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", down, down, down)
		r.showsNot("Friendly fire")
		r.press(right)
		r.shows("Mode           ◂ teams ▸", "Friendly fire    no", "Enter applies")
		r.press(down, down, right)
		r.shows("Friendly fire  ◂ yes ▸")
		r.press(up, up, left)
		r.showsNot("Friendly fire")
		r.press(enter)
		if len(o.set) != 0 {
			t.Errorf("without teams nothing has changed, found %+v", o.set)
		}
		r.press("m", down, down, down, right, enter, "m", down, down, down, right, left)
		r.shows("Friendly fire    no") // discarded with the form
		r.press(down, down, right, enter)
		if got := o.set[len(o.set)-1]; !got.FriendlyFire || got.Mode != game.Teams {
			t.Errorf("found %+v", got)
		}
		r.press("m")
		r.shows("Friendly fire    yes")
	})
}

func TestAHostSeesHowOthersJoin(t *testing.T) {
	ways := []string{"dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7"}
	onHostedWith(t, game.Waiting, func(h *HostControls) { h.JoinHints = ways }, func(r *rig, o *owned) {
		r.shows("others join with   ssh -p 2222 192.0.2.7   or   dogfight join 192.0.2.7")
		r.press(esc, "o")
		r.shows("How others join", ways[0], ways[1])
		r.press(esc, esc)
		r.showsNot("How others join")
	})
	onHostedWith(t, game.InProgress, func(h *HostControls) { h.JoinHints = ways }, func(r *rig, o *owned) {
		r.showsNot("others join with")
		r.press(esc, "o")
		r.shows(ways[1])
	})
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.showsNot("others join with")
		r.press(esc)
		r.showsNot("How others join")
	})
}

func TestTheMatchStartsFromItsSettings(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", up, right, enter) // up from the first field leads to the last
		if len(o.set) != 0 || !slices.Equal(o.wishes, []string{"start"}) {
			t.Errorf("found %+v, %q", o.set, o.wishes)
		}
		r.showsNot("Match settings")
	})
}

func TestThePauseMenuLeadsToTheSettingsAndBackToTheMatch(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.press(esc, "m", right, enter)
		if len(o.set) != 1 || o.set[0].Bots != 8 {
			t.Errorf("found %+v", o.set)
		}
		r.showsNot(" Menu (")
	})
}

func TestThePauseMenuStartsTheMatchThatWaitsAndEndsTheOneUnderWay(t *testing.T) {
	for _, c := range []struct {
		status       game.Status
		key, missing string
		wish         string
	}{
		{game.Waiting, "n", "End this match", "start"},
		{game.InProgress, "e", "Start now", "end"},
	} {
		onHosted(t, c.status, func(r *rig, o *owned) {
			r.press(esc)
			r.showsNot(c.missing)
			r.press(c.key)
			if !slices.Equal(o.wishes, []string{c.wish}) {
				t.Errorf("expected %s, found %q", c.wish, o.wishes)
			}
			r.showsNot(" Menu (")
		})
	}
}

func TestChangesDuringAMatchApplyToTheNext(t *testing.T) {
	onHosted(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc, "m")
		r.shows(" Next match ", "Lobby            yes")
		r.press(down, down, down, down, down, down, down, right, enter)
		if len(o.set) != 1 || o.set[0].Lobby {
			t.Errorf("found %+v", o.set)
		}
		r.showsNot("Too late")
	})
}

func TestALateChangeShowsANotice(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		o.late = true
		r.press("m", right, up, right, enter) // to be started, too
		r.shows("The match has already started.")
		if len(o.wishes) > 0 {
			t.Errorf("found %q", o.wishes)
		}
	})
}

func TestARefusedChangeShowsTheReason(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		o.fails = errors.New("the match has already started")
		r.press("m", right, enter)
		r.shows("the match has already started", "Match settings", "◂ 8 ▸")
		r.press(esc) // applies the changes, or tries to
		r.shows("Could not change the match", "the match has already started")
		r.press(esc, esc, "n")
		r.shows("Too late", "the match has already started")
	})
}

func TestAGuestCannotChangeTheMatch(t *testing.T) {
	match := newFlown()
	match.view.World.Status = game.Waiting
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.showsNot("m settings")
		r.press("m")
		r.showsNot("Match settings")
		r.press(esc)
		r.shows("Change ship", "Leave the match")
		r.showsNot("Match settings")
		r.showsNot("Start now")
	})
}

func TestShipsAreComparedFromTheLobby(t *testing.T) {
	match := newFlown()
	match.view.World.Status = game.Waiting
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press("c")
		r.shows("► 1 Fighter", "For everything")
		r.press(right, enter)
		if got := match.now().chosen; len(got) != 1 || got[0] != [3]uint8{1, 0, 0} {
			t.Errorf("found %v", got)
		}
		r.showsNot("► ")
		r.press("c", esc)
		if got := match.now().chosen; len(got) != 1 {
			t.Errorf("nothing was changed, and Esc chose %v", got)
		}
		r.press("c", right, right, esc)
		if got := match.now().chosen; len(got) != 2 || got[1] != [3]uint8{2, 0, 0} {
			t.Errorf("Esc chose %v", got)
		}
		r.press("c", pasted("2\r"))
		r.shows("For everything")
	})
}

func TestShipsAreComparedBeforeAMatch(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("o", "c")
		r.shows("► 1 Fighter")
		r.press(right, down, right, right, enter)
		r.shows("Scout", "Rail gun", " Play against bots ")
		r.press(enter)
		if p := r.launcher.flies; p.Class != "scout" || p.Weapon != "rail" {
			t.Errorf("found %+v", p)
		}
	})
}

func TestSoloMatchMayWaitInALobby(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("o", down, down, down, down, down, down, down, down, right, enter)
		if !r.launcher.solo[0].Lobby {
			t.Errorf("found %+v", r.launcher.solo[0])
		}
	})
}

// ruled is a match of the player's own that others are in.
type ruled struct {
	*owned
	all   []net.PilotInfo
	bans  []admission.Ban
	did   []string
	fails error
	hits  []net.PilotInfo // by a ban of an address; nil: one alone
}

// onRuled runs a test on one at the page of those in it.
func onRuled(t *testing.T, test func(r *rig, m *ruled)) {
	m := &ruled{all: []net.PilotInfo{
		{ID: 0, Name: "Myself", Address: "memory"}, // as the test's View has it
		{ID: 5, Name: "Bot", Bot: true},
		{ID: 7, Name: "Rex[red]", Identity: "SHA256:rex", Address: "192.0.2.1:1000"},
		{ID: 8, Name: "宇宙🚀", Address: "[2001:db8::1]:1000", Away: true, Muted: true},
	}}
	did := func(what string, args ...any) error {
		m.did = append(m.did, fmt.Sprintf(what, args...))
		return m.fails
	}
	onHostedWith(t, game.InProgress, func(h *HostControls) {
		h.Moderation = &Moderation{
			Pilots: func() ([]net.PilotInfo, error) { return m.all, nil },
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

func TestAHostSeesTheOtherPlayers(t *testing.T) {
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

func TestAnActionAffectsThePilotOfItsLine(t *testing.T) {
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

func TestABanIsLiftedFromTheList(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		r.press(esc)
		m.all = m.all[:1]
		m.bans = []admission.Ban{{Subject: "SHA256:rex", Comment: "Rex"}, {Subject: "10.0.0.0/8"}}
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

func TestAClosedMatchHasNoModeration(t *testing.T) {
	onHosted(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc)
		r.showsNot("Kick, mute, ban")
	})
}

func TestAFullHouseFitsTheSmallestScreen(t *testing.T) {
	onRuled(t, func(r *rig, m *ruled) {
		for i := range 60 {
			m.all = append(m.all, net.PilotInfo{ID: uint16(100 + i), Name: fmt.Sprint("Guest ", i)})
		}
		r.resize(MinWidth, MinHeight)
		r.press(esc, "k", up)
		r.shows(" Kick, mute, ban ", "Guest 59", "Esc back")
	})
}
