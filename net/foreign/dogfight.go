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

// dogfightProtocol speaks the dogfight protocol.
type dogfightProtocol struct {
	// Owned by the goroutine that reads.
	reader  dogfight.Reader
	bullets bullets
	greeted bool
	serious bool            // the server said once that the match is in progress
	status  dogfight.Status // the last

	// Owned by Frame.
	player dogfight.ID
	seen   bool // a state came
	own    sight
	shots  uint8 // that the ship can have in flight
	sturdy bool  // the server is not the original
	flight flight
	walls  walls
	moved  bool               // a move had an effect
	fires  bool               // a shot is wanted
	held   bool               // fire is, since it was pressed
	shotAt time.Time          // when the last shoot was sent
	course game.Course        // that was held since the last event; Idle for none
	leg    int                // of moves along a diagonal
	way    dogfight.Direction // of the last move
	buf    []byte
	notice func(text string) // shows a line to the player; nil for none
	told   bool              // that a ship has to move before it fires
}

const (
	usualHP = 5 // what a ship of the original has
	// reload is the time between two shots while fire is held. The original has no such limit,
	// and a ship there five bullets: a short press would fire them all.
	reload = 150 * time.Millisecond
)

// receive is the protocol's.
func (t *dogfightProtocol) receive(p []byte, tell func(update)) error {
	for len(p) > 0 {
		state, rest, err := t.reader.Take(p)
		if err != nil {
			return fmt.Errorf("the server sent what is not the dogfight protocol: %w", err)
		}
		if !t.greeted && t.reader.ID != (dogfight.ID{}) {
			t.greeted = true
			tell(update{kind: welcomed, name: t.reader.ID.String()})
		}
		if state != nil {
			t.tellStatus(state.Status, tell)
			snapshot := t.see(state)
			snapshot.serious = t.serious
			tell(update{kind: sighted, snapshot: snapshot})
		}
		p = rest
	}
	return nil
}

// tellStatus tells of the end of a match, if the server is one that ever says that one
// is in progress: the original always says that it is closed.
func (t *dogfightProtocol) tellStatus(status dogfight.Status, tell func(update)) {
	switch {
	case status == t.status:
	case status == dogfight.InProgress && t.serious:
		tell(update{kind: begun})
	case status == dogfight.InProgress:
		t.serious = true
	case status == dogfight.Closed && t.serious:
		tell(update{kind: finished})
	}
	t.status = status
}

// see makes a snapshot of a state.
func (t *dogfightProtocol) see(state *dogfight.State) *snapshot {
	s := &snapshot{me: numberOf(t.reader.ID), whole: true, lasting: true, shots: dogfight.Bullets}
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
			continue // no player flies two; and telling the bullets of many of one name apart takes long
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
		t.kind, t.item = dialect.Orb, game.OrbItem
	}
	return t
}

// note is the protocol's.
func (t *dogfightProtocol) note(n *update) {
	switch n.kind {
	case welcomed:
		copy(t.player[:], n.name)
	case sighted:
		t.seen, t.own = true, sightOf(n.snapshot)
		t.shots, t.sturdy = n.snapshot.shots, n.snapshot.serious
		t.walls.see(t.own.at)
		if t.flight.see(t.own, n.at) && t.flight.action == dogfight.Move {
			t.moved = true
		}
	}
}

// speak sends the next event, if none is in flight. What was pressed meanwhile is not
// forgotten.
func (t *dogfightProtocol) speak(now time.Time, in game.Input, _ bool, send func(p []byte)) {
	held := in.Holds(game.Fire)
	t.fires = t.fires || held && (!t.held || now.Sub(t.shotAt) >= reload)
	t.held = held
	if c := in.Course(); c != game.Idle {
		t.course = c
	}
	if t.flight.lapsed(t.sturdy) && t.flight.action == dogfight.Move && !t.own.fell && !t.sturdy {
		t.walls.hit(t.way, t.own.at, now)
	}
	if !t.seen || t.player == (dogfight.ID{}) || t.flight.underway {
		return
	}
	e := t.next(now)
	if e.Action == dogfight.PlayerConnection {
		return
	}
	t.flight.begin(e.Action, t.own, now)
	t.buf = e.Append(t.buf[:0])
	send(t.buf)
}

// next returns the event that is due; a PlayerConnection, which is never sent, if none is.
// Where both are wanted, shots and moves take turns.
func (t *dogfightProtocol) next(now time.Time) dogfight.Event {
	e := dogfight.Event{PlayerID: t.player}
	d := t.direction(now)
	switch {
	case t.fires && t.aims() && (d == dogfight.Idle || t.flight.action != dogfight.Shoot):
		e.Action, t.fires = dogfight.Shoot, false
		t.shotAt = now
	case d != dogfight.Idle: // after which the gun may be ready
		e.Action, e.Direction = dogfight.Move, d
		t.way, t.course = d, game.Idle
		t.leg++
	default:
		t.fires, t.course = false, game.Idle
	}
	return e
}

// aims reports whether a shoot has an effect, and a good one: where the ship has no direction
// yet, the original fires bullets that stand still, and keeps them for good.
func (t *dogfightProtocol) aims() bool {
	aims := (t.moved || t.sturdy) && t.own.course != game.Idle
	if !aims && !t.told && t.notice != nil {
		t.told = true
		t.notice("Steer first: shots fly the way your ship last moved")
	}
	return aims && !t.own.fell && t.own.live < t.shots
}

// direction returns where to move next, Idle for nowhere: of a diagonal one of its two straight
// ways, and then the other.
func (t *dogfightProtocol) direction(now time.Time) dogfight.Direction {
	x, y := t.course.Vector()
	ways := [2]dogfight.Direction{dogfight.Direction(game.CourseOf(x, 0)), dogfight.Direction(game.CourseOf(0, y))}
	for i := range ways {
		if d := ways[(t.leg+i)%2]; d != dogfight.Idle && !t.walls.stop(d, t.own.at, now) {
			return d
		}
	}
	return dogfight.Idle
}

func (t *dogfightProtocol) roundTrip() time.Duration { return 0 }

func (t *dogfightProtocol) goodbye() []byte {
	if t.player == (dogfight.ID{}) || t.flight.underway { // then that the connection ends has to say it
		return nil
	}
	e := dogfight.Event{Action: dogfight.PlayerDisconnection, PlayerID: t.player}
	return e.Append(nil)
}
