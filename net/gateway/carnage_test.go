package gateway

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/carnage"
)

// carnageClient is a client of C4RN4G3.
type carnageClient struct {
	net.Conn
	t       testing.TB
	wire    carnage.Wire
	decoder carnage.Decoder
	buf     []byte
	left    []byte

	name    string
	known   map[uint32]carnage.Entity
	spawned bool   // its last request for a ship was granted
	me      uint32 // 0: not yet seen
	alive   bool
	time    float32 // in the last record
	score   atomic.Int32

	records, deaths, matches int // so far
}

// mute connects a client that sends nothing yet.
func (r *rig) mute(g *Gateway) *carnageClient {
	r.Helper()
	return &carnageClient{
		Conn: r.connectCarnage(g), t: r.TB, name: "carnage-1", decoder: carnage.NewDecoder(1 << 20), buf: make([]byte, 16<<10),
		known: map[uint32]carnage.Entity{},
	}
}

func (r *rig) carnage(g *Gateway, name string) *carnageClient {
	r.Helper()
	c := r.mute(g)
	c.name = name
	c.sends(&carnage.HelloRequest{Version: 1})
	if response := carnageReceives[*carnage.HelloResponse](c); !response.Okay || response.LevelData == "" {
		r.Fatalf("%+v", response)
	}
	c.sends(&carnage.SpawnRequest{Name: name})
	for !c.spawned {
		if _, err := c.readShips(); err != nil {
			r.Fatal(err)
		}
	}
	return c
}

func (c *carnageClient) sends(m carnage.Message) { c.Write(c.wire.Append(nil, m)) }

// carnageNext waits for a message of a type.
func carnageNext[M carnage.Message](c *carnageClient) (found M, err error) {
	for {
		p, ok, err := c.decoder.Next()
		switch {
		case err != nil:
			return found, err
		case ok:
			m, err := c.wire.Parse(p)
			if it, ok := m.(M); ok || err != nil {
				return it, err
			}
		case len(c.left) > 0:
			c.left = c.decoder.Feed(c.left)
		default:
			n, err := c.Read(c.buf)
			if err != nil {
				return found, fmt.Errorf("no %T: %w", found, err)
			}
			c.left = c.buf[:n]
		}
	}
}

