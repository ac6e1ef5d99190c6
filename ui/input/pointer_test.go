package input

import (
	"testing"
	"time"

	"dogfight/game"
)

// hand is a pilot with a mouse. The ship is drawn at (40, 24): in cell (40, 12).
type hand struct {
	*testing.T
	controls Controls
	now      time.Time
}

func holdMouse(t *testing.T) *hand {
	h := &hand{T: t, now: time.Unix(1000, 0)}
	h.controls.Bind(Bindings{}, true)
	return h
}

func (h *hand) move(x, y int, buttons Buttons) {
	h.controls.Mouse(h.now, Event{Kind: Mouse, X: x, Y: y, Buttons: buttons})
}

func (h *hand) press(name string) { h.controls.Press(h.now, event(name)) }

func (h *hand) wait(ms int) { h.now = h.now.Add(time.Duration(ms) * time.Millisecond) }

func (h *hand) does(want game.Input) {
	h.Helper()
	if got := h.controls.Input(h.now, &Spot{40, 24}); got != want {
		h.Errorf("expected %#x, found %#x", want, got)
	}
}

func TestShipHeadsForThePointer(t *testing.T) {
	for _, c := range []struct {
		x, y int
		want game.Course
	}{
		{40, 2, game.Up}, {40, 22, game.Down}, {10, 12, game.Left}, {70, 12, game.Right},
		{20, 2, game.UpLeft}, {60, 2, game.UpRight}, {20, 22, game.DownLeft}, {60, 22, game.DownRight},
		{70, 8, game.Right}, {70, 3, game.UpRight}, {46, 2, game.Up}, {54, 2, game.UpRight}, // to the nearest of the eight
	} {
		h := holdMouse(t)
		h.move(c.x, c.y, 0)
		if got := h.controls.Input(h.now, &Spot{40, 24}).Course(); got != c.want {
			t.Errorf("at (%d, %d): expected course %d, found %d", c.x, c.y, c.want, got)
		}
	}
}

func TestShipBrakesWhereThePointerIs(t *testing.T) {
	for _, at := range [][2]int{{40, 12}, {42, 12}, {38, 12}, {40, 13}, {40, 11}} {
		h := holdMouse(t)
		h.move(at[0], at[1], 0)
		h.does(0)
	}
	h := holdMouse(t)
	h.move(45, 12, 0)
	h.does(game.Steer(game.Right))
}

func TestCourseFollowsTheShipBelowAPointerThatRests(t *testing.T) {
	h := holdMouse(t)
	h.move(40, 2, 0)
	h.does(game.Steer(game.Up))
	if got := h.controls.Input(h.now, &Spot{10, 4}); got != game.Steer(game.Right) {
		t.Errorf("found %#x", got)
	}
	if got := h.controls.Input(h.now, nil); got != 0 {
		t.Errorf("without a ship: found %#x", got)
	}
}

func TestButtonsFireAndBoostAsLongAsTheyAreHeld(t *testing.T) {
	h := holdMouse(t)
	h.move(70, 12, LeftButton)
	h.wait(5000)
	h.does(game.Steer(game.Right) | game.Fire)
	h.move(70, 12, LeftButton|RightButton)
	h.does(game.Steer(game.Right) | game.Fire | game.Special)
	h.wait(1000)
	h.move(70, 12, 0)
	h.does(game.Steer(game.Right))
}

func TestAClickLastsUntilAFrameHasSeenIt(t *testing.T) {
	h := holdMouse(t)
	h.move(40, 12, LeftButton)
	h.move(40, 12, 0)
	h.wait(34)
	h.does(game.Fire)
	h.wait(16)
	h.does(0)
}

func TestACourseKeySteersUntilTheMouseMoves(t *testing.T) {
	h := holdMouse(t)
	h.move(70, 12, 0)
	h.press("up")
	h.does(game.Steer(game.Up))
	h.move(70, 12, LeftButton) // a click is no move
	h.does(game.Steer(game.Up) | game.Fire)
	h.move(71, 12, LeftButton)
	h.does(game.Steer(game.Right) | game.Fire)
	h.press("x")
	h.does(game.Fire)
}

func TestKeysFireAndBoostBesideTheMouse(t *testing.T) {
	h := holdMouse(t)
	h.move(70, 12, 0)
	h.press(" ")
	h.press("f")
	h.does(game.Steer(game.Right) | game.Fire | game.Special)
}

func TestHandsThatAreElsewhereLeaveTheMouse(t *testing.T) {
	h := holdMouse(t)
	h.press("up")
	h.move(70, 12, LeftButton)
	h.wait(100)
	h.controls.Blur()
	h.does(0) // nor does the previous course of a key return
	h.move(69, 12, 0)
	h.does(game.Steer(game.Right))
}

func TestTheMouseDoesNothingUnlessItIsToSteer(t *testing.T) {
	h := holdMouse(t)
	h.controls.Bind(Bindings{}, false)
	h.move(70, 12, LeftButton)
	h.does(0)
	if h.controls.Scheme() != ByLatch {
		t.Errorf("found %s", h.controls.Scheme())
	}
}
