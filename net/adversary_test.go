package net

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	stdnet "net"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	_ "dogfight/testkit"
)

// adversaries are attacks; each is called 60 times a second.
var adversaries = map[string]func(r *raw, chance *rand.Rand){
	"random bytes": func(r *raw, chance *rand.Rand) {
		for range 20 {
			r.Send(link.Channel(chance.IntN(2)), randomBytes(chance, chance.IntN(300)))
		}
	},
	"half messages": func(r *raw, chance *rand.Rand) {
		for _, m := range []interface{ Append([]byte) []byte }{hello("Half"), &proto.Spawn{Name: "Half"}, &proto.Inputs{Newest: 900, List: make([]game.Input, 20)}} {
			bytes := m.Append(nil)
			r.Send(link.Channel(chance.IntN(2)), bytes[:chance.IntN(len(bytes))])
		}
	},
	"huge counts": func(r *raw, chance *rand.Rand) {
		for _, kind := range []proto.Type{proto.RosterType, proto.HelloType, proto.ChatType} {
			bytes := randomBytes(chance, 40)
			bytes[0] = byte(kind)
			for i := range bytes[1:20] {
				bytes[1+i] = 0xff
			}
			r.Send(link.Channel(chance.IntN(2)), bytes)
		}
	},
	"hellos without end": func(r *raw, _ *rand.Rand) { r.send(hello("Greeter"), hello("Greeter")) },
	"one hello, then a flood": func(r *raw, _ *rand.Rand) {
		r.send(hello("Flood"))
		for range 500 {
			r.send(&proto.SetReady{}, &proto.NeedKeyframe{Have: 1<<32 - 1}, &proto.Chat{Text: "flood"})
		}
	},
	"a flood of data": func(r *raw, chance *rand.Rand) {
		r.send(hello("Flood"))
		for range 500 {
			in := proto.Inputs{Ack: game.Tick(chance.Uint32()), Newest: 1 + game.Tick(chance.Uint32()), List: []game.Input{1}}
			r.Send(link.Data, in.Append(nil))
		}
	},
	"never a word":  func(*raw, *rand.Rand) {},
	"never a break": func(r *raw, _ *rand.Rand) { r.send(&proto.InfoQuery{}) },
}

func randomBytes(chance *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(chance.Uint32())
	}
	return b
}

func TestANuisanceDoesNotDisturbOthers(t *testing.T) {
	lasts := 2 * time.Second
	if *long {
		lasts = 10 * time.Second
	} else if testing.Short() {
		lasts = time.Second / 2
	}
	for what, annoy := range adversaries {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				chance := rand.New(rand.NewPCG(1, 2))
				nuisances := make([]*raw, 4) // that connect again whenever they are removed, and never read
				s.hold(lasts, func() {
					for i, r := range nuisances {
						if r == nil || r.Err() != nil {
							nuisances[i] = s.gate()
						}
						annoy(nuisances[i], chance)
					}
				})
			})
		})
	}
}

// siege is a match with two players beside attackers.
type siege struct {
	*testMatch
	a, b *player
	most int // packets that the host read from an attacker in one tick
}

// besiege runs an attack in virtual time, after the two have played for two seconds.
func besiege(t *testing.T, attack func(t *testing.T, s *siege)) {
	bubble(t, func(t *testing.T) {
		s := &siege{testMatch: startMatch(t, HostConfig{}, played{Bots: 3})}
		defer s.end()
		s.a = newPlayer("A", s.pipe, 1)
		s.b = newPlayer("B", s.dial(link.Conditions{Delay: 30 * time.Millisecond}), 2)
		s.fly(3*time.Second, s.a, s.b)
		attack(t, s)
	})
}

// hold continues the match of the two, with a call before each tick, and expects that they are not disturbed, and that the host's work a
// tick and its memory stay bounded.
func (s *siege) hold(d time.Duration, each func()) {
	s.t.Helper()
	s.fly(time.Second, s.a, s.b)
	before, heap := s.tick(), heapInUse()
	for until := time.Now().Add(d); time.Now().Before(until); {
		each()
		s.fly(tickTime(1), s.a, s.b)
	}
	ticks, want := int(s.tick()-before), int(d*game.TickRate/time.Second)
	if ticks < want-1 || ticks > want+2 {
		s.t.Errorf("expected %d ticks, there were %d", want, ticks)
	}
	for _, p := range []*player{s.a, s.b} {
		s.plays(p)
		if lag := p.view.Lag; lag.Desyncs != 0 || lag.Keyframes != 1 || lag.Slack < 0 {
			s.t.Errorf("%s: desyncs %d, keyframes %d, slack %v", p.conf.Name, lag.Desyncs, lag.Keyframes, lag.Slack)
		}
	}
	grown := heapInUse() - heap
	if s.t.Logf("at most %d packets a tick, the heap grew by %d kB", s.most, grown>>10); grown > 4<<20 {
		s.t.Error("expected it to stay flat, within 4 MB")
	}
	if s.most > maxReceived {
		s.t.Errorf("expected the host to read at most %d packets of a peer in a tick", maxReceived)
	}
}

// gate connects an attacker and counts the packets that the host reads from it.
func (s *siege) gate() *raw {
	near, far := link.PipeOf(link.Here, "")
	s.host.Add(&counted{Link: far, siege: s})
	return &raw{s.t, near}
}

// counted is an end of a link that counts reads at one virtual time, which is one tick.
type counted struct {
	link.Link
	siege *siege
	at    time.Time
	n     int
}

func (c *counted) Receive(buf []byte) (link.Packet, bool) {
	p, ok := c.Link.Receive(buf)
	if now := time.Now(); now != c.at {
		c.at, c.n = now, 0
	}
	if ok {
		c.n++
		c.siege.most = max(c.siege.most, c.n)
	}
	return p, ok
}

// heapInUse returns the size of the live heap.
func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestValidChaffIsAnsweredAtTickRate sends as many valid messages as possible: thousands of pings a second, and all choices and lines of
// chat within the budget.
func TestValidChaffIsAnsweredAtTickRate(t *testing.T) {
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
			said += l.sendChaff(n)
			n++
		})
		if l.Err() != nil || s.ship(l.slot).State == game.Empty {
			t.Fatalf("the peer is cut off, so this proves little: %v", l.Err())
		}
		his, others = (l.Counts().BytesIn-his)/uint64(seconds), (s.a.Link().Counts().BytesIn-others)/uint64(seconds)
		t.Logf("for %d pings and %d messages a second came %d pongs and %d bytes a second, and to another %d bytes",
			pings*n/seconds, said/seconds, pongs/seconds, his, others)
		if most := 30 * seconds; pongs > most || pongs < most/2 {
			t.Errorf("%d pongs in %d seconds, want %d at most", pongs, seconds, most)
		}
		// Answers are in data packets, 30 times a second; besides, each gets the chat, and the attacker the results of the choices.
		const pong, line, result = 8, proto.MaxChat + 4, 4
		if most := uint64(quietRate + chaffLines*line + 30*pong + chaffChoices*result); his > most {
			t.Errorf("the peer got %d bytes a second, want %d at most", his, most)
		}
		if most := uint64(quietRate + chaffLines*line); others > most {
			t.Errorf("another peer got %d bytes a second, want %d at most", others, most)
		}
	})
}

