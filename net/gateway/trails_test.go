package gateway

import (
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/lightracer"
)

// Two racers fly a round of the game that their protocol is of. One flies straight, the other in
// narrower and narrower circles until it meets its own wall.
func TestARacerDiesInATrail(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	arena, err := assets.Arena("grid")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Trails, ScoreLimit: 5}
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(s, dogfight.MatchOptions{Mode: game.Trails, Arena: "grid"}, 0))
	g := r.open("lightracer=:0")
	other := r.race(g, "Ann")
	other.opens("tcp")
	go func() { // what comes for it is not looked at
		for _, err := other.sees(); err == nil; _, err = other.sees() {
		}
	}()
	c := r.race(g, "Bob")
	c.opens("tcp")
	r.waits("that ships fly", func(w *game.World) bool { return w.Rounds.Began != 0 && w.TrailReady() == 0 })

	courses := [...]game.Course{game.Up, game.Right, game.Down, game.Left}
	const most = 4 // rounds; the match has five
	began, walls, turns, ids := time.Now(), 0, 0, map[int32]bool{}
	flew, astray, late := false, 0, false
	for own, err := c.sees(); ; own, err = c.sees() {
		if err != nil {
			t.Fatal(err)
		}
		if flew && !own.Alive && walls > 0 {
			if c.isAtItsWall(own) {
				break
			}
			// On a busy machine its turn may have come too late, and it has met something else. Then it tries again in the next round.
			if astray++; astray == most && late {
				t.Skip("this machine is too busy to steer by the clock")
			}
			if astray == most {
				t.Fatalf("in each of %d rounds it ended elsewhere than at a wall of its own, at last at %d, %d: %+v", most, own.X, own.Y, c.updates.Update.TrailSegments)
			}
		}
		had := walls
		flew, walls = own.Alive, 0
		for _, segment := range c.updates.Update.TrailSegments {
			if !segment.Wall || segment.ID <= game.MaxShips {
				t.Fatalf("%+v is no wall", segment)
			}
			if segment.Owner == own.ID {
				walls++
				ids[segment.ID] = true
			}
		}
		if walls < had {
			turns = 0 // a round has just begun
		}
		side := 260*time.Millisecond - time.Duration(turns)*15*time.Millisecond
		if passed := time.Since(began); passed > side {
			late = late || turns > 0 && passed > side+50*time.Millisecond
			began = time.Now()
			in := lightracer.Input{Player: c.welcome.ID, Held: game.Steer(courses[turns%4])}
			c.data.Write(in.AppendUpdate(nil))
			turns++
		}
	}
	if len(ids) < 4 {
		t.Errorf("it saw %d walls of its own after %d turns", len(ids), turns)
	}
	r.waits("that the other has won the round", func(w *game.World) bool {
		return w.Ships[other.welcome.ID-1].Score > 0 && w.Ships[c.welcome.ID-1].Deaths > 0
	})
}

// isAtItsWall reports whether the player is where a wall of its own is, but not at its end.
func (c *racing) isAtItsWall(own *lightracer.Player) bool {
	at := 0
	for _, wall := range c.updates.Update.TrailSegments {
		if wall.Owner == own.ID && own.X >= min(wall.X, wall.ToX) && own.X <= max(wall.X, wall.ToX) &&
			own.Y >= min(wall.Y, wall.ToY) && own.Y <= max(wall.Y, wall.ToY) {
			at++
		}
	}
	return at >= 2 // the one that it was drawing ends there
}
