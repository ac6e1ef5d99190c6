package dogfight

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// controls turns moves and shoots, which are moments, into what a pilot holds down.
type controls struct {
	direction Direction
	steering  dialect.Hold // in that direction
	lasts     uint8        // ticks that one move is held

	trigger dialect.Hold
	waiting dialect.Hold // the trigger, for the gun to get ready
}

const (
	mostHeld = game.TickRate / 4 // 250 ms
	moveWay  = 3 * game.One      // of a move in the original
)

// move holds a direction on, or another one from now on.
func (h *controls) move(d Direction) {
	if d != h.direction {
		h.direction = d
		h.steering.Release()
	}
	h.steering.Extend(max(h.lasts, dialect.LeastHeld), mostHeld)
}

// shoot pulls the trigger, if it is not pulled already.
func (h *controls) shoot() {
	if !h.trigger.Held() && !h.waiting.Held() {
		h.trigger.Press()
		h.waiting.For(mostHeld)
	}
}

// tick returns what is held in the tick that follows the Scene.
func (h *controls) tick(s *dialect.Scene) (in game.Input) {
	h.lasts = moveTicks(s)
	if h.steering.Next() {
		in = game.Steer(game.Course(h.direction))
	}
	pulled, waits := h.trigger.Next(), h.waiting.Next()
	if pulled || waits {
		in |= game.Fire
	}
	if gunReady(s) {
		h.waiting.Release()
	}
	return in
}

// moveTicks returns how long the player's ship flies for the way of a move.
func moveTicks(s *dialect.Scene) uint8 {
	ship := s.Ship()
	if ship == nil {
		return dialect.LeastHeld
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
