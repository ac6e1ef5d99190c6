package carnage

import (
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// explode has the own ship shot.
func (r *rig) explode() {
	r.Helper()
	r.pass(120) // until it is no longer shielded by the spawn
	r.place(0, 400, 200)
	r.place(1, 350, 200)
	r.ship(0).HP = 1
	r.match.Inputs[1] = game.Steer(game.Right) | game.Fire
	for range 60 {
		if r.pass(1); r.ship(0).State == game.Dead {
			r.match.Inputs[1] = 0
			r.pass(ticksPerRecord)
			return
		}
	}
	r.Fatal("no ship was hit")
}

func TestAPlayerSeesItsShipExplodeAndAsksForTheNext(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.send(&Inputs{Down: Fire})
	r.explode()
	if r.client.mine() != nil {
		t.Fatal("the own ship is still there")
	}
	if in := r.session.Intent().Input; in != 0 {
		t.Errorf("without a ship it holds %08b", in)
	}
	r.send(&Inputs{Down: Up}) // a late packet
	r.send(&SpawnRequest{Name: "Ann"})
	r.match.Order(game.Order{Kind: game.OrderJoin, Slot: 5})
	r.match.Scene.Roster = append(r.match.Scene.Roster, proto.Pilot{ID: 6, Slot: 5, Name: "Eve"})
	r.pass(60)
	if _, ok := r.client.entities[6]; ok || r.client.me != 0 {
		t.Errorf("before it is back, another player is introduced; own entity is %d", r.client.me)
	}
	r.send(&Inputs{Down: Right})
	r.pass(80)
	if p := r.client.mine(); r.client.me != 1 || p == nil || r.ship(0).VX <= 0 || r.ended != nil {
		t.Errorf("own entity %d, %+v, %v", r.client.me, p, r.ended)
	}
	if p := r.client.mine(); p.TimeWhenLastBulletFired != never || p.TimeWhenLastDamaged != never {
		t.Errorf("the new ship remembers the old one: %+v", p)
	}
	if e := r.client.entities[6]; e.Player.Radius != 6 {
		t.Errorf("the other is %+v", e)
	}
}

func TestInputsAreIgnoredForTwoSecondsAfterTheExplosion(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.explode()
	for range (inputsGrace - 10) / 10 {
		if r.send(&Inputs{}); r.ended != nil {
			t.Fatal(r.ended)
		}
		r.pass(10)
	}
	r.pass(20)
	r.send(&Inputs{})
	r.endsWith("SS_WAITING_FOR_SPAWN_REQUEST: message must be MT_SPAWN_REQUEST, got MT_INPUTS")
}

func TestAShipThatIsBackBeforeTheRequestIdlesUntilThen(t *testing.T) {
	r := newRig(t, 3)
	r.join()
	r.send(&Inputs{Down: Right | Fire})
	r.explode()
	r.pass(180)
	if !r.match.Scene.Alive() || r.ship(0).Input != 0 || r.ended != nil {
		t.Fatalf("the ship: %+v, %v", r.ship(0), r.ended)
	}
	r.send(&SpawnRequest{Name: "Ann"})
	r.pass(ticksPerRecord)
	if r.client.me != 1 {
		t.Errorf("own entity is %d", r.client.me)
	}
}

// Screens foresee: a ship that seemed to be hit may fly on in the next tick.
func TestADeathRevokedBeforeTheNextRecordIsNone(t *testing.T) {
	for dead := 1; dead < ticksPerRecord; dead++ {
		r := newRig(t, 2)
		r.join()
		for r.session.ticks%ticksPerRecord != 0 {
			r.pass(1)
		}
		r.ship(0).State = game.Dead
		r.ship(0).Respawn = game.TickRate
		r.pass(dead)
		r.ship(0).State = game.Flying
		for range 2 * inputsGrace {
			if r.send(&Inputs{Down: Right}); r.ended != nil {
				t.Fatalf("%d ticks: %v", dead, r.ended)
			}
			r.pass(1)
		}
		if r.client.mine() == nil || r.ship(0).Input == 0 {
			t.Errorf("%d ticks: the ship holds %08b, its player sees %+v", dead, r.ship(0).Input, r.client.mine())
		}
	}
}

func TestInAnotherMatchEverythingIsNewAndThePlayerAsksAgain(t *testing.T) {
	r := newRig(t, 3)
	r.join()
	hello := r.client.hello
	r.match = dialects.NewMatch(2)
	r.pass(ticksPerRecord)
	ended, came := 0, 0
	for i, e := range r.client.record.Entities {
		switch {
		case e.Static && e.Dynamic:
			came++
		case !e.Static && !e.Dynamic && came == 0:
			ended++
		default:
			t.Errorf("entity %d is %+v", i, e)
		}
	}
	if ended == 0 || came == 0 || len(r.client.entities) != came {
		t.Errorf("%d were removed, %d added, %d remain", ended, came, len(r.client.entities))
	}
	if r.send(&Inputs{}); r.ended != nil || r.session.Intent().Presence != dialect.Flying {
		t.Errorf("%v, %+v", r.ended, r.session.Intent())
	}
	if r.send(&SpawnRequest{Name: "Ann"}); r.ended != nil {
		t.Fatal(r.ended)
	}
	r.pass(ticksPerRecord)
	if r.client.me != 1 || r.client.hello != hello || r.ended != nil {
		t.Errorf("own entity is %d, hello %p, %v", r.client.me, r.client.hello, r.ended)
	}
}

func TestThePlayersShipOfAnotherMatchIsNotThereBeforeItIsAskedFor(t *testing.T) {
	r := newRig(t, 3)
	r.join()
	r.match = dialects.NewMatch(3)
	r.pass(ticksPerRecord)
	if _, ok := r.client.entities[1]; ok || len(r.client.entities) == 0 {
		t.Fatalf("there are %+v", r.client.entities)
	}
	r.send(&SpawnRequest{Name: "Ann"})
	r.pass(ticksPerRecord)
	if r.client.mine() == nil || r.client.me != 1 {
		t.Errorf("own entity is %d of %+v", r.client.me, r.client.entities)
	}
}

func TestAMatchThatBeginsBeforeTheShipWasThereChangesNothing(t *testing.T) {
	r := newRig(t, 2)
	r.send(&HelloRequest{Version: version})
	r.pass(3)
	r.send(&SpawnRequest{Name: "Ann"})
	r.match = dialects.NewMatch(2)
	r.pass(ticksPerRecord)
	if r.send(&Inputs{Down: Up}); r.client.me != 1 || r.ended != nil {
		t.Errorf("own entity is %d, %v", r.client.me, r.ended)
	}
}

func TestChoicesThatTheNextMatchDoesNotHaveBecomeTheDefaults(t *testing.T) {
	r := newRig(t, 1)
	many := *r.match.Setup
	many.Classes = append(many.Classes, many.Classes[0])
	many.Weapons = append(many.Weapons, many.Weapons[0])
	r.match.Setup = &many
	r.send(&HelloRequest{Version: version})
	r.pass(3)
	r.send(&SpawnRequest{Name: "Ann", ClassIndex: 1, WeaponIndex: 1})
	if w := r.session.Intent(); w.Class != 1 || w.Weapon != 1 {
		t.Fatalf("wants %+v", w)
	}
	r.match = dialects.NewMatch(1)
	r.pass(1)
	if w := r.session.Intent(); w.Class != 0 || w.Weapon != 0 {
		t.Errorf("wants %+v", w)
	}
}
