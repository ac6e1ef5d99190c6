package scene

import (
	"dogfight/assets"
	"dogfight/game"
)

// SpriteSpot is a sub-pixel of a ship.
type SpriteSpot struct {
	X, Y int8
	Part Part
}

// ShipSprite is the pictures of a class. Idle is drawn as Up.
type ShipSprite struct {
	Name    string // of the drawing
	Size    int    // in sub-pixels, both ways
	Outline [game.Courses][]SpriteSpot
	Nozzles [game.Courses][]Nozzle

	hull   [game.Courses][]SpriteSpot
	large  [game.Courses][]SpriteSpot
	flames flames
}

// At returns the hull, in the order of Parts.
func (s *ShipSprite) At(facing game.Course) []SpriteSpot { return s.hull[facing%game.Courses] }

// Large returns the hull three times as large.
func (s *ShipSprite) Large(facing game.Course) []SpriteSpot { return s.large[facing%game.Courses] }

// SpriteOfClass returns the sprite that names a class, one with its name (drones), or one that suits its HP.
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

// mine returns a mine, in its owner's colours and the same from all sides.
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
