package scene

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

// spritesTurntable is the courses of a full turn to the right.
var spritesTurntable = [8]game.Course{
	game.Up, game.UpRight, game.Right, game.DownRight, game.Down, game.DownLeft, game.Left, game.UpLeft,
}

type place struct{ x, y int8 }

// silhouette returns the places of a list, and fails if one appears twice.
func silhouette[P Spot | Dot](t *testing.T, list []P) map[place]bool {
	t.Helper()
	shape := map[place]bool{}
	for _, p := range list {
		at := placeOf(p)
		if shape[at] {
			t.Errorf("%v is drawn twice", at)
		}
		shape[at] = true
	}
	return shape
}

func placeOf[P Spot | Dot](p P) place {
	switch p := any(p).(type) {
	case Spot:
		return place{p.X, p.Y}
	case Dot:
		return place{p.X, p.Y}
	}
	return place{}
}

// differing counts the places of only one of two silhouettes.
func differing(a, b map[place]bool) (n int) {
	for p := range a {
		if !b[p] {
			n++
		}
	}
	for p := range b {
		if !a[p] {
			n++
		}
	}
	return n
}

func TestEveryClassHasASprite(t *testing.T) {
	seen := map[*ShipSprite]string{}
	for _, c := range assets.Classes() {
		s := SpriteOf(&c)
		if loaded().byClass[c.Name] != s || s == nil || seen[s] != "" {
			t.Errorf("%s: found %p, which %q has too", c.Name, s, seen[s])
		}
		seen[s] = c.Name
	}
}

func TestNoClassIsNamedByTwoSprites(t *testing.T) {
	seen := map[string]string{}
	for _, s := range assets.Sprites(canvas.Roles()) {
		for _, class := range s.Classes {
			if seen[class] != "" {
				t.Errorf("%s is named by %s and %s", class, seen[class], s.Name)
			}
			seen[class] = s.Name
		}
	}
}

func TestAClassWithoutASpriteGetsOneByHP(t *testing.T) {
	for hp, want := range map[uint8]string{1: "scout", 3: "scout", 4: "fighter", 6: "fighter", 7: "bomber", 15: "bomber"} {
		if got := SpriteOf(&game.Class{Name: "unheard-of", HP: hp}); got == nil || got != loaded().ships[want] {
			t.Errorf("%d hp: expected a %s", hp, want)
		}
	}
}

// The least number of a ship's 25 to 45 sub-pixels that differ between classes or facings, without colour.
const (
	leastBetweenClasses = 10
	leastBetweenFacings = 14
)

func TestClassAndFacingShowInTheSilhouetteAlone(t *testing.T) {
	type view struct {
		class  string
		facing game.Course
	}
	views, shapes := []view(nil), []map[place]bool(nil)
	for _, c := range assets.Classes() {
		for _, facing := range spritesTurntable {
			views = append(views, view{c.Name, facing})
			shapes = append(shapes, silhouette(t, SpriteOf(&c).At(facing)))
		}
	}
	classes, facings := 1000, 1000 // the least differences
	for i := range views {
		for j := range i {
			n, least := differing(shapes[i], shapes[j]), leastBetweenFacings
			if views[i].class != views[j].class {
				classes, least = min(classes, n), leastBetweenClasses
			} else {
				facings = min(facings, n)
			}
			if n < least {
				t.Errorf("%v and %v differ in %d sub-pixels, expected %d", views[i], views[j], n, least)
			}
		}
	}
	t.Logf("classes differ in %d sub-pixels or more, facings of a class in %d or more", classes, facings)
}

func TestFacingsAreTheTwoDrawingsTurned(t *testing.T) {
	for name, s := range loaded().ships {
		for i, facing := range spritesTurntable {
			odd := int8(s.Size % 2)
			turned := map[place]bool{}
			for p := range silhouette(t, s.At(facing)) {
				turned[place{-p.y - 1 + odd, p.x}] = true
			}
			if next := spritesTurntable[(i+2)%8]; differing(turned, silhouette(t, s.At(next))) != 0 {
				t.Errorf("%s: %d is not %d turned by a quarter", name, next, facing)
			}
		}
		if differing(silhouette(t, s.At(game.Idle)), silhouette(t, s.At(game.Up))) != 0 {
			t.Errorf("%s: is not drawn as it would fly up when it does not fly", name)
		}
	}
}

