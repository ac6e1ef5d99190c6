package carnage

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestTheMatchIsSeenBehindTheMenu(t *testing.T) {
	r := newRig(t, 3)
	r.send(&HelloRequest{Version: version})
	r.pass(60)
	if r.client.records != 20 || r.client.me != 0 {
		t.Errorf("%d records in a second, own entity %d", r.client.records, r.client.me)
	}
	if want := 4 * float32(1); r.client.record.Time != want { // the match is three seconds old at first
		t.Errorf("time %v, expected %v", r.client.record.Time, want)
	}
	for id := range uint32(3) {
		if e := r.client.entities[id+1]; e.Type != PlayerEntity || e.Player.HealthPercentage != 100 {
			t.Errorf("of player %d is sent %+v", id+1, e)
		}
	}
}

func TestTheClientKnowsAllThingsAndTheirPlaces(t *testing.T) {
	r := newRig(t, 1)
	r.match = dialects.Melee(16, 0)
	r.join()
	var tracker dialect.Tracker
	seen := map[EntityType]int{}
	for range 600 {
		r.pass(ticksPerRecord)
		tracker.Update(&r.match.Scene)
		there := len(tracker.Things)
		if r.session.state == waitingForSpawn && r.match.Scene.Alive() {
			there-- // the own ship is back, but not asked for
		}
		if len(r.client.entities) != there {
			t.Fatalf("the client knows %d entities, there are %d", len(r.client.entities), there)
		}
		places := map[Vec2]int{}
		for i := range tracker.Things {
			places[positionOf(&tracker.Things[i])]++
		}
		for _, e := range r.client.entities {
			seen[e.Type]++
			at := e.Player.Position
			switch e.Type {
			case BarrelEntity:
				at = e.Barrel.Position
			case OrbEntity:
				at = e.Orb.Position
			case BulletEntity:
				at = e.Bullet.Position
			}
			if places[at]--; places[at] < 0 {
				t.Fatalf("%+v is where nothing is", e)
			}
		}
	}
	for kind := PlayerEntity; kind <= BulletEntity; kind++ {
		if seen[kind] == 0 {
			t.Errorf("nothing of type %d was seen", kind)
		}
	}
}

func TestTheFirstPlayerAfterASpawnIsTheClients(t *testing.T) {
	r := newRig(t, 4)
	r.slot = 2
	r.send(&HelloRequest{Version: version})
	r.pass(6)
	r.send(&SpawnRequest{Name: "Ann"})
	r.match.Scene.Roster[0].Name = "Bob" // so that there is damage of others
	r.match.Scene.Roster[3].Name = "Cid"
	r.pass(2 * ticksPerRecord)
	if r.client.me != 3 {
		t.Errorf("own entity is %d", r.client.me)
	}
	for id, want := range map[uint32]string{1: "Bob", 3: "Pilot 2", 4: "Cid"} {
		if name := r.client.entities[id].Player.Name; name != want {
			t.Errorf("player %d is %q, expected %q", id, name, want)
		}
	}
}

func TestThePlayerSteersAndSeesIt(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.place(0, 400, 200)
	r.match.Inputs[1] = game.Steer(game.Left)
	r.pass(3)
	before, other := *r.client.mine(), r.client.entities[2].Player
	r.send(&Inputs{Down: Down | Right})
	r.pass(30)
	now := r.client.mine()
	if now.Position.X < before.Position.X+20 || now.Position.Y < before.Position.Y+20 || now.Angle != angleOf(game.DownRight) {
		t.Errorf("it went from %v to %v at %v", before.Position, now.Position, now.Angle)
	}
	if r.client.entities[2].Player.Position == other.Position {
		t.Error("the other did not move")
	}
}

