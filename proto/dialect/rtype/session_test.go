package rtype

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// bothFlavours runs a test for the document's flavour and for the code's.
func bothFlavours(t *testing.T, test func(t *testing.T, w Wire)) {
	t.Run("document", func(t *testing.T) { test(t, document) })
	t.Run("code", func(t *testing.T) { test(t, code) })
}

// answers returns the types of a session's answers to a packet in the stage.
func answers(r *rig, p []byte) (answered []Type) {
	r.left = r.session.Receive(dialect.Main, p, r.sent.Send)
	for _, p := range r.sent.Take(dialect.Main) {
		of, err := r.client.wire.TypeOf(p)
		if err != nil {
			r.t.Fatalf("%x: %v", p, err)
		}
		answered = append(answered, of)
	}
	return answered
}

func TestEveryPacketInEveryStage(t *testing.T) {
	const dropped = stage(255)
	none := []Type(nil)
	for _, c := range []struct {
		in       stage
		sends    packet
		then     stage
		answered []Type
	}{
		{unconnected, &Connect{}, accepted, []Type{AcceptType}},
		{unconnected, &Connect{ClientID: 7}, accepted, []Type{AcceptType}},
		{unconnected, &Input{Entity: ownID}, dropped, none},
		{unconnected, &InputFlags{Up}, dropped, none},
		{unconnected, &Signal{PingType}, dropped, none},
		{unconnected, &Signal{DisconnectType}, dropped, none},

		{accepted, &Connect{}, accepted, []Type{AcceptType}},
		{accepted, &Input{Entity: ownID}, proven, none},
		{accepted, &Input{Entity: ownID + 1}, dropped, none},
		{accepted, &Input{Entity: 0}, dropped, none},
		{accepted, &Signal{DisconnectType}, accepted, []Type{GameOverType}},

		{proven, &Connect{ClientID: ownID}, proven, []Type{AcceptType}},
		{proven, &Input{Entity: ownID}, proven, none},
		{proven, &Input{Entity: 1}, dropped, none},
		{proven, &InputFlags{Up}, proven, none},
		{proven, &Signal{PingType}, proven, []Type{PongType}},
		{proven, &Signal{DisconnectType}, proven, []Type{GameOverType}},

		{proven, &Accept{}, dropped, none},
		{proven, &Signal{RejectType}, dropped, none},
		{proven, &Signal{PongType}, dropped, none},
		{proven, &Signal{GameOverType}, dropped, none},
		{proven, &Snapshot{}, dropped, none},
		{proven, &EntityCreate{}, dropped, none},
		{proven, &EntityDestroy{}, dropped, none},
		{proven, &DamageEvent{}, dropped, none},
	} {
		for _, w := range []Wire{document, bigFloats, code} {
			if _, stick := c.sends.(*Input); stick && w.Code {
				continue
			}
			r := newRig(t, nil, w)
			r.session.stage, r.session.local = c.in, false
			answered := answers(r, c.sends.Append(nil, w))
			name := fmt.Sprintf("%+v: %+v in stage %d", w, c.sends, c.in)
			if !slices.Equal(answered, c.answered) {
				t.Errorf("%s: expected %v, got %v", name, c.answered, answered)
			}
			then, drops := c.then, 0
			if then == dropped {
				then, drops = c.in, 1
			}
			if r.session.stage != then || r.session.Dropped != drops {
				t.Errorf("%s: now in stage %d, %d dropped", name, r.session.stage, r.session.Dropped)
			}
			leaves := answered != nil && answered[0] == GameOverType
			if leaves != errors.Is(r.left, ErrLeft) {
				t.Errorf("%s: error %v", name, r.left)
			}
		}
	}
}

// TestProofsOfAnAddress: an echo of the ACCEPT is one, and where the flavour has nothing
// that does, or the client says it in flags, being on a network of the host's.
func TestProofsOfAnAddress(t *testing.T) {
	for _, c := range []struct {
		wire  Wire
		local bool
		sends packet
		then  stage
	}{
		{document, false, &Connect{}, accepted},
		{document, true, &Connect{}, accepted},
		{code, false, &Connect{}, accepted},
		{code, true, &Connect{}, proven},
		{document, false, &Input{Entity: ownID}, proven},
		{document, false, &InputFlags{}, accepted},
		{document, false, &Signal{PingType}, accepted},
		{document, true, &Input{Entity: ownID}, proven},
		{document, true, &InputFlags{}, proven},
		{document, true, &Signal{PingType}, accepted},
		{code, false, &InputFlags{}, trusted},
		{code, false, &Signal{PingType}, trusted},
		{code, true, &InputFlags{}, proven},
		{code, true, &Signal{PingType}, proven},
	} {
		r := newRig(t, nil, c.wire)
		r.session.local = c.local
		r.send(&Connect{})
		if p := r.session.Intent().Presence; p != dialect.Absent && !(c.wire.Code && c.local) {
			t.Errorf("%+v: presence %d after CONNECT", c, p)
		}
		r.send(c.sends)
		intent := r.session.Intent()
		if plays := intent.Presence == dialect.Flying && intent.Ready; r.session.stage != c.then || plays != (c.then >= trusted) {
			t.Errorf("%+v: in stage %d, %+v", c, r.session.stage, intent)
		}
	}
}

