package rtype

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestAClientSeesItsShipAndTheOthersMove(t *testing.T) {
	for _, w := range []Wire{document, bigFloats, code} {
		r := newRig(t, dialects.NewMatch(3), w)
		r.join()
		me := r.client.me()
		if me == nil || me.ID != ownID || me.Sprite != 1 {
			t.Fatalf("%+v: the own ship is %+v", w, me)
		}
		ship := &r.match.World.Ships[1]
		ship.X, ship.Y = 400*game.One, 110*game.One
		r.match.Inputs[1] = game.Steer(game.DownRight)
		r.play(30, r.client.hold(0, 0, false))
		other := r.client.find(2)
		if other == nil || other.X != dialect.Unit(ship.X) || other.Y != dialect.Unit(ship.Y) || ship.VX == 0 || ship.VY == 0 {
			t.Fatalf("%+v: the ship in slot 1 is at %d, %d, seen %+v", w, ship.X, ship.Y, other)
		}
		if vx, vy := dialect.Unit(ship.VX)*60, dialect.Unit(ship.VY)*60; !w.Code && (other.VX != vx || other.VY != vy) {
			t.Errorf("%+v: it flies at %v, %v units a second, seen %+v", w, vx, vy, other)
		}
	}
}

func TestASpriteHasTheKindAndTheTeam(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	facing(r.match)
	r.match.World.Ships[0].Team, r.match.World.Ships[1].Team = 1, 2
	r.match.World.Items[0] = game.Item{Kind: game.OrbItem, X: 310 * game.One, Y: 60 * game.One}
	r.match.World.Items[1] = game.Item{Kind: game.HPPlusOne, X: 320 * game.One, Y: 60 * game.One}
	r.match.World.Barrels[0] = game.Barrel{X: 330 * game.One, Y: 60 * game.One, HP: 3}
	r.join()
	r.match.Inputs[1] = game.Fire
	r.play(3, r.client.hold(0, 0, false))
	seen := map[uint32]bool{}
	for _, e := range r.client.last.Entities {
		seen[e.Sprite] = true
	}
	for _, sprite := range []uint32{1 + 16, 1 + 32, 2 + 32, 3, 4, 5} {
		if !seen[sprite] {
			t.Errorf("no sprite %d among %v", sprite, r.client.last.Entities)
		}
	}
}

func TestInACrowdTheClientsShipIsFirstThenTheNearest(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.Melee(64, 600), w)
		for r.match.Scene.Me = 40; !r.match.Scene.Alive(); {
			r.match.Step()
		}
		r.session.alive(true)
		r.session.Tick(&r.match.Scene, r.sent.Send)
		r.deliver()
		all := r.client.last.Entities
		if len(all) != MaxEntities || all[0].ID != ownID {
			t.Fatalf("%d entities, first %+v", len(all), all[0])
		}
		way := func(e SnapshotEntity) float32 {
			dx, dy := e.X-all[0].X, e.Y-all[0].Y
			return dx*dx + dy*dy
		}
		for i := range all[1:] {
			if way(all[i]) > way(all[i+1]) {
				t.Errorf("%+v comes before %+v, which is nearer", all[i], all[i+1])
			}
		}
	})
}

func TestNoOtherThingHasTheNumberOfAClient(t *testing.T) {
	s := NewSession(Config{ID: ownID})
	scene := &dialect.Scene{Me: 3}
	for _, c := range []struct{ number, want uint32 }{{4, ownID}, {1, 1}, {5, 5}, {ownID, 1}, {1<<32 - 1, 1<<31 - 1}} {
		if id := s.idOf(scene, c.number); id != c.want {
			t.Errorf("%x: expected %x, got %x", c.number, c.want, id)
		}
	}
	scene.Me = -1
	for number := uint32(1); number <= game.MaxShips; number++ {
		if id := s.idOf(scene, number); id != number {
			t.Errorf("without a ship %x has number %x", number, id)
		}
	}
}

