package play

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// drawnPlaces are matches in different arenas.
var drawnPlaces = []struct {
	mode  game.Mode
	arena string
}{{game.Deathmatch, "open"}, {game.Race, "ring"}, {game.Teams, "quarters"}, {game.CaptureOrb, "twin"}, {game.Trails, "grid"}, {game.Deathmatch, "maelstrom"}, {game.Last, "belt"}}

// A picture is drawn from the one before it: what stays is kept, and what moves with the camera is moved. The result must be the same as
// that of a screen that keeps nothing.
func TestAPictureEqualsOneThatIsDrawnAfresh(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(1, 2))
	matches, seconds := 4, 6
	if *long {
		matches, seconds = 28, 30
	}
	moved := 0
	for i := range matches {
		place := drawnPlaces[i%len(drawnPlaces)]
		file := playtest.File(t, playtest.Match{Mode: place.mode, Arena: place.arena, Ships: 2 + chance.IntN(7), Ticks: seconds * game.TickRate})
		o := Options{Mode: canvas.Mode(i % 3), LowBandwidth: i%4 != 3, Settings: input.Settings{ReducedMotion: i%5 == 4}}
		kept, fresh := New(o), New(o)
		on, now := newTerminal(t, 30+chance.IntN(150), 10+chance.IntN(60)), playtest.Noon
		if i%2 == 0 {
			on.SetColours(1 << 24)
		}
		play, err := file.Play()
		if err != nil {
			t.Fatal(err)
		}
		v := &net.View{Phase: net.Playing, Setup: file.Setup, World: &play.World, Me: chance.IntN(2), Roster: file.Roster(file.Head.First)}
		for frame := range seconds * 30 {
			now = now.Add(time.Second / 30)
			var events game.Events
			for range 2 {
				if _, _, err := play.Step(&events); err != nil {
					t.Fatal(err)
				}
			}
			v.Events = events.List
			show(kept, on, v, now)
			if right, down, _ := on.Moved(); right != 0 || down != 0 {
				moved++
			}
			other := newTerminal(t, on.Width, on.Height)
			other.SetColours(on.Colours())
			other.Clusters = on.Clusters // to number characters alike
			fresh.drawing.canvas.Forget()
			show(fresh, other, v, now)
			if !slices.Equal(on.Cells, other.Cells) {
				at := 0
				for on.Cells[at] == other.Cells[at] {
					at++
				}
				t.Fatalf("match %d, frame %d of %dx%d: cell %d, %d is %v, afresh %v", i, frame, on.Width, on.Height, at%on.Width, at/on.Width, on.Cells[at], other.Cells[at])
			}
		}
	}
	if least := matches * seconds; moved < least {
		t.Errorf("the picture moved in %d frames, expected %d at least", moved, least)
	}
}