// chaff returns a Ping with an input in time.
func chaff(present game.Tick, nonce uint8) []byte {
	return (&proto.Inputs{Ack: present - 6, Newest: present + 2, List: []game.Input{game.Steer(game.Idle)}, Ping: &proto.Ping{Nonce: nonce}}).Append(nil)
}

// The messages of sayChaff a second: nearly the whole budget.
const (
	chaffLines   = 5
	chaffChoices = (perSecond - chaffLines*chatCost - 2) / spawnCost
)

// sendChaff sends the messages of the n-th tick, and returns their number.
func (l *liar) sendChaff(n int) int {
	switch second := n % (game.TickRate + 1); { // one more tick, as otherwise a second might exceed the budget
	case second < chaffLines:
		l.send(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
	case second < chaffLines+chaffChoices:
		l.send(&proto.Spawn{Class: uint8(n % 2), Weapon: uint8(n % 3), Name: "Liar"})
	default:
		return 0
	}
	return 1
}

// pongs reads all packets and returns the number of Pongs.
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

func TestAMegabyteOfChatIsNotSentOn(t *testing.T) {
	skipIfShort(t)
	for what, flood := range map[string]func(r *raw){
		"in lines": func(r *raw) {
			for range 1 << 20 / 200 {
				r.send(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
			}
		},
		"in four messages": func(r *raw) {
			for range 4 {
				bytes := make([]byte, 256<<10)
				copy(bytes, (&proto.Chat{Text: "x"}).Append(nil))
				r.Send(link.Control, bytes)
			}
		},
		"in one message": func(r *raw) { r.Send(link.Control, make([]byte, 1<<20)) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				r := s.gate()
				r.join("Chatter")
				s.fly(time.Second, s.a, s.b)
				lines := 0
				flood(r)
				s.hold(5*time.Second, func() {
					for _, line := range s.a.view.Chat {
						if line.From == "Chatter" {
							lines++
						}
					}
				})
				if lines > perSecond/chatCost || r.Err() == nil {
					t.Errorf("%d lines were read, link %v", lines, r.Err())
				}
			})
		})
	}
}

func TestMaximalChatDoesNotDisturbOthers(t *testing.T) {
	besiege(t, func(t *testing.T, s *siege) {
		r := s.gate()
		r.join("Chatter")
		lines, ticks := 0, 0
		s.hold(10*time.Second, func() {
			r.drain()
			if ticks++; ticks%(60*chatCost/perSecond+1) == 0 {
				r.send(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
			}
			lines += len(s.a.view.Chat)
		})
		if r.Err() != nil || lines < 10 || lines > chatBurst+11 {
			t.Errorf("%d lines in ten seconds, link %v", lines, r.Err())
		}
	})
}

func TestAPeerThatReadsNothingIsCutOffEarly(t *testing.T) {
	skipIfShort(t)
	for _, wish := range []struct {
		message proto.Message
		lasts   time.Duration
		cut     bool
	}{
		{&proto.NeedKeyframe{Have: 1<<32 - 1}, 75 * time.Second, true}, // half a megabyte in all
		{&proto.SetReady{On: true}, 10 * time.Second, false},
	} {
		t.Run(wish.message.Type().String(), func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				deaf := []*liar{s.liar(), s.liar(), s.liar()}
				var waiting uint64
				s.hold(wish.lasts, func() {
					for _, l := range deaf {
						l.claim(s.tick(), s.tick()+2, game.Steer(game.Idle))
						if s.tick()%2 == 0 {
							l.send(wish.message)
						}
						waiting = max(waiting, l.Counts().BytesIn)
					}
				})
				if t.Logf("at most %d kB waited for one", waiting>>10); waiting > 2*link.MaxControl {
					t.Errorf("expected at most %d kB to wait", 2*link.MaxControl>>10)
				}
				if got := deaf[0].Err() != nil; got != wish.cut {
					t.Errorf("expected him to be cut off: %v, the link is %v", wish.cut, deaf[0].Err())
				}
			})
		})
	}
}

func TestMaximalRequestsDoNotDisturbOthers(t *testing.T) {
	skipIfShort(t)
	seconds := uint64(4)
	if *long {
		seconds = 10
	}
	for what, wish := range map[string]struct {
		message func(n int) proto.Message
		gets    uint64 // bytes a second, at most
		costs   int
	}{
		"ready":         {func(n int) proto.Message { return &proto.SetReady{On: n%2 == 0} }, 2 * quietRate, 1},
		"spawns":        {func(n int) proto.Message { return &proto.Spawn{Class: uint8(n % 2), Name: "Liar"} }, 2 * quietRate, spawnCost},
		"names":         {func(n int) proto.Message { return &proto.Spawn{Name: string(rune('a' + n%26))} }, 2 * quietRate, spawnCost},
		"old keyframes": {func(int) proto.Message { return &proto.NeedKeyframe{Have: 1} }, quietRate, 1},
		"keyframes":     {func(int) proto.Message { return &proto.NeedKeyframe{Have: 1<<32 - 1} }, keyframeRate, 1},
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l, n := s.liar(), 0
				his, others := l.Counts().BytesIn, s.a.Link().Counts().BytesIn
				s.hold(time.Duration(seconds)*time.Second, func() {
					l.drain()
					l.claim(s.tick()-6, s.tick()+2, game.Steer(game.Idle))
					if n++; n%30 != 0 && n%wish.costs == 0 { // otherwise slightly above the budget
						l.send(wish.message(n))
					}
				})
				if l.Err() != nil || s.ship(l.slot).State == game.Empty {
					t.Errorf("the peer is cut off, so this proves little: %v", l.Err())
				}
				his, others = l.Counts().BytesIn-his, s.a.Link().Counts().BytesIn-others
				t.Logf("the peer got %d bytes a second, another %d", his/seconds, others/seconds)
				if his > seconds*wish.gets || others > seconds*quietRate {
					t.Errorf("expected at most %d and %d", wish.gets, quietRate)
				}
			})
		})
	}
}

