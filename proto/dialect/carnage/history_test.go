package carnage

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
)

func TestABarrelThatIsHitSaysSo(t *testing.T) {
	r := newRig(t, 1)
	r.join()
	b := &r.match.World.Barrels[0]
	b.VX, b.VY = 0, 0
	r.place(0, b.X/game.One+50, b.Y/game.One)
	r.say(&Inputs{Angle: angleOf(game.Left), Down: Fire})
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
	r.say(&Inputs{})
	r.pass(ticksPerRecord)
	if hit := find(); hit.HealthPercentage >= 100 || hit.TimeWhenLastDamaged < r.client.record.Time-1 {
		t.Errorf("after the hit: %+v", hit)
	}
}

func TestTimeStandsStillUntilTheMatchBegins(t *testing.T) {
	for _, c := range []struct {
		world game.World
		want  float32
	}{
		{game.World{Tick: 300, Status: game.Waiting}, 0},
		{game.World{Tick: 330, Status: game.InProgress, Started: 300}, 0.5},
		{game.World{Tick: 420, Status: game.Closed, Started: 300}, 2},
	} {
		if got := timeOf(&c.world); got != c.want {
			t.Errorf("status %d: expected %v, came %v", c.world.Status, c.want, got)
		}
	}
}
