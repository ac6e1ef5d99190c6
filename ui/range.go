// Package practice counts how a player shoots on the practice range, from what the screen may know alone.
package ui

import (
	"fmt"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play"
)

// Range keeps how its player shoots with each gun. It belongs to one goroutine. The zero Range has seen nothing.
type PracticeRange struct {
	guns  [game.MaxWeapons]gun
	kills int

	seconds [recent]second // the damage done in each of the last seconds, by Tick
	shown   play.Drill
}

// gun is what was done with one.
type gun struct{ shots, hits, damage int }

// second is the damage that was done in one.
type second struct {
	number game.Tick // of the match
	damage int
}

// recent is over how many seconds the damage a second is the mean.
const recent = 5

// See takes in what the match looks like now, once for each View that Frame returned, and returns what is to be shown, nil
// while there is no ship to shoot with. What it returns is good until the next call.
func (r *PracticeRange) See(v *net.View) *play.Drill {
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return nil
	}
	for i := range v.Decided {
		r.note(v, &v.Decided[i])
	}
	r.show(v)
	return &r.shown
}

// note counts what the player did.
func (r *PracticeRange) note(v *net.View, ev *game.Event) {
	if int(ev.By) != v.Me || int(ev.What) >= len(v.Setup.Weapons) {
		return
	}
	weapon, g := &v.Setup.Weapons[ev.What], &r.guns[ev.What]
	switch ev.Kind {
	case game.EventShot:
		g.shots += int(weapon.Fan)
	case game.EventBlock:
		g.hits++
	case game.EventHit:
		if int(ev.Slot) == v.Me {
			return
		}
		g.hits++
		g.damage += int(ev.HP)
		r.add(v.World.Tick, int(ev.HP))
	case game.EventKill:
		if int(ev.Slot) != v.Me {
			r.kills++
		}
	}
}

// add notes damage that was done in a tick.
func (r *PracticeRange) add(tick game.Tick, damage int) {
	number := tick / game.TickRate
	s := &r.seconds[number%recent]
	if s.number != number {
		*s = second{number: number}
	}
	s.damage += damage
}

// done returns the damage that was done in the last seconds.
func (r *PracticeRange) done(tick game.Tick) (damage int) {
	for _, s := range r.seconds {
		if tick/game.TickRate-s.number < recent {
			damage += s.damage
		}
	}
	return damage
}

// show puts together what is to be shown: of the gun that the ship has now.
func (r *PracticeRange) show(v *net.View) {
	weapon := int(v.World.Ships[v.Me].Weapon) % len(v.Setup.Weapons)
	g := &r.guns[weapon]
	tenths := r.done(v.World.Tick) * 10 / recent
	r.shown = play.Drill{
		Score: fmt.Sprintf("%s: %d of %d hit (%d%%), damage %d, %d.%d a second",
			v.Setup.Weapons[weapon].Title, g.hits, g.shots, min(100*g.hits/max(g.shots, 1), 100), g.damage, tenths/10, tenths%10),
		Note: fmt.Sprintf("%d shot down   c compare ships and guns", r.kills),
	}
}