const (
	// quietRate is four times the rosters of a normal player in a match of nine.
	quietRate = 1200
	// keyframeRate is a keyframe of a match of nine in every data packet.
	keyframeRate = 30 * 500
)

func TestReconnectingInALoopDoesNotFloodTheChat(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		lines := 0
		s.hold(10*time.Second, func() {
			r := s.gate()
			r.send(hello("Comet"), &proto.Spawn{Name: "Comet"}, &proto.Bye{})
			lines += len(s.a.view.Chat)
		})
		if lines < announceBurst || lines > announceBurst+10*game.TickRate/announceEvery {
			t.Errorf("%d notices in ten seconds", lines)
		}
	})
}

func TestBreakingLinksInALoopDoesNotDisturbOthers(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		l := s.gate()
		token := l.join("Comet")
		l.send(&proto.Spawn{Name: "Comet"})
		ships := 0
		s.hold(10*time.Second, func() {
			l.Close()
			near, far := link.PipeOf(link.Here, "")
			s.host.Add(&counted{Link: far, siege: s})
			l = &raw{s.t, near}
			l.send(again("Comet", token))
			ships = max(ships, flying(s.world()))
		})
		if ships != 6 || len(s.a.view.Roster) != 6 {
			t.Errorf("%d ships, and %d in the roster", ships, len(s.a.view.Roster))
		}
	})
}

func TestInputsForTwiceTheTicksGainNothing(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		l := s.liar()
		newest, presses, idle, held := s.tick(), 0, 0, game.Input(0)
		before := newest
		s.hold(9*time.Second, func() {
			l.drain()
			for range 2 {
				newest = min(newest+1, s.tick()+proto.MaxAhead)
				l.claim(min(newest-2, s.tick()), newest, game.Steer(game.Course(1+newest%8)))
			}
			ship := s.world().Ships[l.slot]
			if ship.Input != held {
				held = ship.Input
				presses++
			}
			if s.tick()-before < 7*game.TickRate || ship.State != game.Flying {
				return
			}
			if idle++; held != game.Steer(game.Idle) { // its inputs are too far ahead by now
				t.Fatalf("his ship still holds %d", held)
			}
		})
		if ticks := int(s.tick() - before); presses == 0 || presses > ticks || idle == 0 {
			t.Errorf("in %d ticks the input of the ship changed %d times, and was idle %d ticks", ticks, presses, idle)
		}
	})
}

func TestAClockAtDoubleSpeedDoesNotDisturbOthers(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		near, far := link.PipeOf(link.Here, "")
		s.host.Add(&counted{Link: far, siege: s})
		hasty := newPlayer("Hasty", func() link.Link { return near }, 9)
		began := time.Now()
		frame := func() {
			in := game.Input(0)
			if hasty.view != nil && hasty.view.Phase == Playing && hasty.view.Me >= 0 {
				in = hasty.bot.Fly(hasty.view.World, hasty.view.Setup, hasty.view.Me)
			}
			hasty.view = hasty.Frame(began.Add(2*time.Since(began)), in)
			s.check(hasty.Client)
		}
		flown := 0
		s.hold(20*time.Second, func() {
			frame()
			frame()
			if hasty.view.Me >= 0 && s.world().Ships[hasty.view.Me].Input != 0 {
				flown++
			}
		})
		if flown == 0 || hasty.view.Lag.Desyncs != 0 {
			t.Errorf("he flew in %d ticks and had %d desyncs", flown, hasty.view.Lag.Desyncs)
		}
	})
}

// mobs are ways in which 240 clients without keys can cause messages to all without a pause: the message of a client in a tick. All stay
// within the budget.
var mobs = map[string]func(number int, tick game.Tick) proto.Message{
	"quiet":           func(int, game.Tick) proto.Message { return nil },
	"all of one name": func(_ int, tick game.Tick) proto.Message { return &proto.Spawn{Name: fmt.Sprint("x", tick/4%2)} },
	"all of their name": func(n int, tick game.Tick) proto.Message {
		return &proto.Spawn{Name: fmt.Sprint("x", n, " y", tick/4%9)}
	},
	"names cut to one": func(n int, tick game.Tick) proto.Message {
		return &proto.Spawn{Name: strings.Repeat("\u0436", proto.MaxName-2) + string(rune('a'+n/2%26)) + string(rune('a'+(n/52+int(tick/4))%5))}
	},
	"numbers in the way": func(n int, tick game.Tick) proto.Message {
		if n%2 == 0 {
			return &proto.Spawn{Name: fmt.Sprint("x ", 2+n/2)}
		}
		return &proto.Spawn{Name: [...]string{"x", "X", "\u0445"}[tick/4%3]}
	},
	"names refused": func(n int, tick game.Tick) proto.Message {
		return &proto.Spawn{Name: fmt.Sprint("the h\u043est ", strings.Repeat("\u0436", 10), tick/4%9)}
	},
	"another ship": func(n int, tick game.Tick) proto.Message {
		return &proto.Spawn{Class: uint8(tick / 4 % 2), Weapon: uint8(tick / 8 % 2), Name: fmt.Sprint("nuisance ", n)}
	},
	"another colour": func(n int, tick game.Tick) proto.Message {
		return &proto.Spawn{Colour: uint8(1 + tick/4%proto.Colours), Name: fmt.Sprint("nuisance ", n)}
	},
	"ready and not": func(_ int, tick game.Tick) proto.Message { return &proto.SetReady{On: tick/4%3 == 0} },
}

func TestChangingNamesDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	baseline, many, seconds := time.Duration(0), 120, 2
	if *long {
		many, seconds = 240, 10
	}
	for _, what := range append([]string{"quiet"}, others(mobs, "quiet")...) {
		s, all := mob(t, many, mobs[what])
		heard, seen := all[0].bytes, all[0].rosters
		middle, p99, worst := tickTimes(s, seconds*game.TickRate)
		if what == "quiet" {
			baseline = middle
		}
		heard, seen = (all[0].bytes-heard)/seconds, (all[0].rosters-seen)/seconds
		t.Logf("%s: a tick takes %v, p99 %v, at worst %v: %.1f, %.1f and %.1f times a quiet one; %d rosters and %d bytes of them a second",
			what, middle, p99, worst, ratio(middle, baseline), ratio(p99, baseline), ratio(worst, baseline), seen, heard)
		if most := rostersPerSecond; seen > most || heard > rosterRate(many) {
			t.Errorf("%s: expected at most %d rosters and %d bytes of them a second", what, most, rosterRate(many))
		}
		for _, n := range all {
			if n.kicked {
				t.Fatalf("%s: one was kicked, so that this proves little", what)
			}
		}
		wellNamed(t, s)
	}
}

