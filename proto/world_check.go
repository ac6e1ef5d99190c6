package proto

import (
	"fmt"

	"dogfight/game"
)

// checkWorld says what of a World its Setup does not allow. A World that passes
// can be played on.
func checkWorld(s *game.Setup, w *game.World) error {
	c := worldCheck{setup: s, of: "world"}
	c.width, c.height = s.Arena.Size()
	c.that(w.Status <= game.Closed, "status", uint64(w.Status))
	c.that(w.Tick < endTick, "tick", uint64(w.Tick))
	c.that(w.Started <= w.Tick, "start", uint64(w.Started))
	c.that(w.Rand != 0, "chance", uint64(w.Rand))
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != game.Empty {
			c.of, c.number = "ship", i
			c.ship(ship)
			c.shots(ship, &w.Shots[i])
		}
	}
	for i := range s.Arena.Barrels {
		c.of, c.number = "barrel", i
		c.place(w.Barrels[i].X, w.Barrels[i].Y)
	}
	for i := range w.Items {
		if item := &w.Items[i]; item.Kind != game.NoItem || i < len(s.Arena.Pads) {
			c.of, c.number = "item", i
			c.that(item.Kind < game.ItemKinds, "kind", uint64(item.Kind))
			c.place(item.X, item.Y)
		}
	}
	c.mode(w)
	return c.err
}

// endTick is three days before there are no more ticks. In a World of later, time would soon begin anew, before the match
// has started.
const endTick = 0xff000000

// worldCheck keeps the first thing that is wrong.
type worldCheck struct {
	setup         *game.Setup
	width, height int32
	of            string // what is looked at
	number        int    // which one
	err           error
}

func (c *worldCheck) that(ok bool, field string, came uint64) {
	if !ok && c.err == nil {
		c.err = &SyntaxError{Message: "keyframe", Field: fmt.Sprintf("%s of %s %d", field, c.of, c.number), Want: "what the setup allows", Got: fmt.Sprint(came)}
	}
}

func (c *worldCheck) place(x, y int32) {
	c.that(x >= 0 && x < c.width, "x", uint64(x))
	c.that(y >= 0 && y < c.height, "y", uint64(y))
}

func (c *worldCheck) ship(s *game.Ship) {
	c.that(s.State <= game.Dead, "state", uint64(s.State))
	c.that(int(s.Team) <= c.setup.Teams() && (s.Team == 0) == (c.setup.Teams() == 0), "team", uint64(s.Team))
	c.that(int(s.Class) < len(c.setup.Classes), "class", uint64(s.Class))
	c.that(int(s.NextClass) < len(c.setup.Classes), "next class", uint64(s.NextClass))
	c.that(int(s.Weapon) < len(c.setup.Weapons), "weapon", uint64(s.Weapon))
	c.that(int(s.NextWeapon) < len(c.setup.Weapons), "next weapon", uint64(s.NextWeapon))
	c.that(s.Input.Valid(), "input", uint64(s.Input))
	c.that(s.Facing != game.Idle && s.Facing < game.Courses, "facing", uint64(s.Facing))
	c.that(s.Extra <= game.MaxShots, "extra shots", uint64(s.Extra))
	c.place(s.X, s.Y)
	c.that(s.State != game.Flying || c.setup.Arena.HullFits(s.X, s.Y), "rock at x", uint64(s.X))
	// HP and the times may be anything: they are only counted down.
}

func (c *worldCheck) shots(s *game.Ship, shots *[game.MaxShots]game.Shot) {
	for k := range shots {
		shot := &shots[k]
		if s.Live>>k&1 == 0 || c.err != nil {
			continue
		}
		weapon := &c.setup.Weapons[shot.Weapon] // which the coder looked at
		c.that(shot.Left > 0 && shot.Left <= weapon.Life, "time of a shot", uint64(shot.Left))
		speed := max(shot.VX, -shot.VX, shot.VY, -shot.VY)
		c.that(speed <= game.MaxShotSpeed, "speed of a shot", uint64(speed))
		c.place(shot.X, shot.Y)
		c.that(shot.Prey <= game.MaxShips, "prey of a shot", uint64(shot.Prey))
	}
}