func TestShotsGoWhereThePlayerPoints(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.pass(120) // until no ship is shielded by the spawn
	r.place(0, 400, 200)
	r.place(1, 300, 200)
	fired := r.client.record.Time
	r.send(&Inputs{Angle: angleOf(game.Left), Down: Fire}, &Inputs{})
	r.pass(6)
	bullets := 0
	for _, e := range r.client.entities {
		if e.Type == BulletEntity {
			bullets++
			if e.Bullet.Direction != (Vec2{-1, 0}) || e.Bullet.OwnerRadius != 6 {
				t.Errorf("the shot is %+v", e.Bullet)
			}
		}
	}
	me, victim := r.client.mine(), func() Player { return r.client.entities[2].Player }
	if bullets != 1 || me.TimeWhenLastBulletFired <= fired || me.Angle != angleOf(game.Left) {
		t.Errorf("%d bullets, own ship %+v", bullets, me)
	}
	if whole := victim(); whole.HealthPercentage != 100 || whole.TimeWhenLastDamaged != never || whole.LatestTimeWhenBelowMaxHealth != never {
		t.Errorf("before the hit: %+v", whole)
	}
	r.pass(30)
	hit := victim()
	if hit.HealthPercentage != 80 || hit.TimeWhenLastDamaged <= me.TimeWhenLastBulletFired {
		t.Errorf("after the hit: %+v", hit)
	}
	if hit.LatestTimeWhenBelowMaxHealth != r.client.record.Time || hit.LatestTimeWhenNotBelowMaxHealth >= hit.TimeWhenLastDamaged {
		t.Errorf("after the hit, at %v: %+v", r.client.record.Time, hit)
	}
}

func TestStaticDataGoAgainWhenTheyChange(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	for range 10 {
		r.pass(ticksPerRecord)
		for _, e := range r.client.record.Entities {
			if e.Type == PlayerEntity && e.Static {
				t.Errorf("%+v is sent again", e)
			}
		}
	}
	want := r.client.entities[2].Player.PlayerStatic
	for _, change := range []func(){
		func() { want.Name = "Zoë 🚀"; r.match.Scene.Roster[1].Name = want.Name },
		func() { want.Type = 2; r.ship(1).Team = 2 },
		func() { want.WeaponIndex = 1; r.ship(1).Weapon = 1 },
	} {
		change()
		r.pass(ticksPerRecord)
		sent := 0
		for _, e := range r.client.record.Entities {
			if e.ID == 2 && e.Static && e.Player.PlayerStatic == want {
				sent++
			}
		}
		if sent != 1 || r.client.entities[2].Player.PlayerStatic != want {
			t.Errorf("sent %d times: %+v", sent, want)
		}
		r.ship(1).Weapon = 0
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	m := dialects.Melee(64, 600)
	s := watching(t, m)
	sent := 0
	send := func(_ dialect.Channel, p []byte) { sent += len(p) }
	tick := func() {
		m.World.Tick++ // all shots are new ones now
		if err := s.Tick(&m.Scene, send); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		m.Step()
		tick()
	}
	if sent = 0; testing.AllocsPerRun(300, tick) != 0 || sent == 0 {
		t.Errorf("%v allocations for %d bytes", testing.AllocsPerRun(300, tick), sent)
	}
}

// watching returns a session of a player that has a ship, knows it and everything else.
func watching(t testing.TB, m *dialects.Match) *Session {
	t.Helper()
	s := NewSession()
	var sent dialects.Recorder
	start := Wire{}.Append(nil, &HelloRequest{Version: version})
	start = Wire{}.Append(start, &SpawnRequest{Name: "Ann"})
	if err := s.Receive(dialect.Main, start, sent.Send); err != nil {
		t.Fatal(err)
	}
	for range 5 * game.TickRate {
		if err := s.Tick(m.Step(), sent.Send); err != nil {
			t.Fatal(err)
		}
		if s.knowsShip() && s.ticks%ticksPerRecord == 0 {
			return s
		}
	}
	t.Fatal("the ship never came")
	return nil
}
