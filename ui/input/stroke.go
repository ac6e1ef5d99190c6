package input

import (
	"dogfight/game"
)

// stroke is what one key does for the ship.
type stroke struct {
	course             game.Course // Idle if none
	fire, boost, brake bool
}

// stroke returns what the key of ev does, and false if it is not for flying. Shift
// with a course boosts; a capital letter is how terminals report it.
func (b *Bindings) stroke(ev Event) (stroke, bool) {
	a, shifted := b.Press(ev)
	s := stroke{course: a.Course(), fire: a == Fire, boost: a == Boost, brake: a == Brake}
	s.boost = s.boost || shifted && s.course != game.Idle
	return s, a >= Up && a <= Brake
}
