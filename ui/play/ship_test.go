package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// facings are the eight ways a ship can face.
var facings = []game.Course{
	game.Up, game.Down, game.Left, game.Right, game.UpLeft, game.UpRight, game.DownLeft, game.DownRight,
}

// outline returns the sprite of a shape without its colours.
func outline(s *shape, facing game.Course) string {
	var b strings.Builder
	for y := range s.up {
		for x := range s.up {
			if s.at(facing, x, y) == '.' {
				b.WriteByte('.')
			} else {
				b.WriteByte('#')
			}
		}
	}
	return b.String()
}

var shapes = map[string]*shape{
	"slim": &slim.small, "even": &even.small, "stout": &stout.small,
	"large slim": &slim.large, "large even": &even.large, "large stout": &stout.large,
}

func TestBothSidesOfAShipAreAlike(t *testing.T) {
	for name, s := range shapes {
		last := len(s.up) - 1
		for y := range s.up {
			for x := range s.up {
				if s.up[y][x] != s.up[y][last-x] || s.upRight[y][x] != s.upRight[last-x][last-y] {
					t.Errorf("%s: column %d of row %d differs from the other side's", name, x, y)
				}
			}
		}
	}
}

func TestEightFacingsAllLookDifferentEvenWithoutColour(t *testing.T) {
	for name, s := range shapes {
		seen := map[string]game.Course{}
		for _, facing := range facings {
			o := outline(s, facing)
			if other, ok := seen[o]; ok {
				t.Errorf("%s: facings %d and %d are both %s", name, other, facing, o)
			}
			seen[o] = facing
		}
	}
}

func TestTheNosePointsWhereTheShipFaces(t *testing.T) {
	for name, s := range shapes {
		for _, facing := range facings {
			dx, dy := step(facing)
			middle := len(s.up) / 2
			ahead := max(middle-1, 1)
			if facing <= game.Right {
				ahead = middle
			}
			if got := s.at(facing, middle+ahead*dx, middle+ahead*dy); got != 'n' {
				t.Errorf("%s, facing %d: %c in front, want the nose", name, facing, got)
			}
		}
	}
}

func TestEightFacingsAllLookDifferentInASCII(t *testing.T) {
	seen := map[string]game.Course{}
	for _, facing := range facings {
		v := testView("Nova")
		v.World.Ships[0].Facing = facing
		term := newTerminal(t, 80, 24)
		show(New(Options{Mode: canvas.ASCII}), term, v, noon)
		picture := term.text()
		if other, ok := seen[picture]; ok {
			t.Errorf("facings %d and %d look alike", other, facing)
		}
		seen[picture] = facing
	}
}

// On 80x24 cells pixel (0, 0) of the test arena is pixel (1, 4) of the canvas, so
// that a ship at 20, 40 units is around pixel (6, 14).
func TestShipsAreDrawnWhereTheyAreAndAsTheyFace(t *testing.T) {
	for facing, want := range map[game.Course]string{
		game.Up:       "| ▄ |▄▀▄",
		game.Down:     "|▄ ▄|▀▀▀",
		game.Right:    "|▄▄ |▄█▀",
		game.UpRight:  "|▄▄▄| ▀▄",
		game.DownLeft: "|▄  |▀█▄",
	} {
		v := testView("Nova")
		v.World.Ships[0].Facing = facing
		term := drawn(t, v)
		if got := term.patch(5, 6, 3, 2); got != want {
			t.Errorf("facing %d: got %s, want %s", facing, got, want)
		}
	}
}

func TestOwnShipHasColoursThatNoOtherHas(t *testing.T) {
	v := testView("Nova")
	own := (&frame{View: v}).hullOf(0)
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		v.Setup.Mode = mode
		for slot := 1; slot < game.MaxShips; slot++ {
			v.World.Ships[slot].Team = uint8(mode) * uint8(1+slot%2)
			if h := (&frame{View: v}).hullOf(slot); h.bright == own.bright || h.middle == own.middle {
				t.Errorf("mode %d: slot %d is drawn like the own ship", mode, slot)
			}
		}
	}
}

func TestOthersHaveTagsAndDamageIsSeen(t *testing.T) {
	v := testView("Nova", "Rex")
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
	v := testView("Nova", "Rex", "Vega")
	v.Setup.Mode = game.Teams
	for i := range 3 {
		v.World.Ships[i].Team = uint8(1 + i%2)
	}
	drawn(t, v).shows(t, "B Rex", "A Vega")
}

func TestOffsetsMoveTheShip(t *testing.T) {
	v := testView("Nova", "Rex")
	before := drawn(t, v).text()
	v.Offsets[1] = game.Point{X: unit(12), Y: unit(16)}
	v.World.Ships[1].X -= unit(12)
	v.World.Ships[1].Y -= unit(16)
	if after := drawn(t, v).text(); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestFewerFlashesLeavesOutTheHitFlash(t *testing.T) {
	for _, fewer := range []bool{false, true} {
		v := testView("Nova")
		v.Events = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, X: unit(140), Y: unit(140)}}
		term := newTerminal(t, 80, 24)
		show(New(Options{FewerFlashes: fewer}), term, v, noon)
		_, style, _ := term.Get(6, 6)
		if flashed := style.Ink == standardColour(white); flashed == fewer {
			t.Errorf("fewer flashes %v: nose is %v", fewer, style.Ink)
		}
	}
}

func TestFewerFlashesHoldsStillWhatBlinks(t *testing.T) {
	v := testView("Nova")
	v.World.Ships[0].Protect, v.World.Ships[0].Input = 60, game.Steer(game.Up)
	v.World.Barrels[0] = game.Barrel{X: unit(100), Y: unit(100), HP: 1}
	shoot(v.World, 3)
	for _, fewer := range []bool{false, true} {
		s, term := New(Options{FewerFlashes: fewer}), newTerminal(t, 80, 24)
		pictures := map[string]bool{}
		for i := range 20 {
			show(s, term, v, noon.Add(time.Duration(i)*33*time.Millisecond))
			pictures[term.text()] = true
		}
		if fewer != (len(pictures) == 1) {
			t.Errorf("fewer flashes %v: %d different pictures", fewer, len(pictures))
		}
	}
}
