package gateway

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/net/enet/enettest"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
)

// commander is a client of War Worlds.
type commander struct {
	*enettest.Conn
	t      testing.TB
	colour warworlds.Colour
}

func (r *rig) commander(g *Gateway) *commander {
	r.Helper()
	ctx, stop := context.WithTimeout(context.Background(), testkit.Limit)
	defer stop()
	conn, err := enettest.Dial(ctx, g.Addrs()[0], 0, enet.Limits{Channels: 1})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close(0) })
	return &commander{Conn: conn, t: r.TB}
}

// asks asks to join, and for State.
func (c *commander) asks() {
	c.says(&warworlds.JoinRequest{UserID: 1, Colour: 0x336699ff})
	c.says(asksState())
}

// asksState returns the command without which no State comes.
func asksState() *warworlds.Command {
	return &warworlds.Command{Commands: []warworlds.PlayerCommand{{Number: warworlds.AskState}}}
}

// steers returns the command that holds an input.
func steers(in game.Input) *warworlds.Command {
	return &warworlds.Command{Commands: []warworlds.PlayerCommand{{Number: warworlds.Input, Input: in}}}
}

func (c *commander) says(p warworlds.Packet) { c.Send(0, p.Append(nil), enet.Reliable) }

// commanderNext waits for a packet of a type.
func commanderNext[P warworlds.Packet](c *commander) (found P, err error) {
	for late := time.After(testkit.Limit); ; {
		for {
			packet, ok := c.Receive(nil)
			if !ok {
				break
			}
			p, err := warworlds.Parse(packet.Bytes)
			if p, ok := p.(P); ok || err != nil {
				return p, err
			}
		}
		select {
		case <-c.Arrived():
		case <-c.Done():
			return found, c.Err()
		case <-late:
			return found, fmt.Errorf("no %T came", found)
		}
	}
}

// commanderHears is commanderNext for a test that needs one.
func commanderHears[P warworlds.Packet](c *commander) P {
	c.t.Helper()
	p, err := commanderNext[P](c)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func TestACommanderJoinsSteersTalksAndLeaves(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("warworlds=:0")
	c, other := r.commander(g), r.commander(g)
	for _, c := range []*commander{c, other} {
		c.asks()
	}
	mine, theirs := commanderHears[*warworlds.JoinResponse](c).YourColour, commanderHears[*warworlds.JoinResponse](other).YourColour
	if mine == theirs || mine != 0x336699ff && theirs != 0x336699ff {
		t.Errorf("both want one colour; they get %#x and %#x", mine, theirs)
	}
	flew := r.ever(func(w *game.World) bool { return w.Ships[0].VX < 0 || w.Ships[1].VX < 0 })
	c.says(steers(game.Steer(game.Left)))
	r.waits("that a ship flies to the left", flew)
	c.says(&warworlds.Chat{Text: "hello"})
	for text := ""; !strings.HasSuffix(text, ": hello"); {
		text = commanderHears[*warworlds.Chat](other).Text
	}
	c.Close(0)
	r.waits("that one has left", func(w *game.World) bool { return ships(w) == 1 })
}
