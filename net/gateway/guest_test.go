package gateway

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/net/enet"
	"dogfight/proto/dialect/carnage"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/proto/dialect/warworlds"
)

// guest is a client that asks for a ship in a dialect, and waits for no
// answer.
type guest interface {
	pilot
	// ends waits for the end and returns what it was told of it.
	ends() string
}

// comes connects a client that is called by the gateway's name and "-1", as the first
// without a name is.
func (r *rig) comes(g *Gateway) guest {
	r.Helper()
	switch g.Name() {
	case "dogfight":
		return r.spaceman(g)
	case "carnage":
		c := r.mute(g)
		hello := c.wire.Append(nil, &carnage.HelloRequest{Version: 1})
		c.Write(c.wire.Append(hello, &carnage.SpawnRequest{Name: "carnage-1"}))
		return c
	case "warworlds":
		c := r.commander(g)
		c.asks()
		return c
	case "lightracer":
		c := &racing{t: r.TB, control: r.connect("tcp", g.Addrs()[0]), buf: make([]byte, 64<<10)}
		c.lines = bufio.NewScanner(c.control)
		c.says(&lightracer.Join{Name: "lightracer-1"})
		return c
	}
	c := r.rtype(g, 0)
	c.flies()
	return c
}

// arrives connects a client, waits for its ship, and returns its pilot's id too.
func (r *rig) arrives(g *Gateway) (guest, uint16) {
	r.Helper()
	c := r.comes(g)
	r.waits("the ship of "+g.Name(), func(w *game.World) bool { return ships(w) == 1 })
	all, err := r.host.Pilots()
	if err != nil || len(all) != 1 || all[0].Spectates {
		r.Fatalf("%+v, %v", all, err)
	}
	r.boards(c)
	return c, all[0].ID
}

// boards waits until a client sees its own ship.
func (r *rig) boards(c guest) {
	r.Helper()
	switch c := c.(type) {
	case *racing:
		racerHears(c, &c.welcome)
		c.opens("tcp")
	case *commander:
		c.colour = commanderHears[*warworlds.JoinResponse](c).YourColour
	}
	for mine := false; !mine; {
		spots, err := c.look()
		if err != nil {
			r.Fatal(err)
		}
		mine = slices.ContainsFunc(spots, func(s spot) bool { return s.mine })
	}
	if c, ok := c.(*rtypeClient); ok {
		c.arrived()
	}
}

// eachDialect runs a test for each, and for both flavours of R-Type.
func eachDialect(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name)
		})
	}
}

func (c *spaceman) ends() string {
	defer c.Close()
	closed := false
	for {
		s, err := c.sees()
		switch {
		case err == nil:
			closed = s.Status == dogfight.Closed
		case closed:
			return "closed"
		default:
			return "hung up"
		}
	}
}

func (c *carnageClient) ends() string {
	defer c.Close()
	for {
		m, err := carnageNext[carnage.Message](c)
		if err != nil {
			return "hung up"
		}
		if m, ok := m.(*carnage.HelloResponse); ok && !m.Okay {
			return "not okay"
		}
	}
}

func (c *commander) ends() string {
	for {
		if _, err := commanderNext[*warworlds.State](c); err != nil {
			var end *enet.EndError
			if errors.As(err, &end) && end.Why == enet.Left {
				return "disconnected"
			}
			return err.Error()
		}
	}
}

func (c *racing) ends() (last string) {
	defer c.control.Close()
	for c.lines.Scan() {
		last = c.lines.Text()
	}
	return last
}

// ends also disconnects: of what it said before, some may be under way, and the gateway would take it for a new player's.
func (c *rtypeClient) ends() string {
	defer c.leave()
	for c.over == 0 {
		var s rtype.Signal
		if err := c.next(&s); err != nil {
			return err.Error()
		}
		if s.Type == rtype.RejectType || s.Type == rtype.GameOverType {
			c.over = s.Type
		}
	}
	return fmt.Sprint(c.over)
}
