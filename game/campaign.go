package game

import (
	"encoding/binary"
	"slices"
)

// Campaign is a series of waves. Read-only.
type Campaign struct {
	Name    string
	Title   string
	Endless bool   // begins again after the last wave, stronger
	Kinds   []Kind // of drones, by the classes of drones in their order
	Waves   []Wave // 1 to MaxWaves
}

// Kind is the rest of a class of drones, beside its Class.
type Kind struct {
	Role   Role
	Armed  bool
	Weapon uint8 // of Setup.Weapons
	Points uint8 // for destroying it
	Parts  []Part
}

// Role is the part of a drone in a boss.
type Role uint8

// The roles. Hits hurt Plain drones and Weak spots; a Core only once its weak spots are
// gone; a Plate never.
const (
	Plain Role = 0
	Core  Role = 1
	Weak  Role = 2
	Plate Role = 3
)

// Part is a drone fixed to a Core, at an offset in units.
type Part struct {
	Class uint8 // of Setup.Classes
	X, Y  int8
}

// Wave is a number of groups that come together.
type Wave struct {
	Title  string
	Groups []Group // 1 to MaxGroups
}

// Group is drones of one kind on one path.
type Group struct {
	At    Tick  // after the begin of the wave
	Class uint8 // of Setup.Classes
	Count uint8 // for two pilots; more for more
	Gap   Tick  // between two drones
	Path  []Corner
	End   PathEnd
	Drop  ItemKind // left by the last of them
}

// PathScale is the unit of the corners of a Path: thousandths of the arena's width and height.
const PathScale = 1000

// PathEnd is the behaviour of a drone at the end of its path.
type PathEnd uint8

// The ends of paths.
const (
	Leaves PathEnd = 0
	Loops  PathEnd = 1 // repeats it from its second corner on
	Hunts  PathEnd = 2 // attacks the nearest pilot
)

// PathEnds is the number of path ends.
const PathEnds = 3

// Wave returns the wave of a number from 1, or nil. After the last the first follows again.
func (s *Setup) Wave(number uint8) *Wave {
	if s.Campaign == nil || number == 0 {
		return nil
	}
	return &s.Campaign.Waves[(int(number)-1)%len(s.Campaign.Waves)]
}

// Kind returns the Kind of a class of drones, or nil for any other class.
func (s *Setup) Kind(class uint8) *Kind {
	if s.Campaign == nil {
		return nil
	}
	if i := int(class) - (len(s.Classes) - len(s.Campaign.Kinds)); i >= 0 && i < len(s.Campaign.Kinds) {
		return &s.Campaign.Kinds[i]
	}
	return nil
}

// BossOf returns the class of the boss in a wave, if any.
func (s *Setup) BossOf(number uint8) (class uint8, ok bool) {
	if wave := s.Wave(number); wave != nil {
		for i := range wave.Groups {
			if k := s.Kind(wave.Groups[i].Class); k != nil && k.Role == Core {
				return wave.Groups[i].Class, true
			}
		}
	}
	return 0, false
}

// cycle returns how many times the campaign was completed before a wave.
func (c *Campaign) cycle(number uint8) int { return max(int(number)-1, 0) / len(c.Waves) }

// bonus returns the number of lost lives that repelling a wave gives back.
func (s *Setup) bonus(number uint8) uint8 {
	if _, boss := s.BossOf(number); boss {
		return bossLives
	}
	return waveLives
}

// renumbered returns the campaign with higher numbers for the classes and weapons of drones.
func (c *Campaign) renumbered(class, weapon int) *Campaign {
	moved := *c
	moved.Kinds = slices.Clone(c.Kinds)
	for i := range moved.Kinds {
		k := &moved.Kinds[i]
		k.Weapon = uint8(int(k.Weapon) + weapon)
		k.Parts = slices.Clone(k.Parts)
		for j := range k.Parts {
			k.Parts[j].Class = uint8(int(k.Parts[j].Class) + class)
		}
	}
	moved.Waves = slices.Clone(c.Waves)
	for i := range moved.Waves {
		wave := &moved.Waves[i]
		wave.Groups = slices.Clone(wave.Groups)
		for j := range wave.Groups {
			wave.Groups[j].Class = uint8(int(wave.Groups[j].Class) + class)
		}
	}
	return &moved
}

// Assault is the state of the waves.
type Assault struct {
	Wave   uint8            // from 1; 0 before the first
	Lives  uint8            // shared by the pilots
	Pilots uint8            // at the begin of the wave
	Timer  uint16           // until the next wave; 0 during one
	Began  Tick             // of this wave
	Sent   [MaxGroups]uint8 // drones of each of its groups that have come
}

func (a *Assault) hash(h *hash) {
	h.add(quad(0, a.Wave, a.Lives, a.Pilots))
	h.add(uint64(a.Timer)<<32 | uint64(a.Began))
	h.add(binary.BigEndian.Uint64(a.Sent[:8]))
	h.add(uint64(binary.BigEndian.Uint32(a.Sent[8:])))
}

// tendWaves runs the waves for a tick.
func (w *World) tendWaves(s *Setup, events *Events) {
	w.clearWrecks()
	a := &w.Assault
	if s.Campaign == nil || a.Wave == 0 && w.pilots(s) == 0 {
		return
	}
	if a.Timer > 0 {
		if countDown(&a.Timer); a.Timer == 0 {
			w.beginWave(s, events)
		}
		return
	}
	w.sendDrones(s)
	if w.Repelled(s) {
		events.add(Event{Kind: EventRepelled, What: a.Wave})
		w.restoreLives(s, s.bonus(a.Wave))
		a.Timer = wavePause
	} else if a.Lives > 0 && w.Besieged() && (w.Tick-a.Began)%siegeStep == 0 {
		a.Lives--
	}
}

