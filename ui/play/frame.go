package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

// frame is what everything that is drawn at one moment shares.
type frame struct {
	*canvas.Canvas
	*net.View
	now     time.Time
	options Options
	pilots  *pilots
	keys    *keys.Bindings
	scheme  keys.Scheme
	mutes   *mutes
	held    *held // nil: everything is drawn where it is

	terminal time.Duration // the way to the player's terminal and back; 0 for not known

	shift     uint // a dot is 1<<shift of the rules' 1/256 unit wide and high
	left, top int  // of the canvas, in dots of the arena
	followed  int  // slot of the ship that holds still, or -1
	side      int  // columns at the right that the panel takes
	above     int  // rows under the top line that are for text
	corner    area // that the page of net figures covers
	radarAt   area // that the radar takes in a corner of the field
	ships     []area
}

// pixelShift is the shift of a pixel of 4 units, in which lengths are given
// here: 3 are a ship.
const pixelShift = 10

// locate returns the dot in which a position of the arena lies.
func (f *frame) locate(x, y int32) (px, py int) {
	return int(x>>f.shift) - f.left, int(y>>f.shift) - f.top
}

// dots returns how many dots a length in pixels takes.
func (f *frame) dots(pixels int) int { return pixels << pixelShift >> f.shift }

// locateShip returns where the middle of the slot's ship is to be drawn. The one
// that the camera follows, in whole pixels like everything, is held to whole
// pixels too, or it would tremble.
func (f *frame) locateShip(slot int) (px, py int) {
	at := f.position(slot)
	if f.held != nil {
		at = f.held.ships[slot]
	}
	px, py = f.locate(at.X, at.Y)
	if slot == f.followed {
		fine := f.Mode.Fine()
		px, py = px&^(fine-1), py&^(fine-1)
	}
	return px, py
}

// position returns where a ship is in the arena.
func (f *frame) position(slot int) game.Point {
	ship, offset := &f.World.Ships[slot], &f.Offsets[slot]
	return game.Point{X: ship.X + offset.X, Y: ship.Y + offset.Y}
}

// near reports whether something within margin pixels of a dot may show.
func (f *frame) near(px, py, margin int) bool {
	width, height := f.Dots()
	margin = f.dots(margin) + f.Mode.Fine()
	return px >= -margin && px < width+margin && py >= -margin && py < height+margin
}

// beat counts from 0 to n-1 and again, one step each period. It stays 0 for
// those who want fewer flashes.
func (f *frame) beat(period time.Duration, n int) int {
	if f.options.FewerFlashes {
		return 0
	}
	return int(f.now.UnixNano() / int64(period) % int64(n))
}

// flying returns the ship in a slot, or nil if there is none in space.
func (f *frame) flying(slot int) *game.Ship {
	if slot < 0 || f.World.Ships[slot].State != game.Flying {
		return nil
	}
	return &f.World.Ships[slot]
}

// waiting reports whether the match has yet to begin.
func (f *frame) waiting() bool { return f.World != nil && f.World.Status == game.Waiting }

// dead reports whether the own ship waits for its return.
func (f *frame) dead() bool { return f.Me >= 0 && f.World.Ships[f.Me].State == game.Dead }

// fights reports whether the own ship is in space, in a match under way.
func (f *frame) fights() bool {
	return f.World.Status == game.InProgress && f.flying(f.Me) != nil
}

// muted reports whether the player does not read the pilot in a slot.
func (f *frame) muted(slot int) bool {
	pilot := &f.pilots[slot]
	return pilot.Name != "" && f.mutes.has(pilot.ID)
}

// foes reports whether the ships in two slots are enemies.
func (f *frame) foes(a, b int) bool {
	return a != b && f.Setup.Mode.Foes(&f.World.Ships[a], &f.World.Ships[b])
}

// class returns the class of a ship.
func (f *frame) class(ship *game.Ship) *game.Class {
	return &f.Setup.Classes[int(ship.Class)%len(f.Setup.Classes)]
}

// kit returns what a ship flies with or, while it waits, will fly with.
func (f *frame) kit(ship *game.Ship) (*game.Class, *game.Weapon) {
	if ship.State == game.Flying {
		return f.class(ship), f.weapon(ship.Weapon)
	}
	next := game.Ship{Class: ship.NextClass}
	return f.class(&next), f.weapon(ship.NextWeapon)
}

// weapon returns the weapon with that index.
func (f *frame) weapon(index uint8) *game.Weapon {
	return &f.Setup.Weapons[int(index)%len(f.Setup.Weapons)]
}
