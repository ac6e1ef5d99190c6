package net

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
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
	for what, annoy := range adversaries {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(t *testing.T) { withstands(t, annoy) })
		})
	}
}

// withstands lets two players play on while four adversaries, who connect again
// whenever they are thrown out and never read, do what they can.
func withstands(t *testing.T, annoy func(*raw, *rand.Rand)) {
	m := startMatch(t, HostConfig{Bots: 6})
	defer m.end()
	a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.dial(link.Conditions{Delay: 30 * time.Millisecond}), 2)
	m.fly(3*time.Second, a, b)
	chance := rand.New(rand.NewPCG(1, 2))
	nuisances := make([]*raw, 4)
	before, heap := m.world().Tick, heapInUse()
	for range 10 * game.TickRate {
		for i, r := range nuisances {
			if r == nil || r.Err() != nil {
				nuisances[i] = m.raw()
			}
			annoy(nuisances[i], chance)
		}
		m.fly(tickTime(1), a, b)
	}
	if ticks := m.world().Tick - before; ticks < 10*game.TickRate-1 || ticks > 10*game.TickRate+2 {
		t.Errorf("%d ticks in ten seconds", ticks)
	}
	for _, p := range []*player{a, b} {
		m.plays(p)
		if lag := p.view.Lag; lag.Desyncs != 0 || lag.Keyframes != 1 || lag.Slack < 0 {
			t.Errorf("%s: desyncs %d, keyframes %d, slack %v", p.conf.Name, lag.Desyncs, lag.Keyframes, lag.Slack)
		}
	}
	if grown := heapInUse() - heap; grown > 8<<20 {
		t.Errorf("the heap grew by %d kB", grown>>10)
	}
}

// heapInUse returns the bytes that something still refers to.
func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