const rostersPerSecond = game.TickRate/rosterPause + 1

// rosterRate returns the bytes a second of so many pilots' flags, changed four times a second. Names cost no more.
func rosterRate(people int) int { return 4*(people*4+3) + 240/4 }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// others returns all keys but one, sorted.
func others[T any](all map[string]T, but string) (keys []string) {
	for key := range all {
		if key != but {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// wellNamed expects that no name can be mistaken for another.
func wellNamed(t *testing.T, s *stage) {
	t.Helper()
	looks, reads := map[string]bool{}, map[string]bool{}
	for _, p := range s.pilots {
		if looks[p.unique.looks] || reads[p.unique.reads] || p.Name != p.unique.name {
			t.Errorf("%q can be mistaken for another", p.Name)
		}
		looks[p.unique.looks], reads[p.unique.reads] = true, true
	}
}

// TestAnHonestRenameSucceedsWithinSeconds: even while many others rename as often as possible.
func TestAnHonestRenameSucceedsWithinSeconds(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	many := 60
	if *long {
		many = 240
	}
	s, _ := mob(t, many, mobs["all of their name"])
	s.pass(10 * game.TickRate)
	p := s.pilots[0]
	s.requestName(p, "Ann")
	ticks := 0
	for ; p.Name != "Ann" && ticks < game.TickRate*60; ticks++ {
		s.pass(1)
	}
	if t.Logf("got it after %d ticks", ticks); ticks > many*renamesEach+game.TickRate {
		t.Errorf("expected it within %d s", many/15+1)
	}
}

func TestReconnectingInALoopCostsOthersOnlyTheChanges(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, all := mob(t, 200, mobs["quiet"])
	seconds := 2
	if *long {
		seconds = 5
	}
	before, ticks := all[0].bytes, seconds*game.TickRate
	began := time.Now()
	for tick := range ticks {
		one := all[1+tick%199]
		one.leaves = true
		all[1+tick%199] = &nuisance{thin: thin{stage: s}, number: tick, message: mobs["quiet"]}
		s.admit(all[1+tick%199])
		s.pass(1)
	}
	heard := (all[0].bytes - before) / seconds
	t.Logf("%d bytes of rosters a second while 60 a second come and go; %v a tick", heard, time.Since(began)/time.Duration(ticks))
	if most := 60*(9+3+len("nuisance 600")) + 4*3 + 64; heard > most { // one joins and one leaves, with a name
		t.Errorf("expected at most %d", most)
	}
	wellNamed(t, s)
}

// nuisance is the link of a pilot without a key. It flies, sends a message in every fourth tick, and counts those of the host.
type nuisance struct {
	thin
	number  int
	message func(number int, tick game.Tick) proto.Message // nil: none
	leaves  bool
	sentAt  game.Tick
	rosters int // messages about pilots
	bytes   int // of them
	lines   []string
	notices []string
	kicked  bool
}

func (n *nuisance) Receive(buf []byte) (link.Packet, bool) {
	if !n.joined || n.receivedAt != n.stage.World.Tick && n.stage.World.Tick >= 6 {
		return n.thin.receive(buf, fmt.Sprint("nuisance ", n.number))
	}
	tick := n.stage.World.Tick
	p := link.Packet{Channel: link.Control, At: n.stage.now}
	if n.leaves {
		n.leaves = false
		p.Bytes = (&proto.Bye{}).Append(buf[:0])
		return p, true
	}
	if n.sentAt == tick || tick%4 != 0 {
		return link.Packet{}, false
	}
	n.sentAt = tick
	m := n.message(n.number, tick)
	if m == nil {
		return link.Packet{}, false
	}
	p.Bytes = m.Append(buf[:0])
	return p, true
}

func (n *nuisance) Send(channel link.Channel, p []byte) {
	if channel == link.Data {
		return
	}
	switch proto.Type(p[0]) {
	case proto.RosterType, proto.RosterChangeType, proto.RTTsType:
		n.rosters++
		n.bytes += len(p)
	case proto.ChatType:
		m, err := proto.Parse(p)
		if err != nil {
			panic(err)
		}
		if line := m.(*proto.Chat); line.Pilot == proto.Notice {
			n.notices = append(n.notices, line.Text)
		} else {
			n.lines = append(n.lines, line.Text)
		}
	case proto.KickType:
		n.kicked = true
	}
}

// mob is a match of eight players and many nuisances.
func mob(t testing.TB, many int, says func(number int, tick game.Tick) proto.Message) (*stage, []*nuisance) {
	s := newStage(HostConfig{}, played{Setup: expanse(t)})
	for range 8 {
		s.admit(&thin{stage: s})
	}
	s.pass(game.TickRate)
	var all []*nuisance
	for n := range many {
		all = append(all, &nuisance{thin: thin{stage: s}, number: n, message: says})
		s.admit(all[n])
	}
	s.pass(3 * game.TickRate)
	return s, all
}

// tickTimes returns the median, the 99th percentile and the maximum of tick times.
func tickTimes(s *stage, ticks int) (middle, p99, worst time.Duration) {
	var all []time.Duration
	for range ticks {
		began := time.Now()
		s.pass(1)
		all = append(all, time.Since(began))
	}
	slices.Sort(all)
	return all[ticks/2], all[ticks*99/100], all[ticks-1]
}

// soon is the number of ticks within which a regular's line is sent.
func (s *stage) makeRegulars() {
	for _, p := range s.pilots {
		p.Came -= regularAfter
	}
}

const soon = game.TickRate / 5

// chatter sends a different line in every fourth tick, within the budget.
func chatter(n int, tick game.Tick) proto.Message {
	if tick/4%2 == 0 {
		return nil
	}
	return &proto.Chat{Text: fmt.Sprint("chatter ", n, " ", tick)}
}

// lineDelay returns after how many ticks another pilot gets a line.
func lineDelay(s *stage, p *pilot, by *nuisance, text string) (ticks int) {
	s.queueChat(p, text)
	for ; !slices.Contains(by.lines, text) && ticks < 60*game.TickRate; ticks++ {
		s.pass(1)
	}
	return ticks
}

func TestAQuietPilotIsReadBeside120Writers(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	tries, pause := 2, 5*game.TickRate
	if *long {
		tries, pause = 4, 15*game.TickRate
	}
	s, all := mob(t, 120, chatter)
	s.admit(&thin{stage: s})
	s.makeRegulars()
	s.pass(2 * game.TickRate)
	seldom, before, from := s.pilots[len(s.pilots)-1], len(all[0].lines), s.World.Tick
	for line := range tries {
		if ticks := lineDelay(s, seldom, all[0], fmt.Sprint("a word of mine ", line)); ticks > soon {
			t.Errorf("it was read after %d ticks, expected %d", ticks, soon)
		}
		s.pass(pause)
	}
	lines := len(all[0].lines) - before
	seconds := int(s.World.Tick-from) / game.TickRate
	t.Logf("%d lines in %d s of %d", lines, seconds, 120*7*seconds)
	if lines > 20*(seconds+2) || lines < 19*seconds {
		t.Errorf("expected 20 a second")
	}
	for _, n := range all {
		if n.kicked || len(n.notices) == 0 || len(n.notices) > 2+announceBurst+seconds {
			t.Fatalf("one got %q, kicked %v", n.notices, n.kicked)
		}
	}
	if most := maxChatLines * len(s.pilots); s.lines > most {
		t.Errorf("%d lines wait, expected %d at most", s.lines, most)
	}
}

// TestARegularIsReadBesideStrangersWithALineEach: each stranger has been quiet for longer than the regular.
func TestARegularIsReadBesideStrangersWithALineEach(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	waves, strangers := 1, 100
	if *long {
		waves, strangers = 2, 200
	}
	s, _ := mob(t, 1, mobs["quiet"])
	s.makeRegulars()
	s.pass(2 * game.TickRate)
	regular := s.pilots[len(s.pilots)-1]
	ear := &nuisance{thin: thin{stage: s}, message: mobs["quiet"]}
	s.admit(ear)
	for wave := range waves {
		first := len(s.peers.all)
		for n := range strangers {
			s.admit(&nuisance{thin: thin{stage: s}, number: n, message: mobs["quiet"]})
		}
		s.pass(5 * game.TickRate)
		lineDelay(s, regular, ear, fmt.Sprint("a word before ", wave)) // so that they have been quiet for longer
		s.pass(5 * game.TickRate)
		was := len(ear.lines)
		for _, p := range s.peers.all[first:] {
			s.queueChat(p.pilot, "I am new")
		}
		s.pass(2)
		if ticks := lineDelay(s, regular, ear, fmt.Sprint("a word of mine ", wave)); ticks > soon {
			t.Errorf("it was read after %d ticks, expected %d", ticks, soon)
		}
		s.pass((strangers/20 + 2) * game.TickRate)
		if news := len(ear.lines) - was - 1; news != strangers {
			t.Errorf("of newcomers %d lines were read: they should not be shut out", news)
		}
		for _, p := range s.peers.all[first:] {
			s.release(p, "leaves")
			p.leaving = true
		}
		s.peers.all = s.peers.all[:first]
	}
}

func TestAFastWriterGetsOneWarningAndLinesStayInOrder(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	n := all[0]
	p := s.pilots[len(s.pilots)-1]
	n.notices = nil
	for line := range 14 {
		s.queueChat(p, fmt.Sprint(line))
	}
	if got := strings.Join(n.lines, " "); got != "0 1 2 3 4" {
		t.Errorf("at once got %q", got)
	}
	s.pass(maxChatLines*chatEach + 1)
	if got := strings.Join(n.lines, " "); got != "0 1 2 3 4 5 6 7 8 9" {
		t.Errorf("later got %q", got)
	}
	if len(n.notices) != 1 || !strings.Contains(n.notices[0], "too fast") {
		t.Errorf("the player got %q", n.notices)
	}
}

func TestLinesOfLeftOrMutedPilotsAreDropped(t *testing.T) {
	s, all := mob(t, 2, mobs["quiet"])
	leaves, muted := s.pilots[len(s.pilots)-1], s.pilots[len(s.pilots)-2]
	for line := range 8 {
		s.queueChat(leaves, fmt.Sprint("l", line))
		s.queueChat(muted, fmt.Sprint("m", line))
	}
	s.mute(muted, true)
	s.release(s.peers.find(leaves), "leaves")
	s.pass(10 * game.TickRate)
	if s.lines != 0 || len(all[0].lines) != 2*chatBurst {
		t.Errorf("%d lines wait, and read were %q", s.lines, all[0].lines)
	}
}

// TestChatStaysInOrderAndLosesNoAcceptedLine: for any traffic, within the limit of lines.
func TestChatStaysInOrderAndLosesNoAcceptedLine(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	rapid.Check(t, func(rt *rapid.T) {
		s, all := mob(t, 12, mobs["quiet"])
		pilots, ear := s.pilots, all[0]
		var said, read [32]int // by pilot; the texts are numbers from 0 on
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			p := rapid.IntRange(0, len(pilots)-1).Draw(rt, "who")
			for range rapid.IntRange(1, 8).Draw(rt, "lines") {
				if waiting := pilots[p].talk.n; waiting < maxChatLines {
					s.queueChat(pilots[p], fmt.Sprint(p, " ", said[p]))
					said[p]++
				}
			}
			was, ticks := len(ear.lines), rapid.SampledFrom([]int{0, 1, 10, 60}).Draw(rt, "ticks")
			s.pass(ticks)
			if got := len(ear.lines) - was; got > 1+ticks/int(allChatEach)+allChatBurst {
				rt.Fatalf("%d lines in %d ticks", got, ticks)
			}
		}
		for ticks := 0; s.lines > 0 && ticks < 2*maxChatLines*chatEach; ticks++ {
			s.pass(1)
		}
		s.pass(2)
		for _, line := range ear.lines {
			var p, number int
			fmt.Sscan(line, &p, &number)
			if number != read[p] {
				rt.Fatalf("from pilot %d got %d, expected %d", p, number, read[p])
			}
			read[p]++
		}
		if read != said || s.lines != 0 {
			rt.Fatalf("said %v, read %v, %d wait", said, read, s.lines)
		}
	})
}

// liar is a pilot with a ship that sends any ticks. It sends a message a second besides, to stay alive.
type liar struct {
	*raw
	slot uint8
}

func (s *siege) liar() *liar {
	s.t.Helper()
	r := s.gate()
	r.join("Liar")
	r.send(&proto.Spawn{Name: "Liar"})
	return &liar{r, among[*proto.SpawnResult](s.t, r.received()).Slot}
}

// claimTime is how long it does.
func claimTime() time.Duration {
	if *long {
		return 4 * time.Second
	}
	return 2 * time.Second
}

// claim sends inputs, at most up to one for a tick.
func (l *liar) claim(ack, newest game.Tick, in game.Input) {
	list := make([]game.Input, max(1, min(int(newest), proto.MaxInputs)))
	for i := range list {
		list[i] = in
	}
	l.Send(link.Data, (&proto.Inputs{Ack: ack, Newest: newest, List: list}).Append(nil))
}

func TestClaimsAboutOtherTicksAreIgnored(t *testing.T) {
	skipIfShort(t)
	up := game.Steer(game.Up) | game.Fire
	for what, claim := range map[string]func(l *liar, now game.Tick){
		"the far future":         func(l *liar, now game.Tick) { l.claim(now+30000, now+30002, up) },
		"half of all time ahead": func(l *liar, now game.Tick) { l.claim(now+1<<15, now+1<<15+2, up) },
		"the near future":        func(l *liar, now game.Tick) { l.claim(now, now+historyTicks+60, up) },
		"acks the future":        func(l *liar, now game.Tick) { l.claim(now+60, now+2+proto.MaxAhead, up) },
		"acks a bit too much":    func(l *liar, now game.Tick) { l.claim(now+20, now+22, up) },
		"the past":               func(l *liar, now game.Tick) { l.claim(now-100, now-98, up) },
		"the beginning of time":  func(l *liar, _ game.Tick) { l.claim(0, 1, up) },
		"no tick":                func(l *liar, _ game.Tick) { l.claim(0, 0, up) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l, second := s.liar(), time.Now()
				s.hold(claimTime(), func() {
					l.drain()
					claim(l, s.tick())
					if time.Since(second) >= time.Second {
						second = time.Now()
						l.send(&proto.SetReady{On: true})
					}
					if ship := s.ship(l.slot); ship.Input != 0 {
						t.Fatalf("his ship holds %d", ship.Input)
					}
				})
				if l.Err() != nil {
					t.Errorf("the peer is cut off, so this proves little: %v", l.Err())
				}
			})
		})
	}
}

