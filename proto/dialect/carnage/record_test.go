package carnage

import (
	"math"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestAPlayerIsSentOnceItsNameIsKnown(t *testing.T) {
	r := newRig(t, 3)
	eve := r.match.Scene.Roster[1]
	r.match.Scene.Roster = slices.Delete(r.match.Scene.Roster, 1, 2)
	r.send(&HelloRequest{Version: version})
	r.pass(2 * ticksPerRecord)
	if _, ok := r.client.entities[2]; ok || len(r.client.entities) == 0 {
		t.Fatalf("a ship of an unknown pilot is sent: %+v", r.client.entities)
	}
	eve.Name = "Eve"
	r.match.Scene.Roster = append(r.match.Scene.Roster, eve)
	r.pass(ticksPerRecord)
	if p := r.client.entities[2].Player; p.Name != "Eve" {
		t.Errorf("she is sent as %+v", p)
	}
}

// The roster may still have the pilot that had the seat before.
func TestOnlyTheClientsShipIsSentWithItsName(t *testing.T) {
	for _, gap := range []int{6, 1} { // with one tick there is no Record between both
		r := newRig(t, 2)
		r.match.Scene.Roster[0] = proto.Pilot{ID: 99, Slot: 0, Name: "Bob"}
		r.send(&HelloRequest{Version: version})
		r.pass(6)
		r.match.Order(game.Order{Kind: game.OrderLeave, Slot: 0}) // Bob
		r.pass(gap)
		r.match.Order(game.Order{Kind: game.OrderJoin, Slot: 0})
		r.send(&SpawnRequest{Name: "Ann"})
		r.pass(3 * game.TickRate)
		if r.client.me != 0 || r.ship(0).State != game.Flying {
			t.Fatalf("own entity is %d while the roster has Bob there", r.client.me)
		}
		r.match.Scene.Roster[0] = proto.Pilot{ID: 1, Slot: 0, Name: "Ann"}
		r.pass(ticksPerRecord)
		if p := r.client.mine(); p == nil || p.Name != "Ann" {
			t.Errorf("own entity is %d, %+v", r.client.me, p)
		}
	}
}

func TestAPlayerWithoutAPilotHasItsLastName(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.match.Scene.Roster = r.match.Scene.Roster[:1]
	r.pass(3 * ticksPerRecord)
	if p := r.client.entities[2].Player; p.Name != "Pilot 1" {
		t.Errorf("it is %+v", p)
	}
}

func TestMoreThanFullHealthIsAHundredPercent(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	for hp, want := range map[uint8]float32{1: 20, 4: 80, 5: 100, 6: 100, 255: 100} {
		r.ship(1).HP = hp
		r.pass(ticksPerRecord)
		if came := r.client.entities[2].Player.HealthPercentage; came != want {
			t.Errorf("%d hp of 5: expected %v, got %v", hp, want, came)
		}
	}
}

// The client checks that the type is the same.
func TestARemovalHasTheTypeOfItsEntity(t *testing.T) {
	r := newRig(t, 1)
	r.match = dialects.Melee(16, 0)
	r.join()
	removed := map[EntityType]int{}
	for range 60 * game.TickRate / ticksPerRecord {
		r.pass(ticksPerRecord)
		for _, e := range r.client.record.Entities {
			if !e.Static && !e.Dynamic {
				removed[e.Type]++
			}
		}
	}
	for kind := PlayerEntity; kind <= BulletEntity; kind++ {
		if removed[kind] == 0 {
			t.Errorf("nothing of type %d was removed", kind)
		}
	}
}

func TestABarrelHasTheTimeOfItsLastHit(t *testing.T) {
	r := newRig(t, 1)
	r.join()
	b := &r.match.World.Barrels[0]
	b.VX, b.VY = 0, 0
	r.place(0, b.X/game.One+50, b.Y/game.One)
	r.send(&Inputs{Angle: angleOf(game.Left), Down: Fire})
	find := func() (found Barrel) {
		for _, e := range r.client.entities {
			if e.Type == BarrelEntity && e.Barrel.Position == (Vec2{dialect.Unit(b.X), dialect.Unit(b.Y)}) {
				found = e.Barrel
			}
		}
		return found
	}
	r.pass(3)
	if whole := find(); whole.HealthPercentage != 100 || whole.TimeWhenLastDamaged != never {
		t.Errorf("before the hit: %+v", whole)
	}
	for tries := 0; b.HP == game.BarrelHP && tries < 60; tries++ {
		r.pass(1)
	}
	r.send(&Inputs{})
	r.pass(ticksPerRecord)
	if hit := find(); hit.HealthPercentage >= 100 || hit.TimeWhenLastDamaged < r.client.record.Time-1 {
		t.Errorf("after the hit: %+v", hit)
	}
}

func TestTimeIsZeroUntilTheMatchBegins(t *testing.T) {
	for _, c := range []struct {
		world game.World
		want  float32
	}{
		{game.World{Tick: 300, Status: game.Waiting}, 0},
		{game.World{Tick: 330, Status: game.InProgress, Started: 300}, 0.5},
		{game.World{Tick: 420, Status: game.Closed, Started: 300}, 2},
	} {
		if got := timeOf(&c.world); got != c.want {
			t.Errorf("status %d: expected %v, got %v", c.world.Status, c.want, got)
		}
	}
}

func TestARandomNumberStaysBetweenZeroAndOne(t *testing.T) {
	for id := range uint32(100_000) {
		if v := randomOf(id * 42949); v < 0 || v >= 1 {
			t.Fatalf("%d gives %v", id, v)
		}
	}
}

func TestAnglesAreClockwiseFromTheRight(t *testing.T) {
	for course, want := range map[game.Course]float64{
		game.Right: 0, game.DownRight: math.Pi / 4, game.Down: math.Pi / 2,
		game.DownLeft: 3 * math.Pi / 4, game.Left: math.Pi, game.Up: -math.Pi / 2,
	} {
		if got := angleOf(course); got != float32(want) {
			t.Errorf("course %d: expected %v, got %v", course, want, got)
		}
	}
}
