package gateway

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// commander is a client of War Worlds.
type commander struct {
	*dialects.Conn
	t      testing.TB
	colour warworlds.Colour
}

func (r *rig) commander(g *Gateway) *commander {
	r.Helper()
	ctx, stop := context.WithTimeout(context.Background(), testkit.Limit)
	defer stop()
	conn, err := dialects.Dial(ctx, g.Addrs()[0], 0, enet.Limits{Channels: 1})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close(0) })
	return &commander{Conn: conn, t: r.TB}
}

// asks asks to join, and for State.
func (c *commander) asks() {
	c.sends(&warworlds.JoinRequest{UserID: 1, Colour: 0x336699ff})
	c.sends(asksState())
}

// asksState returns the command that requests State.
func asksState() *warworlds.Command {
	return &warworlds.Command{Commands: []warworlds.PlayerCommand{{Number: warworlds.AskState}}}
}

// steers returns the command that holds an input.
func steers(in game.Input) *warworlds.Command {
	return &warworlds.Command{Commands: []warworlds.PlayerCommand{{Number: warworlds.Input, Input: in}}}
}

func (c *commander) sends(p warworlds.Packet) { c.Send(0, p.Append(nil), enet.Reliable) }

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
			return found, fmt.Errorf("no %T", found)
		}
	}
}

// commanderReceives is commanderNext for a test that needs one.
func commanderReceives[P warworlds.Packet](c *commander) P {
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
	mine, theirs := commanderReceives[*warworlds.JoinResponse](c).YourColour, commanderReceives[*warworlds.JoinResponse](other).YourColour
	if mine == theirs || mine != 0x336699ff && theirs != 0x336699ff {
		t.Errorf("both want one colour; they get %#x and %#x", mine, theirs)
	}
	flew := r.ever(func(w *game.World) bool { return w.Ships[0].VX < 0 || w.Ships[1].VX < 0 })
	c.sends(steers(game.Steer(game.Left)))
	r.waits("that a ship flies to the left", flew)
	c.sends(&warworlds.Chat{Text: "hello"})
	for text := ""; !strings.HasSuffix(text, ": hello"); {
		text = commanderReceives[*warworlds.Chat](other).Text
	}
	c.Close(0)
	r.waits("that one has left", func(w *game.World) bool { return ships(w) == 1 })
}

// receivesFor counts the packets of each type in a time.
func (c *commander) receivesFor(d time.Duration) (count map[uint16]int) {
	c.t.Helper()
	count = map[uint16]int{}
	for late := time.After(d); ; {
		for packet, ok := c.Receive(nil); ok; packet, ok = c.Receive(nil) {
			p, err := warworlds.Parse(packet.Bytes)
			if err != nil {
				c.t.Fatal(err)
			}
			count[p.Identifier()]++
		}
		select {
		case <-c.Arrived():
		case <-c.Done():
			c.t.Fatal(c.Err())
		case <-late:
			return count
		}
	}
}

func TestAPeerThatAsksForStateAThousandTimesGetsItTenTimesASecond(t *testing.T) {
	virtually(t, openMatch(2), func(s *stage) {
		greedy := s.commander()
		for range 1000 {
			greedy.sends(asksState())
		}
		greedy.receivesFor(5 * time.Second)
		before := s.socket.received.Load()
		const state, turn = 100, 5
		count := greedy.receivesFor(10 * time.Second)
		if n := count[state]; n < 90 || n > 110 || count[turn] < 45 || count[turn] > 55 {
			s.Errorf("in 10 s got %d states and %d turns", n, count[turn])
		}
		s.Logf("%d bytes in 10 s", s.socket.received.Load()-before)
	})
}

func TestAPeerThatRequestsStateAndNeverReadsIsRemovedAndCostsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of play of forty ships; runs without -short")
	}
	t.Parallel()
	virtually(t, openMatch(40), func(s *stage) { // with long states
		o := s.original(false)
		s.starts([]*original{o})
		c := s.commander()
		deaf := s.socket
		s.waits("both", func(w *game.World) bool { return ships(w) == 42 })
		deaf.deaf.Store(true)
		before, began := deaf.received.Load(), time.Now()
		s.playing.Go(func() { // as if it had received them
			for time.Since(began) < 20*time.Second {
				c.sends(steers(game.Steer(game.Left)))
				time.Sleep(100 * time.Millisecond)
			}
		})
		s.waits("that it is removed", func(w *game.World) bool { return ships(w) == 41 })
		lasted := time.Since(began)
		time.Sleep(30 * time.Second)
		sent := deaf.received.Load() - before
		s.Logf("removed after %v, and %d bytes", lasted, sent)
		if sent > 1<<20 {
			s.Errorf("%d bytes were sent to a client that never read, expected a megabyte at most", sent)
		}
		s.judges(o)
		o.Close(0)
	})
}

func TestCommandsThatLieAboutTheirCountDoNothingAndAreCounted(t *testing.T) {
	virtually(t, openMatch(0), func(s *stage) {
		c := s.commander()
		for _, text := range []string{
			"0500", "0500 ff", "0500 ff 65 00", "0500 ff 65 00 13", "0500 02 65 00 13", "0500 00 65 00 13", "0500 01 65 00 13 13",
			"0500 01 64 00 13", "0500 01 66 00 13", "0500 01 65 01 13", "0500 02 65 00 13 65 01 13", "0500 02 65 00 13 05 00 00", "0500 01 01 00 09",
			"6400 00000000 0000", "6400 00000000 ffff", "0300 ffff 61", "0200 0000 ffffffffffffffff 00000000 00000000", "ffff", "05",
		} {
			b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
			if err != nil {
				s.Fatal(err)
			}
			c.Send(0, b, enet.Reliable)
		}
		c.Send(0, append([]byte{5, 0, 255}, bytes.Repeat([]byte{101, 0, 0x13}, 254)...), enet.Reliable)
		c.receivesFor(2 * time.Second)
		s.rest("warworlds-1")
		c.sends(steers(game.Steer(game.Left)))
		s.waits("that a ship flies to the left", func(w *game.World) bool { return w.Ships[0].VX < 0 })
		c.leave()
		s.waits("that the log has their number", func(*game.World) bool { return s.log.count("dropped") == 1 && s.log.count("count=20") == 1 })
	})
}

// Its players are in the roster by names of the dialect, and have the same limits as all.
func TestAFloodOfChatAndCommandsHasTheUsualLimits(t *testing.T) {
	virtually(t, openMatch(0), func(s *stage) {
		flooder := s.commander()
		o := s.original(true)
		for i := range 300 {
			flooder.sends(&warworlds.Chat{Text: fmt.Sprint("line ", i)})
			for range 10 {
				flooder.sends(steers(game.Steer(game.Course(i % 9))))
			}
		}
		flooder.receivesFor(20 * time.Second)
		lines := 0
		for _, line := range o.chatLines() {
			if strings.HasPrefix(line, "warworlds-1: line ") {
				lines++
			}
		}
		if lines == 0 || lines > 30 { // five at once, and one a second
			s.Errorf("%d lines of 300 in 20 s are accepted", lines)
		}
		o.mustLive(s)
		all, err := s.host.Pilots()
		if err != nil {
			s.Fatal(err)
		}
		var names []string
		for _, p := range all {
			names = append(names, p.Name)
		}
		if !slices.Equal(names, []string{"warworlds-1", "warworlds-2"}) {
			s.Errorf("in the roster are %q", names)
		}
		s.Logf("%d lines of 300 are accepted", lines)
		o.Close(0)
	})
}
