package lightracer_test

import (
	"flag"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

// original is the substitute for the original game, the host's end of it, and the network between them.
type original struct {
	*testing.T
	dialects.Racer
	session  *lightracer.Session
	match    *dialects.Match
	chance   game.Chance
	now      game.Tick
	datagram bool
	open     bool // the data connection

	control, data, input wire // to the game, to the game, and from it
	sent, lost           int  // updates
}

// token is one with a sign.
const token = -77

// wire carries packets until they are due.
type wire struct {
	flying []flying
	last   game.Tick // when the last of them is due: a stream is in order
}

type flying struct {
	due   game.Tick
	bytes []byte
}

// put sends a packet with a delay, in order or not.
func (w *wire) put(now, delay game.Tick, inOrder bool, p []byte) {
	due := now + delay
	if inOrder {
		w.last = max(w.last, due)
		due = w.last
	}
	w.flying = append(w.flying, flying{due, append([]byte(nil), p...)})
}

// due returns the packets that are due, in their order.
func (w *wire) due(now game.Tick) (arrived [][]byte) {
	left := w.flying[:0]
	for _, f := range w.flying {
		if f.due > now {
			left = append(left, f)
			continue
		}
		arrived = append(arrived, f.bytes)
	}
	w.flying = left
	return arrived
}

var long = flag.Bool("long", false, "play with the original for ten minutes of virtual time, not for three")

func TestTheOriginalPlaysForMinutes(t *testing.T) {
	seconds := 3 * 60 // of virtual time
	if *long {
		seconds = 10 * 60
	}
	for name, datagram := range map[string]bool{"TCP that lags": false, "UDP that loses a tenth": true} {
		t.Run(name, func(t *testing.T) {
			o := &original{T: t, match: dialects.Melee(8, 60), chance: game.NewChance(3), datagram: datagram}
			o.session = lightracer.NewSession(lightracer.Config{Token: token, DataPort: 7001, Set: func(string, string) error { return nil }})
			o.match.Scene.Leads = true
			o.receive(dialect.Main, []byte("JOIN Zo"))
			o.receive(dialect.Main, []byte("ë\nSET bots 7\n")) // both at once, as it knows no better
			for range seconds * game.TickRate {
				o.tick()
			}
			o.judge(seconds)
		})
	}
}

func (o *original) receive(ch dialect.Channel, p []byte) {
	o.Helper()
	if err := o.session.Receive(ch, p, o.send); err != nil {
		o.Fatalf("the host dropped it: %v", err)
	}
}

// tick advances both ends by a sixtieth of a second.
func (o *original) tick() {
	o.Helper()
	o.now++
	for _, p := range o.input.due(o.now) {
		o.receive(dialect.Data, p)
	}
	o.match.Inputs[0] = o.session.Intent().Input
	if err := o.session.Tick(o.match.Step(), o.send); err != nil {
		o.Fatalf("the host dropped it: %v", err)
	}
	for _, p := range o.control.due(o.now) {
		if err := o.ReadControl(p); err != nil {
			o.Fatal(err)
		}
		o.opens()
	}
	for _, p := range o.data.due(o.now) {
		o.reads(p)
	}
}

// opens opens the data connection when the racer knows the token.
func (o *original) opens() {
	if o.Token != token || o.open {
		return
	}
	o.open = true
	if o.session.DataOpen(); o.datagram {
		o.session.DataOpenDatagrams()
	}
}

// send puts the host's packets on the wire: a stream in pieces of any size, with lags of up to half a
// second; a datagram up to 200 ms late, one in ten not at all, and one in fifty twice.
func (o *original) send(ch dialect.Channel, p []byte) {
	if ch == dialect.Main {
		o.control.put(o.now, game.Tick(o.chance.Below(30)), true, p)
		return
	}
	o.sent++
	if o.datagram {
		o.sendDatagram(&o.data, p)
		return
	}
	lag := game.Tick(0)
	if o.chance.Below(50) == 0 {
		lag = game.Tick(o.chance.Below(30))
	}
	for len(p) > 0 {
		n := min(1+int(o.chance.Below(600)), len(p))
		o.data.put(o.now, lag, true, p[:n])
		p = p[n:]
	}
}

func (o *original) sendDatagram(w *wire, p []byte) {
	copies := 1
	switch o.chance.Below(100) {
	case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9:
		o.lost++
		copies = 0
	case 10, 11:
		copies = 2
	}
	for range copies {
		w.put(o.now, game.Tick(o.chance.Below(12)), false, p)
	}
}

// reads reads the data that is due, and answers.
func (o *original) reads(p []byte) {
	o.Helper()
	before, read := o.Updates, o.ReadStream
	if o.datagram {
		read = o.ReadDatagram
	}
	if err := read(p); err != nil {
		o.Fatalf("the original ends the connection: %v", err)
	}
	if o.Updates == before {
		return
	}
	input := o.Input()
	if o.datagram {
		o.sendDatagram(&o.input, input)
		return
	}
	half := int(o.chance.Below(uint32(len(input))))
	o.input.put(o.now, game.Tick(o.chance.Below(6)), true, input[:half])
	o.input.put(o.now, game.Tick(o.chance.Below(6)), true, input[half:])
}

// judge reports whether the racer has seen and done enough.
func (o *original) judge(seconds int) {
	o.Helper()
	o.Logf("%d updates sent, %d lost with inputs, %d applied, %d late; %d objects created, %d deleted; flew %d units, %d shots at a time, died %d times",
		o.sent, o.lost, o.Updates, o.Overtaken, o.Created, o.Deleted, o.Flown, o.Racer.Shots, o.Died)
	if least := seconds*30 - 60; o.sent < least || !o.datagram && o.Updates < least || o.datagram && o.Updates < o.sent/4 {
		o.Error("expected 30 updates a second")
	}
	if o.Flown < 20*seconds || o.Racer.Shots < 2 || o.Created-o.Deleted != len(o.Objects) || o.Deleted < seconds {
		o.Error("the original played, with few results")
	}
}
