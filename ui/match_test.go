package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/play/playtest"
	"dogfight/ui/sound"
	"dogfight/ui/term"
)

func TestTheHostKnowsWhenThePlayerCannotPlay(t *testing.T) {
	for what, c := range map[string]struct {
		keys []string
		idle bool
	}{
		"flying":                 {nil, false},
		"typing":                 {[]string{enter, "hello"}, false},
		"the scores":             {[]string{"\t"}, false},
		"the menu":               {[]string{esc}, true},
		"back from the menu":     {[]string{esc, esc}, false},
		"the help of a match":    {[]string{"?"}, true},
		"back from that":         {[]string{"?", esc}, false},
		"help from the menu":     {[]string{esc, "?"}, true},
		"the settings":           {[]string{esc, "s"}, true},
		"the keys":               {[]string{esc, "s", up, enter}, true},
		"ships":                  {[]string{esc, "c"}, true},
		"players":                {[]string{esc, "p"}, true},
		"chat log":               {[]string{esc, "t"}, true},
		"back from all of it":    {[]string{esc, "s", up, enter, esc, esc, esc}, false},
		"scrolling while typing": {[]string{enter, "\x1b[5~"}, false},
	} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter)
			r.press(c.keys...)
			if r.launcher.match.now().idle != c.idle {
				t.Errorf("%s: the host has idle %v:\n%s", what, !c.idle, r.text())
			}
		})
	}
}

func TestASmallWindowPausesTheMatch(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		r.resize(20, 5)
		if !r.launcher.match.now().idle {
			t.Error("the match runs on unseen")
		}
		r.resize(80, 24)
		if r.launcher.match.now().idle {
			t.Error("the match is still paused")
		}
	})
}

func TestPagesOverAMatchShowWhetherItIsPaused(t *testing.T) {
	for page, keys := range map[string][]string{"Menu": {esc}, "Help": {esc, "?"}, "Settings": {esc, "s"}, "Keys": {esc, "s", up, enter}} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter)
			r.press(keys...)
			r.shows(" " + page + " (match still running) ")
			r.launcher.match.change(func(m *flownState) { m.view.Paused = true })
			r.wait()
			r.shows(" " + page + " (paused) ")
			r.showsNot("running")
			r.launcher.match.change(func(m *flownState) { m.view.Paused = false })
			r.wait()
			r.shows(" " + page + " (match still running) ")
		})
	}
}

func TestOnAForeignServerThereIsNoShipToChange(t *testing.T) {
	match := newFlown()
	match.view.Foreign = true
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press(esc)
		r.shows("Players and bots", "Leave the match")
		r.showsNot("Change ship")
		r.press("?")
		r.shows("Help")
		r.press("\x1b[F") // to its end
		r.showsNot("RELOAD MS")
	})
}

func TestANameChosenDuringAMatchIsTakenInIt(t *testing.T) {
	k, m := &keeper{}, newFlown()
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save, Session: m.session("")}, func(r *rig) {
		r.press(esc, "s", esc, "s", "\x15", "Bea", enter)
		if got := m.now().names; !slices.Equal(got, []string{"Bea"}) {
			t.Errorf("the match got the names %q", got)
		}
	})
}

func TestTheColourIsChosenInTheLobbyAndSaved(t *testing.T) {
	k, m := &keeper{}, newFlown()
	m.view = *lobby(stage())
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save, Session: m.session("")}, func(r *rig) {
		r.press("o", "o")
		if got := m.now().colours; !slices.Equal(got, []uint8{1, 2}) {
			t.Errorf("got ready %v, expected 1 and 2", got)
		}
		if len(k.saved) != 2 || k.saved[1][1].ShipColour != 2 {
			t.Errorf("saved: %+v", k.saved)
		}
	})
}

func TestTheColourIsChosenOnThePageOfShipsAndSaved(t *testing.T) {
	k, m := &keeper{}, newFlown()
	m.view = *stageQuiet()
	onRig(t, Config{Settings: input.Settings{Name: "Ann", ShipColour: 8}, Save: k.save, Session: m.session("")}, func(r *rig) {
		r.press(esc, "c")
		r.shows("colour teal")
		r.press("o", "o")
		r.shows("colour red")
		if got := m.now().colours; len(got) != 0 {
			t.Errorf("%v before the choice was made", got)
		}
		r.press(enter)
		if got := m.now(); !slices.Equal(got.colours, []uint8{1}) || len(got.chosen) != 1 {
			t.Errorf("the match got the colours %v and the ships %v", got.colours, got.chosen)
		}
		if len(k.saved) != 1 || k.saved[0][1].ShipColour != 1 {
			t.Errorf("saved: %+v", k.saved)
		}
	})
}

