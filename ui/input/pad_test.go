package input

import (
	"testing"
	"time"

	"dogfight/game"
)

// padder holds a pad beside a keyboard.
type padder struct {
	*testing.T
	Controls
	now time.Time
}

func holdPad(t *testing.T, releases bool) *padder {
	p := &padder{T: t, now: time.Unix(1000, 0)}
	p.Releases(releases)
	return p
}

func (p *padder) press(ks ...Key) {
	for _, k := range ks {
		p.Press(p.now, PressOf(k))
	}
	p.wait(100)
}

func (p *padder) release(ks ...Key) {
	for _, k := range ks {
		p.Release(p.now, Event{Kind: Release, Key: k})
	}
}

func (p *padder) wait(ms int) { p.now = p.now.Add(time.Duration(ms) * time.Millisecond) }

func (p *padder) does(want game.Input) {
	p.Helper()
	if got := p.Input(p.now, nil); got != want {
		p.Errorf("got %#x, want %#x", got, want)
	}
}

// onBoth runs a test beside a keyboard that reports releases, and beside one that does not.
func onBoth(t *testing.T, test func(p *padder)) {
	for name, releases := range map[string]bool{"held": true, "latched": false} {
		t.Run(name, func(t *testing.T) { test(holdPad(t, releases)) })
	}
}

func TestAStickIsHeldIndependentOfTheKeyboard(t *testing.T) {
	onBoth(t, func(p *padder) {
		p.press(PadUp, PadRight, PadA)
		p.wait(60_000)
		p.does(game.Steer(game.UpRight) | game.Fire)
		p.release(PadUp)
		p.does(game.Steer(game.Right) | game.Fire)
		p.press(PadB)
		p.release(PadA)
		p.does(game.Steer(game.Right) | game.Special)
		p.release(PadRight, PadB)
		p.does(0)
	})
}

func TestATapOfAPadIsSeenInASlowPicture(t *testing.T) {
	onBoth(t, func(p *padder) {
		p.Press(p.now, PressOf(PadA))
		p.release(PadA)
		p.wait(300)
		p.does(game.Fire)
		p.wait(1)
		p.does(0)
	})
}

func TestAllEightCoursesAreFlownByTwoHeldDirections(t *testing.T) {
	u, d, l, r := PadUp, PadDown, PadLeft, PadRight
	for want, held := range map[game.Course][]Key{
		game.Up: {u}, game.UpRight: {u, r}, game.Right: {r}, game.DownRight: {d, r},
		game.Down: {d}, game.DownLeft: {l, d}, game.Left: {l}, game.UpLeft: {l, u},
	} {
		p := holdPad(t, false)
		p.press(held...)
		p.does(game.Steer(want))
	}
}

func TestKeysAndAPadAreHeldTogether(t *testing.T) {
	p := holdPad(t, true)
	p.press(KeyRight, PadA)
	p.does(game.Steer(game.Right) | game.Fire)
	p.press(PadUp, Space)
	p.does(game.Steer(game.Up) | game.Fire) // the stick steers as long as it is held
	p.release(PadA, PadUp)
	p.does(game.Steer(game.Right) | game.Fire)
	p.release(Space, KeyRight)
	p.does(0)
}

func TestAStickEndsTheLatchedCourse(t *testing.T) {
	p := holdPad(t, false)
	p.press(KeyLeft)
	p.does(game.Steer(game.Left))
	p.press(PadB)
	p.does(game.Steer(game.Left) | game.Special)
	p.press(PadUp)
	p.release(PadUp, PadB)
	p.does(0)
	p.press(KeyLeft)
	p.wait(60_000)
	p.does(game.Steer(game.Left)) // latching continues
}

func TestOtherKeysAndReportsLeaveAPadHeld(t *testing.T) {
	p := holdPad(t, false)
	p.press(PadDown, KeyRight)
	for preset := range Presets {
		p.Bind(BindingsOf(preset), false)
		p.does(game.Steer(game.Down))
	}
	p.Controls.Releases(true)
	p.does(game.Steer(game.Down))
	p.Blur()
	p.does(0)
}

func TestASingleGunFiresOnceAPressOfAPad(t *testing.T) {
	p := holdPad(t, false)
	p.Gun(Gun{Single: true})
	p.press(PadA)
	p.does(game.Fire)
	p.Gun(Gun{Single: true, Wait: 20})
	p.does(0)
	p.release(PadA)
	p.does(0)
	p.press(PadA)
	p.does(game.Fire)
}

func TestAPadIsNotBound(t *testing.T) {
	var b Bindings
	if _, err := Pressed(PressOf(PadA)); err == nil {
		t.Error("a button of a pad could be bound")
	}
	if a, _ := b.Press(PressOf(PadMenu)); a != None {
		t.Errorf("got %v", a)
	}
}

func TestAPadHasTheNamesOfItsButtons(t *testing.T) {
	var c Controls
	c.SpeakOfPad(true)
	b := c.Bindings()
	if got := b.First(Fire) + " " + b.Names(Boost, 2) + " " + b.Steering()[0]; got != "FIRE BOOST STICK" {
		t.Errorf("got %q", got)
	}
	c.Bind(BindingsOf(Vi), true)
	if c.Scheme() != ByPad {
		t.Error("another preset made a pad a keyboard")
	}
	c.SpeakOfPad(false)
	if got := b.First(Up) + " " + string(c.Scheme()); got != "k mouse" {
		t.Errorf("got %q", got)
	}
}
