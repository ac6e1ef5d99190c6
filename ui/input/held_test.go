package input

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
)

// cockpit is a pilot at a keyboard that reports releases.
type cockpit struct {
	*testing.T
	held held
	now  time.Time
}

func strapIn(t *testing.T) *cockpit { return &cockpit{T: t, now: time.Unix(1000, 0)} }

// press presses keys one after the other and waits until it is no tap.
func (c *cockpit) press(names ...string) {
	c.Helper()
	for _, name := range names {
		if !c.held.Press(c.now, event(name), &Bindings{}) {
			c.Fatalf("%q is not a flying key", name)
		}
	}
	c.wait(100)
}

func (c *cockpit) release(names ...string) {
	for _, name := range names {
		c.held.Release(c.now, event(name))
	}
}

func (c *cockpit) wait(ms int) { c.now = c.now.Add(time.Duration(ms) * time.Millisecond) }

func (c *cockpit) does(want game.Input) {
	c.Helper()
	if got := c.held.Input(c.now); got != want {
		c.Errorf("expected %#x, found %#x", want, got)
	}
}

func TestAKeyActsExactlyAsLongAsItIsHeld(t *testing.T) {
	for name, want := range map[string]game.Input{
		"up": game.Steer(game.Up), "a": game.Steer(game.Left), "n": game.Steer(game.DownRight),
		" ": game.Fire, "f": game.Special, "D": game.Steer(game.Right) | game.Special,
	} {
		c := strapIn(t)
		c.press(name)
		c.wait(60_000)
		c.does(want)
		c.release(name)
		c.does(0)
	}
}

func TestALetterOfAnotherAlphabetFliesByItsPlaceUnlessItIsBound(t *testing.T) {
	press := func(b *Bindings) game.Input {
		c := strapIn(t)
		ev := Event{Kind: Press, Key: 'ф', Latin: 'a'}
		c.held.Press(c.now, ev, b)
		defer func() {
			c.wait(100)
			ev.Kind = Release
			c.held.Release(c.now, ev)
			c.does(0)
		}()
		return c.held.Input(c.now)
	}
	var b Bindings
	if got := press(&b); got != game.Steer(game.Left) {
		t.Errorf("expected the course of the key a, found %#x", got)
	}
	if _, err := b.Bind(Fire, 0, 'ф'); err != nil {
		t.Fatal(err)
	}
	if got := press(&b); got != game.Fire {
		t.Errorf("expected fire, which the letter is bound to, found %#x", got)
	}
}

func TestHeldArrowsMakeTheDiagonal(t *testing.T) {
	for _, keys := range [][]string{{"up", "right"}, {"right", "up"}, {"w", "right"}, {"k", "l"}} {
		c := strapIn(t)
		c.press(keys...)
		c.wait(5000)
		c.does(game.Steer(game.UpRight))
	}
}

func TestLettingGoOfOneArrowStraightensTheDiagonal(t *testing.T) {
	c := strapIn(t)
	c.press("up", "right")
	c.release("up")
	c.does(game.Steer(game.Right))
	c.press("down")
	c.does(game.Steer(game.DownRight))
	c.release("right", "down")
	c.does(0)
}

func TestTheNewestOfOppositeKeysWins(t *testing.T) {
	c := strapIn(t)
	c.press("left", "right")
	c.does(game.Steer(game.Right))
	c.press("left") // a repeat makes it no newer
	c.does(game.Steer(game.Right))
	c.release("right")
	c.does(game.Steer(game.Left))
	c.press("right")
	c.release("left")
	c.does(game.Steer(game.Right))
}

func TestFireBoostAndTwoArrowsAtOnce(t *testing.T) {
	c := strapIn(t)
	c.press("down", " ", "left", "f")
	c.does(game.Steer(game.DownLeft) | game.Fire | game.Special)
	c.release(" ")
	c.does(game.Steer(game.DownLeft) | game.Special)
	c.release("f", "down")
	c.does(game.Steer(game.Left))
}

func TestShiftBoostsAndMayBeReleasedFirst(t *testing.T) {
	c := strapIn(t)
	c.press("D")
	c.press("d") // it repeats without Shift
	c.does(game.Steer(game.Right))
	c.press("D")
	c.does(game.Steer(game.Right) | game.Special)
	c.release("d")
	c.does(0)
}

