package scene

import (
	"cmp"
	"slices"
	"sync"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

// Spot is a sub-pixel of a ship.
type Spot struct {
	X, Y int8
	Part Part
}

// ShipSprite is the pictures of a class. Idle is drawn as Up.
type ShipSprite struct {
	Name    string // of the drawing
	Size    int    // in sub-pixels, both ways
	Outline [game.Courses][]Spot
	Nozzles [game.Courses][]Nozzle

	hull   [game.Courses][]Spot
	large  [game.Courses][]Spot
	flames flames
}

// At returns the hull, in the order of Parts.
func (s *ShipSprite) At(facing game.Course) []Spot { return s.hull[facing%game.Courses] }

// Large returns the hull three times as large.
func (s *ShipSprite) Large(facing game.Course) []Spot { return s.large[facing%game.Courses] }

// SpriteOf returns the sprite that names a class, one with its name (drones), or one that suits its HP.
func SpriteOf(c *game.Class) *ShipSprite {
	l := loaded()
	if s := l.byClass[c.Name]; s != nil {
		return s
	}
	switch s := l.ships[c.Name]; {
	case s != nil:
		return s
	case c.HP <= 3:
		return l.ships["scout"]
	case c.HP >= 7:
		return l.ships["bomber"]
	}
	return l.ships["fighter"]
}

// mine returns a mine, in its owner's colours and the same from all sides.
func mine() []Spot { return loaded().ships["mine"].At(game.Up) }

func newShip(sprite *assets.Sprite) *ShipSprite {
	s := &ShipSprite{Name: sprite.Name, Size: len(sprite.Up)}
	large := facings(sprite.LargeUp, sprite.LargeUpRight)
	for facing, d := range facings(sprite.Up, sprite.UpRight) {
		course := game.Course(facing)
		s.Nozzles[facing] = nozzlesOf(d, course)
		s.Outline[facing] = outline(d, s.Nozzles[facing])
		s.hull[facing] = spots(d, course)
		if large[facing] == nil && len(sprite.Classes) > 0 {
			large[facing] = tripled(d)
		}
		s.large[facing] = spots(large[facing], course)
		s.flames[facing] = flamesOf(s.Nozzles[facing])
	}
	return s
}

// Part is the kind of a ship's sub-pixel, which selects a colour of the pilot's ramp.
type Part uint8

// The parts in drawing order.
const (
	Lit    Part = iota // hull facing the light
	Middle             // the spine
	Dark               // hull facing away
	Wing               // the edges of wings
	Engine             // a nozzle
	Trim               // the nose, and marks
	Glass              // of the cockpit
	Lamp               // may blink
	Edge               // the line around the hull
	Parts  = iota
)

// partOf returns the part of a letter in a drawing, in a facing.
func partOf(letter byte, facing game.Course) Part {
	switch letter {
	case 'l':
		return sideOf(facing)
	case 'r':
		return Lit + Dark - sideOf(facing)
	case 'w':
		return Wing
	case 'e':
		return Engine
	case 'n':
		return Trim
	case 'c':
		return Glass
	case 'g':
		return Lamp
	}
	return Middle
}

// The direction of the light, in hundredths.
const (
	lightX = -50
	lightY = -87
)

// sideOf returns Lit or Dark for the left side of a ship. No course is along the light.
func sideOf(facing game.Course) Part {
	vx, vy := facing.Vector()
	if outX, outY := vy, -vx; outX*lightX+outY*lightY > 0 || facing == game.Idle {
		return Lit
	}
	return Dark
}

// library is all pictures except bursts.
type library struct {
	ships    map[string]*ShipSprite // by the names of their sprites
	byClass  map[string]*ShipSprite
	pictures map[string][]Dot
	rings    [fullRing + 1][]Dot
	halos    [haloSteps][]Dot
}

// loaded returns the library, made on first use.
var loaded = sync.OnceValue(func() *library {
	l := newLibrary(assets.Sprites(canvas.Roles()))
	l.rings, l.halos = newRings(), newHalos()
	return l
})

func newLibrary(all []*assets.Sprite) *library {
	l := &library{ships: map[string]*ShipSprite{}, byClass: map[string]*ShipSprite{}, pictures: map[string][]Dot{}}
	for _, sprite := range all {
		if len(sprite.Colours) > 0 {
			l.pictures[sprite.Name] = dots(sprite)
			continue
		}
		s := newShip(sprite)
		l.ships[sprite.Name] = s
		for _, class := range sprite.Classes {
			l.byClass[class] = s
		}
	}
	return l
}

func barrel() []Dot { return loaded().pictures["barrel"] }

func orb() []Dot { return loaded().pictures["orb"] }

// dots returns a sprite with its own colours as a list.
func dots(s *assets.Sprite) []Dot {
	var list []Dot
	for y, row := range s.Up {
		for x := range len(row) {
			if row[x] != '.' {
				k := canvas.InRole(s.Colours[row[x]])
				list = append(list, Dot{fromMiddle(x, len(row)), fromMiddle(y, len(s.Up)), k})
			}
		}
	}
	return slices.Clip(list)
}

// quarters are the quarter turns to the right from a drawing to a facing.
var quarters = [game.Courses]int{
	game.Right: 1, game.Down: 2, game.Left: 3,
	game.DownRight: 1, game.DownLeft: 2, game.UpLeft: 3,
}

// facings returns the drawings of all facings, turned from the two given.
func facings(up, upRight assets.Drawing) (turned [game.Courses]assets.Drawing) {
	for facing := range turned {
		d := up
		if vx, vy := game.Course(facing).Vector(); vx != 0 && vy != 0 && upRight != nil {
			d = upRight
		}
		for range quarters[facing] {
			d = quarterTurn(d)
		}
		turned[facing] = d
	}
	return turned
}

// quarterTurn returns a square drawing turned to the right.
func quarterTurn(d assets.Drawing) assets.Drawing {
	turned := make(assets.Drawing, len(d))
	for y := range d {
		row := make([]byte, len(d))
		for x := range row {
			row[x] = d[len(d)-1-x][y]
		}
		turned[y] = string(row)
	}
	return turned
}

// at returns a letter of a drawing, '.' outside.
func at(d assets.Drawing, x, y int) byte {
	if y < 0 || y >= len(d) || x < 0 || x >= len(d[y]) {
		return '.'
	}
	return d[y][x]
}

// spots returns a drawing as a list, in the order of Parts.
func spots(d assets.Drawing, facing game.Course) []Spot {
	var list []Spot
	for y := range d {
		for x := range d[y] {
			if letter := d[y][x]; letter != '.' {
				list = append(list, Spot{fromMiddle(x, len(d[y])), fromMiddle(y, len(d)), partOf(letter, facing)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Spot) int { return cmp.Compare(a.Part, b.Part) })
	return slices.Clip(list)
}

// outline returns the places beside a drawing, except behind nozzles, where flames begin.
func outline(d assets.Drawing, nozzles []Nozzle) []Spot {
	var list []Spot
	for y := -1; y <= len(d); y++ {
		for x := -1; x <= len(d); x++ {
			if at(d, x, y) != '.' || !touched(d, x, y) {
				continue
			}
			s := Spot{fromMiddle(x, len(d)), fromMiddle(y, len(d)), Edge}
			if !slices.ContainsFunc(nozzles, func(n Nozzle) bool { return n.X == s.X && n.Y == s.Y }) {
				list = append(list, s)
			}
		}
	}
	return slices.Clip(list)
}

// touched reports whether a place has a letter beside it.
func touched(d assets.Drawing, x, y int) bool {
	return at(d, x-1, y) != '.' || at(d, x+1, y) != '.' || at(d, x, y-1) != '.' || at(d, x, y+1) != '.'
}

// fromMiddle returns an index relative to the middle.
func fromMiddle(i, length int) int8 { return int8(i - length/2) }

// tripled returns a drawing three times as large with rounded corners, by the rules of Scale3x.
func tripled(d assets.Drawing) assets.Drawing {
	large := make(assets.Drawing, 3*len(d))
	for y := range large {
		row := make([]byte, 3*len(d))
		for x := range row {
			row[x] = ninth(d, x/3, y/3, x%3-1, y%3-1)
		}
		large[y] = string(row)
	}
	return large
}

// ninth returns a ninth of an enlarged letter, at dx, dy from its middle.
func ninth(d assets.Drawing, x, y, dx, dy int) byte {
	own := at(d, x, y)
	switch {
	case at(d, x-1, y) == at(d, x+1, y) || at(d, x, y-1) == at(d, x, y+1):
	case dx != 0 && dy != 0:
		if letter := at(d, x+dx, y); letter == at(d, x, y+dy) {
			return letter
		}
	case dx == 0 && dy != 0: // like a corner beside it, unless it continues behind the other one
		for _, side := range [...]int{-1, 1} {
			if letter := at(d, x, y+dy); letter == at(d, x+side, y) && own != at(d, x-side, y+dy) {
				return letter
			}
		}
	case dx != 0:
		for _, side := range [...]int{-1, 1} {
			if letter := at(d, x+dx, y); letter == at(d, x, y+side) && own != at(d, x+dx, y-side) {
				return letter
			}
		}
	}
	return own
}