func carnageReceives[M carnage.Message](c *carnageClient) M {
	c.t.Helper()
	m, err := carnageNext[M](c)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// readShips updates entities as the document requires of a client. Packets that its author's client would fail on are errors.
func (c *carnageClient) readShips() (ships []spot, err error) {
	for {
		m, err := carnageNext[carnage.Message](c)
		if err != nil {
			return nil, err
		}
		switch m := m.(type) {
		case *carnage.SpawnResponse:
			if c.spawned = m.Status == carnage.Spawned; !c.spawned {
				return nil, fmt.Errorf("no ship: status %d", m.Status)
			}
		case *carnage.Record:
			err := c.follow(m)
			return c.spots(), err
		}
	}
}

// follow applies a record. If the own ship is removed, it asks for the next.
func (c *carnageClient) follow(r *carnage.Record) error {
	if c.records++; r.Time < c.time {
		c.matches++
	}
	c.time = r.Time
	for _, e := range r.Entities {
		if err := c.know(e); err != nil {
			return fmt.Errorf("%w: %+v, of %q", err, e, e.Player.Name)
		}
	}
	if own, ok := c.known[c.me]; ok {
		c.alive = true
		c.score.Store(int32(own.Player.Score))
	} else if c.alive {
		c.alive, c.spawned, c.me = false, false, 0
		c.deaths++
		c.sends(&carnage.SpawnRequest{Name: c.name})
	}
	return nil
}

// know adds an entity.
func (c *carnageClient) know(e carnage.Entity) error {
	was, exists := c.known[e.ID]
	switch {
	case exists && was.Type != e.Type:
		return fmt.Errorf("it was of type %d", was.Type)
	case !e.Static && !e.Dynamic && !exists:
		return errors.New("it is removed, and was never there")
	case !e.Static && !e.Dynamic:
		delete(c.known, e.ID)
		return nil
	case !exists && !(e.Static && e.Dynamic):
		return errors.New("it is new, and incomplete")
	case e.Type != carnage.PlayerEntity:
		c.known[e.ID] = e
		return nil
	}
	if e.Player.HealthPercentage <= 0 || e.Player.HealthPercentage > 100 {
		return errors.New("health must be above 0 and up to 100")
	}
	if e.Static && c.spawned && c.me == 0 {
		if c.me = e.ID; !strings.HasPrefix(e.Player.Name, c.name) { // a number may follow
			return fmt.Errorf("the own ship must be called %q", c.name)
		}
	}
	if !e.Static {
		e.Player.PlayerStatic = was.Player.PlayerStatic
	} else if e.Player.Name == "" {
		return errors.New("it has no name")
	}
	c.known[e.ID] = e
	return nil
}

func (c *carnageClient) spots() (ships []spot) {
	for _, id := range slices.Sorted(maps.Keys(c.known)) {
		if e := c.known[id]; e.Type == carnage.PlayerEntity {
			ships = append(ships, spot{uint64(id), float64(e.Player.Position.X), float64(e.Player.Position.Y), id == c.me})
		}
	}
	return ships
}

func (c *carnageClient) hold(in game.Input) {
	if !c.alive {
		return
	}
	x, y := in.Course().Vector()
	m := carnage.Inputs{Angle: float32(math.Atan2(float64(y), float64(x)))}
	for _, b := range []struct {
		button carnage.Buttons
		down   bool
	}{{carnage.Up, y < 0}, {carnage.Down, y > 0}, {carnage.Left, x < 0}, {carnage.Right, x > 0}, {carnage.Fire, in.Holds(game.Fire)}} {
		if b.down {
			m.Down |= b.button
		}
	}
	c.sends(&m)
}

func (c *carnageClient) leave()        { c.Close() }
func (c *carnageClient) scored() int32 { return c.score.Load() }

func TestACarnagePlayerSpawnsUnderItsNameAndLeaves(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.carnage(r.open("carnage=:0"), "Ann")
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	for c.me == 0 { // readShips fails under any other name
		if _, err := c.readShips(); err != nil {
			t.Fatalf("the own ship is reported as %+v: %v", c.known[c.me], err)
		}
	}
	c.leave()
	r.waits("that she left", func(w *game.World) bool { return ships(w) == 0 })
}

// skirmish is a match with many deaths, followed by another.
func skirmish(t testing.TB) dogfight.Match {
	s := fierceSetup(t)
	s.TimeLimit = 10 * game.TickRate
	m := dogfight.FixedMatch(s, dogfight.MatchOptions{Bots: 4, Skill: 4, Time: 10 * time.Second, Arena: "duel"}, 1)
	m.Fixed = false
	return m
}

// Two strict clients of the document play in virtual time: twenty seconds, or with -long ten minutes.
func TestADocumentedClientPlaysMatchAfterMatchOverBothTransports(t *testing.T) {
	lasts := 20 * time.Second
	if *long {
		lasts = 10 * time.Minute
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, dogfight.HostConfig{}, skirmish(t))
		_, l := r.openPiped("carnage=:0,websocket")
		ws, _, err := dialWebSocket(l.dial(), nil)
		if err != nil {
			t.Fatal(err)
		}
		clients := []*carnageClient{joined(t, l.dial(), "raw"), joined(t, ws, "webbed")}
		playFor(t, lasts, clients)
	})
}

// playFor runs hunting clients for a time, and checks their results.
func playFor(t *testing.T, lasts time.Duration, clients []*carnageClient) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	var hunting sync.WaitGroup
	var hunters []*hunter
	for _, c := range clients {
		h := &hunter{pilot: c, name: c.name}
		hunters = append(hunters, h)
		hunting.Go(func() { h.hunt(ctx) })
	}
	hunting.Wait()
	seconds := int(lasts / time.Second)
	for i, c := range clients {
		t.Logf("%s: %d records in %d s, %d deaths, %d matches", c.name, c.records, seconds, c.deaths, c.matches+1)
		if hunters[i].err != nil {
			t.Errorf("%s: %v", c.name, hunters[i].err)
		}
		if c.deaths == 0 || c.matches == 0 || c.records < 10*seconds { // nominally 20; a busy machine ticks less often
			t.Errorf("%s: expected deaths, another match and at least 10 records a second", c.name)
		}
	}
}