func TestASnapshotIsSentTwentyTimesASecond(t *testing.T) {
	r := newRig(t, dialects.Melee(16, 300), document)
	r.join()
	shown, tick := r.client.snapshots, r.client.last.Tick
	r.play(60, r.client.hold(0, 1, false))
	if n := r.client.snapshots - shown; n != 20 {
		t.Errorf("%d in a second", n)
	}
	if d := r.client.last.Tick - tick; d != 60 {
		t.Errorf("they are %d ticks apart", d)
	}
}

func TestAClientSteers(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		for _, c := range []struct{ dx, dy float32 }{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.7, 0.7}} {
			r := newRig(t, dialects.NewMatch(1), w)
			r.match.World.Ships[0].X, r.match.World.Ships[0].Y = 400*game.One, 110*game.One
			r.join()
			from := *r.client.me()
			r.play(20, r.client.hold(c.dx, c.dy, false))
			to := *r.client.me()
			if (to.X-from.X)*c.dx+(to.Y-from.Y)*c.dy < 10 {
				t.Errorf("towards (%v, %v) it flew from (%v, %v) to (%v, %v)", c.dx, c.dy, from.X, from.Y, to.X, to.Y)
			}
		}
	})
}

// facing puts the ships of slots 0 and 1 opposite each other, 0 on the left.
func facing(m *dialects.Match) {
	for i := range 2 {
		ship := &m.World.Ships[i]
		ship.X, ship.Y = int32(300+60*i)*game.One, 20*game.One
		ship.Facing = []game.Course{game.Right, game.Left}[i]
		ship.Protect = 0
	}
}

func TestAClientHitsAndGetsADamageEvent(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		facing(r.match)
		r.join()
		other := r.client.other()
		if other == nil {
			t.Fatal("no target")
		}
		id := other.ID
		r.play(100, r.client.hold(0, 0, true))
		if n := len(r.client.damaged); w.Code && n != 0 || !w.Code && (n != 5 || r.client.damaged[0] != (DamageEvent{uint32(id), 1})) {
			t.Errorf("reported: %v", r.client.damaged)
		}
		if !slices.Contains(r.client.destroyed, id) || r.client.find(id) != nil {
			t.Errorf("ship %d is still there", id)
		}
		if r.match.World.Ships[0].Kills != 1 {
			t.Errorf("%d kills", r.match.World.Ships[0].Kills)
		}
		shots := 0
		for _, id := range r.client.destroyed {
			if id > game.MaxShips {
				shots++
			}
		}
		if shots < 5 {
			t.Errorf("%d shots were seen", shots)
		}
	})
}

func TestAClientSeesTheLossAndReturnOfItsShip(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		facing(r.match)
		r.join()
		r.match.Inputs[1] = game.Fire
		idle := r.client.hold(0, 0, false)
		for tick := 0; r.client.me() != nil; tick++ {
			if r.play(1, idle); tick > 200 {
				t.Fatal("it does not die")
			}
		}
		r.match.Inputs[1] = 0
		lost := uint32(0)
		for _, m := range r.client.damaged {
			if m.ID == ownID {
				lost += uint32(m.Amount)
			}
		}
		if lost != uint32(w.either(5, 0)) || !slices.Contains(r.client.destroyed, ownID) {
			t.Errorf("got %d lost hit points; destroyed: %v", lost, r.client.destroyed)
		}
		if r.client.find(2) == nil {
			t.Error("a client without a ship does not see the others")
		}
		created := len(r.client.created)
		if r.play(2*game.TickRate+3, idle); r.client.me() == nil || !slices.Contains(r.client.created[created:], ownID) {
			t.Errorf("it is not back after 2 s; created: %v", r.client.created)
		}
	})
}

func TestABlastDoesTheDamageOfTheEvent(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	facing(r.match)
	r.join()
	r.match.World.Ships[1].X = 600 * game.One
	r.match.World.Barrels[0] = game.Barrel{X: 325 * game.One, Y: 20 * game.One, HP: 1}
	before := r.match.World.Ships[0].HP
	r.play(30, r.client.hold(0, 0, true))
	if len(r.client.damaged) != 1 || r.client.damaged[0].ID != ownID {
		t.Fatalf("reported: %v", r.client.damaged)
	}
	if lost := before - r.match.World.Ships[0].HP; uint16(lost) != r.client.damaged[0].Amount {
		t.Errorf("%d damage, reported: %d", lost, r.client.damaged[0].Amount)
	}
}