// drill is a player on the range and the lines on the screen.
type drill struct {
	*testing.T
	PracticeRange
	view  *net.View
	shown *play.Drill
}

func newDrill(t *testing.T) *drill { return &drill{T: t, view: playtest.View("Ann", "Target 1")} }

// sees runs a frame in which these events were decided.
func (d *drill) sees(decided ...game.Event) {
	d.view.Decided = decided
	d.shown = d.See(d.view)
}

func (d *drill) reads(score, note string) {
	d.Helper()
	if d.shown == nil || d.shown.Score != score || d.shown.Note != note {
		d.Errorf("expected %q, %q\nfound %+v", score, note, d.shown)
	}
}

func shot(by, what uint8) game.Event {
	return game.Event{Kind: game.EventShot, Slot: by, By: by, What: what}
}

func hit(of, by, what, hp uint8) game.Event {
	return game.Event{Kind: game.EventHit, Slot: of, By: by, What: what, HP: hp}
}

func TestShotsHitsAndDamageAreThoseOfThePresentGun(t *testing.T) {
	d := newDrill(t)
	d.sees()
	d.reads("Cannon: 0 of 0 hit (0%), damage 0, 0.0 a second", "0 shot down   c compare ships and guns")
	d.sees(shot(0, 0), shot(0, 0), shot(0, 0), hit(1, 0, 0, 1))
	d.reads("Cannon: 1 of 3 hit (33%), damage 1, 0.2 a second", "0 shot down   c compare ships and guns")
	d.view.World.Ships[0].Weapon = 1
	d.sees(shot(0, 1), hit(1, 0, 1, 1), hit(1, 0, 1, 1), game.Event{Kind: game.EventKill, Slot: 1, By: 0, What: 1})
	d.reads("Spread: 2 of 3 hit (66%), damage 2, 0.6 a second", "1 shot down   c compare ships and guns")
}

func TestOnlyThePlayersActionsCount(t *testing.T) {
	d := newDrill(t)
	d.sees(shot(1, 0), hit(0, 1, 0, 1), hit(0, 0, 0, 1), hit(1, 0, game.BlastWeapon, 2),
		game.Event{Kind: game.EventKill, Slot: 0, By: 0}, game.Event{Kind: game.EventKill, Slot: 0, By: 1})
	d.reads("Cannon: 0 of 0 hit (0%), damage 0, 0.0 a second", "0 shot down   c compare ships and guns")
}

func TestDamageASecondIsThatOfTheLastFiveSeconds(t *testing.T) {
	d := newDrill(t)
	for _, c := range []struct {
		seconds game.Tick
		hp      uint8
		want    string
	}{{0, 5, "damage 5, 1.0 a second"}, {2, 10, "damage 15, 3.0 a second"}, {3, 0, "damage 15, 2.0 a second"}, {2, 0, "damage 15, 0.0 a second"}, {600, 1, "damage 16, 0.2 a second"}} {
		d.view.World.Tick += c.seconds * game.TickRate
		if d.sees(); c.hp > 0 {
			d.sees(shot(0, 0), hit(1, 0, 0, c.hp))
		}
		if got := d.shown.Score; got[len(got)-len(c.want):] != c.want {
			t.Errorf("%d s later: %q, expected %q", c.seconds, got, c.want)
		}
	}
}

func TestNoLineShowsWithoutAShip(t *testing.T) {
	d := newDrill(t)
	d.view.Me = -1
	if d.sees(); d.shown != nil {
		t.Errorf("shown: %+v", d.shown)
	}
}

func TestThePracticeRangeIsReachedFromTheTitleAndLeadsBackThere(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("g")
		if got := r.launcher.shooters; len(got) != 1 || got[0].Name != "Ann" {
			t.Fatalf("found %v", got)
		}
		r.shows("Cannon: 0 of 0 hit", "1 Fighter", "7 Mines")
		r.press(esc, "l")
		r.shows("(g) Practice range")
	})
}

func TestDigitsChangeShipAndGunInSpaceOnTheRangeAlone(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("g", "3", "6")
		if got := r.launcher.match.now().chosen; !slices.Equal(got, [][3]uint8{{2, 0, 0}, {2, 2, 0}}) {
			t.Errorf("chosen %v", got)
		}
		r.press("c")
		r.shows("Your ship and weapon")
		r.showsNot("from your next spawn")
	})
	onRig(t, Config{}, func(r *rig) {
		r.press("p", "3", "6", "c")
		if got := r.launcher.match.now().chosen; len(got) != 0 {
			t.Errorf("chosen %v in a match", got)
		}
		r.showsNot("Your ship and weapon")
	})
}

