package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// TestWellFormedChaffIsAnsweredNoFasterThanTicksGo has somebody send as much as he
// can of what a client in order sends: thousands of pings a second, and as many
// choices and lines of chat as are let pass.
func TestWellFormedChaffIsAnsweredNoFasterThanTicksGo(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		l, pongs, said := s.liar(), 0, 0
		nonce, n := uint8(0), 0
		his, others := l.Counts().BytesIn, s.a.Link().Counts().BytesIn
		const pings = 500 // a tick
		seconds := 4
		if *long {
			seconds = 10
		}
		s.hold(time.Duration(seconds)*time.Second, func() {
			pongs += l.pongs()
			for range pings {
				nonce++
				l.Send(link.Data, chaff(s.tick(), nonce))
			}
			said += l.sayChaff(n)
			n++
		})
		if l.Err() != nil || s.ship(l.slot).State == game.Empty {
			t.Fatalf("he is gone, so that this proves little: %v", l.Err())
		}
		his, others = (l.Counts().BytesIn-his)/uint64(seconds), (s.a.Link().Counts().BytesIn-others)/uint64(seconds)
		t.Logf("for %d pings and %d messages a second came %d pongs and %d bytes a second, and to another %d bytes",
			pings*n/seconds, said/seconds, pongs/seconds, his, others)
		if most := 30 * seconds; pongs > most || pongs < most/2 {
			t.Errorf("%d pongs in %d seconds, want %d at most", pongs, seconds, most)
		}
		// An answer goes with the packet that is due, 30 times a second; besides, each
		// hears the chat, and he what became of his choices.
		const pong, line, result = 8, proto.MaxChat + 4, 4
		if most := uint64(quietRate + chaffLines*line + 30*pong + chaffChoices*result); his > most {
			t.Errorf("%d bytes a second came to him, want %d at most", his, most)
		}
		if most := uint64(quietRate + chaffLines*line); others > most {
			t.Errorf("%d bytes a second came to another, want %d at most", others, most)
		}
	})
}

// chaff returns a Ping, with an input that is in time.
func chaff(present game.Tick, nonce uint8) []byte {
	return (&proto.Inputs{Ack: present - 6, Newest: present + 2, List: []game.Input{game.Steer(game.Idle)}, Ping: &proto.Ping{Nonce: nonce}}).Append(nil)
}

// What sayChaff says a second: nearly all that is let pass.
const (
	chaffLines   = 5
	chaffChoices = (perSecond - chaffLines*chatCost - 2) / spawnCost
)

// sayChaff says what is due in the n-th tick, and returns how much that was.
func (l *liar) sayChaff(n int) int {
	switch second := n % (game.TickRate + 1); { // or one message too many would be in a second now and then
	case second < chaffLines:
		l.say(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
	case second < chaffLines+chaffChoices:
		l.say(&proto.Spawn{Class: uint8(n % 2), Weapon: uint8(n % 3), Name: "Liar"})
	default:
		return 0
	}
	return 1
}

// pongs takes what came and returns how many answers to a Ping were in it.
func (l *liar) pongs() (n int) {
	for {
		p, ok := l.Receive(nil)
		if !ok {
			return n
		}
		var m proto.Orders
		if p.Channel == link.Data && m.Parse(p.Bytes, 0) == nil && m.Pong != nil {
			n++
		}
	}
}
