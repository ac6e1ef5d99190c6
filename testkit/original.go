package testkit

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// Original behaves on the wire as the original Dogfight server does, with its faults: it dies when one read yields more than one event,
// trusts any id, keeps bullets without a direction forever, and does not know the end of a match. Its field, the speed of bullets and the
// places of ships are invented, as the protocol does not define them.
type Original struct {
	// Static while it serves.
	Bullets int                  // of a ship: 5, or 6 as in a later version
	Exact   bool                 // total_length is the true size, not 49 more
	Pieces  int                  // a state is written in chunks of so many bytes; 0 for one
	Walled  bool                 // ships stay in the field
	Busy    func() time.Duration // the delay before each read; nil for none

	// Only Change may change these.
	Status byte
	Ups    []byte // the power-ups, as sent
	Ships  []OriginalShip
	Quiet  bool // it sends nothing

	mu      sync.Mutex
	flown   time.Time // bullets have moved up to this time
	players []*player
	events  []OriginalEvent
	died    error
}

// OriginalEvent is the result of a read.
type OriginalEvent struct {
	At    time.Time
	Bytes []byte
}

// The players' ids in the order of joining, and that of a ship without a player.
const (
	OwnID   = "11111111-1111-4111-8111-111111111111"
	ThirdID = "22222222-2222-4222-8222-222222222222"
	OtherID = "3f2a1b2c-2222-4222-8222-222222222222"
)

const (
	originalInterval = 50 * time.Millisecond // of states
	stride           = 3                     // units of a move
	bulletStride     = 18                    // units in an interval
	width, height    = 800, 600
	readSize         = 1024
)

// errCrowded is the death of the server.
var errCrowded = errors.New("one read yielded more than one event")

// NewOriginal returns a server with the ship of the first player, and one without a player.
func NewOriginal() *Original {
	return &Original{Bullets: 5, Status: 2, Ships: []OriginalShip{
		{ID: OwnID, X: 300, Y: 200, HP: 5, Alive: 1},
		{ID: OtherID, X: 400, Y: 200, HP: 5, Alive: 1, Direction: 4},
	}}
}

// Accept serves players until the listener is closed or the server dies.
func (o *Original) Accept(l net.Listener) {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		running.Go(func() {
			o.Serve(conn)
			if o.Died() != nil {
				l.Close()
			}
		})
	}
}

// player is a connection.
type player struct {
	id   string
	conn io.ReadWriteCloser
	wake chan struct{} // an event was accepted
}

// Serve serves a player until the connection ends, or the server dies.
func (o *Original) Serve(conn io.ReadWriteCloser) {
	p := &player{conn: conn, wake: make(chan struct{}, 64)}
	defer conn.Close()
	if !o.join(p) {
		return
	}
	defer o.leave(p)
	var running sync.WaitGroup
	defer running.Wait()
	left := make(chan struct{})
	running.Go(func() {
		defer close(left)
		defer conn.Close()
		o.read(p)
	})
	o.write(p, left)
	conn.Close()
}

// join assigns the first free id, and a ship if there is none of that id.
func (o *Original) join(p *player) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range []string{OwnID, ThirdID} {
		if !slices.ContainsFunc(o.players, func(q *player) bool { return q.id == id }) {
			p.id = id
			break
		}
	}
	if o.died != nil || p.id == "" {
		return false
	}
	o.players = append(o.players, p)
	if o.ship(p.id) == nil {
		o.Ships = append(o.Ships, OriginalShip{ID: p.id, X: 500, Y: 300, HP: 5, Alive: 1})
	}
	return true
}

func (o *Original) leave(p *player) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.players = slices.DeleteFunc(o.players, func(q *player) bool { return q == p })
}

// write sends the id, a first state, one every 50 ms, and one after each event.
func (o *Original) write(p *player, left chan struct{}) {
	if _, err := p.conn.Write([]byte(p.id)); err != nil {
		return
	}
	ticker := time.NewTicker(originalInterval)
	defer ticker.Stop()
	for o.writeState(p) == nil {
		select {
		case <-ticker.C:
		case <-p.wake:
		case <-left:
			return
		}
	}
}

func (o *Original) writeState(p *player) error {
	o.mu.Lock()
	state, size := o.state(time.Now()), o.Pieces
	if o.Quiet {
		state = nil
	}
	o.mu.Unlock()
	for ; size > 0 && len(state) > size; state = state[size:] {
		if _, err := p.conn.Write(state[:size]); err != nil {
			return err
		}
	}
	if len(state) == 0 {
		return nil
	}
	_, err := p.conn.Write(state)
	return err
}

// read takes the result of each read for one event.
func (o *Original) read(p *player) {
	var begun []byte // an incomplete event
	for buf := make([]byte, readSize); ; {
		if o.Busy != nil {
			time.Sleep(o.Busy())
		}
		n, err := p.conn.Read(buf)
		if err != nil || o.Died() != nil {
			return
		}
		begun = append(begun, buf[:n]...)
		switch size := sizeOf(begun); {
		case len(begun) > size:
			o.die()
			return
		case len(begun) == size:
			o.accept(begun)
			begun = nil
		}
	}
}

