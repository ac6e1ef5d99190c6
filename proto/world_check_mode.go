package proto

import "dogfight/game"

// mode looks at what the mode of the match keeps.
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
		if c.setup.Mode != game.Trails {
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
