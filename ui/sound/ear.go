// Package ear hears a match: it turns what a net.View tells into Cues, as loud and from the side as they are where the
// player looks.
//
// What the own ship does is heard as soon as it is predicted. All else is heard when the host has decided it, for only that
// is told whole and once: a hit that was foreseen and never came to be makes no sound, and none makes two.
package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// Ear hears one match after another. Its zero value is ready.
type Ear struct {
	cues    []Cue       // reused
	started game.Tick   // of the match that is heard
	begun   bool        // one is
	second  game.Tick   // of the last ten, that was counted last
	fired   moment      // the own ship's last shot
	boosted moment      // and burn
	warned  moment      // of a low HP
	facing  game.Course // of the own ship, in the mode trails
	beat    int         // counted down last, before a round of it
}

// moment is when something was last heard.
type moment struct {
	tick  game.Tick
	known bool
}

// again reports whether something is told a second time: it cannot happen twice within so many ticks, but a prediction that
// was wrong by a few is told anew. If it is not, it is noted.
func (m *moment) again(now, within game.Tick) bool {
	if m.known && now-m.tick < within {
		return true
	}
	*m = moment{now, true}
	return false
}

// Hear returns what is to be heard of a View, once for each that Frame returned. The place is what the player looks at.
// The Cues are good until the next call.
func (e *Ear) Hear(v *net.View, place game.Point) []Cue {
	e.cues = e.cues[:0]
	if v.World == nil || v.Setup == nil {
		return nil
	}
	e.follow(v)
	at := where{place}
	for i := range v.Events {
		if ev := &v.Events[i]; int(ev.Slot) == v.Me && predicted(ev.Kind) {
			e.hearOwn(v, ev)
		}
	}
	decided := v.Decided
	if v.Foreign { // nothing is predicted there
		decided = v.Events
	}
	for i := range decided {
		if ev := &decided[i]; int(ev.Slot) != v.Me || !predicted(ev.Kind) {
			e.hear(v, at, ev)
		}
	}
	e.count(v)
	e.hearTrails(v)
	return e.cues
}

// predicted reports whether the player's ship does something of itself, which nobody else can prevent.
func predicted(kind game.EventKind) bool {
	return kind == game.EventShot || kind == game.EventBoost || kind == game.EventJump
}

// play adds something that has no place.
func (e *Ear) play(effect Effect) {
	e.cues = append(e.cues, Cue{Effect: effect, Gain: 1, Pitch: 1})
}

// playAt adds something that is so loud where it happens.
func (e *Ear) playAt(at where, effect Effect, x, y int32, loud float32) {
	if c, heard := at.cue(effect, x, y); heard {
		c.Gain *= loud
		e.cues = append(e.cues, c)
	}
}
