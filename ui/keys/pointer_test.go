package keys

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
)

// hand is a pilot with a mouse, whose ship is drawn at (40, 24): in cell (40, 12).
type hand struct {
	*testing.T
	grip Grip
	now  time.Time
}

func takeMouse(t *testing.T) *hand {
	h := &hand{T: t, now: time.Unix(1000, 0)}
	h.grip.Bind(Bindings{}, true)
	return h
}

func (h *hand) move(x, y int, buttons tcell.ButtonMask) {
	h.grip.Mouse(h.now, tcell.NewEventMouse(x, y, buttons, tcell.ModNone))
}

func (h *hand) press(name string) { h.grip.Press(h.now, event(name)) }

func (h *hand) wait(ms int) { h.now = h.now.Add(time.Duration(ms) * time.Millisecond) }

func (h *hand) does(want game.Input) {
	h.Helper()
	if got := h.grip.Input(h.now, &Spot{40, 24}); got != want {
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
		h := takeMouse(t)
		h.move(c.x, c.y, tcell.ButtonNone)
		if got := h.grip.Input(h.now, &Spot{40, 24}).Course(); got != c.want {
			t.Errorf("at (%d, %d): expected course %d, found %d", c.x, c.y, c.want, got)
		}
	}
}

func TestShipBrakesWhereThePointerIs(t *testing.T) {
	for _, at := range [][2]int{{40, 12}, {42, 12}, {38, 12}, {40, 13}, {40, 11}} {
		h := takeMouse(t)
		h.move(at[0], at[1], tcell.ButtonNone)
		h.does(0)
	}
	h := takeMouse(t)
	h.move(45, 12, tcell.ButtonNone)
	h.does(game.Steer(game.Right))
}

func TestCourseFollowsTheShipBelowAPointerThatRests(t *testing.T) {
	h := takeMouse(t)
	h.move(40, 2, tcell.ButtonNone)
	h.does(game.Steer(game.Up))
	if got := h.grip.Input(h.now, &Spot{10, 4}); got != game.Steer(game.Right) {
		t.Errorf("found %#x", got)
	}
	if got := h.grip.Input(h.now, nil); got != 0 {
		t.Errorf("without a ship: found %#x", got)
	}
}

func TestButtonsFireAndBoostAsLongAsTheyAreHeld(t *testing.T) {
	h := takeMouse(t)
	h.move(70, 12, tcell.ButtonPrimary)
	h.wait(5000)
	h.does(game.Steer(game.Right) | game.Fire)
	h.move(70, 12, tcell.ButtonSecondary) // both now, but one is reported at a time
	h.does(game.Steer(game.Right) | game.Fire | game.Special)
	h.wait(1000)
	h.move(70, 12, tcell.ButtonNone)
	h.does(game.Steer(game.Right))
}

func TestAClickLastsUntilAFrameHasSeenIt(t *testing.T) {
	h := takeMouse(t)
	h.move(40, 12, tcell.ButtonPrimary)
	h.move(40, 12, tcell.ButtonNone)
	h.wait(34)
	h.does(game.Fire)
	h.wait(16)
	h.does(0)
}

func TestTheWheelDoesNothing(t *testing.T) {
	h := takeMouse(t)
	h.move(40, 12, tcell.ButtonPrimary)
	h.wait(100)
	h.move(40, 12, tcell.WheelUp)
	h.does(game.Fire)
}

func TestACourseKeyTakesOverUntilTheMouseMoves(t *testing.T) {
	h := takeMouse(t)
	h.move(70, 12, tcell.ButtonNone)
	h.press("up")
	h.does(game.Steer(game.Up))
	h.move(70, 12, tcell.ButtonPrimary) // a click is no move
	h.does(game.Steer(game.Up) | game.Fire)
	h.move(71, 12, tcell.ButtonPrimary)
	h.does(game.Steer(game.Right) | game.Fire)
	h.press("x")
	h.does(game.Fire)
}

func TestKeysFireAndBoostBesideTheMouse(t *testing.T) {
	h := takeMouse(t)
	h.move(70, 12, tcell.ButtonNone)
	h.press(" ")
	h.press("f")
	h.does(game.Steer(game.Right) | game.Fire | game.Special)
}

func TestHandsThatAreElsewhereLeaveTheMouse(t *testing.T) {
	h := takeMouse(t)
	h.press("up")
	h.move(70, 12, tcell.ButtonPrimary)
	h.wait(100)
	h.grip.Blur()
	h.does(0) // nor does the course come back that a key set before
	h.move(69, 12, tcell.ButtonNone)
	h.does(game.Steer(game.Right))
}

func TestTheMouseDoesNothingUnlessItIsToSteer(t *testing.T) {
	h := takeMouse(t)
	h.grip.Bind(Bindings{}, false)
	h.move(70, 12, tcell.ButtonPrimary)
	h.does(0)
	if h.grip.Scheme() != ByLatch {
		t.Errorf("found %s", h.grip.Scheme())
	}
}
