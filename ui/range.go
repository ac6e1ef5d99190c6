// Package practice counts how a player shoots on the practice range, from what the screen may know alone.
package ui

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
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

// A match that waits in its lobby may be left for the practice range: it is the aside then, of which nothing shows but how
// many are ready. As soon as it begins, or ends, the range gives way to it.

// toRange leaves the lobby for the range, until the match begins.
func (a *app) toRange() {
	session, err := a.conf.Launcher.Practice(a.conf.Pilot)
	if err != nil {
		a.push(newMessage(a, "Could not go to the range", err.Error()))
		return
	}
	a.aside, a.pages = a.flight, nil
	a.fly(session)
}

// practises reports whether the player may go to the range while a match waits. A guest has no process of their own.
func (a *app) practises() bool {
	return a.conf.Launcher != nil && !a.conf.Guest && a.aside == nil
}

// attend lets the aside go on to now, and leaves the range for it if it waits no more.
func (a *app) attend(now time.Time) {
	f := a.aside
	if f == nil {
		return
	}
	f.session.Match.Pause(false)
	f.view = f.session.Match.Frame(now, game.Steer(game.Idle))
	f.screen.See(f.view, now)
	if f.view.Phase == net.Refused || f.view.Phase == net.Ended || f.view.World != nil && f.status() != game.Waiting {
		a.rejoin()
	}
}

// rejoin leaves the range for the aside.
func (a *app) rejoin() {
	a.closeSession()
	a.flight, a.aside, a.governor = a.aside, nil, governor{}
	a.pages = []page{a.flight}
	a.flight.screen.Set(a.look())
}

// practise shows the player on the range how they shoot and, where a match waits for them, how many are ready for it.
func (f *flight) practise() {
	r := f.session.Range
	if r == nil {
		return
	}
	drill := r.See(f.view)
	if aside := f.app.aside; drill != nil && aside != nil {
		key := f.app.conf.Settings.Keys.First(input.Ready)
		drill.Note, drill.Lobby = aside.readyLine(key), true
	}
	f.screen.Drill(drill)
}

// readyLine says how many are ready in the lobby, and by which key the player is.
func (f *flight) readyLine(key string) string {
	ready, players := 0, 0
	for _, p := range f.view.Roster {
		if p.Slot != proto.NoSlot && p.Flags&(proto.BotPilot|proto.Away) == 0 {
			players++
			if p.Flags&proto.Ready != 0 {
				ready++
			}
		}
	}
	does := "you are ready"
	if !f.ready() {
		does = key + " ready"
	}
	return fmt.Sprintf("lobby: %d of %d ready   %s   Esc menu: back", ready, players, does)
}

// ready reports whether the player is ready for the match.
func (f *flight) ready() bool {
	for _, p := range f.view.Roster {
		if p.ID == f.view.Pilot {
			return p.Flags&proto.Ready != 0
		}
	}
	return false
}

// setReady says whether the player is ready: for the match that waits while they are on the range, if one does.
func (f *flight) setReady(act *play.Action) {
	if aside := f.app.aside; aside != nil {
		aside.session.Match.Ready(!aside.ready())
		return
	}
	f.session.Match.Ready(act.Ready)
}