func TestALeavingClientGetsGameOver(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		r.join()
		r.send(&Signal{DisconnectType})
		if r.left != ErrLeft || r.client.overs != 1 {
			t.Errorf("%v, %d GAMEOVERs", r.left, r.client.overs)
		}
	})
}

func TestEachMatchEndsWithOneGameOverAndTheNextIsShown(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.NewMatch(2), w)
		r.join()
		r.play(30, &Signal{PingType})
		r.match.Order(game.Order{Kind: game.OrderClose})
		r.play(1, &Signal{PingType})
		shown := r.client.snapshots
		r.play(600, &Signal{PingType})
		if r.client.overs != 1 || r.client.snapshots != shown {
			t.Fatalf("results: %d GAMEOVERs, %d SNAPSHOTs", r.client.overs, r.client.snapshots-shown)
		}
		r.match = dialects.NewMatch(2)
		created := len(r.client.created)
		r.play(3, &Signal{PingType})
		if r.client.snapshots != shown+1 || r.client.me() == nil || !slices.Contains(r.client.created[created:], ownID) {
			t.Fatalf("next match: %d SNAPSHOTs", r.client.snapshots-shown)
		}
		r.match = dialects.NewMatch(2)
		if r.play(1, &Signal{PingType}); r.client.overs != 2 {
			t.Errorf("a match that gave way to the next at once had %d GAMEOVERs", r.client.overs-1)
		}
	})
}

func TestJoiningDuringTheResultsSendsNoGameOver(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2), document)
	r.match.Order(game.Order{Kind: game.OrderClose})
	r.send(&Connect{})
	r.play(60, r.client.hold(0, 0, false))
	if r.client.overs != 0 || r.client.snapshots != 0 {
		t.Errorf("%d GAMEOVERs, %d SNAPSHOTs", r.client.overs, r.client.snapshots)
	}
}

// TestHintsLeadFromSnapshotToSnapshot: a client that applies ENTITY_CREATE and ENTITY_DESTROY
// knows of the same entities.
func TestHintsLeadFromSnapshotToSnapshot(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.Melee(4, 0), w)
		r.join()
		c, told := &r.client, 0
		for range 600 {
			known := map[uint64]bool{}
			for _, e := range c.last.Entities {
				known[e.ID] = true
			}
			c.created, c.destroyed = c.created[:0], c.destroyed[:0]
			r.play(3, c.hold(1, 1, true))
			for _, id := range c.destroyed {
				if !known[id] {
					t.Fatalf("%d was destroyed, which was not there", id)
				}
				delete(known, id)
			}
			for _, id := range c.created {
				if known[id] {
					t.Fatalf("%d was created, which was there", id)
				}
				known[id] = true
			}
			for _, e := range c.last.Entities {
				if w.Code && e.Sprite%16 != 1 && !slices.Contains(c.created, e.ID) {
					known[e.ID] = true // by the SNAPSHOT alone
				}
				if !known[e.ID] {
					t.Fatalf("%+v was not created", e)
				}
			}
			if len(known) != len(c.last.Entities) {
				t.Fatalf("%d known, %d there", len(known), len(c.last.Entities))
			}
			told += len(c.created) + len(c.destroyed)
		}
		if told < w.either(100, 50) {
			t.Errorf("half a minute's fight gave %d hints", told)
		}
	})
}

