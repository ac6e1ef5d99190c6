package foreign

import (
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dogfight"
)

// dogfightTalk speaks the dogfight protocol.
type dogfightTalk struct {
	// Owned by the goroutine that reads.
	reader  dogfight.Reader
	bullets bullets
	greeted bool
	serious bool            // the server said once that the match is in progress
	status  dogfight.Status // the last

	// Owned by Frame.
	player dogfight.ID
	heard  bool        // a state came since the last event
	fires  bool        // fire was held since the last event
	course game.Course // likewise; Idle for none
	turn   int         // of events
	leg    int         // of moves along a diagonal
	buf    []byte
}

// usualHP is what a ship of the original has.
const usualHP = 5

// hear is a talk's.
func (t *dogfightTalk) hear(p []byte, tell func(news)) error {
	for len(p) > 0 {
		state, rest, err := t.reader.Take(p)
		if err != nil {
			return fmt.Errorf("the server sent what is not the dogfight protocol: %w", err)
		}
		if !t.greeted && t.reader.ID != (dogfight.ID{}) {
			t.greeted = true
			tell(news{kind: welcomed, name: t.reader.ID.String()})
		}
		if state != nil {
			t.tellStatus(state.Status, tell)
			tell(news{kind: sighted, sighting: t.see(state)})
		}
		p = rest
	}
	return nil
}

// tellStatus tells of the end of a match, if the server is one that ever says that one
// is in progress: the original always says that it is closed.
func (t *dogfightTalk) tellStatus(status dogfight.Status, tell func(news)) {
	switch {
	case status == t.status:
	case status == dogfight.InProgress && t.serious:
		tell(news{kind: begun})
	case status == dogfight.InProgress:
		t.serious = true
	case status == dogfight.Closed && t.serious:
		tell(news{kind: finished})
	}
	t.status = status
}

// see puts a state into common words.
func (t *dogfightTalk) see(state *dogfight.State) *sighting {
	s := &sighting{me: numberOf(t.reader.ID), whole: true, lasting: true, shots: dogfight.Bullets}
	if state.SixBullets {
		s.shots = dogfight.MaxBullets
	}
	for i := range state.PowerUps {
		s.things = append(s.things, powerUp(&state.PowerUps[i]))
	}
	t.bullets.begin()
	for i := range state.Ships {
		ship := &state.Ships[i]
		id := numberOf(ship.PlayerID)
		if slices.ContainsFunc(s.things, func(t thing) bool { return t.kind == dialect.Ship && t.id == id }) {
			continue // nobody flies two; and telling the bullets of many of one name apart takes long
		}
		s.things = append(s.things, thing{
			id: id, kind: dialect.Ship, at: vector{float64(ship.X), float64(ship.Y)},
			course: game.Course(ship.Direction), name: ship.PlayerID.String()[:8], hp: ship.HP, fell: !ship.Alive,
		})
		s.things = append(s.things, t.bullets.see(id, ship)...)
	}
	return s
}

// numberOf returns the number by which a player goes here.
func numberOf(id dogfight.ID) uint64 {
	h := fnv.New64a()
	h.Write(id[:])
	return max(h.Sum64(), 1)
}

// powerUp is known by its place, from which it does not move.
func powerUp(up *dogfight.PowerUp) thing {
	t := thing{
		id:   uint64(uint32(up.X))<<32 | uint64(uint32(up.Y)),
		kind: dialect.PowerUp, at: vector{float64(up.X), float64(up.Y)}, item: game.ItemKind(up.Kind),
	}
	if up.Kind == dogfight.None { // worth a way all the same
		t.kind, t.item = dialect.Orb, game.Orb
	}
	return t
}

// note is a talk's.
func (t *dogfightTalk) note(n *news) {
	switch n.kind {
	case welcomed:
		copy(t.player[:], n.name)
	case sighted:
		t.heard = true
	}
}

// speak answers each state with one event at most, for the original dies if it finds
// two in one segment. What was pressed between two states is not forgotten.
func (t *dogfightTalk) speak(_ time.Time, in game.Input, _ bool, send func(p []byte)) {
	t.fires = t.fires || in.Holds(game.Fire)
	if c := in.Course(); c != game.Idle {
		t.course = c
	}
	if !t.heard || t.player == (dogfight.ID{}) {
		return
	}
	e := dogfight.Event{PlayerID: t.player}
	switch {
	case t.fires && (t.course == game.Idle || t.turn%2 == 0):
		e.Action = dogfight.Shoot
		t.fires = false
	case t.course != game.Idle:
		e.Action, e.Direction = dogfight.Move, t.direction()
		t.course = game.Idle
	default:
		return
	}
	t.heard = false
	t.turn++
	t.buf = e.Append(t.buf[:0])
	send(t.buf)
}

// direction returns where to move next: of a diagonal one of its two straight ways, and
// then the other.
func (t *dogfightTalk) direction() dogfight.Direction {
	x, y := t.course.Vector()
	if x != 0 && y != 0 {
		if t.leg++; t.leg%2 == 0 {
			y = 0
		} else {
			x = 0
		}
	}
	return dogfight.Direction(game.CourseOf(x, y))
}

func (t *dogfightTalk) roundTrip() time.Duration { return 0 }

func (t *dogfightTalk) goodbye() []byte {
	if t.player == (dogfight.ID{}) {
		return nil
	}
	e := dogfight.Event{Action: dogfight.PlayerDisconnection, PlayerID: t.player}
	return e.Append(nil)
}