// inLobby tests an App in the lobby of a match.
func inLobby(t *testing.T, conf Config, test func(r *rig, lobby *flown)) {
	lobby := newFlown()
	lobby.view.World.Status = game.Waiting
	lobby.view.Pilot = 7
	lobby.view.Roster = []proto.Pilot{{ID: 7, Name: "Ann"}, {ID: 8, Slot: 1, Name: "Rex", Flags: proto.Ready}, {ID: 9, Slot: 2, Name: "Vega", Flags: proto.BotPilot}}
	conf.Session = lobby.session("")
	onRig(t, conf, func(r *rig) { test(r, lobby) })
}

func TestTheRangeIsReachedFromTheLobbyAndLeftWhenTheMatchBegins(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.shows("g practice range")
		r.press("g")
		r.shows("Cannon: 0 of 0 hit", "lobby: 1 of 2 ready   r ready")
		frames := lobby.now().frames
		r.wait()
		if after := lobby.now(); after.frames <= frames || after.closed != 0 || after.idle {
			t.Errorf("the lobby had %d frames and has %d, closed %d times, idle %v", frames, after.frames, after.closed, after.idle)
		}
		target := r.launcher.match
		lobby.change(func(m *flownState) {
			begun := *m.view.World
			begun.Status = game.InProgress
			m.view.World = &begun
		})
		r.wait()
		r.showsNot("of 0 hit")
		if target.now().closed != 1 || lobby.now().closed != 0 {
			t.Errorf("the range was closed %d times, the match %d times", target.now().closed, lobby.now().closed)
		}
		r.press(right)
		if lobby.now().input == 0 {
			t.Error("the keys do not steer the ship of the match")
		}
	})
}

func TestThePlayerIsReadyFromTheRange(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", "r")
		if got := lobby.now().readied; !slices.Equal(got, []bool{true}) {
			t.Errorf("the lobby got %v", got)
		}
		lobby.change(func(m *flownState) {
			m.view.Roster = slices.Clone(m.view.Roster)
			m.view.Roster[0].Flags |= proto.Ready
		})
		r.wait()
		r.shows("lobby: 2 of 2 ready   you are ready")
		if got := r.launcher.match.now().readied; len(got) != 0 {
			t.Errorf("the range got %v", got)
		}
	})
}

func TestTheMenuLeadsFromTheRangeBackToTheLobby(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", esc)
		r.shows("Leave for the lobby")
		r.press("l")
		r.shows("r ready", "g practice range")
		if n := r.launcher.match.now().closed; n != 1 {
			t.Errorf("the range was closed %d times", n)
		}
		if r.press("g"); len(r.launcher.shooters) != 2 {
			t.Errorf("went to the range %d times", len(r.launcher.shooters))
		}
	})
}

func TestTheEndOfTheMatchShowsOnTheRange(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g")
		lobby.change(func(m *flownState) { m.view.Phase, m.view.Err = net.Ended, errTest })
		r.wait()
		if !r.hasLeft() || r.returned == nil {
			t.Errorf("left with %v:\n%s", r.returned, r.text())
		}
		if lobby.now().closed != 1 || r.launcher.match.now().closed != 1 {
			t.Errorf("closed %d and %d times", lobby.now().closed, r.launcher.match.now().closed)
		}
	})
}

func TestLeavingFromTheRangeLeavesBoth(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", ctrlC)
		if !r.hasLeft() || lobby.now().closed != 1 || r.launcher.match.now().closed != 1 {
			t.Errorf("left %v, closed %d and %d times", r.left, lobby.now().closed, r.launcher.match.now().closed)
		}
	})
}

func TestAGuestHasNoRange(t *testing.T) {
	inLobby(t, Config{Guest: true}, func(r *rig, lobby *flown) {
		r.showsNot("practice range")
		if r.press("g"); len(r.launcher.shooters) != 0 {
			t.Error("a guest went to the range")
		}
	})
}

// voted is a match in which votes are called.
type voted struct {
	*flown
	calls []proto.CallVote
	casts []bool
}

func (m *voted) CallVote(motion proto.Motion, pilot uint16, what string) {
	m.change(func(*flownState) { m.calls = append(m.calls, proto.CallVote{Motion: motion, Pilot: pilot, Next: what}) })
}

func (m *voted) CastVote(yes bool) {
	m.change(func(*flownState) { m.casts = append(m.casts, yes) })
}

