package gateway

import (
	"net"
	"testing"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/proto/dialect/dogfight"
)

// drip is a connection on which all is said one byte at a time.
type drip struct{ net.Conn }

func (d drip) Write(p []byte) (n int, err error) {
	for n = range p {
		if _, err := d.Conn.Write(p[n : n+1]); err != nil {
			return n, err
		}
	}
	return len(p), nil
}

func TestAPlayerWhoSendsOneByteAtATimePlays(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfightnet.HostConfig{})
			r.drips = true
			g := r.open(name + "=:0")
			c := r.comes(g)
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
