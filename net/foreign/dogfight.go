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
	serious bool            // the server has sent that a match is in progress
	status  dogfight.Status // the last

	// Owned by Frame.
	player  dogfight.ID
	seen    bool // a state came
	ship    sight
	shots   uint8 // that the ship can have in flight
	sturdy  bool  // the server is not the original
	flight  flight
	walls   walls
	moved   bool               // a move had an effect
	fires   bool               // a shot is wanted
	held    bool               // fire is, since it was pressed
	shotAt  time.Time          // when the last shoot was sent
	course  game.Course        // last input since the last event; Idle for none
	leg     int                // of moves along a diagonal
	way     dogfight.Direction // of the last move
	buf     []byte
	notice  func(text string) // shows a line to the player, or is nil
	noticed bool              // the notice about moving before firing was shown
}

const (
	usualHP = 5 // of a ship of the original
	// reload is the time between two shots while fire is held. The original has no such limit, and a ship there five
	// bullets: a short press would fire them all.
	reload = 150 * time.Millisecond
)

func (t *dogfightProtocol) receive(p []byte, report func(update)) error {
	for len(p) > 0 {
		state, rest, err := t.reader.Take(p)
		if err != nil {
			return fmt.Errorf("the server sent what is not the dogfight protocol: %w", err)
		}
		if !t.greeted && t.reader.ID != (dogfight.ID{}) {
			t.greeted = true
			report(update{kind: welcomed, name: t.reader.ID.String()})
		}
		if state != nil {
			t.reportStatus(state.Status, report)
			snapshot := t.see(state)
			snapshot.serious = t.serious
			report(update{kind: sighted, snapshot: snapshot})
		}
		p = rest
	}
	return nil
}

// reportStatus reports the begin and end of a match, if the server ever sends that one is in progress: the original
// always sends that it is closed.
func (t *dogfightProtocol) reportStatus(status dogfight.Status, report func(update)) {
	switch {
	case status == t.status:
	case status == dogfight.InProgress && t.serious:
		report(update{kind: begun})
	case status == dogfight.InProgress:
		t.serious = true
	case status == dogfight.Closed && t.serious:
		report(update{kind: finished})
	}
	t.status = status
}

// see converts a state to a snapshot.
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
			continue // no player flies two; and many bullets of one name take long to identify
		}
		s.things = append(s.things, thing{
			id: id, kind: dialect.Ship, at: vector{float64(ship.X), float64(ship.Y)},
			course: game.Course(ship.Direction), name: ship.PlayerID.String()[:8], hp: ship.HP, fell: !ship.Alive,
		})
		s.things = append(s.things, t.bullets.see(id, ship)...)
	}
	return s
}

// numberOf returns the number of a player here.
func numberOf(id dogfight.ID) uint64 {
	h := fnv.New64a()
	h.Write(id[:])
	return max(h.Sum64(), 1)
}

// powerUp converts a power-up. Its position, which never changes, is its id.
func powerUp(up *dogfight.PowerUp) thing {
	t := thing{
		id:   uint64(uint32(up.X))<<32 | uint64(uint32(up.Y)),
		kind: dialect.PowerUp, at: vector{float64(up.X), float64(up.Y)}, item: game.ItemKind(up.Kind),
	}
	if up.Kind == dogfight.None { // worth fetching all the same
		t.kind, t.item = dialect.Orb, game.OrbItem
	}
	return t
}

func (t *dogfightProtocol) note(n *update) {
	switch n.kind {
	case welcomed:
		copy(t.player[:], n.name)
	case sighted:
		t.seen, t.ship = true, sightOf(n.snapshot)
		t.shots, t.sturdy = n.snapshot.shots, n.snapshot.serious
		t.walls.see(t.ship.at)
		if t.flight.see(t.ship, n.at) && t.flight.action == dogfight.Move {
			t.moved = true
		}
	}
}

// speak sends the next event, if none is under way. Input in the meantime is remembered.
func (t *dogfightProtocol) speak(now time.Time, in game.Input, _ bool, send func(p []byte)) {
	held := in.Holds(game.Fire)
	t.fires = t.fires || held && (!t.held || now.Sub(t.shotAt) >= reload)
	t.held = held
	if c := in.Course(); c != game.Idle {
		t.course = c
	}
	if t.flight.lapsed(t.sturdy) && t.flight.action == dogfight.Move && !t.ship.fell && !t.sturdy {
		t.walls.hit(t.way, t.ship.at, now)
	}
	if !t.seen || t.player == (dogfight.ID{}) || t.flight.underway {
		return
	}
	e := t.next(now)
	if e.Action == dogfight.PlayerConnection {
		return
	}
	t.flight.begin(e.Action, t.ship, now)
	t.buf = e.Append(t.buf[:0])
	send(t.buf)
}

// next returns the event that is due; a PlayerConnection, which is never sent, if none is. If both are wanted, shots
// and moves alternate.
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

// aims reports whether a shoot has a useful effect: if the ship has no direction yet, the original fires bullets that
// never move nor end.
func (t *dogfightProtocol) aims() bool {
	aims := (t.moved || t.sturdy) && t.ship.course != game.Idle
	if !aims && !t.noticed && t.notice != nil {
		t.noticed = true
		t.notice("Steer first: shots fly the way your ship last moved")
	}
	return aims && !t.ship.fell && t.ship.live < t.shots
}

// direction returns the next direction to move, or Idle: of a diagonal one of its two straight ones, then the other.
func (t *dogfightProtocol) direction(now time.Time) dogfight.Direction {
	x, y := t.course.Vector()
	ways := [2]dogfight.Direction{dogfight.Direction(game.CourseOf(x, 0)), dogfight.Direction(game.CourseOf(0, y))}
	for i := range ways {
		if d := ways[(t.leg+i)%2]; d != dogfight.Idle && !t.walls.stop(d, t.ship.at, now) {
			return d
		}
	}
	return dogfight.Idle
}

func (t *dogfightProtocol) roundTrip() time.Duration { return 0 }

func (t *dogfightProtocol) goodbye() []byte {
	if t.player == (dogfight.ID{}) || t.flight.underway { // then the end of the connection must do
		return nil
	}
	e := dogfight.Event{Action: dogfight.PlayerDisconnection, PlayerID: t.player}
	return e.Append(nil)
}
