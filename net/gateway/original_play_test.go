package gateway

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// stage is a match in a lobby, and a gateway that originals reach over some network.
type stage struct {
	*rig
	real    bool // on real sockets, where the machine may be slow
	dial    func() *dialects.Conn
	socket  *virtualSocket // of the last that joined, in virtual time
	log     logged         // of the gateway, in virtual time
	playing sync.WaitGroup
	matches int // that were started
}

// lobbyMatch is a match with two bots, followed by others, each with a lobby.
func lobbyMatch(t testing.TB) dogfight.Match {
	setup := duelSetup(t)
	setup.Lobby = true
	match := dogfight.FixedMatch(setup, dogfight.MatchOptions{Mode: game.Teams, Arena: "duel", Bots: 2, Skill: 3, Lobby: true}, 0)
	match.Fixed = false
	return match
}

// openMatch is a running match with so many bots.
func openMatch(bots int) func(testing.TB) dogfight.Match {
	return func(t testing.TB) dogfight.Match {
		return dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: bots, Skill: 3}, 0)
	}
}

// virtually runs a test on a stage in virtual time, over a network that loses one datagram in twenty and delays them up to a tenth of a
// second.
func virtually(t *testing.T, match func(testing.TB) dogfight.Match, test func(s *stage)) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{rig: newRig(t, dogfight.HostConfig{}, match(t))}
		network := newVirtualNet(0.05, 30*time.Millisecond, 70*time.Millisecond)
		socket := network.socket()
		g := newGateway(Spec{Dialect: "warworlds"}, Config{Dial: s.rig.dial, Log: slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
		g.serveENet(enet.ListenOn(socket, g.enetLimits()))
		s.Cleanup(func() {
			s.playing.Wait()
			g.Close()
		})
		s.dial = func() *dialects.Conn {
			s.socket = network.socket()
			return s.connected(func(ctx context.Context) (*dialects.Conn, error) {
				return dialects.DialOn(ctx, s.socket, socket.addr, 0, enet.Limits{Channels: 1})
			})
		}
		test(s)
	})
}

// connected returns a connection that ends with the test.
func (s *stage) connected(dial func(context.Context) (*dialects.Conn, error)) *dialects.Conn {
	s.Helper()
	ctx, stop := context.WithTimeout(context.Background(), testkit.Limit)
	defer stop()
	conn, err := dial(ctx)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { conn.Close(0) })
	return conn
}

// original connects an original, and waits for its join_response.
func (s *stage) original(mute bool) *original {
	s.Helper()
	o := &original{Conn: s.dial(), mute: mute}
	s.playing.Go(o.play)
	s.sees(o, "its join_response", func() bool { responses, _, _ := o.seen(); return responses == 1 })
	return o
}

// sees waits for a condition of an original, which must survive.
func (s *stage) sees(o *original, what string, is func() bool) {
	s.Helper()
	s.waits("that an original sees "+what, func(*game.World) bool {
		o.mustLive(s)
		return is()
	})
}

// starts waits for the start of the match, which all originals must notice at once.
func (s *stage) starts(all []*original) {
	s.Helper()
	s.matches++
	s.waits("a match", func(w *game.World) bool { return w.Status == game.InProgress })
	for _, o := range all {
		s.sees(o, "the start", func() bool { _, starts, _ := o.seen(); return starts == s.matches })
	}
}

// commander connects a program of ours that asks for State, and waits for it.
func (s *stage) commander() *commander {
	s.Helper()
	c := &commander{Conn: s.dial(), t: s.TB}
	c.asks()
	c.colour = commanderReceives[*warworlds.JoinResponse](c).YourColour
	commanderReceives[*warworlds.State](c)
	return c
}

// talks exchanges chat between an original and a program of ours.
func (s *stage) talks(o *original, c *commander, text string) {
	s.Helper()
	o.chats(text)
	c.receivesChat("warworlds-1: " + text)
	c.sends(&warworlds.Chat{Text: text})
	s.sees(o, "the chat of another", func() bool {
		return slices.ContainsFunc(o.chatLines(), func(line string) bool { return strings.HasSuffix(line, ": "+text) })
	})
}