func TestWrongAcksAndTicksHarmOnlyTheirSender(t *testing.T) {
	skipIfShort(t)
	for what, claim := range map[string]func(l *liar, now game.Tick){
		"acks at random":           func(l *liar, now game.Tick) { l.claim(now-now*7919%200, now+2, game.Steer(game.Up)) },
		"acks what he has not":     func(l *liar, now game.Tick) { l.claim(now, now+2, game.Steer(game.Up)) },
		"as far ahead as may be":   func(l *liar, now game.Tick) { l.claim(now, now+historyTicks-1, game.Steer(game.Up)) },
		"back and forth":           func(l *liar, now game.Tick) { l.claim(now-60, now-40+now*31%80, game.Steer(game.Up)) },
		"another input every time": func(l *liar, now game.Tick) { l.claim(now, now+2, game.Steer(game.Course(1+now%8))) },
		"twice a tick":             func(l *liar, now game.Tick) { l.claim(now, now+2, 0); l.claim(now, now+3, 0) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l := s.liar()
				s.hold(claimTime(), func() {
					l.drain()
					claim(l, s.tick())
				})
				if l.Err() != nil {
					t.Errorf("the peer is cut off, so this proves little: %v", l.Err())
				}
			})
		})
	}
}

func TestAFloodOfVotesCountsOnceAndIsSentFourTimesASecond(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Options: shortMatch()}, func(t *testing.T, m *testMatch) {
		a := newPlayer("A", m.pipe, 1)
		mob := []*player{newPlayer("B", m.pipe, 2), newPlayer("C", m.pipe, 3), newPlayer("D", m.pipe, 4)}
		all := append([]*player{a}, mob...)
		m.fly(time.Second, all...)
		m.toResults(all...)
		watch := m.raw()
		watch.join("Watcher")
		told, began := 0, time.Now()
		for n := uint8(0); time.Since(began) < 5*time.Second; n++ {
			for i, p := range mob {
				if n%2 == 0 { // 30 a second, for different choices
					p.Vote(1 + (n/2+uint8(i))%3)
				}
			}
			m.fly(tickTime(1), all...)
			for packet, ok := watch.Receive(nil); ok; packet, ok = watch.Receive(nil) {
				if message, _ := proto.Parse(packet.Bytes); message != nil && message.Type() == proto.BallotType {
					told++
				}
			}
		}
		sum := 0
		for _, n := range tallyOf(a) {
			sum += n
		}
		if sum != len(mob) {
			t.Errorf("three voters have %d votes: %v", sum, tallyOf(a))
		}
		if most := maxVotes*len(mob) + 1; told > most || told > 4*5+1 {
			t.Errorf("a spectator got %d times", told)
		}
		for _, p := range mob {
			if p.view.Phase != Playing {
				t.Fatalf("%s was thrown out, so that this proves little: %v", p.conf.Name, p.view.Err)
			}
		}
		before := tallyOf(a)
		for _, p := range mob {
			for choice := range uint8(3) {
				p.Vote(choice + 1)
			}
		}
		m.fly(time.Second, all...)
		if got := tallyOf(a); !slices.Equal(got, before) {
			t.Errorf("after eight votes each they still change: %v, then %v", before, got)
		}
	})
}

