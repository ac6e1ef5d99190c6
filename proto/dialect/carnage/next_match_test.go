package carnage

import (
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

func TestInAnotherMatchEverythingIsNewAndThePlayerAsksAgain(t *testing.T) {
	r := newRig(t, 3)
	r.join()
	hello := r.client.hello
	r.match = dialecttest.NewMatch(2)
	r.pass(ticksPerRecord)
	gone, came := 0, 0
	for i, e := range r.client.record.Entities {
		switch {
		case e.Static && e.Dynamic:
			came++
		case !e.Static && !e.Dynamic && came == 0:
			gone++
		default:
			t.Errorf("entity %d is %+v", i, e)
		}
	}
	if gone == 0 || came == 0 || len(r.client.entities) != came {
		t.Errorf("%d are gone, %d came, %d are there", gone, came, len(r.client.entities))
	}
	if r.say(&Inputs{}); r.gone != nil || r.session.Intent().Presence != dialect.Flying {
		t.Errorf("%v, %+v", r.gone, r.session.Intent())
	}
	if r.say(&SpawnRequest{Name: "Ann"}); r.gone != nil {
		t.Fatal(r.gone)
	}
	r.pass(ticksPerRecord)
	if r.client.me != 1 || r.client.hello != hello || r.gone != nil {
		t.Errorf("own entity is %d, hello %p, %v", r.client.me, r.client.hello, r.gone)
	}
}

func TestThePlayersShipOfAnotherMatchIsNotThereBeforeItIsAskedFor(t *testing.T) {
	r := newRig(t, 3)
	r.join()
	r.match = dialecttest.NewMatch(3)
	r.pass(ticksPerRecord)
	if _, ok := r.client.entities[1]; ok || len(r.client.entities) == 0 {
		t.Fatalf("there are %+v", r.client.entities)
	}
	r.say(&SpawnRequest{Name: "Ann"})
	r.pass(ticksPerRecord)
	if r.client.mine() == nil || r.client.me != 1 {
		t.Errorf("own entity is %d of %+v", r.client.me, r.client.entities)
	}
}

func TestAMatchThatBeginsBeforeTheShipWasThereChangesNothing(t *testing.T) {
	r := newRig(t, 2)
	r.say(&HelloRequest{Version: version})
	r.pass(3)
	r.say(&SpawnRequest{Name: "Ann"})
	r.match = dialecttest.NewMatch(2)
	r.pass(ticksPerRecord)
	if r.say(&Inputs{Down: Up}); r.client.me != 1 || r.gone != nil {
		t.Errorf("own entity is %d, %v", r.client.me, r.gone)
	}
}

func TestChoicesThatTheNextMatchDoesNotHaveBecomeTheDefaults(t *testing.T) {
	r := newRig(t, 1)
	many := *r.match.Setup
	many.Classes = append(many.Classes, many.Classes[0])
	many.Weapons = append(many.Weapons, many.Weapons[0])
	r.match.Setup = &many
	r.say(&HelloRequest{Version: version})
	r.pass(3)
	r.say(&SpawnRequest{Name: "Ann", ClassIndex: 1, WeaponIndex: 1})
	if w := r.session.Intent(); w.Class != 1 || w.Weapon != 1 {
		t.Fatalf("wants %+v", w)
	}
	r.match = dialecttest.NewMatch(1)
	r.pass(1)
	if w := r.session.Intent(); w.Class != 0 || w.Weapon != 0 {
		t.Errorf("wants %+v", w)
	}
}
