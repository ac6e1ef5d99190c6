package input

import (
	"cmp"
	"strconv"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
)

// desk is a pilot at a keyboard, with a clock that the test moves.
type desk struct {
	*testing.T
	latch latch
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

// hold presses a key as a keyboard repeats it: once, after gap again, and then every 40 ms.
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

// play plays keys: a name is a press, name~ms a held key, ms a pause, and ? a frame that sees the input.
func (d *desk) play(keys string) {
	d.Helper()
	for word := range strings.FieldsSeq(keys) {
		name, held, holds := strings.Cut(strings.ReplaceAll(word, "space", " "), "~")
		ms, err := strconv.Atoi(cmp.Or(held, name))
		switch {
		case word == "?":
			d.latch.Input(d.now)
		case holds:
			d.hold(name, x11Gap, time.Duration(ms)*time.Millisecond)
		case err == nil:
			d.wait(ms)
		default:
			d.press(name)
		}
	}
}

func TestCoursesByTwoArrows(t *testing.T) {
	for _, c := range []struct {
		keys string
		want game.Course
	}{
		{"up 50 right", game.UpRight}, // at once
		{"up 70 right", game.Right},   // one after the other
		{"left 10 right", game.Right}, // opposite ones
		{"up 20 right~2000", game.UpRight},
		{"up 20 right 300 right 5000", game.Right}, // a tap straightens a diagonal
		{"right~1000 up", game.Up},                 // a turn out of a held arrow is not a diagonal
		{"right~1000 up 30 up~1000", game.Up},
		{"left x", game.Idle}, {"left .", game.Idle}, {"left X", game.Idle},
		{"left x up", game.Up}, // no diagonal with a key before the brake
	} {
		d := sitDown(t)
		if d.play(c.keys); d.latch.Input(d.now).Course() != c.want {
			t.Errorf("%q: expected course %d, found %d", c.keys, c.want, d.latch.Input(d.now).Course())
		}
	}
}

// A held key ends 40 ms after its last repeat.
func TestFire(t *testing.T) {
	for _, c := range []struct {
		keys string
		want bool
	}{
		{"", false}, {"space", true},
		{"space ? 33", true}, {"space ? 34", false}, // a tap
		{"space 400", true}, {"space 400 ?", false}, {"space 400 ? space 5000", false}, // it waits for a frame, but not for long
		{"space~2000 79", true}, {"space~2000 79 ? 1", false},
		{"space~1000 left 399", true}, {"space~1000 left 399 ? 1", false}, // another key ends the repeats
		{"space~1000", true}, {"space~1000 ? 60 left 21", false}, // a released key does not resume
		{"space~1000 left~2000", false},
	} {
		d := sitDown(t)
		if d.play(c.keys); d.latch.Input(d.now).Holds(game.Fire) != c.want {
			t.Errorf("%q: expected fire to be held: %v", c.keys, c.want)
		}
	}
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

func TestTheBoostKeyDoesNotChangeTheCourse(t *testing.T) {
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
	var l latch
	for _, ev := range []Event{
		{Kind: Press, Key: 'c', Mods: Ctrl},
		PressOf(KeyEnter),
		PressOf(KeyTab),
		PressOf(KeyEscape),
		{Kind: Press, Key: 'w', Mods: Alt},
		event("?"), event("r"), event("t"), event("1"), event("4"), event("é"),
	} {
		if l.Press(time.Unix(1000, 0), ev, &Bindings{}) {
			t.Errorf("%s was read as a flying key", ev)
		}
	}
	if l != (latch{}) {
		t.Error("a key that is not for flying changed the latch")
	}
}

func TestResetReleasesEverything(t *testing.T) {
	d := sitDown(t)
	d.press(" ")
	d.press("W")
	d.latch.Reset()
	if in := d.latch.Input(d.now); in != 0 {
		t.Errorf("expected nothing held, found %#x", in)
	}
}

// keyboard is how a terminal reports a key that is held.
type keyboard struct {
	name        string
	first, next time.Duration // repeats; 0 for none
	releases    bool
}

var keyboards = []keyboard{
	{"xterm", 660 * time.Millisecond, 40 * time.Millisecond, false},
	{"macOS Terminal", 250 * time.Millisecond, 30 * time.Millisecond, false},
	{"Linux console", 500 * time.Millisecond, 33 * time.Millisecond, false},
	{"kitty", 400 * time.Millisecond, 30 * time.Millisecond, true},
}

// report is a report of a key: pressed, repeated, or released.
type report struct {
	at       time.Duration
	key      string
	released bool
}

// reports returns the reports of a key that is pressed at a time for so long.
func (k *keyboard) reports(key string, from, long time.Duration) (all []report) {
	all = []report{{at: from, key: key}}
	for at := k.first; at < long; at += k.next {
		all = append(all, report{at: from + at, key: key})
	}
	if k.releases {
		all = append(all, report{at: from + long, key: key, released: true})
	}
	return all
}

// shots counts those that a ship with a gun fires in three seconds of a match, when keys are
// reported so and pictures are drawn so often.
func shots(t *testing.T, gun string, releases bool, pictures int, reports []report) (n int) {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	weapon := 0
	for i := range setup.Weapons {
		if setup.Weapons[i].Name == gun {
			weapon = i
		}
	}
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Weapon: uint8(weapon)}}, nil)
	ship := &world.Ships[0]
	var g Controls
	g.Releases(releases)
	began := time.Unix(1000, 0)
	for tick := range 180 {
		now := began.Add(time.Duration(tick) * time.Second / 60)
		var orders []game.Order
		if tick%(60/pictures) == 0 {
			for len(reports) > 0 && !began.Add(reports[0].at).After(now) {
				if r := reports[0]; r.released {
					g.Release(began.Add(r.at), event(r.key))
				} else {
					g.Press(began.Add(r.at), event(r.key))
				}
				reports = reports[1:]
			}
			w := &setup.Weapons[ship.Weapon]
			g.Gun(Gun{Single: w.Speed == 0 || w.Shots == w.Fan, Wait: int(ship.Cooldown)})
			orders = append(orders, game.Order{Kind: game.OrderInput, Input: g.Input(now, nil)})
		}
		var events game.Events
		world.Step(setup, orders, &events)
		for _, ev := range events.List {
			if ev.Kind == game.EventShot {
				n++
			}
		}
	}
	return n
}

