package proto

import (
	"fmt"
	"math/bits"

	"dogfight/game"
)

// checkWorld returns the first field of a World that its Setup does not allow. A World that passes can be played on.
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

// endTick is three days before the highest tick. In a later World, ticks would soon start from 0 again, before the match began.
const endTick = 0xff000000

// worldCheck collects the first error.
type worldCheck struct {
	setup         *game.Setup
	width, height int32
	of            string // the part that is checked
	number        int    // its index
	err           error
}

func (c *worldCheck) that(ok bool, field string, got uint64) {
	if !ok && c.err == nil {
		c.err = &SyntaxError{Message: "keyframe", Field: fmt.Sprintf("%s of %s %d", field, c.of, c.number), Want: "what the setup allows", Got: fmt.Sprint(got)}
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
		weapon := &c.setup.Weapons[shot.Weapon] // checked by the coder
		c.that(shot.Left > 0 && shot.Left <= weapon.Life, "time of a shot", uint64(shot.Left))
		speed := max(shot.VX, -shot.VX, shot.VY, -shot.VY)
		c.that(speed <= game.MaxShotSpeed, "speed of a shot", uint64(speed))
		c.place(shot.X, shot.Y)
		c.that(shot.Prey <= game.MaxShips, "prey of a shot", uint64(shot.Prey))
	}
}

// mode checks the parts of the World that modes use.
func (c *worldCheck) mode(w *game.World) {
	c.of, c.number = "world", 0
	c.that(w.Rounds.Began <= w.Tick, "begin of the round", uint64(w.Rounds.Began))
	z := &w.Zone
	c.place(z.X, z.Y)
	c.place(z.NextX, z.NextY)
	c.that(z.NextRadius <= z.Radius, "next radius of the zone", uint64(z.NextRadius))
	c.that(int(z.Step) < game.ZoneSteps, "step of the zone", uint64(z.Step))
	c.place(w.Orb.X, w.Orb.Y)
	c.that(w.Orb.Carrier <= game.MaxShips, "carrier", uint64(w.Orb.Carrier))
	c.that(w.Heat.Called <= w.Tick && w.Heat.Won <= w.Tick, "time of the race", uint64(max(w.Heat.Called, w.Heat.Won)))
	for i := range w.Racers {
		c.of, c.number = "racer", i
		r := &w.Racers[i]
		c.that(int(r.Gate) < max(len(c.setup.Arena.Gates), 1), "checkpoint", uint64(r.Gate))
		c.that(r.Late <= 1, "lateness", uint64(r.Late))
		c.that(r.Began <= w.Tick && r.Done <= w.Tick, "time", uint64(max(r.Began, r.Done)))
	}
	for i := range w.Trails {
		if c.setup.Mode.State() != game.TrailState {
			break
		}
		c.of, c.number = "trail", i
		c.trail(&w.Trails[i], &w.Ships[i])
	}
	c.of, c.number = "world", 0
	c.that(w.Assault.Began <= w.Tick, "begin of the wave", uint64(w.Assault.Began))
	for i := range w.Drones {
		c.of, c.number = "drone", i
		d := &w.Drones[i]
		c.that(d.Link <= game.MaxShips, "link", uint64(d.Link))
		c.that(d.Turn < game.Courses, "turn", uint64(d.Turn))
	}
}

// trail checks that a ship can have left the trail.
func (c *worldCheck) trail(t *game.Trail, ship *game.Ship) {
	if ship.State == game.Empty {
		c.that(*t == (game.Trail{}), "corners", uint64(t.Count))
		return
	}
	c.that(t.Held < game.Courses, "course", uint64(t.Held))
	straight := ship.Facing >= game.Up && ship.Facing <= game.Right
	c.that(ship.State != game.Flying || straight, "facing", uint64(ship.Facing))
	c.that(int(t.Count) <= game.MaxCorners && bits.Len32(t.Gaps) <= int(t.Count), "gaps", uint64(t.Gaps))
	if c.err != nil || t.Count == 0 {
		return
	}
	for k, at := range t.Corners[:t.Count] {
		c.place(int32(at.X)*game.One, int32(at.Y)*game.One)
		c.that(k == 0 || at.X == t.Corners[k-1].X || at.Y == t.Corners[k-1].Y, "corner", uint64(k))
	}
	last := t.Corners[t.Count-1].Point()
	c.that(last.X == ship.X || last.Y == ship.Y, "last corner", uint64(last.X))
}
