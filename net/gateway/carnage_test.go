package gateway

import (
	"fmt"
	"maps"
	"math"
	"net"
	"slices"
	"sync/atomic"
	"testing"

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

	known map[uint32]carnage.Entity
	me    uint32 // 0: not yet seen
	alive bool
	score atomic.Int32
}

// mute connects somebody who says nothing yet.
func (r *rig) mute(g *Gateway) *carnageClient {
	r.Helper()
	return &carnageClient{
		Conn: r.connect("tcp", g.Addrs()[0]), t: r.TB, decoder: carnage.NewDecoder(1 << 20), buf: make([]byte, 16<<10),
		known: map[uint32]carnage.Entity{},
	}
}

func (r *rig) carnage(g *Gateway, name string) *carnageClient {
	r.Helper()
	c := r.mute(g)
	c.says(&carnage.HelloRequest{Version: 1})
	if response := carnageHears[*carnage.HelloResponse](c); !response.Okay || response.LevelData == "" {
		r.Fatalf("%+v", response)
	}
	c.says(&carnage.SpawnRequest{Name: name})
	if response := carnageHears[*carnage.SpawnResponse](c); response.Status != carnage.Spawned {
		r.Fatalf("%+v", response)
	}
	return c
}

func (c *carnageClient) says(m carnage.Message) { c.Write(c.wire.Append(nil, m)) }

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
				return found, fmt.Errorf("no %T came: %w", found, err)
			}
			c.left = c.buf[:n]
		}
	}
}

func carnageHears[M carnage.Message](c *carnageClient) M {
	c.t.Helper()
	m, err := carnageNext[M](c)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// look keeps entities as the document has a client keep them.
func (c *carnageClient) look() (ships []spot, err error) {
	r, err := carnageNext[*carnage.Record](c)
	if err != nil {
		return nil, err
	}
	for _, e := range r.Entities {
		was, exists := c.known[e.ID]
		switch {
		case !e.Static && !e.Dynamic:
			delete(c.known, e.ID)
			continue
		case !exists && !(e.Static && e.Dynamic):
			continue
		case e.Type == carnage.PlayerEntity && !e.Static:
			e.Player.PlayerStatic = was.Player.PlayerStatic
		}
		c.known[e.ID] = e
		if c.me == 0 && e.Type == carnage.PlayerEntity {
			c.me = e.ID
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.known)) {
		if e := c.known[id]; e.Type == carnage.PlayerEntity {
			ships = append(ships, spot{uint64(id), float64(e.Player.Position.X), float64(e.Player.Position.Y), id == c.me})
		}
	}
	if own, ok := c.known[c.me]; ok {
		c.alive = true
		c.score.Store(int32(own.Player.Score))
	} else if c.alive {
		c.alive = false
		c.says(&carnage.SpawnRequest{Name: "carnage"})
	}
	return ships, nil
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
	c.says(&m)
}

func (c *carnageClient) leave()        { c.Close() }
func (c *carnageClient) scored() int32 { return c.score.Load() }

func TestACarnagePlayerSpawnsUnderHisNameAndLeaves(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.carnage(r.open("carnage=:0"), "Ann")
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	for c.me == 0 || c.known[c.me].Player.Name != "Ann" {
		if _, err := c.look(); err != nil {
			t.Fatalf("waiting for Ann, but of the own ship is told %+v: %v", c.known[c.me], err)
		}
	}
	c.leave()
	r.waits("that she left", func(w *game.World) bool { return ships(w) == 0 })
}