// TestAnUnprovenClientGetsNoMoreThanItsRoom: the nearest things, and as often as it fits.
func TestAnUnprovenClientGetsNoMoreThanItsRoom(t *testing.T) {
	r := newRig(t, dialects.Melee(40, 60), code)
	r.session.local = false
	r.send(&Connect{})
	r.send(&InputFlags{})
	came, went, told := 0, 0, 0
	for tick := range 5 * game.TickRate {
		came += inputFlagsSize
		r.session.Receive(dialect.Main, (&InputFlags{}).Append(nil, code), r.sent.Send)
		r.session.Room = 3*came - went
		if tick%20 == 0 { // uses up some of them
			r.session.Room = 0
		}
		room := r.session.Room
		r.session.Tick(r.match.Step(), r.sent.Send)
		for _, p := range r.sent.Take(dialect.Main) {
			var m Snapshot
			if err := m.Parse(p, code); err != nil || len(m.Entities) < leastThinned {
				t.Fatalf("%v: %d entities", err, len(m.Entities))
			}
			if len(p) > room {
				t.Fatalf("%d bytes, there was room for %d", len(p), room)
			}
			went += len(p)
			told++
		}
	}
	if told < 5*5 || told > 5*7 {
		t.Errorf("%d SNAPSHOTs in 5 s, want some 6 a second", told)
	}
	r.session.Room = 0
	if r.session.End("closing", r.sent.Send); len(r.sent.Take(dialect.Main)) != 1 {
		t.Error("no last words")
	}
}

// TestAnUnprovenAddressGetsNothing: but answers no longer than the requests.
func TestAnUnprovenAddressGetsNothing(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.Melee(4, 60), w)
		r.session.local = false
		noise := rand.New(rand.NewPCG(1, 2))
		sends := [][]byte{
			(&Connect{}).Append(nil, w), (&Connect{ClientID: 5}).Append(nil, w),
			(&Input{Entity: 5}).Append(nil, w), {}, make([]byte, 1400),
		}
		for range 250 {
			p := sends[noise.IntN(len(sends))]
			r.session.Receive(dialect.Main, p, r.sent.Send)
			for _, answered := range r.sent.Take(dialect.Main) {
				if len(answered) > len(p) {
					t.Fatalf("%x answers %x", answered, p)
				}
			}
			r.session.Tick(r.match.Step(), r.sent.Send)
			if sent := r.sent.Take(dialect.Main); sent != nil {
				t.Fatalf("%x is sent by itself", sent)
			}
		}
	})
}

func TestASilentClientIsRemoved(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		r.session.local = false
		r.session.Room = 1 << 20
		r.join()
		r.send(&Signal{PingType})
		r.play(5*game.TickRate, nil)
		if r.left != nil {
			t.Fatalf("before 5 s have passed: %v", r.left)
		}
		r.tick()
		if r.left == nil {
			t.Error("it still plays after 5 s")
		}
	})
}

func TestConnectsAloneAreNoSignOfLife(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	for range 5*game.TickRate + 1 {
		r.send(&Connect{})
		r.tick()
	}
	if r.left == nil {
		t.Error("a spoofed CONNECT a tick keeps a session forever")
	}
}

func TestAClientMovesToAnotherAddress(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	r.join()
	r.play(118, nil)
	if r.session.Silent() {
		t.Fatal("it could be taken over before two seconds are over")
	}
	r.play(1, nil)
	if !r.session.Silent() {
		t.Fatal("it cannot be taken over after two seconds")
	}
	r.play(150, nil)
	r.session.Moved(ownID+1, true)
	if r.session.End("closing", r.sent.Send); len(r.sent.Packets) > 0 {
		t.Error("the last packet is sent to an address that has sent nothing")
	}
	shown := r.client.snapshots
	r.play(60, nil)
	r.send(&Signal{PingType})
	if r.client.pongs != 0 {
		t.Error("a PING was answered before a CONNECT from there")
	}
	r.send(&Connect{ClientID: ownID})
	r.play(60, nil)
	r.send(&Input{Entity: ownID}) // sent to the other address
	r.play(60, nil)
	if r.client.snapshots != shown || r.client.accepts != 2 || r.client.id != ownID+1 {
		t.Fatalf("before the new address is proven: %d SNAPSHOTs, %d ACCEPTs", r.client.snapshots-shown, r.client.accepts)
	}
	if r.session.Intent().Presence != dialect.Flying {
		t.Error("its ship is removed")
	}
	r.play(3, r.client.hold(1, 0, false))
	if r.client.snapshots == shown || r.left != nil {
		t.Errorf("nothing is shown at the new address: %v", r.left)
	}
}

