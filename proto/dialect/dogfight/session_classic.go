package dogfight

import (
	"errors"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// classic is what a Session of the original client adds. That client reads up to 1,024 bytes once a frame, takes them for
// a state from its beginning on, and dies if they are not. So all that is unread has to be states of a size that divides
// 1,024, and no state may be there in part.
type classic struct {
	size int    // of all states from now on
	full uint32 // ticks in which there was no room for a state that was due
	hush uint32 // ticks until the first of them, unless the client shows that it has read its id
}

const (
	// classicHush keeps the first state out of a read that is to take the id.
	classicHush = game.TickRate
	// answerWait is how long a state must still be off to be sent at once: 33 ms follow one at least, so that a client
	// of sixty frames a second makes up for the frames that it was late for.
	answerWait = stateTicks - 2
	// mostFull is how long there may be no room. A system may tell of none until a read of many states has made some.
	mostFull = 5 * 60 * game.TickRate
)

var errFull = errors.New("the player has read and sent nothing for five minutes")

func newClassic() *classic { return &classic{size: classicLong, hush: classicHush} }

// fit has a State of a Scene be what the original client can hold and knows.
func (c *classic) fit(s *State, player ID, scene *dialect.Scene) {
	s.Status = Nil
	w, h := scene.Setup.Arena.Size()
	s.shrink(c.size, player, point{dialect.Whole(w / 2), dialect.Whole(h / 2)})
}

// classicDue is due. A state for which there is no room stays due: what is sent then is newer.
func (s *Session) classicDue() (bool, error) {
	switch c := s.classic; {
	case c.hush > 0:
		c.hush--
	case s.wait > 0 && !(s.answer && s.wait <= answerWait):
		s.wait--
	case s.classicFits():
		c.full = 0
		return true, nil
	case c.full == mostFull:
		return false, errFull
	default:
		c.full++
	}
	return false, nil
}

// classicFits reports whether a state can be sent in one piece. Where no piece is long enough states become shorter, for good:
// a short state after long ones is found by any reader, but a long one after a short one by one only that has
// read the short one.
func (s *Session) classicFits() bool {
	if s.Room == nil {
		return true
	}
	now, most := s.Room()
	if most < classicLong {
		s.classic.size = classicShort
	}
	return now >= s.classic.size
}