// connectsAndLeaves lets others visit: a program of ours that chats and leaves, and an original that is kicked.
func (s *stage) connectsAndLeaves(o *original, text string) {
	s.Helper()
	c := s.commander()
	c.sends(steers(game.Steer(game.Left) | game.Fire))
	s.talks(o, c, text)
	c.leave()
	other := s.original(false)
	all, err := s.host.Pilots()
	if err != nil {
		s.Fatal(err)
	}
	if err := s.host.Kick(all[len(all)-1].ID, "be nice"); err != nil {
		s.Fatal(err)
	}
	<-other.Done()
	var end *enet.EndError
	if err := other.fate(); err != nil || !errors.As(other.Err(), &end) || end.Why != enet.Left {
		s.Errorf("an original that was kicked: %v, %v", err, other.Err())
	}
}

// stays plays matches for a time, with visitors, and checks after each round that all are there.
func (s *stage) stays(lasts, round time.Duration) {
	s.Helper()
	talker, idler := s.original(false), s.original(true)
	all := []*original{talker, idler}
	if a, b := talker.colour(), idler.colour(); a != 0x336699ff || a == b {
		s.Errorf("both want one colour; they get %#x and %#x", a, b)
	}
	s.starts(all)
	for began := time.Now(); ; {
		s.connectsAndLeaves(talker, "hello "+time.Since(began).String())
		time.Sleep(round)
		if time.Since(began) >= lasts {
			break
		}
		if err := s.host.Finish(); err != nil {
			s.Fatal(err)
		}
		s.waitsForTheEnd()
		s.waits("the next match", func(w *game.World) bool { return w.Status != game.Closed })
		s.starts(all)
	}
	s.judges(talker)
	s.judges(idler)
	s.rest("warworlds-1", "warworlds-2")
	talker.Close(0)
	idler.Close(0)
	s.waits("that the originals have left", func(w *game.World) bool { return ships(w) == 2 })
}

// rest sets whether the ships of pilots stop.
func (s *stage) rest(names ...string) {
	s.Helper()
	a, err := s.host.Attendance()
	if err != nil {
		s.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range a.Pilots {
		if slices.Contains(names, p.Name) {
			names = slices.DeleteFunc(names, func(name string) bool { return name == p.Name })
			if in := s.world.Ships[p.Slot].Input; in != 0 {
				s.Errorf("%s steers: %v", p.Name, in)
			}
		}
	}
	if len(names) > 0 {
		s.Errorf("not in the match: %q", names)
	}
}

// judges checks the results of an original.
func (s *stage) judges(o *original) {
	o.mustLive(s)
	o.mu.Lock()
	defer o.mu.Unlock()
	lasted := o.latest.Sub(o.begun)
	want := int(lasted*5/time.Second) + 1
	least, most := want*95/100-5, want*101/100+5
	if s.real { // a busy machine plays fewer, and queued ones start at once
		if least, most = 1, math.MaxInt; *long {
			least, most = want/2, want*101/100+5
		}
	}
	s.Logf("stayed %v in %d matches: %d turns of 5 a second, the longest gap %v, %d lines of chat", lasted.Round(time.Second), o.starts, o.turns, o.gap, len(o.chat))
	if o.turns < least || o.turns > most || o.orders > 0 {
		s.Errorf("%d turns, expected %d; with %d commands, expected none", o.turns, want, o.orders)
	}
	if len(o.joined) != 1 || o.joined[0].host != uint32(warworlds.HostColour) || o.joined[0].world != "duel" || o.starts != s.matches {
		s.Errorf("it got %d matches out of %d, and joined %+v", o.starts, s.matches, o.joined)
	}
}

func TestAnOriginalJoinsTalksGetsTheStartAndStays(t *testing.T) {
	lasts, round := 10*time.Second, time.Second
	if *long {
		lasts, round = time.Hour, 4*time.Minute
	}
	virtually(t, lobbyMatch, func(s *stage) { s.stays(lasts, round) })
}
