package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

func contains(text, words string) bool { return strings.Contains(text, words) }

// gauge returns the first columns of the bottom line.
func (t terminal) gauge() string { return string([]rune(t.row(23))[:12]) }

func TestHPThatAreLostBreakInTheGauge(t *testing.T) {
	for _, c := range []struct {
		options Options
		seen    []string // after each sixth of a second
	}{
		{Options{}, []string{" ♡ ▊▊▊▊▊", " ♡ ▊▊▊▞▞", " ♡ ▊▊▊▖▖", " ♡ ▊▊▊▁▁", " ♥ ▊▊▊▁▁"}},
		{Options{Settings: input.Settings{ReducedMotion: true}}, []string{" ♡ ▊▊▊▞▞", " ♡ ▊▊▊▞▞", " ♡ ▊▊▊▞▞", " ♡ ▊▊▊▞▞", " ♥ ▊▊▊▁▁"}},
		{Options{Mode: canvas.ASCII}, []string{" # ===XX", " # ===xx", " # ===,,", " # ===__", " # ===__"}},
	} {
		v, s, term := playtest.View("Nova"), New(c.options), newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon.Add(-time.Second))
		v.World.Ships[0].HP = 3
		for i, want := range c.seen {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/6))
			if got := term.gauge(); !strings.HasPrefix(got, want) {
				t.Errorf("%+v, picture %d: %q, expected %q", c.options, i, got, want)
			}
		}
	}
}

func TestASpawnAndARepairBreakNothing(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
	own := &v.World.Ships[0]
	for i, then := range []func(){
		func() { own.HP = 8 }, func() { own.State, own.HP = game.Dead, 0 }, func() { own.State, own.HP = game.Flying, 5 },
	} {
		then()
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/60))
		if got := term.gauge(); contains(got, "♡") {
			t.Errorf("step %d: %q", i, got)
		}
	}
}

// lowOn returns the warnings of low HP in a second and a half: the corners of the player's brackets, and in how many
// pictures.
func lowOn(t *testing.T, o Options, hp uint8) (corner bool, pictures int, words string) {
	v, s, term := amid("Nova"), New(o), newTerminal(t, 80, 24)
	v.World.Ships[0].HP = hp
	show(s, term, v, playtest.Noon.Add(-10*time.Second))
	seen := map[string]bool{}
	for i := range 45 {
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		seen[term.picture()] = true
	}
	return contains(term.text(), "╔") || contains(term.text(), "!"), len(seen), term.row(23)
}

func TestFewHPWarnByShapeAndByABlinkThatHoldsStillWhereItShould(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.ASCII} {
		for _, c := range []struct {
			options Options
			hp      uint8
			low     bool
			looks   int
		}{
			{Options{}, 5, false, 1}, {Options{}, 2, false, 1}, {Options{}, 1, true, 2}, {Options{LowBandwidth: true}, 1, true, 2},
			{Options{Settings: input.Settings{FewerFlashes: true}}, 1, true, 1}, {Options{Settings: input.Settings{ReducedMotion: true}}, 1, true, 1},
		} {
			c.options.Mode = mode
			corner, pictures, words := lowOn(t, c.options, c.hp)
			if corner != c.low || contains(words, " low") != c.low || pictures != c.looks {
				t.Errorf("%+v, %d HP: corners %v, %q, %d pictures, expected %d", c.options, c.hp, corner, words, pictures, c.looks)
			}
		}
	}
}

// respawned shows a spawning ship, and returns the screen.
func respawned(t *testing.T, o Options) (*Screen, terminal, *net.View) {
	v, s, term := amid("Nova"), New(o), newTerminal(t, 80, 24)
	own := &v.World.Ships[0]
	own.State = game.Dead
	show(s, term, v, playtest.Noon.Add(-time.Second))
	own.State, own.Protect = game.Flying, 90
	return s, term, v
}

// ringed returns the distance of the farthest dot of the ring from the player's ship; 0 without a ring.
func (s *Screen) ringed() (far int) {
	f := s.frame()
	s.lay(f)
	px, py := f.Space.LocateShip(0)
	width, height := s.drawing.canvas.Dots()
	for i := range width * height {
		x, y := i%width, i/width
		if d := max(x-px, px-x, y-py, py-y); d > 9 && s.drawing.canvas.At(x, y) == canvas.OwnTrim {
			far = max(far, d)
		}
	}
	return far
}

func TestARingClosesInOnThePlayersShipAfterASpawn(t *testing.T) {
	for _, still := range []bool{false, true} {
		s, term, v := respawned(t, Options{Settings: input.Settings{ReducedMotion: still}})
		show(s, term, v, playtest.Noon)
		first := s.ringed()
		show(s, term, v, playtest.Noon.Add(time.Second))
		then := s.ringed()
		if wide := first > 2*then; then < 10 || wide == still {
			t.Errorf("reduced motion %v: the ring reaches %d dots at first, %d after a second", still, first, then)
		}
		show(s, term, v, playtest.Noon.Add(2*time.Second))
		if s.ringed() > 0 {
			t.Errorf("reduced motion %v: the ring stays", still)
		}
	}
}

