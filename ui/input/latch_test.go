package input

import (
	"testing"
	"time"

	"dogfight/game"
)

// desk is a pilot at a keyboard, whose clock moves when told to.
type desk struct {
	*testing.T
	latch Latch
	now   time.Time
}

func sitDown(t *testing.T) *desk { return &desk{T: t, now: time.Unix(1000, 0)} }

var arrowKeys = map[string]Key{"up": KeyUp, "down": KeyDown, "left": KeyLeft, "right": KeyRight}

func event(name string) Event {
	if key, ok := arrowKeys[name]; ok {
		return PressOf(key)
	}
	return PressOf(Key([]rune(name)[0]))
}

func (d *desk) press(name string) {
	d.Helper()
	if !d.latch.Press(d.now, event(name), &Bindings{}) {
		d.Fatalf("%q is not a flying key", name)
	}
}

// hold presses a key as a keyboard does that is held for that long: once, after
// gap again, and then every 40 ms.
func (d *desk) hold(name string, gap, long time.Duration) {
	d.Helper()
	began := d.now
	d.press(name)
	d.now = d.now.Add(gap)
	for d.now.Sub(began) <= long {
		d.press(name)
		d.now = d.now.Add(40 * time.Millisecond)
	}
}

func (d *desk) wait(ms int) { d.now = d.now.Add(time.Duration(ms) * time.Millisecond) }

func (d *desk) steers(want game.Course) {
	d.Helper()
	if got := d.latch.Input(d.now).Course(); got != want {
		d.Errorf("expected course %d, found %d", want, got)
	}
}

func (d *desk) holds(button game.Input, want bool) {
	d.Helper()
	if got := d.latch.Input(d.now).Holds(button); got != want {
		d.Errorf("expected button %#x held to be %v, found %v", button, want, got)
	}
}

const x11Gap = 660 * time.Millisecond

func TestOnePressIsOneChangeOfCourse(t *testing.T) {
	for name, want := range map[string]game.Course{
		"up": game.Up, "down": game.Down, "left": game.Left, "right": game.Right,
		"w": game.Up, "s": game.Down, "a": game.Left, "d": game.Right,
		"k": game.Up, "j": game.Down, "h": game.Left, "l": game.Right,
		"y": game.UpLeft, "u": game.UpRight, "b": game.DownLeft, "n": game.DownRight,
	} {
		d := sitDown(t)
		d.press(name)
		d.wait(60_000)
		d.steers(want)
	}
}

func TestTwoArrowsAtOnceMakeTheDiagonal(t *testing.T) {
	d := sitDown(t)
	d.press("up")
	d.wait(50)
	d.press("right")
	d.steers(game.UpRight)
}

func TestTwoArrowsOneAfterTheOtherDoNot(t *testing.T) {
	d := sitDown(t)
	d.press("up")
	d.wait(70)
	d.press("right")
	d.steers(game.Right)
}

func TestOppositeArrowsTurnAround(t *testing.T) {
	d := sitDown(t)
	d.press("left")
	d.wait(10)
	d.press("right")
	d.steers(game.Right)
}

func TestHoldingBothArrowsKeepsTheDiagonal(t *testing.T) {
	d := sitDown(t)
	d.press("up")
	d.wait(20)
	d.hold("right", x11Gap, 2*time.Second)
	d.steers(game.UpRight)
}

func TestTappingOneArrowOfADiagonalStraightensIt(t *testing.T) {
	d := sitDown(t)
	d.press("up")
	d.wait(20)
	d.press("right")
	d.wait(300)
	d.press("right")
	d.wait(5000)
	d.steers(game.Right)
}

func TestTurningOutOfAHeldArrowIsNoDiagonal(t *testing.T) {
	d := sitDown(t)
	d.hold("right", x11Gap, time.Second)
	d.press("up")
	d.steers(game.Up)
	d.wait(30)
	d.hold("up", x11Gap, time.Second)
	d.steers(game.Up)
}

func TestBrakeIdles(t *testing.T) {
	for _, name := range []string{"x", ".", "X"} {
		d := sitDown(t)
		d.press("left")
		d.press(name)
		d.steers(game.Idle)
		d.press("up") // makes no diagonal with what was before the brake
		d.steers(game.Up)
	}
}

