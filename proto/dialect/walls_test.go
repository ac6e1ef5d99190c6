package dialect_test

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// Bots fly a minute of rounds. A wall that was there before has one end at least where it had it, and
// belongs to whom it did; and what is there is all that the World has.
func TestAWallKeepsItsNumberWhileItGrowsAndFades(t *testing.T) {
	m := dialecttest.Trails(8, 200)
	var tracker dialect.Tracker
	known, before := map[uint32]dialect.Wall{}, map[uint32]dialect.Wall{}
	grown, faded, ended := 0, 0, 0
	for range 60 * game.TickRate {
		tracker.Update(m.Step())
		now := map[uint32]dialect.Wall{}
		for _, wall := range tracker.Walls {
			was, old := before[wall.ID]
			_, ever := known[wall.ID]
			switch {
			case ever && !old:
				t.Fatalf("wall %d came back", wall.ID)
			case old && was.Slot != wall.Slot, old && was.From != wall.From && was.To != wall.To && wall.From != wall.To && !onWall(was, wall):
				t.Fatalf("wall %d was %+v, and is %+v", wall.ID, was, wall)
			case old && was.To != wall.To:
				grown++
			case old && was.From != wall.From:
				faded++
			}
			now[wall.ID], known[wall.ID] = wall, wall
		}
		ended += len(before)
		for id := range before {
			if _, still := now[id]; still {
				ended--
			}
		}
		if before = now; len(now) != walls(&m.World) {
			t.Fatalf("%d walls, expected %d", len(now), walls(&m.World))
		}
	}
	if t.Logf("%d walls; grew %d times, faded %d times, %d ended", len(known), grown, faded, ended); len(known) < 50 || grown < 1000 || faded < 500 || ended < 50 {
		t.Errorf("%d walls, grown %d times, faded %d times, %d ended", len(known), grown, faded, ended)
	}
}

// onWall reports whether a wall that is both fading and growing lies along where it was.
func onWall(was, is dialect.Wall) bool {
	return was.From.X == is.From.X && was.To.X == is.To.X || was.From.Y == is.From.Y && was.To.Y == is.To.Y
}

// walls counts those in a World.
func walls(w *game.World) (n int) {
	for i := range w.Trails {
		for k := range w.Trails[i].Walls() {
			if _, _, wall := w.Trails[i].Wall(k, game.Point{}); wall {
				n++
			}
		}
	}
	return n
}