func TestDrawingTurnedByFourQuartersIsItself(t *testing.T) {
	for _, s := range assets.Sprites(canvas.Roles()) {
		for _, d := range []assets.Drawing{s.Up, s.UpRight, s.LargeUp, s.LargeUpRight} {
			if len(d) == 0 || len(d) != len(d[0]) {
				continue
			}
			turned := quarterTurn(quarterTurn(quarterTurn(quarterTurn(d))))
			for y := range d {
				if turned[y] != d[y] {
					t.Errorf("%s: row %d is %q, expected %q", s.Name, y, turned[y], d[y])
				}
			}
		}
	}
}

func TestHullIsOnePieceWithoutHoles(t *testing.T) {
	for name, s := range loaded().ships {
		for _, facing := range spritesTurntable {
			for kind, list := range map[string][]Spot{"small": s.At(facing), "large": s.Large(facing)} {
				shape := silhouette(t, list)
				if name == "mine" || len(list) == 0 {
					continue // its spikes are apart
				}
				if n := len(flood(shape, placeOf(list[0]), true)); n != len(shape) {
					t.Errorf("%s %s, facing %d: %d of %d sub-pixels hang together", kind, name, facing, n, len(shape))
				}
				const box = 2*24 + 1
				if around := len(flood(shape, place{-24, -24}, false)); around+len(shape) != box*box {
					t.Errorf("%s %s, facing %d: %d sub-pixels within the hull are empty", kind, name, facing, box*box-around-len(shape))
				}
			}
		}
	}
}