func sizeOf(event []byte) int {
	if event[0] == 2 {
		return 38
	}
	return 37
}

func (o *Original) die() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.died = errCrowded
	for _, p := range o.players {
		p.conn.Close()
	}
}

// accept applies an event to the ship of its id, from any player.
func (o *Original) accept(event []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	o.events = append(o.events, OriginalEvent{now, event})
	o.fly(now)
	if ship := o.ship(string(event[len(event)-36:])); ship != nil {
		switch event[0] {
		case 1:
			o.Ships = slices.DeleteFunc(o.Ships, func(s OriginalShip) bool { return s.ID == ship.ID })
		case 2:
			ship.move(event[1], o.Walled)
		case 3:
			ship.shoot(o.Bullets)
		}
	}
	for _, p := range o.players {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	}
}

func (o *Original) ship(id string) *OriginalShip {
	for i := range o.Ships {
		if o.Ships[i].ID == id {
			return &o.Ships[i]
		}
	}
	return nil
}

// fly moves bullets up to a time.
func (o *Original) fly(now time.Time) {
	if o.flown.IsZero() {
		o.flown = now
	}
	for ; now.Sub(o.flown) >= originalInterval; o.flown = o.flown.Add(originalInterval) {
		for i := range o.Ships {
			o.Ships[i].fly()
		}
	}
}

// Change calls f between two states.
func (o *Original) Change(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

func (o *Original) Events() []OriginalEvent {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.events)
}

// Died returns why the server died, or nil.
func (o *Original) Died() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.died
}

// Own returns a copy of the first player's ship.
func (o *Original) Own() OriginalShip {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := *o.ship(OwnID)
	s.Bullets = slices.Clone(s.Bullets)
	return s
}

// OriginalShip is a ship of the original.
type OriginalShip struct {
	ID        string
	X, Y      int32
	HP, Alive byte
	Direction byte
	Bullets   []OriginalBullet // the server sends the first Bullets
}

// OriginalBullet is a bullet of the original. One that is not active has no place.
type OriginalBullet struct {
	X, Y      int32
	Active    bool
	Direction byte
}

// surplus is the error of the original's total_length: it counts 56 bits of header as bytes.
const surplus = 56 - 7

var ways = [5][2]int32{1: {0, -1}, 2: {0, 1}, 3: {-1, 0}, 4: {1, 0}}

func (s *OriginalShip) move(direction byte, walled bool) {
	if int(direction) >= len(ways) {
		return
	}
	s.Direction = direction
	s.X += stride * ways[direction][0]
	s.Y += stride * ways[direction][1]
	if walled {
		s.X, s.Y = min(max(s.X, 0), width), min(max(s.Y, 0), height)
	}
}

// shoot fires in the direction of the last move, if a bullet is free.
func (s *OriginalShip) shoot(bullets int) {
	for len(s.Bullets) < bullets {
		s.Bullets = append(s.Bullets, OriginalBullet{})
	}
	for i := range s.Bullets {
		if !s.Bullets[i].Active {
			s.Bullets[i] = OriginalBullet{s.X, s.Y, true, s.Direction}
			return
		}
	}
}

// fly moves bullets for an interval, until they leave the field.
func (s *OriginalShip) fly() {
	for i := range s.Bullets {
		b := &s.Bullets[i]
		b.X += bulletStride * ways[b.Direction][0]
		b.Y += bulletStride * ways[b.Direction][1]
		if b.X < 0 || b.X > width || b.Y < 0 || b.Y > height {
			*b = OriginalBullet{}
		}
	}
}

// Mines counts the bullets without a direction, which never end.
func (s *OriginalShip) Mines() (n int) {
	for _, b := range s.Bullets {
		if b.Active && b.Direction == 0 {
			n++
		}
	}
	return n
}

func (o *Original) state(now time.Time) []byte {
	o.fly(now)
	ships := slices.SortedFunc(slices.Values(o.Ships), func(a, b OriginalShip) int { return cmp.Compare(a.ID, b.ID) })
	var body []byte
	for i := range ships {
		body = ships[i].append(body, o.Bullets)
	}
	total := 7 + len(o.Ups) + len(body)
	if !o.Exact {
		total += surplus
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(total))
	b = binary.BigEndian.AppendUint16(append(b, o.Status), uint16(len(o.Ups)))
	return append(append(b, o.Ups...), body...)
}

func (s *OriginalShip) append(b []byte, bullets int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(s.X))
	b = binary.BigEndian.AppendUint32(b, uint32(s.Y))
	b = append(append(b, s.HP, s.Alive, s.Direction), s.ID...)
	for i := range bullets {
		var shot OriginalBullet
		if i < len(s.Bullets) {
			shot = s.Bullets[i]
		}
		b = binary.BigEndian.AppendUint32(b, uint32(shot.X))
		b = binary.BigEndian.AppendUint32(b, uint32(shot.Y))
		active := byte(0)
		if shot.Active {
			active = 1
		}
		b = append(b, active, shot.Direction)
	}
	return b
}