func TestTheRingIsForAReturnAndNotForAShipThatFliesWhenItIsFirstSeen(t *testing.T) {
	for _, foreign := range []bool{false, true} { // foreign ships are never protected
		v, s, term := amid("Nova"), New(Options{}), newTerminal(t, 80, 24)
		v.Foreign = foreign
		show(s, term, v, playtest.Noon)
		if s.ringed() > 0 {
			t.Errorf("foreign %v: there is one at first sight", foreign)
		}
		v.World.Ships[0].State = game.Dead
		show(s, term, v, playtest.Noon.Add(time.Second))
		v.World.Ships[0].State = game.Flying
		show(s, term, v, playtest.Noon.Add(2*time.Second))
		show(s, term, v, playtest.Noon.Add(3*time.Second))
		if s.ringed() == 0 {
			t.Errorf("foreign %v: there is none at a return", foreign)
		}
	}
}

func TestTheRingIsThereInEveryTier(t *testing.T) {
	for name, o := range map[string]Options{"low bandwidth": {LowBandwidth: true}, "fewer flashes": {Settings: input.Settings{FewerFlashes: true}}, "far away": {}} {
		s, term, v := respawned(t, o)
		if name == "far away" {
			s.camera().Zoom.Move(1)
		}
		show(s, term, v, playtest.Noon)
		show(s, term, v, playtest.Noon.Add(time.Second))
		if s.ringed() == 0 {
			t.Errorf("%s: there is none", name)
		}
	}
	s, term, v := respawned(t, Options{Mode: canvas.ASCII})
	show(s, term, v, playtest.Noon)
	show(s, term, v, playtest.Noon.Add(time.Second))
	if n := strings.Count(term.text(), "o"); n < 12 {
		t.Errorf("in ASCII there are %d marks:\n%s", n, term.text())
	}
}

func TestThePlayersShipShowsThroughTheScores(t *testing.T) {
	v, s, term := amid("Nova", "Rex", "Vega", "Kestrel"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if s.ringed() > 0 {
		t.Error("there is a ring before")
	}
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon.Add(time.Second))
	if s.ringed() == 0 {
		t.Error("there is no ring")
	}
	term.shows(t, "test match", "Nova", "Rex", "Vega", "Kestrel", "Fighter")
}

func TestNoPartOfTheRingIsInAPanel(t *testing.T) {
	v, s, term := amid("Nova", "Rex", "Vega", "Kestrel", "Sirius", "Rigel", "Mizar", "Deneb"), New(Options{}), newTerminal(t, 80, 24)
	s.Event(key(input.KeyTab), v, playtest.Noon)
	outside := 0
	for y := int32(20); y <= 160; y += 10 {
		v.World.Ships[0].Y = playtest.Unit(y)
		show(s, term, v, playtest.Noon.Add(time.Duration(y)*time.Second))
		if s.ringed() > 0 {
			outside++
		}
		f := s.frame()
		s.lay(f)
		px, py := f.Space.LocateShip(0)
		c := &s.drawing.canvas
		width, height := c.Dots()
		for i := range width * height {
			x, y := i%width, i/width
			if max(x-px, px-x, y-py, py-y) > 9 && c.At(x, y) == canvas.OwnTrim && (c.At(x^1, y) == canvas.PanelInk || c.At(x, y^1) == canvas.PanelInk) {
				t.Fatalf("a dot of the ring in the scores at %d, %d:\n%s", x, y, term.text())
			}
		}
	}
	if outside < 8 {
		t.Errorf("the ring shows at %d of 15 places", outside)
	}
}

func TestTheScoresShowAsLongAsTheirKeyIsHeldAndATapOpensOrClosesThem(t *testing.T) {
	v := amid("Nova")
	at := func(ms int) time.Time { return playtest.Noon.Add(time.Duration(ms) * time.Millisecond) }
	press := func(s *Screen, kind input.EventKind, ms int) {
		s.Event(input.Event{Kind: kind, Key: input.KeyTab}, v, at(ms))
	}
	open := func(s *Screen, ms int) bool { s.See(v, at(ms)); return s.pages.overlay == scoreOverlay }

	s := New(Options{}) // the terminal reports releases
	press(s, input.Press, 0)
	press(s, input.Repeat, 500)
	if press(s, input.Repeat, 530); !open(s, 540) {
		t.Error("held, they are hidden")
	}
	if press(s, input.Release, 900); open(s, 910) {
		t.Error("let go of, they stay")
	}
	press(s, input.Press, 2000)
	if press(s, input.Release, 2100); !open(s, 4000) {
		t.Error("a tap does not open them")
	}
	press(s, input.Press, 5000)
	if press(s, input.Release, 5100); open(s, 5200) {
		t.Error("another tap does not close them")
	}

	s = New(Options{}) // the terminal repeats keys
	press(s, input.Press, 0)
	for ms := 500; ms < 900; ms += 33 {
		press(s, input.Press, ms)
	}
	if !open(s, 920) {
		t.Error("held on a terminal that reports no releases, they are hidden")
	}
	if open(s, 1200) {
		t.Error("no longer repeated, they stay")
	}
}