func TestATapLastsUntilAFrameHasSeenIt(t *testing.T) {
	c := strapIn(t)
	c.held.Press(c.now, event(" "), &Bindings{})
	c.wait(1)
	c.release(" ")
	c.wait(34)
	c.does(game.Fire)
	c.wait(15)
	c.does(0)
}

func TestASignThatNeedsShiftIsReleasedByTheNameOfItsKey(t *testing.T) {
	var b Bindings
	for i, name := range []string{"!", "g"} {
		if _, err := b.Bind(Fire+Action(i), 0, keyNamed(t, name)); err != nil { // fire and boost
			t.Fatal(err)
		}
	}
	c := strapIn(t)
	c.held.Press(c.now, event("!"), &b)
	c.held.Press(c.now, event("g"), &b)
	c.wait(100)
	c.does(game.Fire | game.Special)
	c.release("1") // by kitty
	c.does(game.Special)
}

func TestBrakeStopsTheArrowsThatAreHeld(t *testing.T) {
	c := strapIn(t)
	c.press("up", " ", "right", "x")
	c.does(game.Fire)
	c.release("x", "up")
	c.press("right") // repeats
	c.does(game.Steer(game.Right) | game.Fire)
}

func TestALostReleaseIsMadeUpForByTheNextOrByReset(t *testing.T) {
	c := strapIn(t)
	c.press("left", " ")
	c.press("left") // pressed again: the release in between was lost
	c.release("left")
	c.does(game.Fire)
	c.held.Reset()
	c.does(0)
}

func TestTheOldestOfTooManyKeysIsReleased(t *testing.T) {
	c := strapIn(t)
	c.press(" ")
	for _, r := range "wasdhjklyubnf" {
		c.press(string(r))
	}
	c.press("up", "down")
	if len(c.held.down) > maxDown || c.held.Input(c.now).Holds(game.Fire) {
		t.Errorf("%d keys are down", len(c.held.down))
	}
}

func TestHeldLeavesOtherKeysAlone(t *testing.T) {
	var h held
	for _, ev := range []Event{
		{Kind: Press, Key: 'c', Mods: Ctrl}, PressOf(KeyEnter),
		{Kind: Press, Key: 'w', Mods: Alt}, event("?"), event("r"),
	} {
		if h.Press(time.Unix(1000, 0), ev, &Bindings{}) || len(h.down) > 0 {
			t.Errorf("%s was read as a flying key", ev)
		}
	}
}

func TestHeldIsValidAndBoundedForAnyKeys(t *testing.T) {
	names := []string{"up", "down", "left", "right", "w", "a", "S", "D", "h", "j", "K", "l", "y", "u", "b", "n", " ", "f", "x", "5"}
	rapid.Check(t, func(rt *rapid.T) {
		c := strapIn(t)
		for range rapid.IntRange(0, 60).Draw(rt, "events") {
			name := rapid.SampledFrom(names).Draw(rt, "key")
			if rapid.Bool().Draw(rt, "press") {
				c.held.Press(c.now, event(name), &Bindings{})
			} else {
				c.release(name)
			}
			c.wait(rapid.IntRange(0, 80).Draw(rt, "ms"))
			if in := c.held.Input(c.now); !in.Valid() || len(c.held.down) > maxDown {
				rt.Fatalf("%#x with %d keys", in, len(c.held.down))
			}
		}
		c.release(names...)
		c.wait(int(tap / time.Millisecond))
		if in := c.held.Input(c.now); in != 0 {
			rt.Fatalf("all keys are up, and %#x is held", in)
		}
	})
}

func TestGripFollowsTheTerminal(t *testing.T) {
	var g Controls
	now := time.Unix(1000, 0)
	g.Press(now, event("up"))
	g.Release(now, event("up"))
	g.Blur()
	if got := g.Input(now.Add(time.Minute), nil); got != game.Steer(game.Up) || g.Scheme() != ByLatch {
		t.Errorf("without releases: expected a latched course, found %#x", got)
	}
	g.Releases(true)
	if got := g.Input(now, nil); got != 0 {
		t.Errorf("expected nothing to stay latched, found %#x", got)
	}
	g.Press(now, event("up"))
	g.Press(now, event("right"))
	if got := g.Input(now.Add(time.Minute), nil); got != game.Steer(game.UpRight) || g.Scheme() != ByHeld {
		t.Errorf("with releases: expected the diagonal, found %#x", got)
	}
	g.Blur()
	if got := g.Input(now, nil); got != 0 {
		t.Errorf("expected nothing held by hands that are elsewhere, found %#x", got)
	}
}