func (m *voted) called() (calls []proto.CallVote, casts []bool) {
	m.change(func(*flownState) { calls, casts = slices.Clone(m.calls), slices.Clone(m.casts) })
	return calls, casts
}

// onVoted runs a test in a match with a bot and, if there is, another player.
func onVoted(t *testing.T, other bool, test func(r *rig, m *voted)) {
	m := &voted{flown: newFlown()}
	m.view.Roster = []proto.Pilot{{ID: 0, Name: "Myself"}, {ID: 5, Name: "Bot", Flags: proto.BotPilot}}
	if other {
		m.view.Roster = append(m.view.Roster, proto.Pilot{ID: 7, Name: "Rex[red]"})
	}
	onRig(t, Config{Session: &Session{Match: m, Close: func() {}}}, func(r *rig) { test(r, m) })
}

func TestVotesAreCalledFromTheMenu(t *testing.T) {
	onVoted(t, true, func(r *rig, m *voted) {
		r.press(esc)
		r.shows("Call a vote")
		r.press("v")
		r.shows("End this match", "Restart the match", "Kick Rex[red]")
		r.showsNot("Kick Bot")
		r.showsNot("Shuffle")
		r.press("r", esc, "v", down, down, down, down, enter)
		want := []proto.CallVote{{Motion: proto.RestartMotion}, {Motion: proto.KickMotion, Pilot: 7}}
		if calls, _ := m.called(); !slices.Equal(calls, want) {
			t.Errorf("called %v, expected %v", calls, want)
		}
	})
}

func TestAVoteUnderWayIsCastFromTheMenuAndByKeys(t *testing.T) {
	onVoted(t, true, func(r *rig, m *voted) {
		m.change(func(s *flownState) {
			s.view.Vote = &proto.VoteState{Number: 3, Motion: proto.KickMotion, Text: "kick Rex", Needed: 2}
		})
		r.press(esc)
		r.showsNot("Call a vote")
		r.press("n", esc, "y")
		if _, casts := m.called(); !slices.Equal(casts, []bool{false, true}) {
			t.Errorf("cast %v", casts)
		}
	})
}

func TestAloneWithBotsThereIsNothingToVoteOn(t *testing.T) {
	onVoted(t, false, func(r *rig, m *voted) {
		r.press(esc)
		r.showsNot("Call a vote")
	})
}

var _ voter = (*net.Client)(nil) // the screens recognise a match with votes by this interface

// loudspeaker is a Speaker that records the calls. Only one goroutine at a time, the App's or the test's, uses it.
type loudspeaker struct {
	opened, closed int
	volume         int
	played         []sound.Effect
}

func (l *loudspeaker) open(volume int) Speaker {
	l.opened++
	l.volume = volume
	return l
}

func (l *loudspeaker) Play(cues []sound.Cue) {
	for _, c := range cues {
		l.played = append(l.played, c.Effect)
	}
}

func (l *loudspeaker) SetVolume(percent int) { l.volume = percent }
func (l *loudspeaker) Close()                { l.closed++ }

// happens has something be decided in the match of the rig.
func (r *rig) happens(events ...game.Event) {
	r.launcher.match.change(func(m *flownState) { m.view.Decided = events })
	r.wait()
}

var hitTaken = game.Event{Kind: game.EventHit, Slot: 0, By: 1}

func TestAMatchPlaysOnThePlayersLoudspeakers(t *testing.T) {
	for _, c := range []struct {
		traits term.Traits
		sound  input.Sound
		opened int
	}{
		{term.Traits{}, input.AutoSound, 1},
		{term.Traits{}, input.NoSound, 0},
		{term.Traits{}, input.BellSound, 0},
		{term.Traits{Remote: true}, input.AutoSound, 0},
		{term.Traits{SSH: true}, input.AutoSound, 0},
		{term.Traits{Inside: true}, input.AutoSound, 0},
		{term.Traits{Remote: true, Speaks: true}, input.AutoSound, 1},
		{term.Traits{Remote: true, Speaks: true}, input.NoSound, 0},
	} {
		l := &loudspeaker{}
		c.traits.Name = "xterm-256color"
		onRigLike(t, c.traits, Config{Speaker: l.open, Settings: input.Settings{Sound: c.sound, Volume: 40}}, func(r *rig) {
			if l.opened != 0 {
				t.Errorf("%+v: opened before there is a match", c)
			}
			r.press(enter)
			r.happens(hitTaken)
			if l.opened != c.opened || c.opened == 1 && (l.volume != 40 || len(l.played) != 2) {
				t.Errorf("%+v: found %+v", c, *l)
			}
		})
		if l.closed != l.opened {
			t.Errorf("%+v: opened %d times, closed %d times", c, l.opened, l.closed)
		}
	}
}

