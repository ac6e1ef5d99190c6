package controls

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/keys"
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

func (p *padder) press(ks ...keys.Key) {
	for _, k := range ks {
		p.Press(p.now, keys.Pressed(k))
	}
	p.wait(100)
}

func (p *padder) release(ks ...keys.Key) {
	for _, k := range ks {
		p.Release(p.now, keys.Event{Kind: keys.Release, Key: k})
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

func TestAStickIsHeldWhateverTheKeyboardReports(t *testing.T) {
	onBoth(t, func(p *padder) {
		p.press(keys.PadUp, keys.PadRight, keys.PadA)
		p.wait(60_000)
		p.does(game.Steer(game.UpRight) | game.Fire)
		p.release(keys.PadUp)
		p.does(game.Steer(game.Right) | game.Fire)
		p.press(keys.PadB)
		p.release(keys.PadA)
		p.does(game.Steer(game.Right) | game.Special)
		p.release(keys.PadRight, keys.PadB)
		p.does(0)
	})
}

func TestATapOfAPadIsSeenInASlowPicture(t *testing.T) {
	onBoth(t, func(p *padder) {
		p.Press(p.now, keys.Pressed(keys.PadA))
		p.release(keys.PadA)
		p.wait(300)
		p.does(game.Fire)
		p.wait(1)
		p.does(0)
	})
}

func TestAllEightCoursesAreFlownByTwoHeldDirections(t *testing.T) {
	u, d, l, r := keys.PadUp, keys.PadDown, keys.PadLeft, keys.PadRight
	for want, held := range map[game.Course][]keys.Key{
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
	p.press(keys.Right, keys.PadA)
	p.does(game.Steer(game.Right) | game.Fire)
	p.press(keys.PadUp, keys.Space)
	p.does(game.Steer(game.Up) | game.Fire) // the stick steers as long as it is held
	p.release(keys.PadA, keys.PadUp)
	p.does(game.Steer(game.Right) | game.Fire)
	p.release(keys.Space, keys.Right)
	p.does(0)
}

func TestAStickEndsTheLatchedCourse(t *testing.T) {
	p := holdPad(t, false)
	p.press(keys.Left)
	p.does(game.Steer(game.Left))
	p.press(keys.PadB)
	p.does(game.Steer(game.Left) | game.Special)
	p.press(keys.PadUp)
	p.release(keys.PadUp, keys.PadB)
	p.does(0)
	p.press(keys.Left)
	p.wait(60_000)
	p.does(game.Steer(game.Left)) // and latching goes on as before
}

func TestOtherKeysAndReportsLeaveAPadHeld(t *testing.T) {
	p := holdPad(t, false)
	p.press(keys.PadDown, keys.Right)
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
	p.press(keys.PadA)
	p.does(game.Fire)
	p.Gun(Gun{Single: true, Wait: 20})
	p.does(0)
	p.release(keys.PadA)
	p.does(0)
	p.press(keys.PadA)
	p.does(game.Fire)
}

func TestAPadIsNotBound(t *testing.T) {
	var b Bindings
	if _, err := Pressed(keys.Pressed(keys.PadA)); err == nil {
		t.Error("a button of a pad could be bound")
	}
	if a, _ := b.Press(keys.Pressed(keys.PadMenu)); a != None {
		t.Errorf("got %v", a)
	}
}

func TestThoseWhoHoldAPadReadOfItsButtons(t *testing.T) {
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
