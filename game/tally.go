package game

// Tally counts statistics that the World does not have. It is a value like the World; the zero
// Tally is for a match that begins at tick 0.
type Tally struct {
	Slots [MaxShips]SlotTally

	Seen  Tick // of the last World given to Add
	Blood bool // a foe has been destroyed
}

// SlotTally is the statistics of the pilot in one slot.
type SlotTally struct {
	Shots, Hits    int32  // aimed at foes: mines do not count
	Damage, Taken  int32  // HP taken from foes by any means, and lost to any cause
	Behind         int32  // most points that the pilot, or the team, was behind the best
	Flown          Tick   // time with a ship while the match was in progress
	Streak         uint16 // kills since the ship was last destroyed
	LongestStreak  uint16
	Items, Barrels uint16 // picked up, and blown up
	Crashes        uint16 // own ship destroyed by itself
	Avenged        uint16 // killers destroyed within RevengeTime

	FirstBlood bool // destroyed the first foe

	Owed     bool // revenge on Killer, the last to destroy this ship
	Killer   uint8
	KilledAt Tick

	Classes [MaxPilotClasses]ArmTally // while the ship was of each class
	Weapons [MaxPilotWeapons]ArmTally // with each weapon; deaths and time while carrying it
	Killed  [MaxShips]uint16          // foes, by slot
}

// ArmTally is the statistics of a pilot with one class or weapon.
type ArmTally struct {
	Shots, Hits   int32 // as in a SlotTally
	Damage        int32
	Flown         Tick
	Kills, Deaths uint16
}

// RevengeTime is the time limit for a revenge.
const RevengeTime = 10 * TickRate

// NewTally returns the Tally of a match seen from this World on.
func NewTally(w *World) Tally { return Tally{Seen: w.Tick} }

// Add counts the events since the last call, up to the tick of the World.
func (t *Tally) Add(s *Setup, w *World, events []Event) {
	for i := range events {
		if ev := &events[i]; ev.Slot < MaxShips && ev.By < MaxShips {
			t.event(s, w, ev)
		}
	}
	since := w.Tick - t.Seen
	t.Seen = w.Tick
	if w.Status != InProgress {
		return
	}
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == Empty {
			continue
		}
		t.Slots[i].Flown += since
		class, weapon := t.Slots[i].arms(ship)
		class.Flown += since
		weapon.Flown += since
	}
}

// Clear resets a slot that another pilot takes, also in the statistics of the others.
func (t *Tally) Clear(slot uint8) {
	t.Slots[slot] = SlotTally{}
	for i := range t.Slots {
		t.Slots[i].Killed[slot] = 0
	}
}

// arms returns the tallies of the ship's class and weapon.
func (t *SlotTally) arms(ship *Ship) (class, weapon *ArmTally) {
	return &t.Classes[ship.Class%MaxPilotClasses], &t.Weapons[ship.Weapon%MaxPilotWeapons]
}

func (t *Tally) event(s *Setup, w *World, ev *Event) {
	of := &t.Slots[ev.Slot]
	switch ev.Kind {
	case EventShot:
		if s.aimed(ev.What) {
			fan := int32(s.Weapons[ev.What].Fan)
			of.Shots += fan
			class, _ := of.arms(&w.Ships[ev.Slot])
			class.Shots += fan
			of.Weapons[ev.What%MaxPilotWeapons].Shots += fan
		}
	case EventHit, EventBlock:
		t.hit(s, w, ev)
	case EventPickup:
		of.Items++
	case EventBlast:
		of.Barrels++
	case EventKill:
		t.kill(s, w, ev)
	}
}

func (t *Tally) hit(s *Setup, w *World, ev *Event) {
	t.Slots[ev.Slot].Taken += int32(ev.HP)
	if ev.Slot == ev.By || !s.Foes(&w.Ships[ev.By], &w.Ships[ev.Slot]) {
		return
	}
	by := &t.Slots[ev.By]
	class, _ := by.arms(&w.Ships[ev.By])
	by.Damage += int32(ev.HP)
	class.Damage += int32(ev.HP)
	aimed := s.aimed(ev.What)
	if aimed {
		by.Hits++
		class.Hits++
	}
	if weapon := by.weapon(ev.What); weapon != nil {
		weapon.Damage += int32(ev.HP)
		if aimed {
			weapon.Hits++
		}
	}
}

// weapon returns the tally of a weapon, or nil for other causes.
func (t *SlotTally) weapon(what uint8) *ArmTally {
	if what >= MaxPilotWeapons {
		return nil
	}
	return &t.Weapons[what]
}

// aimed reports whether a weapon's shots fly.
func (s *Setup) aimed(weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && s.Weapons[weapon].Speed > 0
}

func (t *Tally) kill(s *Setup, w *World, ev *Event) {
	victim, killer := &t.Slots[ev.Slot], &t.Slots[ev.By]
	victim.Streak, victim.Owed = 0, false
	class, weapon := victim.arms(&w.Ships[ev.Slot])
	class.Deaths++
	weapon.Deaths++
	t.compare(s, w)
	switch {
	case ev.Slot == ev.By:
		victim.Crashes++
		return
	case !s.Foes(&w.Ships[ev.By], &w.Ships[ev.Slot]):
		return // a team-mate does not count
	}
	killer.FirstBlood = killer.FirstBlood || !t.Blood
	t.Blood = true
	class, _ = killer.arms(&w.Ships[ev.By])
	class.Kills++
	if weapon := killer.weapon(ev.What); weapon != nil {
		weapon.Kills++
	}
	killer.Killed[ev.Slot]++
	killer.Streak++
	killer.LongestStreak = max(killer.LongestStreak, killer.Streak)
	if killer.Owed && killer.Killer == ev.Slot && w.Tick-killer.KilledAt <= RevengeTime {
		killer.Avenged++
		killer.Owed = false
	}
	victim.Owed, victim.Killer, victim.KilledAt = true, ev.By, w.Tick
}

// compare updates how far each pilot, or their team, is behind the best.
func (t *Tally) compare(s *Setup, w *World) {
	best := s.best(w)
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == Empty {
			continue
		}
		own := ship.Score
		if team := int(ship.Team); team > 0 && team < len(w.TeamScores) { // a hostile host may send any team
			own = w.TeamScores[team]
		}
		t.Slots[i].Behind = max(t.Slots[i].Behind, best-own)
	}
}
