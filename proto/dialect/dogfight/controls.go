package dogfight

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// controls turns moves and shoots, which are moments, into held buttons.
type controls struct {
	direction Direction
	steering  dialect.Hold // in that direction
	moveTime  uint8        // ticks that one move is held

	trigger dialect.Hold
	waiting dialect.Hold // the trigger, for the gun to get ready
}

const (
	maxHeld      = game.TickRate / 4 // 250 ms
	moveDistance = 3 * game.One      // of a move in the original
)

// move extends a direction, or begins another one.
func (h *controls) move(d Direction) {
	if d != h.direction {
		h.direction = d
		h.steering.Release()
	}
	h.steering.Extend(max(h.moveTime, dialect.LeastHeld), maxHeld)
}

// shoot pulls the trigger, if it is not pulled already.
func (h *controls) shoot() {
	if !h.trigger.Held() && !h.waiting.Held() {
		h.trigger.Press()
		h.waiting.For(maxHeld)
	}
}

// tick returns the input of the tick after the Scene.
func (h *controls) tick(s *dialect.Scene) (in game.Input) {
	h.moveTime = moveTicks(s)
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

// moveTicks returns the ticks in which the player's ship flies the distance of a move.
func moveTicks(s *dialect.Scene) uint8 {
	ship := s.Ship()
	if ship == nil {
		return dialect.LeastHeld
	}
	top := s.Setup.Classes[ship.Class].TopSpeed
	return uint8(min((moveDistance+top-1)/top, maxHeld))
}

// gunReady reports whether the player's ship can fire in the next tick.
func gunReady(s *dialect.Scene) bool {
	if !s.Alive() {
		return false
	}
	ship := s.Ship()
	const counted = 1 // off the Cooldown before it is checked
	return ship.Cooldown <= counted && ship.FreeShots(s.Setup) >= int(s.Setup.Weapons[ship.Weapon].Fan)
}