// fullLives returns the lives of the pilots before any was lost.
func (w *World) fullLives(s *Setup) uint8 { return uint8(firstLives + pilotLives*w.pilots(s)) }

// restoreLives gives back lost lives.
func (w *World) restoreLives(s *Setup, n uint8) {
	a := &w.Assault
	a.Lives = max(a.Lives, min(a.Lives+n, w.fullLives(s)))
}

// Raging reports whether the wave takes so long that its drones all attack pilots, and have no armour
// any more.
func (w *World) Raging() bool { return w.Assault.lasted(w.Tick) >= rageTime }

// Besieged reports whether the wave takes so long that the pilots lose lives.
func (w *World) Besieged() bool { return w.Assault.lasted(w.Tick) >= siegeTime }

// LifeLostIn returns the time until the wave costs a life: the first, or the next.
func (w *World) LifeLostIn() Tick {
	lasted := w.Assault.lasted(w.Tick)
	if lasted < siegeTime {
		return siegeTime - lasted
	}
	return siegeStep - lasted%siegeStep
}

// lasted returns the time since the begin of the wave; 0 between two waves.
func (a *Assault) lasted(now Tick) Tick {
	if a.Wave == 0 || a.Timer > 0 {
		return 0
	}
	return now - a.Began
}

// beginWave begins the next wave. The first one sets the lives.
func (w *World) beginWave(s *Setup, events *Events) {
	a := &w.Assault
	pilots := uint8(w.pilots(s))
	if a.Wave == 0 {
		a.Lives = w.fullLives(s)
	}
	*a = Assault{Wave: min(a.Wave, lastWave-1) + 1, Lives: a.Lives, Pilots: pilots, Began: w.Tick}
	events.add(Event{Kind: EventWave, What: a.Wave})
}

// pilots counts the pilots, with a ship in space or not.
func (w *World) pilots(s *Setup) (n int) {
	for i := range w.Ships[:s.Mode.Pilots()] {
		if w.Ships[i].State != Empty {
			n++
		}
	}
	return n
}

// Repelled reports whether all drones of the wave have come and are gone.
func (w *World) Repelled(s *Setup) bool {
	wave := s.Wave(w.Assault.Wave)
	if wave == nil {
		return false
	}
	for i := range w.Drones {
		if w.Drones[i].Wave != 0 {
			return false
		}
	}
	for g := range wave.Groups {
		if w.Assault.Sent[g] < w.groupSize(s, g) {
			return false
		}
	}
	return true
}

// DronesLeft returns the number of drones of the wave, in space or still to come. Parts of
// a boss do not count.
func (w *World) DronesLeft(s *Setup) (n int) {
	wave := s.Wave(w.Assault.Wave)
	if wave == nil || w.Assault.Timer > 0 {
		return 0
	}
	for g := range wave.Groups {
		n += max(int(w.groupSize(s, g))-int(w.Assault.Sent[g]), 0)
	}
	for i := range w.Drones {
		if d := &w.Drones[i]; d.Wave != 0 && d.Link == 0 {
			n++
		}
	}
	return n
}

// groupSize returns the number of drones in a group of the wave: more for more pilots and
// each time that the campaign begins again, except for bosses.
func (w *World) groupSize(s *Setup, g int) uint8 {
	a := &w.Assault
	group := &s.Wave(a.Wave).Groups[g]
	if k := s.Kind(group.Class); k == nil || k.Role == Core {
		return group.Count
	}
	n := int(group.Count) * (int(a.Pilots) + 3 + 2*s.Campaign.cycle(a.Wave)) / 5
	return uint8(min(max(n, 1), maxGroup))
}

// DroneHP returns the HP of a new drone: more each time that the campaign begins again, and
// for boss parts more for more pilots and near the end of the campaign.
func (w *World) DroneHP(s *Setup, class uint8) uint8 {
	a, hp := &w.Assault, int(s.Classes[class].HP)
	if k := s.Kind(class); k != nil && k.Role != Plain {
		all := len(s.Campaign.Waves)
		hp = hp * (int(a.Pilots) + 3) * (3*all + 4*(max(int(a.Wave)-1, 0)%all+1)) / (42 * all)
	}
	hp += hp * s.Campaign.cycle(a.Wave) / 2
	return uint8(min(max(hp, 1), MaxDroneHP))
}

// sendDrones sends the drones that are due, if there are slots.
func (w *World) sendDrones(s *Setup) {
	wave := s.Wave(w.Assault.Wave)
	if wave == nil {
		return
	}
	for g := range wave.Groups {
		group, sent := &wave.Groups[g], &w.Assault.Sent[g]
		due := group.At + Tick(*sent)*group.Gap
		if *sent < w.groupSize(s, g) && w.Tick-w.Assault.Began >= due && w.sendDrone(s, uint8(g), group) {
			*sent++
		}
	}
}

// clearWrecks frees the slots of destroyed drones once their shots are gone.
func (w *World) clearWrecks() {
	for i := range w.Drones {
		ship := &w.Ships[slotOf(i)]
		if ship.State != Flying {
			w.Drones[i] = Drone{} // only in the World of a hostile host
		}
		if ship.State == Dead && ship.Live == 0 {
			*ship = Ship{}
		}
	}
}
