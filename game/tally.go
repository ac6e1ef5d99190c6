package game

// Tally counts through a match what the World does not. It is a value like the
// World; the zero Tally is that of a match which begins at tick 0.
type Tally struct {
	Slots [MaxShips]SlotTally

	Seen  Tick // of the World that Add was last given
	Blood bool // somebody has destroyed a foe
}

// SlotTally is what the pilot in one slot did.
type SlotTally struct {
	Shots, Hits    int32  // aimed, and at foes: mines lie in wait
	Damage, Taken  int32  // HP taken from foes, however that was done, and lost to whatever it was
	Behind         int32  // by how many points at most the pilot, or the team, was behind the best
	Flown          Tick   // how long there was a ship while the match was in progress
	Streak         uint16 // kills since the ship was last destroyed
	LongestStreak  uint16
	Items, Barrels uint16 // picked up, and blown up
	Crashes        uint16 // self-destructions
	Avenged        uint16 // killers destroyed within RevengeTime

	FirstBlood bool // was first to destroy a foe

	Owed     bool // Killer destroyed this ship, which has not taken revenge
	Killer   uint8
	KilledAt Tick

	Classes [MaxPilotClasses]ArmTally // while the ship was of each class
	Weapons [MaxPilotWeapons]ArmTally // with each weapon; deaths and time are those of who carried it
	Killed  [MaxShips]uint16          // foes, by slot
}

// ArmTally is what a pilot did with one class or weapon.
type ArmTally struct {
	Shots, Hits   int32 // as in a SlotTally
	Damage        int32
	Flown         Tick
	Kills, Deaths uint16
}

// RevengeTime is how soon a killer must be destroyed for revenge.
const RevengeTime = 10 * TickRate

// NewTally returns the Tally of a match that is seen from this World on.
func NewTally(w *World) Tally { return Tally{Seen: w.Tick} }

// Add counts what happened since the last time, up to the tick of the World.
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

// Clear forgets what the pilot in a slot did, and what others did to them: another one takes it.
func (t *Tally) Clear(slot uint8) {
	t.Slots[slot] = SlotTally{}
	for i := range t.Slots {
		t.Slots[i].Killed[slot] = 0
	}
}

// arms returns the tallies of the class and the weapon that a ship has.
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

// weapon returns the tally of the weapon that did something, or nil if a barrel did it.
func (t *SlotTally) weapon(what uint8) *ArmTally {
	if what >= MaxPilotWeapons {
		return nil
	}
	return &t.Weapons[what]
}

// aimed reports whether the shots of a weapon fly.
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
		return // a team-mate is no merit
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

// compare notes by how much each pilot, or their team, is behind the best.
func (t *Tally) compare(s *Setup, w *World) {
	best := s.best(w)
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == Empty {
			continue
		}
		own := ship.Score
		if team := int(ship.Team); team > 0 && team < len(w.TeamScores) { // a hostile host's may be of none
			own = w.TeamScores[team]
		}
		t.Slots[i].Behind = max(t.Slots[i].Behind, best-own)
	}
}
