package rtype

import (
	"testing"

	"dogfight/game"
)

func TestInputFliesAlongTheNearestCourse(t *testing.T) {
	for _, c := range []struct {
		dx, dy float32
		want   game.Course
	}{
		{0, 0, game.Idle},
		{0.19, 0, game.Idle}, {0.2, 0, game.Right}, {0, -0.2, game.Up},
		{0.14, 0.14, game.Idle}, {0.15, 0.15, game.DownRight},
		{1, 0, game.Right}, {-1, 0, game.Left}, {0, 1, game.Down}, {0, -1, game.Up},
		{1, 1, game.DownRight}, {-1, -1, game.UpLeft}, {0.7, -0.7, game.UpRight}, {-0.6, 0.8, game.DownLeft},
		{1, 0.4, game.Right}, {1, 0.42, game.DownRight},
	} {
		m := Input{DX: c.dx, DY: c.dy}
		if got := m.Held(); got != game.Steer(c.want) {
			t.Errorf("(%v, %v): expected %d, %d came", c.dx, c.dy, c.want, got)
		}
		m.Shooting = true
		if got := m.Held(); got != game.Steer(c.want)|game.Fire {
			t.Errorf("(%v, %v) and fire: %d came", c.dx, c.dy, got)
		}
	}
}

func TestFlagsAreButtonsAndOppositeOnesCancelOut(t *testing.T) {
	for _, c := range []struct {
		flags Flags
		want  game.Input
	}{
		{0, 0},
		{Up, game.Steer(game.Up)}, {Down, game.Steer(game.Down)}, {Left, game.Steer(game.Left)}, {Right, game.Steer(game.Right)},
		{Up | Right, game.Steer(game.UpRight)}, {Down | Left | Shoot, game.Steer(game.DownLeft) | game.Fire},
		{Up | Down, 0}, {Left | Right | Up, game.Steer(game.Up)}, {Up | Down | Left | Right, 0},
		{Shoot, game.Fire}, {0xe0, 0}, {0xff, game.Fire},
	} {
		m := InputFlags{c.flags}
		if got := m.Held(); got != c.want {
			t.Errorf("%02x: expected %02x, %02x came", c.flags, c.want, got)
		}
	}
}