func TestInvalidVotesDoNotCount(t *testing.T) {
	skipIfShort(t)
	s, all := atResults(t, 1, 3)
	number := s.Ballot.Number
	counts := func(what string, want ...uint8) {
		t.Helper()
		if got := s.countVotes(); !slices.Equal(got[:], want) {
			t.Errorf("%s: the votes are %v, expected %v", what, got, want)
		}
	}
	all[0].send(&proto.Vote{Ballot: number - 1, Choice: 2})
	all[0].send(&proto.Vote{Ballot: number + 1, Choice: 2})
	s.pass(1)
	counts("of another ballot", 0, 0, 0)

	spectator := s.flier(t, "Looker", "", proto.Token{})
	s.pass(1)
	s.unseat(s.withToken(spectator.welcome.Token))
	spectator.vote(2)
	counts("of one without a ship", 0, 0, 0)

	all[0].vote(2)
	all[0].vote(2)
	counts("twice the same", 0, 1, 0)
	all[1].vote(3)
	all[1].send(&proto.Bye{})
	s.pass(1)
	counts("of one who has left", 0, 1, 0)
	again := s.flier(t, "Player 1", "", proto.Token{})
	again.vote(3)
	again.vote(1)
	counts("of one who came again", 1, 1, 0)

	s.Ballot.Count = 2
	all[2].vote(3)
	counts("of what is no choice", 1, 1, 0)
	s.Ballot.Count = 3

	s.press(resultsTime, all[2])
	if s.World.Status != game.InProgress {
		t.Fatalf("status %d", s.World.Status)
	}
	all[2].send(&proto.Vote{Ballot: number, Choice: 2})
	s.pass(1)
	counts("after the results", 0, 0, 0)
	for s.OverAt == 0 {
		s.press(1, all[2])
	}
	all[2].send(&proto.Vote{Ballot: number, Choice: 2})
	s.pass(1)
	counts("of the ballot before", 0, 0, 0)
	all[2].vote(2)
	counts("of this one", 0, 1, 0)
}