func TestATapOfFireIsLetGoAtOnce(t *testing.T) {
	d := sitDown(t)
	d.holds(game.Fire, false)
	d.press(" ")
	d.holds(game.Fire, true)
	d.wait(33)
	d.holds(game.Fire, true)
	d.wait(1)
	d.holds(game.Fire, false)
}

func TestATapOfFireWaitsForASlowPicture(t *testing.T) {
	d := sitDown(t)
	d.press(" ")
	d.wait(400)
	d.holds(game.Fire, true)
	d.holds(game.Fire, false) // it was seen
	d.press(" ")
	d.wait(5000) // the window was away
	d.holds(game.Fire, false)
}

func TestFireIsLetGoSoonAfterTheLastRepeat(t *testing.T) {
	d := sitDown(t)
	d.hold(" ", x11Gap, 2*time.Second) // ends 40 ms after the last repeat
	d.wait(79)
	d.holds(game.Fire, true)
	d.wait(1)
	d.holds(game.Fire, false)
}

func TestFireStaysPressedForAWhileWhenAnotherKeyEndsTheRepeats(t *testing.T) {
	d := sitDown(t)
	d.hold(" ", x11Gap, time.Second) // ends 40 ms after the last repeat
	d.press("left")
	d.wait(399)
	d.holds(game.Fire, true)
	d.wait(1)
	d.holds(game.Fire, false)
}

func TestFireThatWasLetGoDoesNotGoOnWithAnotherKey(t *testing.T) {
	d := sitDown(t)
	d.hold(" ", x11Gap, time.Second)
	d.holds(game.Fire, true)
	d.wait(60)
	d.press("left")
	d.wait(21) // 121 ms after the last repeat
	d.holds(game.Fire, false)
}

func TestOtherKeysDoNotFireForEver(t *testing.T) {
	d := sitDown(t)
	d.hold(" ", x11Gap, time.Second)
	d.hold("left", x11Gap, 2*time.Second)
	d.holds(game.Fire, false)
}

func TestShiftedCourseBoostsForAMoment(t *testing.T) {
	shifted := []Event{
		{Kind: Press, Key: KeyLeft, Mods: Shift},
		event("A"), event("H"),
	}
	for _, ev := range shifted {
		d := sitDown(t)
		d.latch.Press(d.now, ev, &Bindings{})
		d.steers(game.Left)
		d.holds(game.Special, true)
		d.wait(100)
		d.holds(game.Special, false)
		d.steers(game.Left)
	}
}

func TestBoostKeyKeepsTheCourse(t *testing.T) {
	d := sitDown(t)
	d.press("down")
	d.press("f")
	d.steers(game.Down)
	d.holds(game.Special, true)
}

func TestEveryInputIsValid(t *testing.T) {
	d := sitDown(t)
	for _, name := range []string{"up", "left", " ", "F", "Y", "x", "N"} {
		d.press(name)
		d.wait(10)
		if in := d.latch.Input(d.now); !in.Valid() {
			t.Errorf("after %q: %#x is not valid", name, in)
		}
	}
}

func TestOtherKeysAreNotForFlying(t *testing.T) {
	var l Latch
	for _, ev := range []Event{
		{Kind: Press, Key: 'c', Mods: Ctrl},
		PressOf(KeyEnter),
		PressOf(KeyTab),
		PressOf(KeyEscape),
		{Kind: Press, Key: 'w', Mods: Alt},
		event("?"), event("r"), event("t"), event("1"), event("4"), event("é"),
	} {
		if l.Press(time.Unix(1000, 0), ev, &Bindings{}) {
			t.Errorf("%s was taken for a flying key", ev)
		}
	}
	if l != (Latch{}) {
		t.Error("a key that is not for flying changed the latch")
	}
}

func TestResetLetsGoOfEverything(t *testing.T) {
	d := sitDown(t)
	d.press(" ")
	d.press("W")
	d.latch.Reset()
	if in := d.latch.Input(d.now); in != 0 {
		t.Errorf("expected nothing held, found %#x", in)
	}
}
