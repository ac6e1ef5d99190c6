package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestAHostWith64ClientsAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s, _ := crowd(t)
	if n := testing.AllocsPerRun(600, func() { s.pass(1) }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

func TestAClientInPlayAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	d := newDuel(t)
	d.fly(10 * game.TickRate)
	if n := testing.AllocsPerRun(600, func() { d.fly(1) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// duel is a client in a match of 63 bots, half a round trip of 50 ms away.
type duel struct {
	*stage
	client *Client
	frames time.Duration // spent in Frame
}

func newDuel(t testing.TB) *duel {
	d := &duel{stage: newStage(HostConfig{}, played{Setup: expanse(t), Bots: game.MaxShips - 1})}
	near, far := newTube(d.stage, 50*time.Millisecond)
	d.client = NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
	d.admit(far)
	d.fly(2 * game.TickRate)
	if d.client.view.Phase != Playing || d.client.view.Me < 0 {
		t.Fatal("the client does not play")
	}
	return d
}

// fly lets n frames of a tick pass.
func (d *duel) fly(n int) {
	for range n {
		d.pass(1)
		began := time.Now()
		d.client.Frame(d.now, game.Steer(game.Course(1+d.now.Unix()%8))|game.Fire)
		d.frames += time.Since(began)
	}
}

func BenchmarkHostTick64Clients(b *testing.B) {
	s, pilots := crowd(b)
	for _, p := range pilots {
		p.sent = 0
	}
	b.ReportAllocs()
	ticks := 0
	for b.Loop() {
		s.pass(1)
		ticks++
	}
	b.ReportMetric(float64(pilots[0].sent)/float64(ticks)*2, "B/packet")
}

func BenchmarkClientFrame100msRTT(b *testing.B) {
	d := newDuel(b)
	rollbacks := d.client.Rollbacks
	d.frames = 0
	b.ReportAllocs()
	frames := 0
	for b.Loop() {
		d.fly(1)
		frames++
	}
	b.ReportMetric(float64(d.frames.Nanoseconds())/float64(frames), "ns/frame")
	b.ReportMetric(float64(d.client.Rollbacks-rollbacks)/float64(frames), "rollbacks/frame")
}

func TestAKeyframeOf64ShipsIsSmall(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Setup: expanse(t), Bots: game.MaxShips})
	most, seconds := 0, 20
	if *long {
		seconds = 60
	}
	for range seconds {
		s.pass(game.TickRate)
		most = max(most, len(proto.AppendWorld(nil, s.Setup, &s.World)))
	}
	t.Logf("at most %d bytes in %d s", most, seconds)
	if most > 2100 {
		t.Errorf("expected at most 2100 bytes, there were %d", most)
	}
}

func BenchmarkKeyframe(b *testing.B) {
	s := newStage(HostConfig{}, played{Setup: expanse(b), Bots: game.MaxShips})
	s.pass(30 * game.TickRate)
	bytes := proto.AppendWorld(nil, s.Setup, &s.World)
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bytes = proto.AppendWorld(bytes[:0], s.Setup, &s.World)
		}
		b.ReportMetric(float64(len(bytes)), "B/keyframe")
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := proto.ParseWorld(s.Setup, bytes); err != nil {
				b.Fatal(err)
			}
		}
	})
}