func TestTheLastWordsAreRejectOrGameOver(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		r.session.local = false
		r.session.Room = 1 << 20
		r.send(&Connect{})
		r.session.End("closing", r.sent.Send) // to an address that may be forged
		r.send(r.client.hold(0, 0, false))    // with which the match knows it
		r.session.End("banned", r.sent.Send)
		r.deliver()
		if r.client.rejects != 1 || r.client.overs != 0 {
			t.Errorf("before it plays: %d REJECTs, %d GAMEOVERs", r.client.rejects, r.client.overs)
		}
		r.play(3, r.client.hold(0, 0, false))
		r.session.End("closing", r.sent.Send)
		r.deliver()
		if r.client.rejects != 1 || r.client.overs != 1 {
			t.Errorf("while it plays: %d REJECTs, %d GAMEOVERs", r.client.rejects, r.client.overs)
		}
	})
}

func TestAnInputHoldsForHalfASecond(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	r.join()
	r.send(r.client.hold(1, 0, true))
	want := game.Steer(game.Right) | game.Fire
	for tick := range 30 {
		if r.tick(); r.session.Intent().Input != want {
			t.Fatalf("tick %d: input %02x", tick, r.session.Intent().Input)
		}
	}
	if r.tick(); r.session.Intent().Input != 0 {
		t.Errorf("half a second later it still holds %02x", r.session.Intent().Input)
	}
}

func TestAShotIsWantedForThreeTicks(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		r.join()
		r.send(r.client.hold(0, 0, true))
		r.send(r.client.hold(-1, 0, false)) // within the same tick
		for tick := range 4 {
			r.tick()
			in := r.session.Intent().Input
			if in.Course() != game.Left || in.Holds(game.Fire) != (tick < 3) {
				t.Errorf("tick %d: input %02x", tick, in)
			}
		}
	})
}

func TestAMegabyteOfNoiseIsDroppedInSilence(t *testing.T) {
	for _, w := range []Wire{document, bigFloats, code} {
		r := newRig(t, dialects.NewMatch(4), w)
		r.join()
		before, noise := r.client, rand.New(rand.NewPCG(3, 4))
		p := make([]byte, 1500)
		for consumed := 0; consumed < 1<<20; {
			n := noise.IntN(len(p))
			for i := range p[:n] {
				p[i] = byte(noise.Uint32())
			}
			if n > headerSize { // so that some gets beyond the size
				p[1], p[2], p[3] = Version, byte(n>>8), byte(n)
				p[0] = []byte{0x02, 0x03, 0x10, 0x12, p[0]}[noise.IntN(5)]
			}
			r.sendBytes(p[:n])
			consumed += n
		}
		if r.session.Dropped < 1000 || r.left != nil || r.client.pongs != before.pongs || r.client.accepts != before.accepts {
			t.Errorf("%d dropped, %v, %d PONGs, %d ACCEPTs", r.session.Dropped, r.left, r.client.pongs, r.client.accepts)
		}
		checkCapacity(t, r.session)
		if r.play(3, &Signal{PingType}); r.client.snapshots == before.snapshots {
			t.Error("after the noise nothing is shown any more")
		}
	}
}

func TestADatagramThatIsNotOnePacketIsDropped(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	r.join()
	for _, p := range []string{
		"03 01 0004 03 01 0004", "02 01 0011 80000001 0000803f 00", // two, and half of one
		"03 01 ffff", "03 01 0000", "02 01 ffff 80000001 00000000 00000000 00",
		"02 01 0011 80000001 0000c0ff 00000000 00", "02 01 0011 80000001 00000000 0000807f 00",
		"03", "03 01", "03 01 00",
		"03 00 0004", "03 02 0004", "00 01 0004", "05 01 0004", "ff 01 0004", // other versions, and types that there are not
	} {
		dropped := r.session.Dropped
		if r.sendBytes(bytesOf(t, p)); r.session.Dropped != dropped+1 {
			t.Errorf("%s was taken", p)
		}
	}
}
