package carnage

import (
	"encoding/json"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestADroneIsAPlayerOfAClassThatNoPlayerMayChoose(t *testing.T) {
	r := newRig(t, 2)
	r.match.AddDrone()
	r.match.Scene.Roster[1].Slot = dialects.Drone // as in a match before
	r.join()
	r.pass(ticksPerRecord)
	var tables [2][]struct {
		Name  string
		Drone bool
	}
	for i, text := range []string{r.client.hello.Classes, r.client.hello.Weapons} {
		if err := json.Unmarshal([]byte(text), &tables[i]); err != nil {
			t.Fatal(err)
		}
	}
	drone := r.client.entities[dialects.Drone+1].Player
	if drone.Name != "Scout" || drone.Type != 2 || drone.HealthPercentage != 50 {
		t.Errorf("the drone is %+v", drone)
	}
	if class, weapon := tables[0][drone.ClassIndex], tables[1][drone.WeaponIndex]; class.Name != "scout" || !class.Drone || weapon.Name != "sting" || !weapon.Drone {
		t.Errorf("it is of class %+v, with weapon %+v", class, weapon)
	}
	if tables[0][0].Drone || tables[1][0].Drone {
		t.Errorf("no player may choose anything: %+v", tables)
	}
}

func TestTheClassOfADroneIsRefused(t *testing.T) {
	r := newRig(t, 2)
	r.match.AddDrone()
	r.send(&HelloRequest{Version: version})
	r.pass(1)
	for _, c := range []struct {
		class, weapon uint8
		want          SpawnStatus
	}{{0, 1, BadWeapon}, {1, 0, BadClass}, {0, 0, Spawned}} {
		if r.send(&SpawnRequest{Name: "Ann", ClassIndex: c.class, WeaponIndex: c.weapon}); r.client.status.Status != c.want {
			t.Errorf("class %d, weapon %d: status %d, expected %d", c.class, c.weapon, r.client.status.Status, c.want)
		}
	}
}

// A client has the tables of the match in which it sent Hello.
func TestADroneOfALaterMatchIsOfTheDefaultClass(t *testing.T) {
	r := newRig(t, 2)
	r.join()
	r.match = dialects.NewMatch(2)
	r.match.AddDrone()
	r.pass(2 * ticksPerRecord)
	if drone := r.client.entities[dialects.Drone+1].Player; drone.Name != "Scout" || drone.ClassIndex != 0 || drone.WeaponIndex != 0 {
		t.Errorf("the drone is %+v", drone)
	}
}

func TestTheArenasSettingsAreAmongTheGlobals(t *testing.T) {
	arena, err := game.ParseArena("test", "laps = 7\n#######\n#.a..b#\n#.....#\n#..@..#\n#.....#\n#######\n")
	if err != nil {
		t.Fatal(err)
	}
	hello := welcome(&game.Setup{Arena: arena, Classes: make([]game.Class, 1), Weapons: make([]game.Weapon, 1)})
	var globals struct{ Laps int }
	if err := json.Unmarshal([]byte(hello.ServerGlobals), &globals); err != nil || globals.Laps != 7 {
		t.Errorf("%v: %s", err, hello.ServerGlobals)
	}
	if hello.LevelData[:8] != "#######\n" {
		t.Errorf("levelData is %q", hello.LevelData)
	}
}

// rounds returns a rig in the mode last, during a round.
func rounds(t *testing.T) *rig {
	r := newRig(t, 3)
	s := *r.match.Setup
	s.Mode = game.Last
	r.match = dialects.Of(&s, 3, 0)
	for r.match.World.Rounds.Began == 0 {
		r.match.Step()
	}
	return r
}

func TestAShipOutOfARoundIsGrantedWhenTheNextBegins(t *testing.T) {
	r := rounds(t)
	r.join()
	r.ship(0).Lives = 0
	r.ship(0).State, r.ship(0).HP = game.Dead, 0
	r.pass(ticksPerRecord)
	if r.client.mine() != nil {
		t.Fatal("the own ship is still there")
	}
	r.client.status = nil
	r.send(&SpawnRequest{Name: "Ann"})
	r.send(&Inputs{})             // in the same segment
	r.session.quiet = menuSilence // it sends nothing while it waits for the answer
	r.pass(60)
	if r.client.status != nil || r.ended != nil {
		t.Fatalf("out of the round it got %+v, %v", r.client.status, r.ended)
	}
	for slot, ship := range r.match.World.Ships {
		if e, there := r.client.entities[uint32(slot+1)]; there != (ship.State == game.Flying) {
			t.Errorf("it sees %+v of ship %d, which is %d", e, slot, ship.State)
		}
	}
	r.ship(0).State, r.ship(0).HP, r.ship(0).Lives = game.Flying, 5, 3
	r.pass(2 * ticksPerRecord)
	if r.client.status == nil || r.client.status.Status != Spawned || r.client.me != 1 || r.client.mine() == nil {
		t.Errorf("in the next it got %+v, and its entity is %d", r.client.status, r.client.me)
	}
}

func TestAShipWithLivesLeftIsGrantedAtOnce(t *testing.T) {
	r := rounds(t)
	r.join()
	r.ship(0).State, r.ship(0).HP, r.ship(0).Respawn = game.Dead, 0, 100
	r.pass(ticksPerRecord)
	r.client.status = nil
	r.send(&SpawnRequest{Name: "Ann"})
	r.pass(1)
	if r.client.status == nil || r.client.status.Status != Spawned {
		t.Errorf("it got %+v", r.client.status)
	}
}

func TestABadRequestReplacesOneThatWaits(t *testing.T) {
	r := rounds(t)
	r.send(&HelloRequest{Version: version})
	r.match.World.Ships[0].State, r.match.World.Ships[0].Lives = game.Dead, 0
	r.pass(1)
	r.send(&SpawnRequest{Name: "Ann"}, &SpawnRequest{Name: "Ann", ClassIndex: 99})
	if r.client.status == nil || r.client.status.Status != BadClass {
		t.Errorf("it got %+v", r.client.status)
	}
	if r.session.granted || r.session.Intent().Presence != dialect.Flying {
		t.Errorf("granted: %v, %+v", r.session.granted, r.session.Intent())
	}
}
