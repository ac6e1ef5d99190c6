package lightracer_test

import (
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

// racer is a client, written by the same package, and the host's end of it.
type racer struct {
	*testing.T
	match   *dialects.Match
	session *lightracer.Session
	sent    dialects.Recorder

	lines   lightracer.Lines
	replies []lightracer.Reply // all that the control port has sent, in order
	reader  lightracer.Reader
	updates int // received
	id      int32
}

const testToken = -77

// newRacer returns a client that has connected, and sent nothing yet.
func newRacer(t *testing.T, match *dialects.Match) *racer {
	set := func(string, string) error { return nil }
	return &racer{T: t, match: match, session: lightracer.NewSession(lightracer.Config{testToken, 7001, set}), lines: lightracer.Lines{Max: lightracer.MaxReply}}
}

// joined returns a racer with a ship, and a data connection.
func joined(t *testing.T, match *dialects.Match) *racer {
	t.Helper()
	r := newRacer(t, match)
	r.send(&lightracer.Join{Name: "Zoë"})
	r.tick(1)
	if r.id != 1 {
		t.Fatalf("expected to be welcomed, got %v", r.replies)
	}
	r.session.DataOpen()
	return r
}

// send sends lines.
func (r *racer) send(lines ...lightracer.Request) {
	r.Helper()
	for _, line := range lines {
		r.receive(dialect.Main, line.Append(nil))
	}
}

// hold holds keys from now on.
func (r *racer) hold(in game.Input) {
	r.Helper()
	r.receive(dialect.Data, (&lightracer.Input{r.id, in}).AppendUpdate(nil))
}

func (r *racer) receive(ch dialect.Channel, p []byte) {
	r.Helper()
	if err := r.session.Receive(ch, p, r.sent.Send); err != nil {
		r.Errorf("%q: %v", p, err)
	}
	r.listen()
}

// tick lets time pass.
func (r *racer) tick(n int) {
	r.Helper()
	for range n {
		intent := r.session.Intent()
		if intent.Presence == dialect.Flying {
			r.match.Inputs[0] = intent.Input
		}
		intent.Say = intent.Say[:0]
		if err := r.session.Tick(r.match.Step(), r.sent.Send); err != nil {
			r.Fatal(err)
		}
		r.listen()
	}
}

// listen reads the new lines.
func (r *racer) listen() {
	r.Helper()
	for _, packet := range r.sent.Packets {
		if packet.Channel == dialect.Main {
			r.readLines(packet.Bytes)
			continue
		}
		rest, whole, err := r.reader.Read(packet.Bytes)
		if !whole || len(rest) > 0 || err != nil {
			r.Fatalf("an update came as %d bytes: %v", len(packet.Bytes), err)
		}
		r.updates++
	}
	r.sent.Packets = r.sent.Packets[:0]
}

func (r *racer) readLines(p []byte) {
	r.Helper()
	line, rest, found, err := r.lines.Next(p)
	if !found || len(rest) > 0 || err != nil {
		r.Fatalf("%q is no line: %v", p, err)
	}
	reply, err := dialects.ParseReply(string(line))
	if err != nil {
		r.Fatal(err)
	}
	if welcome, ok := reply.(*lightracer.Welcome); ok {
		r.id = welcome.ID
	}
	r.replies = append(r.replies, reply)
}

// received returns the lines since the last call, as text.
func (r *racer) received() string {
	var b []byte
	for _, reply := range r.replies {
		b = reply.Append(b)
	}
	r.replies = nil
	return strings.TrimSuffix(strings.ReplaceAll(string(b), "\n", "|"), "|")
}

// player returns a Player of the newest update, or nil.
func (r *racer) player(id int32) *lightracer.Player {
	players := r.reader.Update.Players
	if i := slices.IndexFunc(players, func(p lightracer.Player) bool { return p.ID == id }); i >= 0 {
		return &players[i]
	}
	return nil
}

// face puts the ship in slot 1 so far to the right of that in slot 0.
func face(m *dialects.Match, units int32) {
	a, b := &m.World.Ships[0], &m.World.Ships[1]
	a.X, a.Y, a.VX, a.VY, a.Facing = 100*game.One, 36*game.One, 0, 0, game.Right
	b.X, b.Y, b.VX, b.VY, b.Facing = a.X+units*game.One, a.Y, 0, 0, game.Left
	a.Protect, b.Protect = 0, 0
}
