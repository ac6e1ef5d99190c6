package foreign

import (
	"encoding/binary"
	"io"
	"sync"
	"time"
)

// original behaves on the wire as the first Dogfight server does.
type original struct {
	bullets int           // of a ship
	exact   bool          // its total_length is the size
	way     time.Duration // to it and back
	pieces  int           // it writes a state in pieces of so many bytes; 0 for at once

	mu      sync.Mutex
	status  byte
	ups     []byte
	ships   []vessel
	events  [][]byte    // as they came
	times   []time.Time // of them
	unheard int         // events since the last state
	crowded bool        // two events came between two states, which may kill it
	quiet   bool        // it sends no states
	conn    io.ReadWriteCloser
}

// vessel is a ship of the original.
type vessel struct {
	id        string
	x, y      int32
	hp, alive byte
	direction byte
	shots     [][4]int32 // x, y, active, direction
}

const (
	ownID   = "11111111-1111-4111-8111-111111111111"
	otherID = "3f2a1b2c-2222-4222-8222-222222222222"
)

// newOriginal has the player's ship and another one.
func newOriginal(conn io.ReadWriteCloser) *original {
	return &original{conn: conn, bullets: 5, status: 2, ships: []vessel{
		{id: ownID, x: 300, y: 200, hp: 5, alive: 1},
		{id: otherID, x: 400, y: 200, hp: 5, alive: 1, direction: 4},
	}}
}

// run plays until the connection ends.
func (o *original) run() {
	var running sync.WaitGroup
	running.Go(o.hear)
	o.conn.Write([]byte(ownID))
	for o.tell() == nil {
		time.Sleep(50 * time.Millisecond)
	}
	running.Wait()
}

func (o *original) hear() {
	for buf := make([]byte, 1024); ; {
		n, err := o.conn.Read(buf)
		if err != nil {
			o.change(func() { o.quiet = false }) // so that tell notices, too
			return
		}
		o.mu.Lock()
		o.take(append([]byte(nil), buf[:n]...))
		o.mu.Unlock()
		time.AfterFunc(o.way, func() { o.tell() }) // as after each event
	}
}

// take moves the player by 3 units, or notes what else he wants.
func (o *original) take(e []byte) {
	o.events, o.times = append(o.events, e), append(o.times, time.Now())
	o.unheard++
	o.crowded = o.crowded || o.unheard > 1 || len(e) != 37 && len(e) != 38
	if e[0] != 2 || len(e) != 38 {
		return
	}
	ship := &o.ships[0]
	ship.direction = e[1]
	ship.y += [5]int32{0, -3, 3, 0, 0}[e[1]]
	ship.x += [5]int32{0, 0, 0, -3, 3}[e[1]]
}

func (o *original) tell() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.quiet {
		return nil
	}
	o.unheard = 0
	state := o.state()
	for size := o.pieces; size > 0 && len(state) > size; state = state[size:] {
		if _, err := o.conn.Write(state[:size]); err != nil {
			return err
		}
	}
	_, err := o.conn.Write(state)
	return err
}

func (o *original) state() []byte {
	var ships []byte
	for i := range o.ships {
		ships = append(ships, o.ships[i].bytes(o.bullets)...)
	}
	total := 7 + len(o.ups) + len(ships)
	if !o.exact {
		total += 49
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(total))
	b = binary.BigEndian.AppendUint16(append(b, o.status), uint16(len(o.ups)))
	return append(append(b, o.ups...), ships...)
}

func (v *vessel) bytes(bullets int) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(v.x))
	b = binary.BigEndian.AppendUint32(b, uint32(v.y))
	b = append(append(b, v.hp, v.alive, v.direction), v.id...)
	for i := range bullets {
		var shot [4]int32
		if i < len(v.shots) {
			shot = v.shots[i]
		}
		b = binary.BigEndian.AppendUint32(b, uint32(shot[0]))
		b = binary.BigEndian.AppendUint32(b, uint32(shot[1]))
		b = append(b, byte(shot[2]), byte(shot[3]))
	}
	return b
}

// change changes something between two states.
func (o *original) change(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

// heard returns the events so far, and whether two came between two states.
func (o *original) heard() (events [][]byte, crowded bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.events, o.crowded
}