const ms = time.Millisecond

func TestATapIsOneShotAndHoldingFiresOn(t *testing.T) {
	for _, k := range keyboards {
		for _, pictures := range []int{10, 30, 60} {
			for _, c := range []struct {
				what, gun   string
				reports     []report
				least, most int
			}{
				{"a tap", "cannon", k.reports(" ", 100*ms, 80*ms), 1, 1},
				{"a tap between two pictures", "cannon", k.reports(" ", 101*ms, 10*ms), 1, 1},
				{"two taps", "cannon", append(k.reports(" ", 100*ms, 80*ms), k.reports(" ", 500*ms, 80*ms)...), 2, 2},
				{"two quick taps", "cannon", append(k.reports(" ", 100*ms, 60*ms), k.reports(" ", 290*ms, 60*ms)...), 2, 2},
				{"two seconds", "cannon", k.reports(" ", 100*ms, 2000*ms), 8, 11},
				{"a tap", "mines", k.reports(" ", 100*ms, 80*ms), 1, 1},
				{"two seconds", "mines", k.reports(" ", 100*ms, 2000*ms), 1, 1},
				{"two taps", "mines", append(k.reports(" ", 100*ms, 80*ms), k.reports(" ", 1200*ms, 80*ms)...), 2, 2},
				{"a tap", "rail", k.reports(" ", 100*ms, 80*ms), 1, 1},
				{"three seconds", "rail", k.reports(" ", 100*ms, 2900*ms), 1, 1},
				{"a tap", "spread", k.reports(" ", 100*ms, 80*ms), 1, 1},
			} {
				if got := shots(t, c.gun, k.releases, pictures, c.reports); got < c.least || got > c.most {
					t.Errorf("%s, %d pictures: %s of the %s: expected %d to %d shots, found %d", k.name, pictures, c.what, c.gun, c.least, c.most, got)
				}
			}
		}
	}
}

// TestFireThatIsHeldPausesOnlyBeforeTheFirstRepeat looks at each picture from then on.
func TestFireThatIsHeldPausesOnlyBeforeTheFirstRepeat(t *testing.T) {
	for _, k := range keyboards {
		if k.releases {
			continue
		}
		d := sitDown(t)
		reports := k.reports(" ", 0, 2*time.Second)
		began := d.now
		for at := time.Duration(0); at < 2*time.Second; at += time.Second / 60 {
			for d.now = began.Add(at); len(reports) > 0 && reports[0].at <= at; reports = reports[1:] {
				d.press(reports[0].key)
			}
			fires := d.latch.Input(d.now).Holds(game.Fire)
			if held := at > k.first+k.next+time.Second/60; held && !fires || fires && at > 40*ms && at < k.first-time.Second/60 {
				t.Errorf("%s: after %v it fires: %v", k.name, at, fires)
			}
		}
	}
}

func TestASingleGunFiresWhenItIsReadyWhileTheKeyIsDown(t *testing.T) {
	var g Controls
	g.Releases(true)
	now := time.Unix(1000, 0)
	g.Gun(Gun{Single: true, Wait: 20})
	g.Press(now, event(" "))
	for wait := 20; wait >= 0; wait-- {
		g.Gun(Gun{Single: true, Wait: wait})
		if !g.Input(now, nil).Holds(game.Fire) {
			t.Fatalf("it does not wait for the gun, %d ticks before that is ready", wait)
		}
	}
	g.Gun(Gun{Single: true, Wait: 120}) // it has fired
	if g.Input(now, nil).Holds(game.Fire) {
		t.Error("it fires on")
	}
	g.Release(now.Add(time.Second), event(" "))
	g.Input(now.Add(time.Second), nil)
	g.Press(now.Add(2*time.Second), event(" "))
	if !g.Input(now.Add(2*time.Second), nil).Holds(game.Fire) {
		t.Error("the next press does not fire")
	}
}

func TestATapOfBoostIsShort(t *testing.T) {
	d := sitDown(t)
	d.press("f")
	d.holds(game.Special, true)
	d.wait(100)
	d.holds(game.Special, false)
	d.latch.Press(d.now, PressOf('f'), &Bindings{})
	d.holds(game.Special, true)
}
