package carnage

import (
	"math"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// What a World does not say of its things, as no rule needs it.
const (
	barrelVertices = 8
	barrelBolts    = 4
)

// playerOf returns the dynamic data of a ship.
func playerOf(ship *game.Ship, class *game.Class, p *past) Player {
	return Player{
		Position:         Vec2{dialect.Unit(ship.X), dialect.Unit(ship.Y)},
		Angle:            angleOf(ship.Facing),
		IconAngle:        angleOf(ship.Facing),
		HealthPercentage: percentage(ship.HP, class.HP),
		Score:            float32(ship.Score),

		TimeWhenLastBulletFired:         p.fired,
		TimeWhenLastDamaged:             p.damaged,
		LatestTimeWhenBelowMaxHealth:    p.below,
		LatestTimeWhenNotBelowMaxHealth: p.whole,
	}
}

func barrelAt(thing *dialect.Thing, p *past) Barrel {
	return Barrel{
		Radius:   dialect.Unit(game.BarrelRadius),
		Vertices: barrelVertices,
		Bolts:    barrelBolts,

		Position:         positionOf(thing),
		HealthPercentage: percentage(p.hp, game.BarrelHP),

		TimeWhenLastDamaged:             p.damaged,
		LatestTimeWhenBelowMaxHealth:    p.below,
		LatestTimeWhenNotBelowMaxHealth: p.whole,
	}
}

func orbAt(thing *dialect.Thing) Orb {
	return Orb{Radius: dialect.Unit(game.ItemRadius), Color: float32(thing.Item), Random: randomOf(thing.ID), Position: positionOf(thing)}
}

func bulletAt(thing *dialect.Thing, weapon uint8) Bullet {
	b := Bullet{
		OwnerRadius: dialect.Unit(game.ShipRadius),
		WeaponIndex: weapon,
		Random:      randomOf(thing.ID),
		Position:    positionOf(thing),
	}
	if way := math.Hypot(float64(thing.VX), float64(thing.VY)); way > 0 {
		b.Direction = Vec2{float32(float64(thing.VX) / way), float32(float64(thing.VY) / way)}
	}
	return b
}

func positionOf(thing *dialect.Thing) Vec2 {
	return Vec2{dialect.Unit(thing.X), dialect.Unit(thing.Y)}
}

// angleOf returns the angle of a course in radians, clockwise from the right, as y
// grows downwards: above -pi, up to pi.
func angleOf(c game.Course) float32 {
	x, y := c.Vector()
	return float32(math.Atan2(float64(y), float64(x)))
}

// percentage returns how much of the full hp is left. More than full, which power-ups give, is 100.
func percentage(hp, full uint8) float32 { return 100 * float32(min(hp, full)) / float32(full) }

// randomOf returns a number from 0 up to 1 that goes with the id.
func randomOf(id uint32) float32 {
	const golden = 2654435769 // 2^32 by the golden ratio spreads numbers that follow each other
	return float32(id*golden>>8) / (1 << 24)
}
