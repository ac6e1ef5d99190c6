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

// PracticeRange counts the shots and hits of its player with each gun, from Views alone. It belongs to one goroutine.
// The zero value is ready.
type PracticeRange struct {
	guns  [game.MaxWeapons]gun
	kills int

	seconds [recent]second // damage in each of the last seconds
	shown   play.Drill
}

type gun struct{ shots, hits, damage int }

// second is the damage in one second.
type second struct {
	number game.Tick // of the match
	damage int
}

// recent is the number of seconds over which the damage a second is averaged.
const recent = 5

// See counts the events of the next View and returns the lines to show, or nil while the player has no ship. The
// result is valid until the next call.
func (r *PracticeRange) See(v *net.View) *play.Drill {
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return nil
	}
	for i := range v.Decided {
		r.count(v, &v.Decided[i])
	}
	r.show(v)
	return &r.shown
}

// count counts an event of the player's.
func (r *PracticeRange) count(v *net.View, ev *game.Event) {
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
		number := v.World.Tick / game.TickRate
		s := &r.seconds[number%recent]
		if s.number != number {
			*s = second{number: number}
		}
		s.damage += int(ev.HP)
	case game.EventKill:
		if int(ev.Slot) != v.Me {
			r.kills++
		}
	}
}

// show writes the lines for the ship's gun.
func (r *PracticeRange) show(v *net.View) {
	weapon := int(v.World.Ships[v.Me].Weapon) % len(v.Setup.Weapons)
	g, damage := &r.guns[weapon], 0
	for _, s := range r.seconds {
		if v.World.Tick/game.TickRate-s.number < recent {
			damage += s.damage
		}
	}
	tenths := damage * 10 / recent
	r.shown = play.Drill{
		Score: fmt.Sprintf("%s: %d of %d hit (%d%%), damage %d, %d.%d a second",
			v.Setup.Weapons[weapon].Title, g.hits, g.shots, min(100*g.hits/max(g.shots, 1), 100), g.damage, tenths/10, tenths%10),
		Note: fmt.Sprintf("%d shot down   c compare ships and guns", r.kills),
	}
}

// A player may leave the lobby of a match for the range. The match is the app's aside then; only the number of ready
// players shows. When the match starts or ends, it replaces the range.

// toRange leaves the lobby for the range, until the match starts.
func (a *app) toRange() {
	session, err := a.conf.Launcher.Practice(a.conf.Player())
	if err != nil {
		a.push(newMessage(a, "Could not go to the range", err.Error()))
		return
	}
	a.aside, a.pages = a.flight, nil
	a.fly(session)
}

// hasRange reports whether the player may go to the range from a lobby. A guest has no process of their own.
func (a *app) hasRange() bool {
	return a.conf.Launcher != nil && !a.conf.Guest && a.aside == nil
}

// runAside advances the aside to now, and returns to it once it has left its lobby.
func (a *app) runAside(now time.Time) {
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
	a.flight.applySettings()
}

// showDrill shows the lines of the range and, if a match waits, those of its lobby.
func (f *flight) showDrill() {
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

// readyLine shows the number of ready players, and the key for ready.
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
	own := "you are ready"
	if !f.ready() {
		own = key + " ready"
	}
	return fmt.Sprintf("lobby: %d of %d ready   %s   Esc menu: back", ready, players, own)
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

// setReady sets whether the player is ready. On the range that is for the aside.
func (f *flight) setReady(act *play.Action) {
	if aside := f.app.aside; aside != nil {
		aside.session.Match.Ready(!aside.ready())
		return
	}
	f.session.Match.Ready(act.Ready)
	if f.partner != nil {
		f.partner.match.Ready(act.Ready)
	}
}
