package dogfight

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// helm turns moves and shoots, which are moments, into what a pilot holds down.
type helm struct {
	direction Direction
	left      uint8 // ticks that it is still held
	lasts     uint8 // ticks that one move is held

	trigger bool  // is held
	pulled  uint8 // ticks since when
	ready   bool  // the gun was, in one of them
}

const (
	mostHeld  = game.TickRate / 4 // 250 ms
	leastHeld = 3                 // 50 ms, in which nobody misses it, and the time from state to state
	moveWay   = 3 * game.One      // of a move in the original
)

// move holds a direction on, or another one from now on.
func (h *helm) move(d Direction) {
	if d != h.direction {
		h.direction, h.left = d, 0
	}
	h.left = min(h.left+max(h.lasts, leastHeld), mostHeld)
}

// shoot pulls the trigger, if it is not pulled already.
func (h *helm) shoot() {
	if !h.trigger {
		h.trigger, h.pulled, h.ready = true, 0, false
	}
}

// tick returns what is held in the tick that follows the Scene.
func (h *helm) tick(s *dialect.Scene) (in game.Input) {
	h.lasts = moveTicks(s)
	if h.left > 0 {
		h.left--
		in = game.Steer(game.Course(h.direction))
	}
	if h.trigger {
		in |= game.Fire
		h.pulled++
		h.ready = h.ready || gunReady(s)
		h.trigger = h.pulled < leastHeld || !h.ready && h.pulled < mostHeld
	}
	return in
}

// moveTicks returns how long the player's ship flies for the way of a move.
func moveTicks(s *dialect.Scene) uint8 {
	ship := s.Ship()
	if ship == nil {
		return leastHeld
	}
	top := s.Setup.Classes[ship.Class].TopSpeed
	return uint8(min((moveWay+top-1)/top, mostHeld))
}

// gunReady reports whether the player's ship fires in the next tick if told to.
func gunReady(s *dialect.Scene) bool {
	if !s.Alive() {
		return false
	}
	ship := s.Ship()
	const counted = 1 // off the Cooldown before it is looked at
	return ship.Cooldown <= counted && ship.FreeShots(s.Setup) >= int(s.Setup.Weapons[ship.Weapon].Fan)
}
