package gateway

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/lightracer/lightracertest"
	"dogfight/testkit"
)

// racing is a client of the Light Racer.
type racing struct {
	t       testing.TB
	control net.Conn
	lines   *bufio.Scanner
	welcome lightracer.Welcome
	data    net.Conn
	updates lightracer.Reader
	buf     []byte
	left    []byte
	held    game.Input
	score   atomic.Int32
}

func (r *rig) race(g *Gateway, name string) *racing {
	r.Helper()
	c := &racing{t: r.TB, control: r.connect("tcp", g.Addrs()[0]), buf: make([]byte, 64<<10)}
	c.lines = bufio.NewScanner(c.control)
	c.says(&lightracer.Join{Name: name})
	racerHears(c, &c.welcome)
	return c
}

func (r *rig) connect(network, addr string) net.Conn {
	r.Helper()
	conn, err := net.Dial(network, addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(testkit.Limit))
	if r.drips {
		return drip{conn}
	}
	return conn
}

func (c *racing) says(m lightracer.Request) { c.control.Write(m.Append(nil)) }

// changes asks for a setting, and reports whether it may.
func (c *racing) changes(key, value string) bool {
	c.t.Helper()
	c.says(&lightracer.Set{Key: key, Value: value})
	c.control.Write([]byte("?\n")) // which is answered after it
	for may := true; c.lines.Scan(); {
		switch line := c.lines.Text(); {
		case strings.HasPrefix(line, "ERROR SET is for the first"):
			may = false
		case strings.HasPrefix(line, "ERROR request must be JOIN"):
			return may
		case strings.HasPrefix(line, "ERROR"):
			c.t.Fatal(line)
		}
	}
	c.t.Fatal(c.lines.Err())
	return false
}

// racerHears waits for a line of a type.
func racerHears[M any, P interface {
	*M
	lightracer.Reply
}](c *racing, m P) {
	c.t.Helper()
	for c.lines.Scan() {
		reply, err := lightracertest.ParseReply(c.lines.Text())
		if err != nil {
			c.t.Fatal(err)
		}
		if it, ok := reply.(P); ok {
			*m = *it
			return
		}
	}
	c.t.Fatalf("no %T came: %v", m, c.lines.Err())
}

// opens opens the data connection.
func (c *racing) opens(network string) {
	c.t.Helper()
	host, _, _ := net.SplitHostPort(c.control.RemoteAddr().String())
	conn, err := net.Dial(network, net.JoinHostPort(host, fmt.Sprint(c.welcome.DataPort)))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(testkit.Limit))
	c.data = conn
	if _, drips := c.control.(drip); drips {
		c.data = drip{conn}
	}
	c.data.Write(lightracertest.AppendToken(nil, c.welcome.Token))
}

// sees returns the own player in the next update that has it, or an error at the end of
// the data.
func (c *racing) sees() (*lightracer.Player, error) {
	for {
		if len(c.left) == 0 {
			n, err := c.data.Read(c.buf)
			if err != nil {
				return nil, err
			}
			c.left = c.buf[:n]
		}
		rest, whole, err := c.updates.Read(c.left)
		if err != nil {
			return nil, err
		}
		c.left = rest
		if !whole {
			continue
		}
		if you := c.updates.Update.World.You; you != 0 {
			c.welcome.ID = you // as another WELCOME has said
		}
		for i := range c.updates.Update.Players {
			if p := &c.updates.Update.Players[i]; p.ID == c.welcome.ID {
				return p, nil
			}
		}
	}
}

func TestARacerJoinsSteersAndLeaves(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"tcp", "udp"} {
		r := newRig(t, dogfight.HostConfig{})
		c := r.race(r.open("lightracer=:0"), "Ann")
		c.opens(network)
		for alive := false; !alive; {
			own, err := c.sees()
			if err != nil {
				t.Fatal(network, err)
			}
			alive = own.Alive
		}
		in := lightracer.Input{Player: c.welcome.ID, Held: game.Steer(game.Up)}
		b := in.AppendUpdate(nil)
		if network == "udp" {
			b = append(lightracertest.AppendToken(nil, c.welcome.Token), b...)
		}
		flew := r.ever(func(w *game.World) bool { return w.Ships[c.welcome.ID-1].VY < 0 })
		r.waits("that she steers up", func(w *game.World) bool {
			c.data.Write(b)
			return flew(w)
		})
		c.says(&lightracer.Leave{})
		r.waits("that she left", func(w *game.World) bool { return ships(w) == 0 })
	}
}
