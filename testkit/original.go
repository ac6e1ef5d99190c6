// Package foreigntest has the original Dogfight server as it behaves on the wire, its
// faults included, and a bad network to put before it.
package testkit

import (
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// Original is a server that behaves as the original Dogfight server does. It dies when one
// read yields more than one event, and of nothing else. It trusts any id, keeps bullets
// without a direction for good, and does not know when a match is over.
//
// What the protocol does not say is made up: its field, how fast bullets fly, and where a
// ship begins.
type Original struct {
	// Static once it serves.
	Bullets int                  // of a ship: 5, or 6 as in a later version
	Exact   bool                 // total_length is the true size, not 49 more
	Pieces  int                  // a state is written in pieces of so many bytes; 0 for at once
	Walled  bool                 // ships stay in the field
	Busy    func() time.Duration // how long it has other things to do before it reads; nil for never

	// To be changed by Change only.
	Status byte
	Ups    []byte // the power-ups, as sent
	Ships  []OriginalShip
	Quiet  bool // it sends nothing

	mu      sync.Mutex
	flown   time.Time // until when bullets flew
	players []*player
	events  []OriginalEvent
	died    error
}

// Event is what one read yielded, and when.
type OriginalEvent struct {
	At    time.Time
	Bytes []byte
}

// The players' ids, in the order in which they come, and that of a ship that nobody flies.
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

// ErrCrowded is what kills the server.
var ErrCrowded = errors.New("one read yielded more than one event")

// NewOriginal returns a server with the ship of the first player, and one that nobody flies.
func NewOriginal() *Original {
	return &Original{Bullets: 5, Status: 2, Ships: []OriginalShip{
		{ID: OwnID, X: 300, Y: 200, HP: 5, Alive: 1},
		{ID: OtherID, X: 400, Y: 200, HP: 5, Alive: 1, Direction: 4},
	}}
}

// Accept serves all that come, until the listener is closed or the server dies.
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

// Serve plays with a player until the connection ends, or the server does.
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

// join gives a player the first id that is free, and a ship if none has that id yet.
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

// write sends the id, a state at once, every 50 ms, and after each accepted event.
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

// read takes what each read yields for one event.
func (o *Original) read(p *player) {
	var begun []byte // an event that has not come in full
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
	o.died = ErrCrowded
	for _, p := range o.players {
		p.conn.Close()
	}
}

// accept does what an event says to the ship of its id, whoever sent it.
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

// fly lets bullets fly to a time.
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

// Change changes something between two states.
func (o *Original) Change(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

// Events returns the events so far.
func (o *Original) Events() []OriginalEvent {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.events)
}

// Died returns why the server died; nil if it did not.
func (o *Original) Died() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.died
}

// Own returns a copy of the ship of the first player, who has not left.
func (o *Original) Own() OriginalShip {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := *o.ship(OwnID)
	s.Bullets = slices.Clone(s.Bullets)
	return s
}
