package game

import "encoding/binary"

// Campaign is the waves that come, one after the other. Read-only.
type Campaign struct {
	Name    string
	Title   string
	Endless bool   // after the last wave the first comes again, stronger
	Kinds   []Kind // of drones, by the classes of drones in their order
	Waves   []Wave // 1 to MaxWaves
}

// Kind is what a class of drones is like beside its Class.
type Kind struct {
	Role   Role
	Armed  bool
	Weapon uint8 // of Setup.Weapons
	Points uint8 // for destroying one
	Parts  []Part
}

// Role is what a drone is in a boss.
type Role uint8

// The roles. What a Plain drone, a Weak spot or a Core without weak spots is hit by
// hurts it; a Plate is never hurt, and a Core is not before its weak spots are gone.
const (
	Plain Role = 0
	Core  Role = 1
	Weak  Role = 2
	Plate Role = 3
)

// Part is a drone that hangs on a Core, so many units from its middle.
type Part struct {
	Class uint8 // of Setup.Classes
	X, Y  int8
}

// Wave is what comes at once.
type Wave struct {
	Title  string
	Groups []Group // 1 to MaxGroups
}

// Group is drones of one kind that fly one way.
type Group struct {
	At    Tick  // after the wave has begun
	Class uint8 // of Setup.Classes
	Count uint8 // for two pilots; more come for more
	Gap   Tick  // between two of them
	Path  []Corner
	End   PathEnd
	Drop  ItemKind // what the last of them leaves
}

// The corners of a Path are in thousandths of the arena's width and height.
const PathScale = 1000

// PathEnd is what a drone does at the end of its path.
type PathEnd uint8

// The ends of paths.
const (
	Leaves PathEnd = 0
	Loops  PathEnd = 1 // flies it again from its second corner on
	Hunts  PathEnd = 2 // goes for the nearest pilot
)

// PathEnds is the number of those.
const PathEnds = 3

// Wave returns the wave of that number, from 1, or nil. After the last they begin anew.
func (s *Setup) Wave(number uint8) *Wave {
	if s.Campaign == nil || number == 0 {
		return nil
	}
	return &s.Campaign.Waves[(int(number)-1)%len(s.Campaign.Waves)]
}

// Kind returns what a class of drones is like, or nil for any other class.
func (s *Setup) Kind(class uint8) *Kind {
	if s.Campaign == nil {
		return nil
	}
	if i := int(class) - (len(s.Classes) - len(s.Campaign.Kinds)); i >= 0 && i < len(s.Campaign.Kinds) {
		return &s.Campaign.Kinds[i]
	}
	return nil
}

// BossOf returns the class of the boss in a wave, if it has one.
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

// cycle returns how often the campaign has begun anew before a wave.
func (c *Campaign) cycle(number uint8) int { return max(int(number)-1, 0) / len(c.Waves) }

// bonus returns how many lives there are for repelling a wave.
func (s *Setup) bonus(number uint8) int {
	if _, boss := s.BossOf(number); boss {
		return bossLives
	}
	return waveLives
}

// Assault is how the waves stand.
type Assault struct {
	Wave   uint8            // from 1; 0 before the first
	Lives  uint8            // that the pilots share
	Pilots uint8            // that there were when the wave began
	Timer  uint16           // until the next wave; 0 while one is there
	Began  Tick             // when this wave did
	Sent   [MaxGroups]uint8 // ships of each of its groups that have come
}

func (a *Assault) hash(h *hash) {
	h.add(quad(0, a.Wave, a.Lives, a.Pilots))
	h.add(uint64(a.Timer)<<32 | uint64(a.Began))
	h.add(binary.BigEndian.Uint64(a.Sent[:8]))
	h.add(uint64(binary.BigEndian.Uint32(a.Sent[8:])))
}

// tendWaves lets waves follow each other, and their drones come.
func (w *World) tendWaves(s *Setup, events *Events) {
	w.clearWrecks()
	if s.Campaign == nil || w.pilots(s) == 0 {
		return // nobody is attacked
	}
	a := &w.Assault
	if a.Timer > 0 {
		if countDown(&a.Timer); a.Timer == 0 {
			w.beginWave(s, events)
		}
		return
	}
	w.sendDrones(s)
	if w.Repelled(s) {
		events.add(Event{Kind: EventRepelled, What: a.Wave})
		a.Lives = uint8(min(int(a.Lives)+s.bonus(a.Wave), maxSharedLives))
		a.Timer = wavePause
	}
}

// beginWave lets the next wave begin. The first one says how many lives there are.
func (w *World) beginWave(s *Setup, events *Events) {
	a := &w.Assault
	pilots := uint8(w.pilots(s))
	if a.Wave == 0 {
		a.Lives = firstLives + pilots
	}
	*a = Assault{Wave: min(a.Wave, lastWave-1) + 1, Lives: a.Lives, Pilots: pilots, Began: w.Tick}
	events.add(Event{Kind: EventWave, What: a.Wave})
}

// pilots counts those who have a ship, in space or not.
func (w *World) pilots(s *Setup) (n int) {
	for i := range w.Ships[:s.Mode.Pilots()] {
		if w.Ships[i].State != Empty {
			n++
		}
	}
	return n
}

// Repelled reports whether all of the wave have come, and none is left.
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

// DronesLeft returns how many of the wave are still to be fought, or to come. Parts
// of a boss do not count for themselves.
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

// groupSize returns how many come of a group of the wave: more for more pilots, and
// each time that the campaign begins anew. Of bosses as many as it says.
func (w *World) groupSize(s *Setup, g int) uint8 {
	a := &w.Assault
	group := &s.Wave(a.Wave).Groups[g]
	if k := s.Kind(group.Class); k == nil || k.Role == Core {
		return group.Count
	}
	n := int(group.Count) * (int(a.Pilots) + 3 + 2*s.Campaign.cycle(a.Wave)) / 5
	return uint8(min(max(n, 1), maxGroup))
}

// DroneHP returns what a drone of the class has when it comes: more each time that the
// campaign begins anew, and boss parts more for more pilots.
func (w *World) DroneHP(s *Setup, class uint8) uint8 {
	a, hp := &w.Assault, int(s.Classes[class].HP)
	if k := s.Kind(class); k != nil && k.Role != Plain {
		hp = hp * (int(a.Pilots) + 1) / 4
	}
	hp += hp * s.Campaign.cycle(a.Wave) / 2
	return uint8(min(max(hp, 1), MaxDroneHP))
}

// sendDrones lets those come that are due, as far as there are slots for them.
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

// clearWrecks frees the slots of drones that are gone, as soon as their shots are.
func (w *World) clearWrecks() {
	for i := range w.Drones {
		ship := &w.Ships[MaxShips-1-i]
		if ship.State != Flying {
			w.Drones[i] = Drone{} // which only a hostile host's World has
		}
		if ship.State == Dead && ship.Live == 0 {
			*ship = Ship{}
		}
	}
}
