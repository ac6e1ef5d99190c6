package replay

import (
	"dogfight/game"
)

// watcher plays a match and collects deeds.
type watcher struct {
	setup  *game.Setup
	world  *game.World
	deeds  []deed
	leader int // slot, or team where there are some; or noLeader, or level

	killer   [game.MaxShips]int       // slot+1 of the last one that destroyed the ship in a slot, 0 after revenge
	killedAt [game.MaxShips]game.Tick // tick of that
	firstIn  uint8                    // slot of the first to finish
	firstAt  game.Tick                // tick of that; 0 before
	second   bool                     // the second has finished
	taken    []deed                   // all leads
}

// deedsOf returns the deeds of a match, by rising ticks.
func deedsOf(f *File, stop func() bool) []deed {
	c, err := f.Play()
	if err != nil {
		return nil
	}
	w := watcher{setup: f.Setup, world: &c.World, leader: noLeader}
	var events game.Events
	for n := 1; ; n++ {
		events.List = events.List[:0]
		if _, ok, err := c.Step(&events); !ok || err != nil {
			break // the deeds until then can be shown
		}
		w.update(events.List)
		if c.World.Status == game.Closed {
			w.decide(c.World.Tick)
			break
		}
		if n%KeyframeEvery == 0 && stop != nil && stop() {
			return nil
		}
	}
	return w.deeds
}

// update takes the events of a tick.
func (w *watcher) update(events []game.Event) {
	if w.world.Status == game.Waiting {
		return
	}
	before := len(w.deeds)
	for i := range events {
		if ev := &events[i]; ev.Slot < game.MaxShips && ev.By < game.MaxShips {
			w.event(ev)
		}
	}
	w.updateLead(len(w.deeds) > before)
}

func (w *watcher) add(k kind, slot uint8, worth, figure int) {
	w.deeds = append(w.deeds, deed{k, slot, w.world.Tick, worth, figure})
}

func (w *watcher) event(ev *game.Event) {
	switch ev.Kind {
	case game.EventKill:
		w.kill(ev)
	case game.EventCapture:
		w.add(capture, ev.Slot, worths[capture], 0)
	case game.EventRoundWon:
		if ev.What != game.NoTeam {
			w.add(round, w.winnerOf(ev), worths[round], 0)
		}
	case game.EventFinish:
		w.finish(ev)
	}
}

// winnerOf returns the ship that won a round: of a team, the one with the last kill.
func (w *watcher) winnerOf(ev *game.Event) uint8 {
	if n := len(w.deeds); n > 0 && ev.What != 0 {
		if d := &w.deeds[n-1]; d.tick == w.world.Tick && w.world.Ships[d.slot].Team == ev.What {
			return d.slot
		}
	}
	return ev.Slot
}

// kill takes a kill of a foe.
func (w *watcher) kill(ev *game.Event) {
	ships := &w.world.Ships
	victim, by := int(ev.Slot), int(ev.By)
	if victim == by || !w.setup.Foes(&ships[by], &ships[victim]) {
		return
	}
	if pilots := w.setup.Mode.Pilots(); w.setup.Mode.State() == game.AssaultState && (by >= pilots || victim >= pilots) {
		w.killDrone(ev, by < pilots)
		return
	}
	w.add(kill, ev.By, worths[kill], 0)
	if ev.HP == 1 && w.setup.Mode.State() != game.TrailState {
		w.add(brink, ev.By, worths[brink], 0)
	}
	if units := unitsOf(ev); units >= farUnits && w.aimed(ev.What) {
		w.add(far, ev.By, worths[far]+(units-farUnits)/farStep*farBonus, units)
	}
	if now := w.world.Tick; w.killer[by] == victim+1 && now-w.killedAt[by] <= game.RevengeTime {
		w.add(revenge, ev.By, worths[revenge], 0)
		w.killer[by] = 0
	}
	w.killer[victim], w.killedAt[victim] = by+1, w.world.Tick
}

// killDrone takes the end of a drone, by a pilot or another ship.
func (w *watcher) killDrone(ev *game.Event, pilot bool) {
	if !pilot {
		return
	}
	class := w.world.Ships[ev.Slot].Class
	if k := w.setup.Kind(class); k != nil && k.Role == game.Core {
		w.add(boss, ev.By, worths[boss], 0)
		return
	}
	w.add(kill, ev.By, droneWorth, 0)
}

