package ui

import (
	"errors"
	"slices"
	"testing"
	"time"

	"dogfight/game"
)

// owned is a match of the player's own that remembers what was done with it. The
// App's goroutine and the test's share it, but never at the same time.
type owned struct {
	*flown
	wishes []string
	set    []MatchOptions
	late   bool  // the match has begun meanwhile
	fails  error // of every wish
}

// onOwn runs a test on a match in a status that the player hosts.
func onOwn(t *testing.T, status game.Status, test func(r *rig, o *owned)) {
	onOwnWith(t, status, func(*Hosted) {}, test)
}

// onOwnWith runs one on a match with which more can be done.
func onOwnWith(t *testing.T, status game.Status, more func(*Hosted), test func(r *rig, o *owned)) {
	o := &owned{flown: newFlown()}
	o.view.World.Status = status
	session := o.session("")
	session.Hosted = &Hosted{
		Match: MatchOptions{Bots: 7, Skill: 2, Time: 5 * time.Minute, Fill: 8, Lobby: true},
		Change: func(m MatchOptions) (bool, error) {
			o.set = append(o.set, m)
			return status == game.Waiting && !o.late, o.fails
		},
		Start: func() error { o.wishes = append(o.wishes, "start"); return o.fails },
		End:   func() error { o.wishes = append(o.wishes, "end"); return o.fails },
	}
	more(session.Hosted)
	onRig(t, Config{Session: session, Arenas: []string{"open", "duel"}}, func(r *rig) { test(r, o) })
}

func TestWhoHostsSetsTheWaitingMatch(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.shows("0 of 1 ready, 0 bots of skill 2, filled up to 8")
		r.press("m")
		r.shows(" Match settings ", "Ships at least   8", "Start            when all are ready", "Enter sets")
		r.press(left, down, right, down, right, down, right, down, right, down, right, down, right, enter)
		wanted := MatchOptions{Bots: 6, Skill: 3, Arena: "open", Teams: true, Time: 8 * time.Minute, Score: 50, Fill: 9, Lobby: true}
		if len(o.set) != 1 || o.set[0] != wanted {
			t.Errorf("expected %+v, found %+v", wanted, o.set)
		}
		if len(o.wishes) > 0 {
			t.Errorf("found %q", o.wishes)
		}
		r.showsNot("Match settings")
		r.shows("of skill 3, filled up to 9")
		r.press("m")
		r.shows("Bots           ◂ 6 ▸") // the form begins with what is set
	})
}

func TestWhoHostsSeesHowOthersJoin(t *testing.T) {
	ways := []string{"dogfight join 192.0.2.7", "ssh -p 2222 192.0.2.7"}
	onOwnWith(t, game.Waiting, func(h *Hosted) { h.Ways = ways }, func(r *rig, o *owned) {
		r.shows("others join with   ssh -p 2222 192.0.2.7   or   dogfight join 192.0.2.7")
		r.press(esc, "o")
		r.shows("How others join", ways[0], ways[1])
		r.press(esc, esc)
		r.showsNot("How others join")
	})
	onOwnWith(t, game.InProgress, func(h *Hosted) { h.Ways = ways }, func(r *rig, o *owned) {
		r.showsNot("others join with")
		r.press(esc, "o")
		r.shows(ways[1])
	})
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.showsNot("others join with")
		r.press(esc)
		r.showsNot("How others join")
	})
}

func TestTheMatchStartsFromItsSettings(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", up, right, enter) // up from the first field leads to the last
		if len(o.set) != 0 || !slices.Equal(o.wishes, []string{"start"}) {
			t.Errorf("found %+v, %q", o.set, o.wishes)
		}
		r.showsNot("Match settings")
	})
}

func TestThePauseMenuLeadsToTheSettingsAndBackToTheMatch(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.press(esc, "m", right, enter)
		if len(o.set) != 1 || o.set[0].Bots != 8 {
			t.Errorf("found %+v", o.set)
		}
		r.showsNot(" Menu (")
	})
}

func TestThePauseMenuStartsTheMatchThatWaits(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.press(esc)
		r.showsNot("End this match")
		r.press("n")
		if !slices.Equal(o.wishes, []string{"start"}) {
			t.Errorf("found %q", o.wishes)
		}
		r.showsNot(" Menu (")
	})
}

func TestThePauseMenuEndsTheMatchUnderWay(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc)
		r.showsNot("Start now")
		r.press("e")
		if !slices.Equal(o.wishes, []string{"end"}) {
			t.Errorf("found %q", o.wishes)
		}
		r.showsNot(" Menu (")
	})
}

func TestWhatIsSetInPlayIsForTheNextMatch(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc, "m")
		r.shows(" The next match ", "Lobby            yes")
		r.press(down, down, down, down, down, down, down, right, enter)
		if len(o.set) != 1 || o.set[0].Lobby {
			t.Errorf("found %+v", o.set)
		}
		r.showsNot("Too late")
	})
}

func TestAChangeThatComesTooLateIsTold(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		o.late = true
		r.press("m", right, up, right, enter) // to be started, too
		r.shows("The match has begun.")
		if len(o.wishes) > 0 {
			t.Errorf("found %q", o.wishes)
		}
	})
}

func TestWhyAWishIsRefusedIsTold(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		o.fails = errors.New("the match is under way already")
		r.press("m", right, enter)
		r.shows("the match is under way already", "Match settings", "◂ 8 ▸")
		r.press(esc, esc, "n")
		r.shows("Too late", "the match is under way already")
	})
}

func TestWhoHasJoinedCannotSetTheMatch(t *testing.T) {
	match := newFlown()
	match.view.World.Status = game.Waiting
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.showsNot("m match settings")
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
		r.shows("► 1 Fighter", "For every task")
		r.press(right, enter)
		if got := match.now().chosen; len(got) != 1 || got[0] != [3]uint8{1, 0, 0} {
			t.Errorf("found %v", got)
		}
		r.showsNot("► ")
		r.press("c", right, right, esc)
		if got := match.now().chosen; len(got) != 1 {
			t.Errorf("Esc chose %v", got)
		}
		r.press("c", pasted("2\r"))
		r.shows("For every task")
	})
}

func TestShipsAreComparedBeforeAMatch(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("o", "c")
		r.shows("► 1 Fighter")
		r.press(right, down, right, right, enter)
		r.shows("Scout", "Rail gun", " Play against bots ")
		r.press(enter)
		if p := r.launcher.solo[0].Pilot; p.Class != "scout" || p.Weapon != "rail" {
			t.Errorf("found %+v", p)
		}
	})
}

func TestSoloMatchMayWaitInALobby(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("o", down, down, down, down, down, down, down, down, right, enter)
		if !r.launcher.solo[0].Match.Lobby {
			t.Errorf("found %+v", r.launcher.solo[0])
		}
	})
}
