package net

import (
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// stage is a host that is run by hand, with its own time.
type stage struct {
	*Host
	*liveMatch
	now time.Time
}

func newStage(conf HostConfig, play played) *stage {
	conf.BotNames, play.Skill = []string{"Bot"}, max(play.Skill, 1)
	h := play.host(conf)
	s := &stage{h, &h.match, time.Now()}
	s.clock.begin(s.liveMatch.World.Tick, s.now)
	return s
}

// pass lets n ticks pass.
func (s *stage) pass(n int) {
	for range n {
		s.now = s.clock.Deadline(s.clock.Next())
		for range s.clock.Due(s.now) {
			s.tick(s.now)
		}
	}
}

// expanse returns a deathmatch on the largest arena of ours.
func expanse(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("expanse")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// thin is the link of a pilot without a client: he knows what the host decided
// six ticks ago, and presses another course now and then, two ticks ahead.
type thin struct {
	stage         *stage
	hello, joined bool
	heardAt       game.Tick
	inputs        proto.Inputs
	sent          int // bytes on data
}

func (l *thin) Receive(buf []byte) (link.Packet, bool) { return l.receive(buf, "Thin") }

func (l *thin) receive(buf []byte, name string) (link.Packet, bool) {
	p := link.Packet{Channel: link.Control, At: l.stage.now}
	tick := l.stage.World.Tick
	switch {
	case !l.hello:
		l.hello = true
		p.Bytes = hello(name).Append(buf[:0])
	case !l.joined:
		l.joined = true
		p.Bytes = (&proto.Spawn{Name: name}).Append(buf[:0])
	case tick == l.heardAt || tick < 6:
		return link.Packet{}, false
	default:
		l.heardAt = tick
		l.inputs.Ack, l.inputs.Newest = tick-6, tick+2
		in := game.Steer(game.Course(1+(tick/12+game.Tick(l.stage.World.Ships[0].X))%8)) | game.Fire
		l.inputs.List = append(l.inputs.List[:0], in, in, in, in)
		p.Channel, p.Bytes = link.Data, l.inputs.Append(buf[:0])
	}
	return p, true
}

func (l *thin) Send(channel link.Channel, p []byte) {
	if channel == link.Data {
		l.sent += len(p)
	}
}

func (l *thin) Ready() bool           { return true }
func (l *thin) Err() error            { return nil }
func (l *thin) Close()                {}
func (l *thin) Done() <-chan struct{} { return nil }
func (l *thin) Remote() string        { return "thin" }
func (l *thin) Kind() string          { return "thin" }
func (l *thin) Identity() string      { return "" }
func (l *thin) Counts() link.Counts   { return link.Counts{} }

// crowd returns a stage on which 64 thin pilots have played for a while.
func crowd(t testing.TB) (*stage, []*thin) {
	t.Helper()
	s := newStage(HostConfig{}, played{Setup: expanse(t)})
	var pilots []*thin
	for range game.MaxShips {
		pilots = append(pilots, &thin{stage: s})
		s.admit(pilots[len(pilots)-1])
	}
	s.pass(20 * game.TickRate)
	return s, pilots
}

// tube is an end of a link in the time of a stage, with a delay. It reuses all
// memory.
type tube struct {
	thin
	delay time.Duration
	peer  *tube
	in    []link.Packet
}

func newTube(s *stage, delay time.Duration) (a, b *tube) {
	a, b = &tube{thin: thin{stage: s}, delay: delay}, &tube{thin: thin{stage: s}, delay: delay}
	a.peer, b.peer = b, a
	return a, b
}

func (l *tube) Send(channel link.Channel, p []byte) {
	in := &l.peer.in
	if len(*in) < cap(*in) {
		*in = (*in)[:len(*in)+1]
	} else {
		*in = append(*in, link.Packet{})
	}
	last := &(*in)[len(*in)-1]
	last.Channel, last.At = channel, l.stage.now.Add(l.delay)
	last.Bytes = append(last.Bytes[:0], p...)
}

func (l *tube) Receive(buf []byte) (link.Packet, bool) {
	if len(l.in) == 0 || l.in[0].At.After(l.stage.now) {
		return link.Packet{}, false
	}
	p, used := l.in[0], l.in[0].Bytes
	p.Bytes = append(buf[:0], used...)
	copy(l.in, l.in[1:])
	l.in[len(l.in)-1].Bytes = used
	l.in = l.in[:len(l.in)-1]
	return p, true
}