// aimed reports whether the shots of a weapon fly.
func (w *watcher) aimed(what uint8) bool {
	return int(what) < len(w.setup.Weapons) && w.setup.Weapons[what].Speed > 0
}

// unitsOf returns the distance that a shot has flown.
func unitsOf(ev *game.Event) int {
	dx, dy := int64(ev.X-ev.FromX)/game.One, int64(ev.Y-ev.FromY)/game.One
	far, least := 0, int64(0)
	for step := int64(1 << 14); step > 0; step >>= 1 { // the square root
		if next := least + step; next*next <= dx*dx+dy*dy {
			least = next
			far = int(next)
		}
	}
	return far
}

// finish takes the end of a race for one ship.
func (w *watcher) finish(ev *game.Event) {
	switch {
	case w.firstAt == 0:
		w.firstIn, w.firstAt = ev.Slot, w.world.Tick
	case !w.second:
		w.second = true
		if by := w.world.Tick - w.firstAt; by <= photo {
			w.insert(deed{finish, w.firstIn, w.firstAt, worths[finish], int(by)})
		}
	}
}

// updateLead adds a deed if a pilot takes the lead by a deed of this tick.
func (w *watcher) updateLead(acted bool) {
	leader, score := w.leads()
	was := w.leader
	w.leader = leader
	if leader == was || leader < 0 || !acted {
		return
	}
	d := &w.deeds[len(w.deeds)-1]
	if d.tick != w.world.Tick || !w.ledBy(leader, d.slot) {
		return
	}
	took := deed{lead, d.slot, d.tick, worths[lead], 0}
	w.taken = append(w.taken, took)
	if was == noLeader || score < leadsFrom {
		return
	}
	if left := w.world.TimeLeft(w.setup); left > 0 && left <= lateLead {
		took.worth *= 2
	}
	w.deeds = append(w.deeds, took)
}

// ledBy reports whether the leader is the slot or its team.
func (w *watcher) ledBy(leader int, slot uint8) bool {
	if w.setup.Teams() > 0 {
		return int(w.world.Ships[slot].Team) == leader
	}
	return int(slot) == leader
}

// The leader if it is no slot or team.
const (
	noLeader = -1 // no points yet, or a mode without a lead
	level    = -2 // several have as many points
)

// leads returns the team or slot with the most points, and their number.
func (w *watcher) leads() (leader int, best int32) {
	leader, best = noLeader, 0
	take := func(i int, score int32) {
		switch {
		case score > best:
			leader, best = i, score
		case score == best && best > 0:
			leader = level
		}
	}
	switch {
	case w.setup.Mode.State() == game.AssaultState || w.setup.Mode.State() == game.RaceState:
		return leader, best
	case w.setup.Teams() > 0:
		for team := 1; team <= w.setup.Teams(); team++ {
			take(team, w.world.TeamScores[team])
		}
		return leader, best
	}
	for i := range w.world.Ships {
		if w.world.Ships[i].State != game.Empty {
			take(i, w.world.Ships[i].Score)
		}
	}
	return leader, best
}

// decide adds, at the end of the match, the lead that won it, if that was taken in the last seconds.
func (w *watcher) decide(end game.Tick) {
	if len(w.taken) == 0 {
		return
	}
	last := w.taken[len(w.taken)-1]
	won := w.setup.Winner(w.world)
	if !won.Decided || end-last.tick > lastSpell || !won.Includes(last.slot, w.world.Ships[last.slot].Team) {
		return
	}
	last.kind, last.worth, last.figure = decided, worths[decided], int(end-last.tick)
	w.insert(last)
}

// insert inserts a deed that became known later.
func (w *watcher) insert(d deed) {
	w.deeds = append(w.deeds, d)
	for i := len(w.deeds) - 1; i > 0 && w.deeds[i].tick < w.deeds[i-1].tick; i-- {
		w.deeds[i], w.deeds[i-1] = w.deeds[i-1], w.deeds[i]
	}
}
