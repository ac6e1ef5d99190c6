// Package sprites has the pictures of what is in space, as lists of sub-pixels: ships
// in eight facings with their flames, bosses, barrels, orbs, mines, shields and bursts.
//
// A list is made once, when it is first asked for, and belongs to all who draw: nobody
// may change one. What wears its
// pilot's colours is a list of Spots, anything else one of Dots. A sub-pixel is 2 x 2
// units; places are from the middle, x to the right and y down.
package scene

import (
	"dogfight/assets"
	"dogfight/game"
)

// Spot is a sub-pixel of a ship.
type SpriteSpot struct {
	X, Y int8
	Part Part
}

// Ship is what a class looks like. Idle is drawn as Up.
type ShipSprite struct {
	Name    string // of the drawing
	Size    int    // in sub-pixels, both ways
	Outline [game.Courses][]SpriteSpot
	Nozzles [game.Courses][]Nozzle

	hull   [game.Courses][]SpriteSpot
	large  [game.Courses][]SpriteSpot
	flames flames
}

// At returns the hull of a ship, in the order of Parts.
func (s *ShipSprite) At(facing game.Course) []SpriteSpot { return s.hull[facing%game.Courses] }

// Large returns the hull as it is seen from near, three times as large as At.
func (s *ShipSprite) Large(facing game.Course) []SpriteSpot { return s.large[facing%game.Courses] }

// OfClass returns what a class looks like: a sprite that names it, one of its name, as those
// of drones are, or else one that suits how much it stands.
func SpriteOfClass(c *game.Class) *ShipSprite {
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

// Mine returns a mine, which has its owner's colours and looks the same from all sides.
func mine() []SpriteSpot { return loaded().ships["mine"].At(game.Up) }

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
