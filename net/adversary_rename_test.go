package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// mobs are ways in which two hundred and forty people without keys can have everybody told of them without a pause: what
// the one of a number says in a tick. None says so much that the host would mind.
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

func TestNamesThatChangeHoldNobodyUp(t *testing.T) {
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

// rosterRate returns the bytes a second that all flags of so many people take which change four times a second. A name takes no more.
func rosterRate(people int) int { return 4*(people*4+3) + 240/4 }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// others returns the keys of all but one, in order.
func others[T any](all map[string]T, but string) (keys []string) {
	for key := range all {
		if key != but {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// wellNamed expects that nobody in the match can be taken for anybody else.
func wellNamed(t *testing.T, s *stage) {
	t.Helper()
	looks, reads := map[string]bool{}, map[string]bool{}
	for _, p := range s.pilots {
		if looks[p.called.looks] || reads[p.called.reads] || p.Name != p.called.name {
			t.Errorf("%q can be taken for another", p.Name)
		}
		looks[p.called.looks], reads[p.called.reads] = true, true
	}
}

// TestAnHonestChangeOfNameComesWithinSeconds, however many others want another name as often as they may.
func TestAnHonestChangeOfNameComesWithinSeconds(t *testing.T) {
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
	if t.Logf("it came after %d ticks", ticks); ticks > many*renamesEach+game.TickRate {
		t.Errorf("expected it within %d s", many/15+1)
	}
}

func TestWhoComesAndGoesAllTheTimeCostsOthersOnlyWhatHasChanged(t *testing.T) {
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
		all[1+tick%199] = &nuisance{thin: thin{stage: s}, number: tick, says: mobs["quiet"]}
		s.admit(all[1+tick%199])
		s.pass(1)
	}
	heard := (all[0].bytes - before) / seconds
	t.Logf("%d bytes of rosters a second while 60 a second come and go; %v a tick", heard, time.Since(began)/time.Duration(ticks))
	if most := 60*(9+3+len("nuisance 600")) + 4*3 + 64; heard > most { // one comes and one goes, with a name
		t.Errorf("expected at most %d", most)
	}
	wellNamed(t, s)
}

// nuisance is the link of somebody without a key who flies and says something in every fourth tick, and counts what the
// host tells him.
type nuisance struct {
	thin
	number  int
	says    func(number int, tick game.Tick) proto.Message // nil: nothing
	leaves  bool
	saidAt  game.Tick
	rosters int // messages that tell who is there
	bytes   int // of them
	lines   []string
	notices []string
	kicked  bool
}

func (n *nuisance) Receive(buf []byte) (link.Packet, bool) {
	if !n.joined || n.heardAt != n.stage.World.Tick && n.stage.World.Tick >= 6 {
		return n.thin.receive(buf, fmt.Sprint("nuisance ", n.number))
	}
	tick := n.stage.World.Tick
	p := link.Packet{Channel: link.Control, At: n.stage.now}
	if n.leaves {
		n.leaves = false
		p.Bytes = (&proto.Bye{}).Append(buf[:0])
		return p, true
	}
	if n.saidAt == tick || tick%4 != 0 {
		return link.Packet{}, false
	}
	n.saidAt = tick
	m := n.says(n.number, tick)
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

// mob is a match of eight players, with many who are a nuisance.
func mob(t testing.TB, many int, says func(number int, tick game.Tick) proto.Message) (*stage, []*nuisance) {
	s := newStage(HostConfig{}, played{Setup: expanse(t)})
	for range 8 {
		s.admit(&thin{stage: s})
	}
	s.pass(game.TickRate)
	var all []*nuisance
	for n := range many {
		all = append(all, &nuisance{thin: thin{stage: s}, number: n, says: says})
		s.admit(all[n])
	}
	s.pass(3 * game.TickRate)
	return s, all
}

// tickTimes returns how long ticks take: the middle one, that which one in a hundred exceeds, and the worst.
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