func TestALinkWithoutHelloIsClosedAfterFiveSeconds(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r := m.raw()
		time.Sleep(4900 * time.Millisecond)
		if r.Err() != nil {
			t.Errorf("after 4.9 s: %v", r.Err())
		}
		time.Sleep(200 * time.Millisecond)
		if r.Err() == nil {
			t.Error("it is still up after 5.1 s")
		}
	})
}

func TestTooManyMessagesAreKicked(t *testing.T) {
	for what, flood := range map[string]proto.Message{
		"spawns": &proto.Spawn{Name: "Flood"}, "chat": &proto.Chat{Text: "flood"},
		"keyframes": &proto.NeedKeyframe{Have: 1<<32 - 1}, "ready": &proto.SetReady{On: true},
	} {
		t.Run(what, func(t *testing.T) {
			inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
				r := m.raw()
				r.join("Flood")
				for range perSecond + 1 {
					r.send(flood)
				}
				if kick := among[*proto.Kick](t, r.received()); !strings.Contains(kick.Reason, "too many") || r.Err() == nil {
					t.Errorf("kicked for %q, link %v", kick.Reason, r.Err())
				}
			})
		})
	}
}

func TestChangingNamesDoNotFloodOthers(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		r, victim := m.raw(), m.raw()
		r.join("Flood")
		victim.join("Victim")
		rosters, names := 0, 0
		for i := range 100 {
			r.send(&proto.Spawn{Name: string(rune('a' + i%26))}, &proto.SetReady{On: i%2 == 0})
			victim.send(&proto.SetReady{})
			for _, message := range victim.received() {
				if m, ok := message.(*proto.RosterChange); ok {
					rosters++
					for _, c := range m.List {
						if c.Change&proto.NameChanged != 0 {
							names++
						}
					}
				}
			}
		}
		if names < 3 || names > 4 || rosters > names+3 {
			t.Errorf("expected 3 or 4 changes of a name in ten seconds, got %d, and %d rosters", names, rosters)
		}
	})
}

func Test64NewcomersAtOnceAllGetIn(t *testing.T) {
	inMatch(t, HostConfig{}, played{Fill: 8}, func(t *testing.T, m *testMatch) {
		var crowd []*raw
		for range game.MaxShips {
			r := m.raw()
			r.send(hello("Crowd"), &proto.Spawn{Name: "Crowd"})
			crowd = append(crowd, r)
		}
		time.Sleep(time.Second)
		names := map[string]bool{}
		for _, r := range crowd {
			heard := r.received()
			among[*proto.Keyframe](t, heard)
			if result := among[*proto.SpawnResult](t, heard); result.Status != proto.SpawnOK {
				t.Fatalf("spawn status %d", result.Status)
			}
		}
		for _, p := range m.world().Ships {
			if p.State == game.Empty {
				t.Error("a slot is empty")
			}
		}
		roster := among[*proto.Roster](t, func() []proto.Message { r := m.raw(); r.send(hello("Last")); return r.received() }())
		for _, p := range roster.Pilots {
			names[p.Name] = true
		}
		if len(names) != game.MaxShips+1 {
			t.Errorf("expected %d names, got %d", game.MaxShips+1, len(names))
		}
	})
}

func TestAPeerThatNeverReadsIsCutOff(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{}, played{Bots: 60}, func(t *testing.T, m *testMatch) {
		deaf := m.raw()
		deaf.send(hello("Deaf"))
		ticks := m.tick()
		for range 1200 {
			if deaf.Err() != nil {
				break
			}
			time.Sleep(50 * time.Millisecond)
			deaf.send(&proto.NeedKeyframe{Have: 1<<32 - 1})
		}
		if deaf.Err() == nil {
			t.Error("after a minute it is still up")
		}
		if m.tick() == ticks {
			t.Error("the match has stopped")
		}
	})
}

// FuzzClientReceives plays a host with any messages: two bytes of channel and length, and so many bytes, repeated. No client may panic or
// hang.
func FuzzClientReceives(f *testing.F) {
	setup, other := testSetup(f), testSetup(f)
	other.Classes = other.Classes[:1]
	other.Mode = game.Teams
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 3}, {Kind: game.OrderJoin, Slot: 60, Class: 1}}, nil)
	keyframe := &proto.Keyframe{World: proto.AppendWorld(nil, setup, &world)}
	welcome := &proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: 3, TickRate: 60, Setup: setup}

	late := world
	late.Tick = 0xff000000 - 1
	next := world
	held := proto.BaselineOf(&world)
	orders := proto.Orders{Report: proto.Report{Pong: &proto.Pong{Nonce: 1, Held: 65535}}, Decided: proto.Decided{Base: next.Tick, Ticks: [][]game.Order{{{Kind: game.OrderLeave, Slot: 3}}, {}}}}
	for _, of := range orders.Ticks {
		next.Step(setup, of, nil)
	}
	orders.Hash = uint16(next.Hash())
	absurd := proto.Orders{Report: proto.Report{Slack: -128, NewestInput: 1<<32 - 1}, Decided: proto.Decided{Base: 1<<32 - 70, Ticks: make([][]game.Order, proto.MaxOrderTicks)}}
	for _, script := range [][]scripted{
		{{link.Data, orders.Append(nil, &held)}},
		{{link.Data, absurd.Append(nil, &held)}},
		{{link.Control, (&proto.Keyframe{World: proto.AppendWorld(nil, setup, &late)}).Append(nil)}, {link.Data, absurd.Append(nil, &held)}},
		{{link.Control, (&proto.MatchStart{Slot: 63, Setup: other}).Append(nil)}, {link.Control, keyframe.Append(nil)}},
		{{link.Control, (&proto.SpawnResult{Slot: 63}).Append(nil)}, {link.Control, (&proto.SpawnResult{Slot: proto.NoSlot}).Append(nil)}},
		{{link.Control, (&proto.SpawnResult{Status: proto.SpawnBadClass, Slot: proto.NoSlot}).Append(nil)}},
		{{link.Control, (&proto.Chat{Pilot: 9, Text: "?"}).Append(nil)}, {link.Control, (&proto.MatchOver{NextIn: 65535}).Append(nil)}},
		{{link.Control, (&proto.RTTs{List: []uint8{1, 2}}).Append(nil)}},
		{{link.Control, welcome.Append(nil)}, {link.Control, welcome.Append(nil)}, {link.Control, (&proto.Bye{Reason: "bye"}).Append(nil)}},
	} {
		f.Add(spell(script))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		near, far := link.PipeOf(link.Here, "")
		c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
		now := time.Now()
		c.Frame(now, 0)
		far.Send(link.Control, welcome.Append(nil))
		far.Send(link.Control, keyframe.Append(nil))
		for len(script) >= 2 {
			channel, n := link.Channel(script[0]>>7), int(script[0]&0x7f)<<8|int(script[1])
			n = min(n, len(script)-2)
			far.Send(channel, script[2:2+n])
			script = script[2+n:]
			now = now.Add(20 * time.Millisecond)
			see(c.Frame(now, game.Steer(game.Up)))
		}
		for range 100 {
			now = now.Add(20 * time.Millisecond)
			see(c.Frame(now, game.Steer(game.Up)))
		}
	})
}

