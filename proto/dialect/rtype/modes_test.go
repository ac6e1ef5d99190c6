package rtype

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/testkit/dialects"
)

func TestTheOriginalIsShownADroneAsAnEnemy(t *testing.T) {
	m := dialects.NewMatch(2)
	m.AddDrone()
	o := newOriginal(t, m)
	o.connects()
	o.passes(30)
	if i := slices.IndexFunc(o.last.Entities, func(e SnapshotEntity) bool { return e.ID == dialects.Drone+1 }); i < 0 || o.last.Entities[i].Sprite != droneSprite+2*16 {
		t.Errorf("the drone is among %+v", o.last.Entities)
	}
	if !o.enemies[dialects.Drone+1] || o.players[dialects.Drone+1] || len(o.players) != 2 {
		t.Errorf("enemies %v, players %v", o.enemies, o.players)
	}
}

func TestDamageIsThatOfTheWeaponOrBlast(t *testing.T) {
	for _, c := range []struct {
		what, hp uint8
		want     []DamageEvent
	}{
		{0, 1, []DamageEvent{{ownID, 1}}},
		{game.BlastWeapon, 2, []DamageEvent{{ownID, game.BlastDamage}}},
		{game.ZoneWeapon, 1, []DamageEvent{{ownID, 1}}},
		{game.WallWeapon, 5, []DamageEvent{{ownID, 5}}},
		{game.RamWeapon, 2, []DamageEvent{{ownID, 2}}},
		{0, 0, nil}, // in a race
	} {
		r := newRig(t, dialects.NewMatch(2), document)
		r.join()
		r.client.damaged = nil
		scene := &r.match.Scene
		scene.Events = []game.Event{{Kind: game.EventHit, What: c.what, HP: c.hp}}
		r.session.Tick(scene, r.sent.Send)
		r.deliver()
		if !slices.Equal(r.client.damaged, c.want) {
			t.Errorf("a hit by %d: got %v, expected %v", c.what, r.client.damaged, c.want)
		}
	}
}

// TestDamageThatDestroysAShipIsSentAfterItsLastSnapshot: a host's client foresees the
// end of a ship, and the hit is decided later.
func TestDamageThatDestroysAShipIsSentAfterItsLastSnapshot(t *testing.T) {
	for slot, id := range []uint32{ownID, 2} {
		r := newRig(t, dialects.NewMatch(2), document)
		r.join()
		scene := &r.match.Scene
		scene.Events = nil
		scene.World.Ships[slot].State = game.Dead
		for range 2 * snapshotEvery {
			r.session.Tick(scene, r.sent.Send)
		}
		if r.deliver(); r.client.find(uint64(id)) != nil {
			t.Fatalf("%d is still in space", id)
		}
		hit := []game.Event{{Kind: game.EventHit, Slot: uint8(slot), HP: 1}}
		scene.Events = hit
		r.session.Tick(scene, r.sent.Send)
		if r.deliver(); !slices.Equal(r.client.damaged, []DamageEvent{{id, 1}}) {
			t.Errorf("slot %d: got %v", slot, r.client.damaged)
		}
		scene.Events = nil
		for range shownTime {
			r.session.Tick(scene, r.sent.Send)
		}
		r.deliver()
		r.client.damaged, scene.Events = nil, hit
		r.session.Tick(scene, r.sent.Send)
		if r.deliver(); len(r.client.damaged) > 0 && id != ownID {
			t.Errorf("slot %d: a second later got %v", slot, r.client.damaged)
		}
	}
}
