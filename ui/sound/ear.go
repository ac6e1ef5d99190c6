package sound

import (
	"math"

	"dogfight/game"
	"dogfight/net"
)

// Ear turns the views of one match after another into Cues, with the volume and the side that they have where the player
// looks. Its zero value is ready.
//
// Actions of the local player's ship sound as soon as they are predicted. Everything else sounds once the host has decided
// it, as only decided events are complete and come once: wrong predictions make no sound, and nothing sounds twice.
type Ear struct {
	cues    []Cue       // reused
	started game.Tick   // of the current match
	begun   bool        // there is one
	second  game.Tick   // of the count-down, that sounded last
	fired   moment      // last shot of the local player
	boosted moment      // last burn
	warned  moment      // last warning of low HP
	facing  game.Course // of the local player's ship, in the mode trails
	beat    int         // of the count-down before a round of trails, that sounded last
	raged   uint8       // the last wave whose rage has sounded
	lives   uint8       // of the pilots in waves
	lost    moment      // last life that a wave cost
}

// moment is the time of the last sound of a kind.
type moment struct {
	tick  game.Tick
	known bool
}

// again reports whether a sound repeats an earlier one: it cannot happen twice within so many ticks, but a corrected
// prediction can report it twice. Otherwise it sets the moment.
func (m *moment) again(now, within game.Tick) bool {
	if m.known && now-m.tick < within {
		return true
	}
	*m = moment{now, true}
	return false
}

// Hear returns the Cues of a View; call it once for each View that Frame returned. place is where the player looks.
func (e *Ear) Hear(v *net.View, place game.Point) []Cue {
	e.cues = e.cues[:0]
	if v.World == nil || v.Setup == nil {
		return nil
	}
	e.follow(v)
	for i := range v.Events {
		if ev := &v.Events[i]; int(ev.Slot) == v.Me && predicted(ev.Kind) {
			e.localAction(v, ev)
		}
	}
	decided := v.Decided
	if v.Foreign { // nothing is predicted on other servers
		decided = v.Events
	}
	for i := range decided {
		if ev := &decided[i]; int(ev.Slot) != v.Me || !predicted(ev.Kind) {
			e.event(v, place, ev)
		}
	}
	e.count(v)
	e.trails(v)
	e.rage(v)
	return e.cues
}

// predicted reports whether an event is an action of a ship, which no other ship can prevent.
func predicted(kind game.EventKind) bool {
	return kind == game.EventShot || kind == game.EventBoost || kind == game.EventJump
}

// play adds a sound without a place.
func (e *Ear) play(effect Effect) {
	e.cues = append(e.cues, Cue{Effect: effect, Gain: 1, Pitch: 1})
}

// playAt adds a sound at a place, with a gain.
func (e *Ear) playAt(from game.Point, effect Effect, x, y int32, gain float32) {
	if c, audible := cueAt(from, effect, x, y); audible {
		c.Gain *= gain
		e.cues = append(e.cues, c)
	}
}

// How sound spreads, in units. A usual window is 320 wide.
const (
	near     = 120 // half of the volume is left
	far      = 560 // nothing is left
	sideways = 170 // it comes from one side only
	mostPan  = 0.9
)

// side returns the pan of a sound at a horizontal distance.
func side(dx int32) float32 {
	return float32(mostPan * math.Tanh(float64(dx)/game.One/sideways))
}

// cueAt returns an effect at (x, y) as it sounds from a place, and whether it is audible.
func cueAt(from game.Point, effect Effect, x, y int32) (c Cue, audible bool) {
	dx, dy := float64(x-from.X)/game.One, float64(y-from.Y)/game.One
	distance := math.Hypot(dx, dy)
	if distance >= far {
		return c, false
	}
	gain := 1 / (1 + distance*distance/(near*near))
	return Cue{
		Effect: effect, Pitch: 1,
		Gain: float32(gain * (1 - distance/far)),
		Pan:  side(x - from.X),
		Dull: float32(min(distance/far*1.3, 1)),
	}, true
}

// freshMatch is the age of a match, in ticks, up to which its start sounds for a player that joins.
const freshMatch = 2 * game.TickRate

// follow plays the start of a match.
func (e *Ear) follow(v *net.View) {
	w := v.World
	if w.Status != game.InProgress {
		e.begun = e.begun && w.Status == game.Closed
		return
	}
	if e.begun && e.started == w.Started {
		return
	}
	*e = Ear{cues: e.cues, started: w.Started, begun: true}
	if w.Tick-w.Started < freshMatch {
		e.play(Start)
	}
}

// The last seconds are counted down.
const (
	countFrom     = 10
	lastCountFrom = 3
)

// count plays the count-down of the last seconds.
func (e *Ear) count(v *net.View) {
	if v.World.Status != game.InProgress || v.Paused {
		return
	}
	left := (v.World.TimeLeft(v.Setup) + game.TickRate - 1) / game.TickRate
	if start := leftToGo(v); start > 0 {
		left = start
	} else if left > countFrom {
		e.second = 0 // the count-down before the start of a race is over
	}
	switch {
	case left == 0 || left > countFrom || e.second != 0 && left >= e.second: // a corrected prediction goes back
		return
	case left <= lastCountFrom:
		e.play(LastCount)
	default:
		e.play(Count)
	}
	e.second = left
}

// outcome returns the effect for the end of a match.
func outcome(v *net.View) Effect {
	winner := v.Setup.Winner(v.World)
	switch {
	case v.Me < 0 || !winner.Decided:
		return Close
	case winner.Includes(uint8(v.Me), v.World.Ships[v.Me].Team):
		return Victory
	}
	return Defeat
}