// flood returns the connected part of a shape or of its surroundings, corners included for the shape.
func flood(shape map[place]bool, from place, within bool) map[place]bool {
	seen, open := map[place]bool{from: true}, []place{from}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		for dy := int8(-1); dy <= 1; dy++ {
			for dx := int8(-1); dx <= 1; dx++ {
				next := place{p.x + dx, p.y + dy}
				if seen[next] || shape[next] != within || max(next.x, -next.x, next.y, -next.y) > 24 || !within && dx != 0 && dy != 0 {
					continue
				}
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return seen
}

func TestShipIsInTheMiddleOfItsPlace(t *testing.T) {
	for name, s := range loaded().ships {
		for _, facing := range spritesTurntable {
			var left, right, top, bottom int8 = 100, -100, 100, -100
			for _, p := range s.At(facing) {
				left, right, top, bottom = min(left, p.X), max(right, p.X), min(top, p.Y), max(bottom, p.Y)
			}
			if x, y := left+right, top+bottom; max(x, -x, y, -y) > 3 { // an even size is half a sub-pixel off
				t.Errorf("%s, facing %d: from %d to %d and %d to %d", name, facing, left, right, top, bottom)
			}
		}
	}
}

// along returns the distance of a place in the direction of a course.
func along(facing game.Course, x, y int8) int {
	vx, vy := facing.Vector()
	return int(x)*int(vx) + int(y)*int(vy)
}

func TestNoseIsInFrontAndEnginesBehind(t *testing.T) {
	for _, c := range assets.Classes() {
		s := SpriteOf(&c)
		for _, facing := range spritesTurntable {
			for _, list := range [][]Spot{s.At(facing), s.Large(facing)} {
				front, engines := list[0], 0
				for _, p := range list {
					if along(facing, p.X, p.Y) > along(facing, front.X, front.Y) {
						front = p
					}
					if p.Part != Engine {
						continue
					}
					if engines++; along(facing, p.X, p.Y) >= 0 {
						t.Errorf("%s, facing %d: an engine in front at %d %d", c.Name, facing, p.X, p.Y)
					}
				}
				if front.Part != Trim || engines == 0 {
					t.Errorf("%s, facing %d: part %d is in front, there are %d engines", c.Name, facing, front.Part, engines)
				}
			}
		}
	}
}

func TestSideTurnedToTheLightIsLit(t *testing.T) {
	for _, c := range assets.Classes() {
		for _, facing := range spritesTurntable {
			var light, count [Parts]int
			for _, p := range SpriteOf(&c).At(facing) {
				light[p.Part] += int(p.X)*lightX + int(p.Y)*lightY
				count[p.Part]++
			}
			if count[Lit] == 0 || count[Dark] == 0 || light[Lit]*count[Dark] <= light[Dark]*count[Lit] {
				t.Errorf("%s, facing %d: lit %d of %d, dark %d of %d", c.Name, facing, light[Lit], count[Lit], light[Dark], count[Dark])
			}
		}
	}
}

func TestHullIsDrawnBeforeTrimAndGlass(t *testing.T) {
	for name, s := range loaded().ships {
		for _, facing := range spritesTurntable {
			list := s.At(facing)
			for i := range list[1:] {
				if list[i+1].Part < list[i].Part {
					t.Errorf("%s, facing %d: part %d after part %d", name, facing, list[i+1].Part, list[i].Part)
				}
			}
		}
	}
}

func TestOutlineIsAroundTheHullButForTheFlames(t *testing.T) {
	for name, s := range loaded().ships {
		for _, facing := range spritesTurntable {
			hull, line, exhaust := silhouette(t, s.At(facing)), silhouette(t, s.Outline[facing]), map[place]bool{}
			for _, n := range s.Nozzles[facing] {
				exhaust[place{n.X, n.Y}] = true
			}
			beside := map[place]bool{}
			for p := range hull {
				for _, q := range [...]place{{p.x - 1, p.y}, {p.x + 1, p.y}, {p.x, p.y - 1}, {p.x, p.y + 1}} {
					if !hull[q] && !exhaust[q] && !line[q] {
						t.Errorf("%s, facing %d: nothing at %v, beside the hull", name, facing, q)
					}
					beside[q] = !hull[q]
				}
			}
			for p := range line {
				if !beside[p] || exhaust[p] {
					t.Errorf("%s, facing %d: %v is not beside the hull, or where a flame begins", name, facing, p)
				}
			}
		}
	}
}

func TestLargeShipIsThreeTimesAsLarge(t *testing.T) {
	for _, c := range assets.Classes() {
		s := SpriteOf(&c)
		for _, facing := range spritesTurntable {
			small, large := len(s.At(facing)), len(s.Large(facing))
			if large < 5*small || large > 12*small {
				t.Errorf("%s, facing %d: %d sub-pixels are %d from near", c.Name, facing, small, large)
			}
		}
	}
}

func TestTriplingRoundsCorners(t *testing.T) {
	got := tripled(assets.Drawing{".n.", "lmr", "..."})
	for y, want := range []string{
		"...nnn...", "...nnn...", "...nnn...",
		"lllmmmrrr", "lllmmmrrr", "lllmmmrrr",
		".........", ".........", ".........",
	} {
		if got[y] != want {
			t.Errorf("row %d of a corner of three letters: %q, expected %q", y, got[y], want)
		}
	}
	got = tripled(assets.Drawing{"l..", "ll.", "lll"})
	for y, want := range []string{
		"lll......", "lll......", "llll.....",
		"lllll....", "llllll...", "lllllll..",
		"lllllllll", ".llllllll", "..lllllll",
	} {
		if got[y] != want {
			t.Errorf("row %d of a slope: %q, expected %q", y, got[y], want)
		}
	}
}

func TestInASCIIClassesDifferInEachFacingAndHaveRoomForATeam(t *testing.T) {
	seen := map[[2]string]string{}
	for _, class := range []string{"fighter", "scout", "bomber"} {
		for facing := game.Course(1); facing < game.Courses; facing++ {
			picture := plainShipOf(class)[facing]
			if other := seen[picture]; other != "" {
				t.Errorf("%s, facing %d: looks like the %s", class, facing, other)
			}
			seen[picture] = class
			for _, row := range picture {
				if len(row) != 3 {
					t.Errorf("%s, facing %d: expected three characters, found %q", class, facing, row)
				}
			}
			if picture[plainMiddle(facing)][1] == ' ' {
				t.Errorf("%s, facing %d: no hull for the letter of a team in %q", class, facing, picture)
			}
		}
	}
}
