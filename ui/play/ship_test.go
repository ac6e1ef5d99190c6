package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// facings are the eight ways a ship can face.
var facings = []game.Course{
	game.Up, game.Down, game.Left, game.Right, game.UpLeft, game.UpRight, game.DownLeft, game.DownRight,
}

func TestEightFacingsAllLookDifferentInASCII(t *testing.T) {
	seen := map[string]game.Course{}
	for _, facing := range facings {
		v := playtest.View("Nova")
		v.World.Ships[0].Facing = facing
		term := newTerminal(t, 80, 24)
		show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
		picture := term.text()
		if other, ok := seen[picture]; ok {
			t.Errorf("facings %d and %d look alike", other, facing)
		}
		seen[picture] = facing
	}
}

// On 80x24 cells dot (0, 0) of the test arena is dot (2, 8) of the canvas, so that a ship at 20, 40 units has dot (12, 28)
// in its middle, and is around cell (6, 7).
func TestShipsAreDrawnWhereTheyAreAndAsTheyFace(t *testing.T) {
	for facing, want := range map[game.Course]string{
		game.Up:       "| ▗▙  |▟▟▌▟▌| ▝▝  ",
		game.Down:     "|▟▆▆▆▖|▝▐▆▝ |  ▘  ",
		game.Right:    "|▟▆▂▖ |▜▆▛▀▘| ▀   ",
		game.UpRight:  "|▗▗▄▆▘|▜▗▛  |  ▘  ",
		game.DownLeft: "| ▐▆▙ |▗▟▀▀▘|▘    ",
	} {
		v := playtest.View("Nova")
		v.World.Ships[0].Facing = facing
		term := drawn(t, v)
		if got := term.patch(4, 6, 5, 3); got != want {
			t.Errorf("facing %d: got %s, want %s", facing, got, want)
		}
	}
}

func TestOwnShipHasColoursThatNoOtherHas(t *testing.T) {
	v := playtest.View("Nova")
	own := (&model.Match{View: v}).HullOf(0)
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		v.Setup.Mode = mode
		for slot := 1; slot < game.MaxShips; slot++ {
			v.World.Ships[slot].Team = uint8(mode) * uint8(1+slot%2)
			if h := (&model.Match{View: v}).HullOf(slot); h.Bright == own.Bright || h.Middle == own.Middle {
				t.Errorf("mode %d: slot %d is drawn like the own ship", mode, slot)
			}
		}
	}
}

func TestOthersHaveTagsAndDamageIsSeen(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	whole := drawn(t, v)
	whole.shows(t, "Rex")
	if tag := whole.patch(4, 5, 5, 1); strings.Contains(tag, "Nova") {
		t.Errorf("the own ship has a tag: %s", tag)
	}
	v.World.Ships[1].HP = 2
	if hurt := drawn(t, v); hurt.text() == whole.text() {
		t.Error("a ship that lost HP looks as before")
	}
}

func TestTeamsAreToldApartByLetter(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Setup.Mode = game.Teams
	for i := range 3 {
		v.World.Ships[i].Team = uint8(1 + i%2)
	}
	drawn(t, v).shows(t, "B Rex", "A Vega")
}

func TestOffsetsMoveTheShip(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	before := drawn(t, v).text()
	v.Offsets[1] = game.Point{X: playtest.Unit(12), Y: playtest.Unit(16)}
	v.World.Ships[1].X -= playtest.Unit(12)
	v.World.Ships[1].Y -= playtest.Unit(16)
	if after := drawn(t, v).text(); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestFewerFlashesLeavesOutTheHitFlash(t *testing.T) {
	for _, fewer := range []bool{false, true} {
		v := playtest.View("Nova")
		v.Events = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, X: playtest.Unit(140), Y: playtest.Unit(140)}}
		s := New(Options{FewerFlashes: fewer})
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		if flashed := s.dots(canvas.Spark) > 0; flashed == fewer {
			t.Errorf("fewer flashes %v: %d dots shine", fewer, s.dots(canvas.Spark))
		}
	}
}

// dots returns how many dots of the picture have one of the colours.
func (s *Screen) dots(of ...canvas.Colour) (n int) {
	width, height := s.canvas.Dots()
	for i := range width * height {
		if slices.Contains(of, s.canvas.At(i%width, i/width)) {
			n++
		}
	}
	return n
}

func TestFewerFlashesHoldsStillWhatBlinks(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Ships[0].Protect, v.World.Ships[0].Input = 60, game.Steer(game.Up)
	v.World.Barrels[0] = game.Barrel{X: playtest.Unit(100), Y: playtest.Unit(100), HP: 1}
	shoot(v.World, 3)
	for _, fewer := range []bool{false, true} {
		s, term := New(Options{FewerFlashes: fewer}), newTerminal(t, 80, 24)
		pictures := map[string]bool{}
		for i := range 20 {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
			pictures[term.text()] = true
		}
		if fewer != (len(pictures) == 1) {
			t.Errorf("fewer flashes %v: %d different pictures", fewer, len(pictures))
		}
	}
}
