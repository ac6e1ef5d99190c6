package net

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// adversaries are ways to be a nuisance; each is called 60 times a second.
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
	"hellos without end": func(r *raw, _ *rand.Rand) { r.say(hello("Greeter"), hello("Greeter")) },
	"one hello, then a flood": func(r *raw, _ *rand.Rand) {
		r.say(hello("Flood"))
		for range 500 {
			r.say(&proto.SetReady{}, &proto.NeedKeyframe{Have: 1<<32 - 1}, &proto.Chat{Text: "flood"})
		}
	},
	"a flood of data": func(r *raw, chance *rand.Rand) {
		r.say(hello("Flood"))
		for range 500 {
			in := proto.Inputs{Ack: game.Tick(chance.Uint32()), Newest: 1 + game.Tick(chance.Uint32()), List: []game.Input{1}}
			r.Send(link.Data, in.Append(nil))
		}
	},
	"never a word":  func(*raw, *rand.Rand) {},
	"never a break": func(r *raw, _ *rand.Rand) { r.say(&proto.InfoQuery{}) },
}

func randomBytes(chance *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(chance.Uint32())
	}
	return b
}

func TestNobodyNoticesANuisance(t *testing.T) {
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
				nuisances := make([]*raw, 4) // who connect again whenever they are thrown out, and never read
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

// siege is a match in which two players play on, whatever others do.
type siege struct {
	*testMatch
	a, b *player
	most int // packets that the host took from an adversary in one tick
}

// besiege runs an attack in virtual time, after the two have played for a while.
func besiege(t *testing.T, attack func(t *testing.T, s *siege)) {
	bubble(t, func(t *testing.T) {
		s := &siege{testMatch: startMatch(t, HostConfig{}, played{Bots: 3})}
		defer s.end()
		s.a = newPlayer("A", s.pipe, 1)
		s.b = newPlayer("B", s.dial(lossy.Conditions{Delay: 30 * time.Millisecond}), 2)
		s.fly(3*time.Second, s.a, s.b)
		attack(t, s)
	})
}

// hold lets the two play on for a while, with something done before each tick,
// and expects that they do not notice, and that the host neither does more in a
// tick nor keeps more than it should.
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
	if s.most > maxHeard {
		s.t.Errorf("expected the host to take at most %d packets of a peer in a tick", maxHeard)
	}
}

// gate connects an adversary, whose packets are counted as the host takes them.
func (s *siege) gate() *raw {
	near, far := link.PipeOf(link.Here, "")
	s.host.Add(&counted{Link: far, siege: s})
	return &raw{s.t, near}
}

// counted is an end of a link that counts what is taken from it at a time: all
// that is done in one tick is done at the same virtual time.
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

// heapInUse returns the bytes that something still refers to.
func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