func TestWithoutLoudspeakersThereIsSilence(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		r.happens(hitTaken)
		if strings.Contains(r.refresh(), "\a") {
			t.Error("the bell rang")
		}
		r.press(esc, "s", up, up, up, right) // another volume
		r.shows("10 %")
	})
}

func TestTheVolumeIsPlayedOnEachChange(t *testing.T) {
	l := &loudspeaker{}
	onRig(t, Config{Speaker: l.open, Settings: input.Settings{Volume: 70}}, func(r *rig) {
		r.press("s", up, up, up, left)
		if l.volume != 60 || len(l.played) != 1 {
			t.Errorf("found %+v", *l)
		}
		r.press(up, right, right, enter) // sound off
		if l.closed != 1 {
			t.Errorf("sound was turned off: %+v", *l)
		}
	})
}

// rings counts the bells during a second of hits.
func (r *rig) rings() int {
	r.refresh()
	bells := 0
	for range 10 {
		r.launcher.match.change(func(m *flownState) { m.view.Decided = []game.Event{hitTaken} })
		time.Sleep(100 * time.Millisecond)
		bells += strings.Count(r.refresh(), "\a")
	}
	return bells
}

func TestBellRingsTwiceASecondAtMostAndOverSSHToo(t *testing.T) {
	for _, traits := range []term.Traits{{}, {Inside: true}, {Remote: true}} {
		traits.Name = "xterm-256color"
		onRigLike(t, traits, Config{Guest: traits.Remote, Settings: input.Settings{Sound: input.BellSound}}, func(r *rig) {
			r.press(enter)
			time.Sleep(time.Second)
			if n := r.rings(); n != 2 {
				t.Errorf("%+v: rang %d times in a second of hits", traits, n)
			}
			r.refresh()
			r.happens(game.Event{Kind: game.EventShot, Slot: 1, By: 1}, game.Event{Kind: game.EventHit, Slot: 1, By: 0})
			time.Sleep(time.Second)
			if strings.Contains(r.refresh(), "\a") {
				t.Errorf("%+v: it rang for a shot, or for a hit on another", traits)
			}
		})
	}
}

func TestGuestIsOfferedTheBell(t *testing.T) {
	match := newFlown()
	conf := Config{Guest: true, Session: match.session("")}
	onRigLike(t, term.Traits{Name: "xterm-256color", Remote: true}, conf, func(r *rig) {
		r.launcher.match = match
		r.press(esc, "s", up, up, up, up)
		r.shows("auto: off over SSH")
		r.press(right, enter, esc)
		time.Sleep(time.Second) // it may ring for the start
		r.refresh()
		r.happens(hitTaken)
		if strings.Count(r.refresh(), "\a") != 1 {
			t.Error("the bell did not ring")
		}
	})
}

func TestGuestIsOfferedTheLoudspeakersOfTheirTerminal(t *testing.T) {
	l, match := &loudspeaker{}, newFlown()
	conf := Config{Guest: true, Session: match.session(""), Speaker: l.open, Settings: input.Settings{Volume: 70}}
	onRigLike(t, term.Traits{Name: "xterm-256color", Remote: true, Speaks: true}, conf, func(r *rig) {
		r.launcher.match = match
		r.press(esc, "s", up, up, up, up)
		r.shows("on, unless muted")
		r.press(down, left) // the volume
		if l.volume != 60 {
			t.Errorf("found %+v", *l)
		}
		r.press(up, right, enter)
		if l.closed != 1 {
			t.Errorf("sound was turned off: %+v", *l)
		}
	})
}

func TestLoudspeakersAreClosedWithTheMatch(t *testing.T) {
	l := &loudspeaker{}
	onRig(t, Config{Speaker: l.open}, func(r *rig) {
		for n := 1; n <= 2; n++ {
			r.press(enter)
			if l.opened != n {
				t.Errorf("match %d: %+v", n, *l)
			}
			r.press(esc, "l")
			if l.closed != n {
				t.Errorf("after match %d: %+v", n, *l)
			}
		}
	})
}

func TestThereIsNoSoundBeforeTheMatch(t *testing.T) {
	l := &loudspeaker{}
	match := newFlown()
	match.change(func(m *flownState) { m.view = *joining() })
	onRig(t, Config{Speaker: l.open, Session: match.session("")}, func(r *rig) {
		r.wait()
		match.change(func(m *flownState) { m.view.Phase = net.Lost })
		r.wait()
		if len(l.played) != 0 {
			t.Errorf("found %+v", *l)
		}
	})
}
