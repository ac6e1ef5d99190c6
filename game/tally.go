package game

// Tally counts through a match what the World does not. It is a value like the
// World; the zero Tally is that of a match which begins at tick 0.
type Tally struct {
	Slots [MaxShips]SlotTally

	Seen Tick // of the World that Add was last given
}

// SlotTally is what the pilot in one slot did.
type SlotTally struct {
	Shots, Hits    int32  // aimed, and at foes: mines lie in wait
	Damage         int32  // HP taken from foes, however that was done
	Flown          Tick   // how long there was a ship while the match was in progress
	Streak         uint16 // kills since the ship was last destroyed
	LongestStreak  uint16
	Items, Barrels uint16 // picked up, and blown up
	Crashes        uint16 // self-destructions
	Avenged        uint16 // killers destroyed within RevengeTime

	Owed     bool // Killer destroyed this ship, which has not taken revenge
	Killer   uint8
	KilledAt Tick
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
		if w.Ships[i].State != Empty {
			t.Slots[i].Flown += since
		}
	}
}

// Clear forgets what the pilot in a slot did: another one takes it.
func (t *Tally) Clear(slot uint8) { t.Slots[slot] = SlotTally{} }

func (t *Tally) event(s *Setup, w *World, ev *Event) {
	of := &t.Slots[ev.Slot]
	switch ev.Kind {
	case EventShot:
		if s.aimed(ev.What) {
			of.Shots += int32(s.Weapons[ev.What].Fan)
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
	if ev.Slot == ev.By || !s.Mode.Foes(&w.Ships[ev.By], &w.Ships[ev.Slot]) {
		return
	}
	t.Slots[ev.By].Damage += int32(ev.HP)
	if s.aimed(ev.What) {
		t.Slots[ev.By].Hits++
	}
}

// aimed reports whether the shots of a weapon fly.
func (s *Setup) aimed(weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && s.Weapons[weapon].Speed > 0
}

func (t *Tally) kill(s *Setup, w *World, ev *Event) {
	victim, killer := &t.Slots[ev.Slot], &t.Slots[ev.By]
	victim.Streak, victim.Owed = 0, false
	switch {
	case ev.Slot == ev.By:
		victim.Crashes++
		return
	case !s.Mode.Foes(&w.Ships[ev.By], &w.Ships[ev.Slot]):
		return // a team-mate is no merit
	}
	killer.Streak++
	killer.LongestStreak = max(killer.LongestStreak, killer.Streak)
	if killer.Owed && killer.Killer == ev.Slot && w.Tick-killer.KilledAt <= RevengeTime {
		killer.Avenged++
		killer.Owed = false
	}
	victim.Owed, victim.Killer, victim.KilledAt = true, ev.By, w.Tick
}
