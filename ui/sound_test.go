package ui

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/sound"
	"dogfight/ui/term"
)

// loudspeaker is a Speaker that remembers what it was told. The App's goroutine and the test's take turns.
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

func TestMatchIsHeardByLoudspeakersWhereTheyAreThePlayersOwn(t *testing.T) {
	for _, c := range []struct {
		traits term.Traits
		sound  Sound
		opened int
	}{
		{term.Traits{}, AutoSound, 1},
		{term.Traits{}, NoSound, 0},
		{term.Traits{}, BellSound, 0},
		{term.Traits{Remote: true}, AutoSound, 0},
		{term.Traits{SSH: true}, AutoSound, 0},
		{term.Traits{Inside: true}, AutoSound, 0},
		{term.Traits{Remote: true, Speaks: true}, AutoSound, 1},
		{term.Traits{Remote: true, Speaks: true}, NoSound, 0},
	} {
		l := &loudspeaker{}
		c.traits.Name = "xterm-256color"
		onRigLike(t, c.traits, Config{Speaker: l.open, Settings: Settings{Sound: c.sound, Volume: 40}}, func(r *rig) {
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
		if strings.Contains(r.look(), "\a") {
			t.Error("the bell rang")
		}
		r.press(esc, "s", up, up, up, right) // another volume
		r.shows("10 %")
	})
}

func TestVolumeIsHeardWhileItIsChosen(t *testing.T) {
	l := &loudspeaker{}
	onRig(t, Config{Speaker: l.open, Settings: Settings{Volume: 70}}, func(r *rig) {
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

// rings counts the bells in what is written while a second of hits passes.
func (r *rig) rings() int {
	r.look()
	bells := 0
	for range 10 {
		r.launcher.match.change(func(m *flownState) { m.view.Decided = []game.Event{hitTaken} })
		time.Sleep(100 * time.Millisecond)
		bells += strings.Count(r.look(), "\a")
	}
	return bells
}

func TestBellRingsTwiceASecondAtMostAndOverSSHToo(t *testing.T) {
	for _, traits := range []term.Traits{{}, {Inside: true}, {Remote: true}} {
		traits.Name = "xterm-256color"
		onRigLike(t, traits, Config{Guest: traits.Remote, Settings: Settings{Sound: BellSound}}, func(r *rig) {
			r.press(enter)
			time.Sleep(time.Second)
			if n := r.rings(); n != 2 {
				t.Errorf("%+v: rang %d times in a second of hits", traits, n)
			}
			r.look()
			r.happens(game.Event{Kind: game.EventShot, Slot: 1, By: 1}, game.Event{Kind: game.EventHit, Slot: 1, By: 0})
			time.Sleep(time.Second)
			if strings.Contains(r.look(), "\a") {
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
		r.look()
		r.happens(hitTaken)
		if strings.Count(r.look(), "\a") != 1 {
			t.Error("the bell did not ring")
		}
	})
}

func TestGuestWhoseTerminalHasLoudspeakersIsOfferedThose(t *testing.T) {
	l, match := &loudspeaker{}, newFlown()
	conf := Config{Guest: true, Session: match.session(""), Speaker: l.open, Settings: Settings{Volume: 70}}
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

func TestNothingIsHeardBeforeTheMatchIsThere(t *testing.T) {
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
