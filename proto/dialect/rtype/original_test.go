package rtype

import (
	"flag"
	"math/rand/v2"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// original is a substitute for the program's client: it sends CONNECT once, never PING, and INPUT
// only when a key goes down. Each ENTITY_CREATE is a player to it, and all else that it is
// shown an enemy. It knows no DAMAGE_EVENT.
type original struct {
	*rig
	players, enemies map[uint64]bool
	accepts          int
	snapshots        int
	over             bool
	last             Snapshot
	waited, longest  int // ticks without a SNAPSHOT
}

func newOriginal(t *testing.T, match *dialects.Match) *original {
	o := &original{rig: newRig(t, match, code)}
	o.forget()
	return o
}

// forget makes it another program at the same port.
func (o *original) forget() { o.players, o.enemies = map[uint64]bool{}, map[uint64]bool{} }

func (o *original) connects() { o.sends(&Connect{}) }

// presses presses a key. It then sends all keys that are down.
func (o *original) presses(keys Flags) { o.sends(&InputFlags{keys}) }

func (o *original) sends(m packet) {
	if err := o.session.Receive(dialect.Main, m.Append(nil, code), o.sent.Send); err != nil {
		o.left = err
	}
	o.receives()
}

// passes runs some ticks.
func (o *original) passes(ticks int) {
	o.t.Helper()
	for range ticks {
		o.waited++
		o.longest = max(o.longest, o.waited)
		o.match.Inputs[0] = o.session.Intent().Input
		if err := o.session.Tick(o.match.Step(), o.sent.Send); err != nil {
			o.left = err
		}
		o.receives()
	}
}

func (o *original) receives() {
	o.t.Helper()
	for _, p := range o.sent.Take(dialect.Main) {
		o.receive(p)
	}
}

func (o *original) receive(p []byte) {
	o.t.Helper()
	switch p[0] {
	case 0x10:
		o.accepts++
	case 0x12:
		o.see(p)
	case 0x13:
		var m EntityCreate
		o.parse(&m, p)
		o.players[m.ID] = true
		delete(o.enemies, m.ID)
	case 0x14:
		var m EntityDestroy
		o.parse(&m, p)
		delete(o.players, m.ID)
		delete(o.enemies, m.ID)
	case 0x17:
		o.over = true
	default:
		o.t.Fatalf("unknown packet: %x", p)
	}
}

func (o *original) see(p []byte) {
	o.t.Helper()
	o.parse(&o.last, p)
	o.snapshots++
	o.waited = 0
	for _, e := range o.last.Entities {
		if !o.players[e.ID] {
			o.enemies[e.ID] = true
		}
	}
}

func (o *original) parse(m packet, p []byte) {
	o.t.Helper()
	if err := m.Parse(p, code); err != nil {
		o.t.Fatalf("%x: %v", p, err)
	}
}

// drawn fails the test unless it draws the last SNAPSHOT, with each ship as a player.
func (o *original) drawn() {
	o.t.Helper()
	for _, e := range o.last.Entities {
		if ship := e.Sprite%16 == 1; o.players[e.ID] != ship || o.enemies[e.ID] == ship {
			o.t.Fatalf("%+v is drawn as a player %v, as an enemy %v", e, o.players[e.ID], o.enemies[e.ID])
		}
	}
	if drawn := len(o.players) + len(o.enemies); drawn != len(o.last.Entities) {
		o.t.Fatalf("%d things are drawn, %d are there", drawn, len(o.last.Entities))
	}
}

var long = flag.Bool("long", false, "play with the original client for ten minutes of virtual time, not for three")

func TestTheOriginalClientSeesMinutesAndNeverFreezes(t *testing.T) {
	minutes := 3
	if *long {
		minutes = 10
	}
	o := newOriginal(t, dialects.Melee(6, 0))
	chance := rand.New(rand.NewPCG(4, 4))
	o.connects()
	o.passes(3)
	if o.snapshots != 1 {
		t.Fatalf("%d SNAPSHOTs in the first three ticks", o.snapshots)
	}
	ticks, keys, died := 3, 0, 0
	for flew := true; ticks < minutes*60*game.TickRate; ticks += snapshotEvery {
		if chance.IntN(15*20) == 0 { // about every 15 s
			o.presses(Flags(chance.IntN(32)))
			keys++
		}
		o.passes(snapshotEvery)
		o.drawn()
		mine := len(o.last.Entities) > 0 && o.last.Entities[0].ID == ownID
		if flew && !mine {
			died++
		}
		flew = mine
		if o.left != nil || o.session.Dropped > 0 {
			t.Fatalf("after %d s: %v, %d dropped", ticks/game.TickRate, o.left, o.session.Dropped)
		}
	}
	t.Logf("%d keys went down in %d minutes, %d SNAPSHOTs were sent, it died %d times", keys, minutes, o.snapshots, died)
	if o.snapshots != ticks/snapshotEvery || o.longest != snapshotEvery || o.accepts != 1 || died == 0 {
		t.Errorf("%d SNAPSHOTs in %d ticks, at most %d ticks apart; %d ACCEPTs; died %d times", o.snapshots, ticks, o.longest, o.accepts, died)
	}
	o.session.End("closing", o.sent.Send)
	if o.receives(); !o.over {
		t.Error("it did not get the end")
	}
}

func TestTheOriginalClientPlaysThoughItsConnectWasLost(t *testing.T) {
	o := newOriginal(t, dialects.NewMatch(2))
	o.passes(60)
	if o.snapshots != 0 || o.session.Intent().Presence != dialect.Absent {
		t.Fatal("it plays before a packet arrived")
	}
	o.presses(Right)
	if o.accepts != 1 || o.session.Intent().Presence != dialect.Flying {
		t.Errorf("%d ACCEPTs, presence %d", o.accepts, o.session.Intent().Presence)
	}
	if o.passes(60); o.snapshots != 20 || o.session.Intent().Input.Course() != game.Right {
		t.Errorf("%d SNAPSHOTs in a second, input %02x", o.snapshots, o.session.Intent().Input)
	}
}

func TestAnInputWithoutAConnectCountsForLocalClientsOfTheCodeAlone(t *testing.T) {
	for _, c := range []struct {
		wire  Wire
		local bool
		sends packet
		plays bool
	}{
		{code, true, &InputFlags{}, true}, {code, false, &InputFlags{}, false}, {document, true, &InputFlags{}, false},
		{document, true, &Input{Entity: ownID}, false}, {code, true, &Signal{PingType}, false}, {code, true, &Signal{DisconnectType}, false},
	} {
		r := newRig(t, dialects.NewMatch(1), c.wire)
		r.session.local = c.local
		answered := answers(r, c.sends.Append(nil, c.wire))
		if plays := r.session.Intent().Presence == dialect.Flying; plays != c.plays || (len(answered) == 1) != c.plays {
			t.Errorf("%+v: plays %v, got %v", c, plays, answered)
		}
	}
}

func TestAKeyOfTheOriginalClientHoldsUntilTheNext(t *testing.T) {
	o := newOriginal(t, dialects.NewMatch(2))
	o.connects()
	o.presses(Right | Shoot)
	o.passes(50 * game.TickRate)
	if in := o.session.Intent().Input; in != game.Steer(game.Right)|game.Fire {
		t.Errorf("50 s later it holds %02x", in)
	}
	o.presses(0)
	if o.passes(1); o.session.Intent().Input != 0 {
		t.Errorf("after an INPUT of no keys it holds %02x", o.session.Intent().Input)
	}
}

func TestTheOriginalClientGetsNothingAfterAMinuteUntilAKeyPress(t *testing.T) {
	o := newOriginal(t, dialects.NewMatch(2))
	o.connects()
	o.presses(Left)
	o.passes(maxIdle)
	if o.snapshots != 60*20 {
		t.Fatalf("%d SNAPSHOTs in the first minute", o.snapshots)
	}
	o.passes(game.TickRate)
	if o.snapshots != 60*20 || o.session.Intent().Input != 0 || o.session.Intent().Presence != dialect.Flying {
		t.Fatalf("in the second after: %d SNAPSHOTs, input %02x", o.snapshots-60*20, o.session.Intent().Input)
	}
	o.presses(Up)
	o.passes(60)
	if o.drawn(); o.snapshots != 61*20 || o.accepts != 1 {
		t.Errorf("%d SNAPSHOTs in the second after a key, %d ACCEPTs", o.snapshots-60*20, o.accepts)
	}
	if o.passes(maxSeat - 60); o.left != nil {
		t.Fatalf("within two minutes of silence: %v", o.left)
	}
	if o.passes(1); o.left != errSilent {
		t.Errorf("after two minutes of silence: %v", o.left)
	}
}

func TestARefusalEndsTheStreamAndSoonTheShip(t *testing.T) {
	o := newOriginal(t, dialects.NewMatch(2))
	o.connects()
	o.presses(Right)
	o.passes(30)
	o.session.Refused()
	shown := o.snapshots
	if o.passes(4 * game.TickRate); o.snapshots != shown || o.session.Intent().Input != 0 || o.left != nil {
		t.Fatalf("after a refusal: %d SNAPSHOTs, input %02x, %v", o.snapshots-shown, o.session.Intent().Input, o.left)
	}
	o.presses(Down) // so the refusal was forged
	if o.passes(30); o.snapshots == shown {
		t.Error("a key does not begin the stream again")
	}
	o.session.Refused()
	for range 10 { // each packet on its way is refused
		o.passes(1)
		o.session.Refused()
	}
	if o.passes(maxSilence); o.left != errSilent {
		t.Errorf("5 s after a refusal: %v", o.left)
	}
}

// TestAForgedNeighbourIsSentAMinuteOfSnapshotsAndNoMore: a forger of a local address can cause this much traffic to it with the four bytes
// of a CONNECT, if the machine there does not answer.
func TestAForgedNeighbourIsSentAMinuteOfSnapshotsAndNoMore(t *testing.T) {
	r := newRig(t, dialects.Melee(8, 600), code)
	datagrams, bytes := 0, 0
	send := func(_ dialect.Channel, p []byte) {
		datagrams++
		bytes += len(p)
	}
	r.session.Receive(dialect.Main, (&Connect{}).Append(nil, code), send)
	ticks := 0
	for r.session.Tick(r.match.Step(), send) == nil {
		if ticks++; ticks == maxIdle {
			t.Logf("%d datagrams, %d bytes of them in the first minute", datagrams, bytes)
			datagrams, bytes = 0, 0
		}
	}
	if ticks != maxSeat || datagrams != 0 {
		t.Errorf("it was removed after %d ticks; after the first minute there were %d datagrams", ticks, datagrams)
	}
}

func TestARefusalIsNothingToOthers(t *testing.T) {
	for _, c := range []struct {
		wire  Wire
		local bool
	}{{document, true}, {document, false}, {code, false}} {
		r := newRig(t, dialects.NewMatch(2), c.wire)
		r.session.local, r.session.Room = c.local, 1<<20
		r.join()
		r.session.Refused()
		shown := r.client.snapshots
		if r.play(30, nil); r.client.snapshots == shown {
			t.Errorf("%+v: it gets nothing more", c)
		}
	}
}

func TestAnotherProgramAtTheSamePortGetsAllShips(t *testing.T) {
	o := newOriginal(t, dialects.Melee(64, 300))
	o.connects()
	o.passes(30)
	o.drawn()
	o.forget()
	o.connects()
	o.passes(snapshotEvery)
	if o.drawn(); o.accepts != 2 || len(o.players) <= maxHints {
		t.Errorf("%d ACCEPTs, %d players", o.accepts, len(o.players))
	}
}

func TestBotsOfTheOtherTeamAreEnemies(t *testing.T) {
	m := dialects.NewMatch(4)
	m.Setup.Mode = game.Teams
	for i := range 4 {
		m.World.Ships[i].Team = uint8(1 + i%2)
		if i >= 2 {
			m.Scene.Roster[i].Flags |= proto.BotPilot
		}
	}
	o := newOriginal(t, m)
	o.connects()
	o.passes(3)
	for id, player := range map[uint64]bool{ownID: true, 2: true, 3: true, 4: false} {
		if o.players[id] != player || o.enemies[id] == player {
			t.Errorf("%x is drawn as a player %v, as an enemy %v", id, o.players[id], o.enemies[id])
		}
	}
}
