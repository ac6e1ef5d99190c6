package play

import (
	"fmt"

	"dogfight/game"
	"dogfight/net"
)

// tally counts through a match what the World does not. It begins anew with
// every match.
type tally struct {
	deeds     [game.MaxShips]deeds
	started   game.Tick // of the match
	begun     bool
	partly    bool // what happened was not all seen
	keyframes uint64
}

// deeds are what one pilot did.
type deeds struct {
	pilot          uint16
	shots, hits    int // aimed: mines lie in wait
	streak         int // kills since he was last destroyed
	longest        int
	items, barrels int
	crashes        int // he destroyed himself
	avenged        int

	owes     bool // killer destroyed him, and has not paid for it
	killer   uint8
	killedAt game.Tick
}

const (
	// seenAll is how late one may come and yet have missed nothing.
	seenAll = 2 * game.TickRate
	// revengeTime is how soon a killer must be destroyed for revenge.
	revengeTime = 10 * game.TickRate
)

// note takes what was decided since the last View.
func (t *tally) note(v *net.View) {
	if v.World == nil || v.Setup == nil {
		return
	}
	if w := v.World; !t.begun || w.Started != t.started {
		late := w.Status != game.Waiting && w.Tick-w.Started > seenAll
		*t = tally{started: w.Started, begun: true, partly: late}
	} else if v.Lag.Keyframes != t.keyframes && w.Status == game.InProgress {
		t.partly = true // it tells what is, not how it came about
	}
	t.keyframes = v.Lag.Keyframes
	t.seat(v)
	for i := range v.Decided {
		t.add(v, &v.Decided[i])
	}
}

// seat begins anew with a slot that has another pilot.
func (t *tally) seat(v *net.View) {
	for i := range v.Roster {
		pilot := &v.Roster[i]
		if pilot.Slot < game.MaxShips && t.deeds[pilot.Slot].pilot != pilot.ID {
			t.deeds[pilot.Slot] = deeds{pilot: pilot.ID}
		}
	}
}

func (t *tally) add(v *net.View, ev *game.Event) {
	if ev.Slot >= game.MaxShips || ev.By >= game.MaxShips {
		return
	}
	who := &t.deeds[ev.Slot]
	switch ev.Kind {
	case game.EventShot:
		if aimed(v.Setup, ev.What) {
			who.shots += int(v.Setup.Weapons[ev.What].Fan)
		}
	case game.EventHit, game.EventBlock:
		if aimed(v.Setup, ev.What) && v.Setup.Mode.Foes(&v.World.Ships[ev.By], &v.World.Ships[ev.Slot]) {
			t.deeds[ev.By].hits++
		}
	case game.EventPickup:
		who.items++
	case game.EventBlast:
		who.barrels++
	case game.EventKill:
		t.kill(v, ev)
	}
}

// aimed reports whether the shots of a weapon fly.
func aimed(s *game.Setup, weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && s.Weapons[weapon].Speed > 0
}

func (t *tally) kill(v *net.View, ev *game.Event) {
	victim, killer := &t.deeds[ev.Slot], &t.deeds[ev.By]
	victim.streak, victim.owes = 0, false
	switch {
	case ev.Slot == ev.By:
		victim.crashes++
		return
	case !v.Setup.Mode.Foes(&v.World.Ships[ev.By], &v.World.Ships[ev.Slot]):
		return // nobody's merit
	}
	killer.streak++
	killer.longest = max(killer.longest, killer.streak)
	if killer.owes && killer.killer == ev.Slot && v.World.Tick-killer.killedAt <= revengeTime {
		killer.avenged++
		killer.owes = false
	}
	victim.owes, victim.killer, victim.killedAt = true, ev.By, v.World.Tick
}

// accuracy returns which share of a pilot's shots hit a ship, or "" as long as
// he has not fired.
func (t *tally) accuracy(slot int) string {
	d := &t.deeds[slot]
	if d.shots == 0 {
		return ""
	}
	return fmt.Sprintf("%d%%", d.share())
}

// share is accuracy in percent. Shots may hit that were fired before all was
// seen.
func (d *deeds) share() int { return min(100*d.hits/max(d.shots, 1), 100) }
