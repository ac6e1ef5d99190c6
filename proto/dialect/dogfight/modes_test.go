package dogfight

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/testkit/dialects"
)

func TestADroneHasAnIDThatIsNoPilots(t *testing.T) {
	m := dialects.NewMatch(2)
	m.AddDrone()
	m.Scene.Roster[1].Slot = dialects.Drone // as in a match before
	s := seen(m)
	if len(s.Ships) != 2 {
		t.Fatalf("%d ships, expected the own one and a drone", len(s.Ships))
	}
	got := shipOf(t, s, droneID(dialects.Drone))
	if !got.Alive || got.HP != 2 || got.Direction != Left {
		t.Errorf("the drone is %+v", got)
	}
	seen := map[ID]bool{}
	for pilot := range 1 << 16 {
		seen[IDOf(uint16(pilot))] = true
	}
	for slot := range game.MaxShips {
		if id := droneID(slot); seen[id] || !isID(id[:]) {
			t.Errorf("the id of a drone in slot %d is %v", slot, id)
		} else {
			seen[id] = true
		}
	}
}

func TestTheShotsOfADroneFlyOnAfterItsEnd(t *testing.T) {
	m := dialects.NewMatch(1)
	drone := m.AddDrone()
	drone.State, drone.HP, drone.Live = game.Dead, 0, 1
	m.World.Shots[dialects.Drone][0] = game.Shot{X: 70 * game.One, Y: 80 * game.One, VX: -game.One, Left: 9, Weapon: drone.Weapon}
	got := shipOf(t, seen(m), droneID(dialects.Drone))
	if want := (Bullet{70, 80, true, Left}); got.Alive || got.Bullets[0] != want {
		t.Errorf("expected %+v of a dead drone, got %+v", want, got)
	}
}

func TestTheOrbThatTeamsFightForIsAPowerUpWhileNoShipHasIt(t *testing.T) {
	m := dialects.NewMatch(2)
	s := *m.Setup
	s.Mode, m.Setup, m.Scene.Setup = game.CaptureOrb, &s, &s
	m.World.Items = [game.MaxItems]game.Item{}
	m.World.Orb = game.Orb{X: 70 * game.One, Y: 80 * game.One}
	want := []PowerUp{{70, 80, None}}
	if got := seen(m).PowerUps; !slices.Equal(got, want) {
		t.Errorf("it lies there: expected %v, got %v", want, got)
	}
	m.World.Orb.Carrier = 2
	if got := seen(m).PowerUps; len(got) != 0 {
		t.Errorf("a ship has it: got %v", got)
	}
	for i := range m.World.Items {
		m.World.Items[i] = game.Item{Kind: game.HPPlusOne}
	}
	m.World.Orb.Carrier = 0
	if got := seen(m).PowerUps; len(got) != MaxPowerUps {
		t.Errorf("%d power-ups, expected at most %d", len(got), MaxPowerUps)
	}
}
