package gateway

import (
	"net"
	"testing"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/proto/dialect/dogfight"
)

// spaceman is a client of the Dogfight protocol.
type spaceman struct {
	net.Conn
	t      testing.TB
	reader dogfight.Reader
	buf    []byte
	left   []byte
	shoots bool // its last event was a shot
}

func (r *rig) spaceman(g *Gateway) *spaceman {
	return &spaceman{Conn: r.connect("tcp", g.Addrs()[0]), t: r.TB, buf: make([]byte, 16<<10)}
}

func (c *spaceman) does(e dogfight.Event) {
	e.PlayerID = c.reader.ID
	c.Write(e.Append(nil))
}

// sees returns the next state.
func (c *spaceman) sees() (*dogfight.State, error) {
	for {
		s, rest, err := c.reader.Take(c.left)
		if c.left = rest; s != nil || err != nil {
			return s, err
		}
		n, err := c.Read(c.buf)
		if err != nil {
			return nil, err
		}
		c.left = c.buf[:n]
	}
}

func TestASpacemanIsWelcomedMovesShootsAndLeaves(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfightnet.HostConfig{})
	c := r.spaceman(r.open("dogfight=:0"))
	r.waits("a ship", func(w *game.World) bool { return w.Ships[0].State == game.Flying })
	if _, err := c.sees(); err != nil {
		t.Fatal(err)
	}
	flew, shot := r.ever(func(w *game.World) bool { return w.Ships[0].VY < 0 }), r.ever(func(w *game.World) bool { return w.Ships[0].Live != 0 })
	r.waits("that it flies up", func(w *game.World) bool {
		c.does(dogfight.Event{Action: dogfight.Move, Direction: dogfight.Up})
		return flew(w)
	})
	r.waits("a shot", func(w *game.World) bool {
		c.does(dogfight.Event{Action: dogfight.Shoot})
		return shot(w)
	})
	c.does(dogfight.Event{Action: dogfight.PlayerDisconnection})
	r.waits("that he left", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnotherProtocolIsCutOff(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfightnet.HostConfig{})
	c := r.spaceman(r.open("dogfight=:0"))
	c.Write([]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	for err := error(nil); err == nil; {
		_, err = c.sees()
	}
	r.waits("an empty match", func(w *game.World) bool { return ships(w) == 0 })
}

// drip is a connection with writes of one byte each.
type drip struct{ net.Conn }

func (d drip) Write(p []byte) (n int, err error) {
	for n = range p {
		if _, err := d.Conn.Write(p[n : n+1]); err != nil {
			return n, err
		}
	}
	return len(p), nil
}

func TestAPlayerMaySendByteByByte(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfightnet.HostConfig{})
			r.drips = true
			g := r.open(name + "=:0")
			c := r.connects(g)
			r.boards(c)
			flew := r.ever(func(w *game.World) bool { return w.Ships[0].VX < 0 })
			r.waits("that the ship flies to the left", func(w *game.World) bool {
				c.hold(game.Steer(game.Left))
				return flew(w)
			})
		})
	}
}

func TestTwoEventsInOneSegmentAreTwo(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfightnet.HostConfig{})
	c := r.spaceman(r.open("dogfight=:0"))
	r.boards(c)
	up := dogfight.Event{Action: dogfight.Move, Direction: dogfight.Up, PlayerID: c.reader.ID}
	shoot := dogfight.Event{Action: dogfight.Shoot, PlayerID: c.reader.ID}
	both := r.ever(func(w *game.World) bool { return w.Ships[0].VY < 0 && w.Ships[0].Live != 0 })
	r.waits("that the ship flies up and shoots", func(w *game.World) bool {
		c.Write(shoot.Append(up.Append(nil)))
		return both(w)
	})
}