func TestHintsOfACrowdAreBounded(t *testing.T) {
	r := newRig(t, dialects.Melee(64, 600), document)
	r.session.alive(true)
	for range 60 {
		count := map[Type]int{}
		for range snapshotEvery {
			r.session.Tick(r.match.Step(), r.sent.Send)
			for _, p := range r.sent.Take(dialect.Main) {
				of, _ := document.TypeOf(p)
				count[of]++
				if len(p) > 1396 {
					t.Fatalf("%d bytes of %v", len(p), of)
				}
			}
		}
		if count[EntityCreateType] > 16 || count[EntityDestroyType] > 16 || count[DamageEventType] > 24 || count[SnapshotType] != 1 {
			t.Fatalf("in 50 ms: %v", count)
		}
	}
	checkCapacity(t, r.session)
}

func TestDamageEventsAreUnboundedForTheClientsShipAndSixteenForOthers(t *testing.T) {
	r := newRig(t, dialects.NewMatch(64), document)
	r.session.alive(true)
	scene := &r.match.Scene
	scene.Events = nil
	r.session.Tick(scene, r.sent.Send)
	r.deliver()
	unseen := 0
	for i := range 2 * game.MaxShips {
		if i < game.MaxShips && r.client.find(uint64(i+1)) == nil && i != 0 {
			unseen++
		}
		scene.Events = append(scene.Events, game.Event{Kind: game.EventHit, Slot: uint8((i + 1) % 64), HP: 1})
	}
	if unseen == 0 {
		t.Fatal("all ships are near")
	}
	for range 3 {
		r.client.damaged = nil
		for range snapshotEvery {
			r.session.Tick(scene, r.sent.Send)
		}
		r.deliver()
		own, others := 0, 0
		for _, m := range r.client.damaged {
			if m.ID == ownID {
				own++
				continue
			}
			others++
			if r.client.find(uint64(m.ID)) == nil {
				t.Errorf("got an event of %d, which is not seen", m.ID)
			}
		}
		if own != 2*snapshotEvery || others != 16 {
			t.Errorf("%d events of the own ship and %d of others", own, others)
		}
	}
}

func TestASteadyTickAllocatesNothing(t *testing.T) {
	for _, w := range []Wire{document, bigFloats, code} {
		m := dialects.Melee(64, 600)
		r := newRig(t, m, w)
		r.session.alive(true)
		m.Scene.Events = []game.Event{{Kind: game.EventHit, HP: 1}, {Kind: game.EventHit, Slot: 5, What: game.BlastWeapon, HP: 3}}
		sent := 0
		send := func(_ dialect.Channel, p []byte) { sent += len(p) }
		in := (&InputFlags{Up | Shoot}).Append(nil, w)
		if n := testing.AllocsPerRun(200, func() {
			m.World.Tick++ // all shots are new ones now
			r.session.Receive(dialect.Main, in, send)
			r.session.Tick(&m.Scene, send)
		}); n != 0 {
			t.Errorf("%+v: %v allocations", w, n)
		}
		if sent == 0 {
			t.Error("nothing was sent")
		}
	}
}

func TestInWavesDronesAreEnemiesAndTheLossIsGameOver(t *testing.T) {
	bothFlavours(t, func(t *testing.T, w Wire) {
		r := newRig(t, dialects.Waves(), w)
		r.join()
		drones := map[uint64]bool{}
		for tick := 0; r.client.overs == 0 && tick < 120*game.TickRate; tick++ {
			r.play(1, r.client.hold(0, 0, false))
			for _, e := range r.client.last.Entities {
				if e.Sprite == droneSprite+32 {
					drones[e.ID] = true
				}
			}
		}
		if r.match.World.Status != game.Closed || r.client.overs != 1 {
			t.Fatalf("status %d, %d GAMEOVERs, expected one when no life is left", r.match.World.Status, r.client.overs)
		}
		if len(drones) == 0 || slices.ContainsFunc(r.client.created, func(id uint64) bool { return drones[id] }) && w.Code {
			t.Errorf("%d drones, created: %v", len(drones), r.client.created)
		}
		own := 0
		for _, m := range r.client.damaged {
			if m.ID == ownID && m.Amount == 1 {
				own++
			}
		}
		if want := 5*5 - 1; !w.Code && own != want {
			t.Errorf("%d hits on the own ship were sent, expected %d: five lives of five hp, but for the hit that ended it", own, want)
		}
	})
}
