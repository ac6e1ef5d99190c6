package carnage

import (
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// client is a player by the document, with the state of the document's client.
type client struct {
	wire    Wire
	in      Decoder
	hello   *HelloResponse
	status  *SpawnResponse // the last one
	record  Record         // likewise
	records int

	entities map[uint32]Entity
	me       uint32 // the client's entity; 0 before it is known
}

// receive handles the bytes of a packet from the host.
func (c *client) receive(t testing.TB, p []byte) {
	t.Helper()
	if c.wire.Whole {
		c.receiveOne(t, p)
		return
	}
	for len(p) > 0 {
		p = c.in.Feed(p)
		for {
			m, ok, err := c.in.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			c.receiveOne(t, m)
		}
	}
}

func (c *client) receiveOne(t testing.TB, p []byte) {
	t.Helper()
	m, err := c.wire.Parse(p)
	if err != nil {
		t.Fatal(err)
	}
	switch m := m.(type) {
	case *HelloResponse:
		c.hello = m
	case *SpawnResponse:
		if c.status = m; m.Status == Spawned {
			c.me = 0
		}
	case *Record:
		c.record = *m
		c.records++
		for _, e := range m.Entities {
			c.know(t, e)
		}
	default:
		t.Fatalf("the host says %v", m.Type())
	}
}

// know follows the document's text about entities, and is stricter: entities that the
// document's client would silently drop are errors.
func (c *client) know(t testing.TB, e Entity) {
	t.Helper()
	was, exists := c.entities[e.ID]
	switch {
	case !e.Static && !e.Dynamic:
		if !exists {
			t.Fatalf("%d is removed, which is not there", e.ID)
		}
		if e.Type != was.Type {
			t.Fatalf("%d was of type %d, and is removed as one of type %d", e.ID, was.Type, e.Type)
		}
		delete(c.entities, e.ID)
		return
	case !exists && !(e.Static && e.Dynamic):
		t.Fatalf("%+v is new, and incomplete", e)
	case exists && was.Type != e.Type:
		t.Fatalf("%d was of type %d, and is %d", e.ID, was.Type, e.Type)
	case e.Type == PlayerEntity && e.Static && e.Player.Name == "":
		t.Fatalf("player %d has no name", e.ID)
	case e.Type == PlayerEntity && e.Dynamic && (e.Player.HealthPercentage <= 0 || e.Player.HealthPercentage > 100):
		t.Fatalf("player %d has %v percent of its health", e.ID, e.Player.HealthPercentage)
	}
	if e.Type == PlayerEntity && e.Static && c.me == 0 && c.status != nil && c.status.Status == Spawned {
		c.me = e.ID
	}
	if !e.Static {
		var known proto.FieldCoder
		was.body().static(&known)
		e.body().static(&proto.FieldCoder{ByteReader: proto.ByteReader{Left: known.Out}, Reading: true})
	}
	c.entities[e.ID] = e
}

// mine returns the own player, or nil.
func (c *client) mine() *Player {
	e, ok := c.entities[c.me]
	if !ok {
		return nil
	}
	return &e.Player
}

// rig is a client, its session and a match in which it gets the ship of a slot.
type rig struct {
	*testing.T
	slot    int
	match   *dialects.Match
	session *Session
	client  client
	sent    dialects.Recorder
	ended   error // by which the session ended
}

func newRig(t *testing.T, ships int) *rig {
	r := &rig{T: t, match: dialects.NewMatch(ships), session: NewSession()}
	r.client = client{in: NewDecoder(LongestResponse), entities: map[uint32]Entity{}}
	return r
}

// newMessageRig returns a rig with whole messages, and types of four bytes.
func newMessageRig(t *testing.T, ships int) *rig {
	r := newRig(t, ships)
	r.session = NewMessageSession()
	r.client.wire = Wire{Whole: true, Wide: true}
	return r
}

// send sends messages of the client.
func (r *rig) send(messages ...Message) {
	r.Helper()
	for _, m := range messages {
		r.ended = r.session.Receive(dialect.Main, r.client.wire.Append(nil, m), r.sent.Send)
	}
	r.listen()
}

func (r *rig) listen() {
	r.Helper()
	for _, p := range r.sent.Take(dialect.Main) {
		r.client.receive(r, p)
	}
}

// pass passes that many ticks, in which the gateway follows the session's intent.
func (r *rig) pass(ticks int) {
	r.Helper()
	for range ticks {
		scene := r.match.Step()
		scene.Me, scene.Pilot = -1, uint16(r.slot+1)
		if r.session.Intent().Presence == dialect.Flying {
			scene.Me = r.slot
		}
		r.ended = r.session.Tick(scene, r.sent.Send)
		r.match.Inputs[r.slot] = r.session.Intent().Input
		r.listen()
	}
}

// join brings the client as far as its own ship.
func (r *rig) join() {
	r.Helper()
	r.send(&HelloRequest{Version: version})
	r.pass(6)
	r.send(&SpawnRequest{Name: "Ann"})
	r.pass(6)
	if r.client.me != uint32(r.slot+1) || r.ended != nil {
		r.Fatalf("joined as %d: %v", r.client.me, r.ended)
	}
}

// ship returns the ship in a slot.
func (r *rig) ship(slot int) *game.Ship { return &r.match.World.Ships[slot] }

// place puts a ship somewhere, in arena units.
func (r *rig) place(slot int, x, y int32) {
	ship := r.ship(slot)
	ship.X, ship.Y, ship.VX, ship.VY = x*game.One, y*game.One, 0, 0
}

// endsWith fails unless the session ended so.
func (r *rig) endsWith(want string) {
	r.Helper()
	if r.ended == nil || r.ended.Error() != want {
		r.Errorf("expected the end by %q, got %v", want, r.ended)
	}
}
