package carnage

import (
	"math"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
)

func TestDirectionBitsSteerOnEightCourses(t *testing.T) {
	for _, c := range []struct {
		down Buttons
		want game.Course
	}{
		{0, game.Idle}, {Up, game.Up}, {Left, game.Left}, {Down, game.Down}, {Right, game.Right},
		{Up | Left, game.UpLeft}, {Up | Right, game.UpRight}, {Down | Left, game.DownLeft}, {Down | Right, game.DownRight},
		{Up | Down, game.Idle}, {Left | Right, game.Idle}, {Up | Down | Left, game.Left}, {Left | Right | Down, game.Down},
		{Up | Down | Left | Right, game.Idle}, {Fire | Special, game.Idle},
	} {
		if got := c.down.Course(); got != c.want {
			t.Errorf("%06b: expected course %d, got %d", c.down, c.want, got)
		}
	}
}

func TestAnAngleIsTheNearestCourse(t *testing.T) {
	for course := game.Up; course < game.Courses; course++ {
		for _, off := range []float32{-0.39, 0, 0.39, 100 * 2 * math.Pi, -100 * 2 * math.Pi} {
			m := Inputs{Angle: angleOf(course) + off}
			if got := m.aim(); got != course {
				t.Errorf("angle %v: expected course %d, got %d", m.Angle, course, got)
			}
		}
	}
	if a := (&Inputs{Angle: math.MaxFloat32}).aim(); a == game.Idle {
		t.Error("the largest angle is none")
	}
}

func TestAShipThatFacesElsewhereTurnsForThreeTicks(t *testing.T) {
	var h controls
	h.apply(&Inputs{Angle: angleOf(game.Left), Down: Fire})
	facing := game.Up
	for tick, want := range []game.Course{game.Left, game.Left, game.Left, game.Idle, game.Idle} {
		if in := h.next(facing); in != game.Steer(want)|game.Fire {
			t.Errorf("tick %d: holds %08b, expected course %d and fire", tick, in, want)
		}
		facing = game.Left
	}
	if in := h.next(game.Right); in.Course() != game.Left {
		t.Errorf("after a push to the right it holds %08b", in)
	}
}

func TestATurnThatWasNotSeenIsTriedAgain(t *testing.T) {
	var h controls
	h.apply(&Inputs{Angle: angleOf(game.Down), Down: Fire})
	turned := 0
	for range 2 * (dialect.LeastHeld + patience) {
		if h.next(game.Up).Course() == game.Down {
			turned++
		}
	}
	if turned != 2*dialect.LeastHeld {
		t.Errorf("it held the course in %d ticks, expected %d", turned, 2*dialect.LeastHeld)
	}
}

func TestANewAngleTurnsAtOnce(t *testing.T) {
	var h controls
	for _, course := range []game.Course{game.Down, game.Left, game.UpRight, game.Down} {
		h.apply(&Inputs{Angle: angleOf(course), Down: Fire})
		if in := h.next(game.Up); in.Course() != course {
			t.Errorf("holds %08b, expected course %d", in, course)
		}
	}
}

func TestAShipThatFlewInBetweenTurnsAtOnce(t *testing.T) {
	var h controls
	point := Inputs{Angle: angleOf(game.Left), Down: Fire}
	h.apply(&point)
	for range dialect.LeastHeld + 1 {
		h.next(game.Up)
	}
	h.apply(&Inputs{Down: Down | Fire})
	h.next(game.Up)
	h.apply(&point)
	if in := h.next(game.Down); in.Course() != game.Left {
		t.Errorf("holds %08b, expected the course left", in)
	}
}

func TestAShipThatDoesNotFireDoesNotTurn(t *testing.T) {
	var h controls
	h.apply(&Inputs{Angle: angleOf(game.Left), Down: Special})
	if in := h.next(game.Up); in != game.Special {
		t.Errorf("holds %08b, expected special alone", in)
	}
}

func TestAShipThatIsNotInSpaceDoesNotTurn(t *testing.T) {
	var h controls
	h.apply(&Inputs{Angle: angleOf(game.Left), Down: Fire})
	if in := h.next(game.Idle); in != game.Fire {
		t.Errorf("holds %08b, expected fire alone", in)
	}
}

func TestAButtonReleasedAtOnceIsHeldForThreeTicks(t *testing.T) {
	var h controls
	h.apply(&Inputs{Down: Up | Fire | Special})
	h.apply(&Inputs{Angle: angleOf(game.Down)}) // the angle has no effect without a shot
	for tick, want := range []game.Input{
		game.Steer(game.Up) | game.Fire | game.Special,
		game.Steer(game.Up) | game.Fire | game.Special,
		game.Steer(game.Up) | game.Fire | game.Special,
		0,
	} {
		if in := h.next(game.Left); in != want {
			t.Errorf("tick %d: holds %08b, expected %08b", tick, in, want)
		}
	}
}

func TestAButtonHeldForLongIsReleasedAtOnce(t *testing.T) {
	var h controls
	for range 10 {
		h.apply(&Inputs{Down: Right | Fire})
		h.next(game.Right)
	}
	h.apply(&Inputs{Down: Right})
	if in := h.next(game.Right); in != game.Steer(game.Right) {
		t.Errorf("holds %08b, expected the course alone", in)
	}
}