// scripted is a message of a host, with its channel.
type scripted struct {
	channel link.Channel
	bytes   []byte
}

// spell encodes a script as FuzzClientReceives reads it.
func spell(script []scripted) (b []byte) {
	for _, s := range script {
		b = append(b, byte(s.channel)<<7|byte(len(s.bytes)>>8), byte(len(s.bytes)))
		b = append(b, s.bytes...)
	}
	return b
}

// see reads all that a screen would read.
func see(v *View) {
	if v.World == nil {
		return
	}
	for i := range v.World.Ships {
		ship := &v.World.Ships[i]
		if ship.State != game.Empty {
			_, _ = v.Setup.Classes[ship.Class], v.Setup.Weapons[ship.Weapon]
		}
	}
	if v.Me >= game.MaxShips {
		panic("no such ship")
	}
}

// TestTicksBeyond2To31Work is about 32-bit systems, on which such a tick is a negative int: a host may send Worlds up to tick ff000000.
func TestTicksBeyond2To31Work(t *testing.T) {
	s := testSetup(t)
	w := game.NewWorldAt(s, 7, 1<<31+1)
	near, far := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex", Spectate: true, Wait: true})
	now := time.Now()
	c.Frame(now, 0)
	far.Send(link.Control, (&proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: proto.NoSlot, TickRate: game.TickRate, Setup: s}).Append(nil))
	far.Send(link.Control, (&proto.Keyframe{World: proto.AppendWorld(nil, s, &w)}).Append(nil))
	if v := c.Frame(now.Add(time.Second/60), 0); v.World.Tick < w.Tick {
		t.Errorf("the client is at tick %d, want %d or later: %v", v.World.Tick, w.Tick, v.Err)
	}
	l := newLate(&Match{Setup: s, World: w}, time.Second, 0)
	for range 3 * len(l.ticks) {
		w.Step(s, nil, nil)
		l.store(w.Tick, nil, w.Hash())
		l.advance(w.Tick)
	}
	if got, want := l.world.Tick, w.Tick-l.behind; got != want {
		t.Errorf("spectators see tick %d, want %d", got, want)
	}
}

var allConditions = flag.Bool("conditions", false, "run TestConfirmedWorldsEqualTheHosts under all conditions, not one in ten, and TestConfirmedWorldsEqualTheHostsInAllModes over two lines for each mode, not one, with its maximum of ships")

var long = flag.Bool("long", false, "run TestRandomBytesOnRealSocketsDoNoHarm for ten seconds, not one, and the matches of the matrix for five minutes; kill hosts a thousand times, not fifteen; let crowds grow to their limit, adversaries continue for longer, honest clients visit a besieged door ten times, hostile hosts be watched for a minute, and players idle for minutes")

func TestRandomBytesOnRealSocketsDoNoHarm(t *testing.T) {
	skipIfShort(t)
	lasts := time.Second
	if *long {
		lasts = 10 * time.Second
	}
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, HostConfig{}, played{Bots: 8})
	defer m.end()
	var running sync.WaitGroup
	defer running.Wait()
	defer l.Close()
	running.Go(func() {
		for {
			peer, err := l.Accept()
			if err != nil {
				return
			}
			m.host.Add(peer)
		}
	})

	addr := l.Addr().String()
	dial := func() link.Link { return link.Dial(addr, &link.KnownHosts{}) }
	a, b := newPlayer("A", dial, 1), newPlayer("B", dial, 2)
	defer leave(a, b)
	m.flyUntil(func() bool { return a.view != nil && a.view.Phase == Playing && b.view.Phase == Playing }, a, b)
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	for i := range 8 {
		running.Go(func() { annoyTCP(ctx, addr, uint64(i)) })
		running.Go(func() { annoyTLS(ctx, dial, uint64(i)) })
	}
	heap := heapInUse()
	m.fly(lasts, a, b)
	m.flyUntil(func() bool { // on a slow machine they may be without UDP or a ship for seconds
		return !slices.ContainsFunc([]*player{a, b}, func(p *player) bool {
			return p.view.Phase != Playing || p.view.Me < 0 || p.view.Lag.Transport != "udp"
		})
	}, a, b)
	for _, p := range []*player{a, b} {
		if lag := p.view.Lag; lag.Desyncs != 0 {
			t.Errorf("%s: %d desyncs", p.conf.Name, lag.Desyncs)
		}
	}
	grown := heapInUse() - heap
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

// annoyTCP sends random bytes where TLS is expected.
func annoyTCP(ctx context.Context, addr string, seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 1))
	for ctx.Err() == nil {
		conn, err := stdnet.Dial("tcp", addr)
		if err != nil {
			continue
		}
		for range 5 {
			conn.Write(randomBytes(chance, chance.IntN(2000)))
		}
		conn.Close()
		pause(ctx)
	}
}

// annoyTLS sends random packets over valid links.
func annoyTLS(ctx context.Context, dial func() link.Link, seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 2))
	for ctx.Err() == nil {
		r := dial()
		if seed%2 == 0 {
			r.Send(link.Control, hello(fmt.Sprint("Nuisance ", seed)).Append(nil))
		}
		for range 20 {
			r.Send(link.Channel(chance.IntN(2)), randomBytes(chance, 1+chance.IntN(1000)))
			pause(ctx)
		}
		r.Close()
		<-r.Done()
	}
}

// pause yields the processor.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Millisecond):
	}
}

func leave(players ...*player) {
	for _, p := range players {
		p.Leave()
		<-p.Link().Done()
	}
}
