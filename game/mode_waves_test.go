package game

import (
	"strings"
	"testing"
)

// The classes of these tests beside those of pilots.
const (
	gnat  = 3
	core  = 4
	eye   = 5
	plate = 6
)

// siege sets up waves in an open arena of 640 by 320 units, with a pilot in slot 0 if wanted,
// and lets the first wave begin.
func siege(t *testing.T, pilots int, waves ...Wave) *tiny {
	t.Helper()
	rows := []string{strings.Repeat(".", 80), strings.Repeat(".", 40) + "@"}
	for range 38 {
		rows = append(rows, strings.Repeat(".", 80))
	}
	return siegeIn(t, pilots, rows, waves...)
}

func siegeIn(t *testing.T, pilots int, rows []string, waves ...Wave) *tiny {
	t.Helper()
	m := setUp(t, Setup{Mode: Waves}, rows...)
	m.setup.besiege(waves...)
	for slot := range pilots {
		m.run(1, Order{Kind: OrderJoin, Slot: uint8(slot), Team: 1})
	}
	for range firstPause {
		if m.run(1); m.Assault.Wave > 0 {
			break
		}
	}
	return m
}

// besiege puts a campaign of these waves into a Setup, and its drones behind the classes.
func (s *Setup) besiege(waves ...Wave) {
	s.Classes = append(append([]Class{}, testClasses...),
		Class{Name: "gnat", HP: 1, TopSpeed: 512, Thrust: 512, Drone: true}, Class{Name: "core", HP: 12, TopSpeed: 256, Thrust: 64, Drone: true},
		Class{Name: "eye", HP: 8, TopSpeed: 1, Thrust: 1, Drone: true}, Class{Name: "plate", HP: 1, TopSpeed: 1, Thrust: 1, Drone: true})
	s.Campaign = &Campaign{Waves: waves, Kinds: []Kind{
		{Points: 2}, {Role: Core, Points: 50, Parts: []Part{{eye, -14, 0}, {eye, 14, 0}, {plate, 0, 14}}}, {Role: Weak, Points: 9}, {Role: Plate},
	}}
}

// lane is a group that flies straight through the middle.
func lane(class, count uint8) Group {
	return Group{Class: class, Count: count, Gap: 30, Path: []Corner{{0, 500}, {1000, 500}}}
}

// drones returns the slots of ships of a class that are in space.
func (m *tiny) drones(class uint8) (slots []int) {
	for slot := range m.Ships {
		if m.Drone(slot) != nil && m.Ships[slot].Class == class {
			slots = append(slots, slot)
		}
	}
	return slots
}

func TestAGroupEntersOneByOneAndLeaves(t *testing.T) {
	late := lane(gnat, 2)
	late.At = 100
	m := siege(t, 2, Wave{Groups: []Group{late}}, Wave{Groups: []Group{late}})
	if m.Assault.Wave != 1 || m.count(EventWave) != 1 {
		t.Fatalf("wave %d", m.Assault.Wave)
	}
	if m.run(99); len(m.drones(gnat)) != 0 {
		t.Error("one came before its time")
	}
	if m.run(2); len(m.drones(gnat)) != 1 || m.Ships[63].Team != 2 || m.DronesLeft(&m.setup) != 2 {
		t.Errorf("%d came, of team %d", len(m.drones(gnat)), m.Ships[63].Team)
	}
	if m.run(30); len(m.drones(gnat)) != 2 {
		t.Error("the second did not come after the gap")
	}
	m.Ships[0].Protect, m.Ships[1].Protect = 255, 255
	if m.run(400); len(m.drones(gnat)) != 0 || m.count(EventRepelled) != 1 || m.Ships[63] != (Ship{}) {
		t.Errorf("%d are still there after they crossed the arena", len(m.drones(gnat)))
	}
	if m.run(wavePause); m.Assault.Wave != 2 {
		t.Errorf("wave %d, expected the next one", m.Assault.Wave)
	}
}

func TestMorePilotsMeetMoreDrones(t *testing.T) {
	for pilots, want := range map[int]uint8{1: 4, 2: 5, 8: 11} {
		if m := siege(t, pilots, Wave{Groups: []Group{lane(gnat, 5)}}); m.groupSize(&m.setup, 0) != want {
			t.Errorf("%d come for %d pilots, expected %d", m.groupSize(&m.setup, 0), pilots, want)
		}
	}
}

func TestReturningUsesASharedLife(t *testing.T) {
	m := siege(t, 2, Wave{Groups: []Group{lane(gnat, 2)}})
	if m.Assault.Lives != 5 {
		t.Fatalf("%d lives, expected three and one for each pilot", m.Assault.Lives)
	}
	m.Ships[0].Protect = 0
	m.run(2)
	m.hurt(&m.setup, 0, 63, RamWeapon, 9, Point{}, &m.events)
	if m.run(respawnTime + 1); m.Ships[0].State != Flying || m.Assault.Lives != 4 || m.Ships[0].Protect == 0 {
		t.Errorf("%d lives after one was taken", m.Assault.Lives)
	}
	if m.run(1, Order{Kind: OrderLeave, Slot: 0}); m.Assault.Lives != 5 {
		t.Errorf("%d lives, expected that of a pilot who leaves back", m.Assault.Lives)
	}
	if m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 1}); m.Assault.Lives != 4 {
		t.Errorf("%d lives, expected a pilot who joins late to take one", m.Assault.Lives)
	}
}

func TestTheMatchIsLostWithoutLivesAndPilots(t *testing.T) {
	m := siege(t, 2, Wave{Groups: []Group{lane(gnat, 20)}})
	m.run(2)
	m.Assault.Lives, m.Ships[0].Protect, m.Ships[1].Protect = 0, 0, 0
	m.hurt(&m.setup, 0, 63, RamWeapon, 9, Point{}, &m.events)
	if m.run(respawnTime + 9); m.Ships[0].State != Dead || m.Status != InProgress || m.count(EventOut) != 1 {
		t.Fatalf("state %d, status %d: expected it out, and the other to fly on", m.Ships[0].State, m.Status)
	}
	m.hurt(&m.setup, 1, 63, RamWeapon, 9, Point{}, &m.events)
	if m.run(1); m.Status != Closed || m.setup.Winner(&m.World) != (Winner{Decided: true, Team: 2}) {
		t.Errorf("status %d, %+v has won, expected the drones", m.Status, m.setup.Winner(&m.World))
	}
}

func TestRepellingTheLastWaveWinsUnlessEndless(t *testing.T) {
	for _, endless := range []bool{false, true} {
		m := siege(t, 1, Wave{Groups: []Group{lane(gnat, 1)}})
		m.setup.Campaign.Endless = endless
		m.run(2)
		m.hurt(&m.setup, 63, 0, cannon, 1, Point{}, &m.events)
		m.run(1)
		if won := m.setup.Winner(&m.World).Team == 1; won == endless || (m.Status == Closed) == endless {
			t.Errorf("endless %t: status %d, won %t", endless, m.Status, won)
		}
		if m.Ships[0].Score != 2 || m.TeamScores[1] != 2 || m.Ships[0].Kills != 1 {
			t.Errorf("the pilot has %d points", m.Ships[0].Score)
		}
		if first := m.DroneHP(&m.setup, core); endless {
			if m.run(wavePause); m.Assault.Wave != 2 || m.DroneHP(&m.setup, core) <= first {
				t.Errorf("wave %d: cores have %d hp, in the first %d", m.Assault.Wave, m.DroneHP(&m.setup, core), first)
			}
		}
	}
}

// hunted is a boss that waits in the middle.
var hunted = Group{Class: core, Count: 1, Path: []Corner{{500, 500}}, End: Loops, Drop: ShieldItem}

func TestWeakSpotsProtectTheCore(t *testing.T) {
	m := siege(t, 8, Wave{Groups: []Group{hunted}})
	m.run(2)
	boss, eyes, plates := m.drones(core)[0], m.drones(eye), m.drones(plate)
	if len(eyes) != 2 || len(plates) != 1 || m.Ships[boss].HP != 22 {
		t.Fatalf("%d eyes, %d plates, %d hp", len(eyes), len(plates), m.Ships[boss].HP)
	}
	m.hit(plates[0], 0, 5)
	if m.hit(boss, 0, 5); m.Ships[boss].HP != 22 || m.Ships[plates[0]].HP == 0 || m.count(EventBlock) != 2 {
		t.Error("a plate, or a core with weak spots, was hurt")
	}
	m.hit(eyes[0], 0, 8)
	if m.hit(eyes[0], 0, 8); m.Drone(eyes[0]) != nil {
		t.Fatal("a weak spot stands two great hits")
	}
	if m.hit(boss, 0, 5); m.Ships[boss].HP != 22 {
		t.Error("the core was hurt while a weak spot was left")
	}
	m.hit(eyes[1], 0, 15)
	if m.hit(boss, 0, 5); m.Ships[boss].HP != 17 {
		t.Error("the core was not hurt without weak spots")
	}
	m.hit(boss, 0, 15)
	m.hit(boss, 0, 15)
	if len(m.drones(plate))+len(m.drones(core)) != 0 {
		t.Error("something of the boss is left without its core")
	}
	if m.Ships[0].Score != 50+9+9 || m.Items[0].Kind != ShieldItem {
		t.Errorf("%d points, item %d", m.Ships[0].Score, m.Items[0].Kind)
	}
}

func TestARepelledWaveGivesBackALostLife(t *testing.T) {
	for lives, want := range map[uint8]uint8{2: 3, 4: 4, 9: 9} {
		m := siege(t, 1, Wave{Groups: []Group{lane(gnat, 1)}}, Wave{Groups: []Group{lane(gnat, 1)}})
		m.run(2)
		m.Assault.Lives = lives
		m.hit(m.drones(gnat)[0], 0, 1)
		if m.run(1); m.Assault.Lives != want {
			t.Errorf("%d lives after the wave, expected %d of %d and at most 4", m.Assault.Lives, want, lives)
		}
	}
}

func TestDronesRageAfterAMinute(t *testing.T) {
	guard := lane(gnat, 1)
	guard.Path, guard.End = []Corner{{0, 0}, {30, 30}, {0, 30}}, Loops
	m := siege(t, 1, Wave{Groups: []Group{hunted, guard}})
	for m.Tick-m.Assault.Began < rageTime-1 {
		m.run(1)
		m.Ships[0].Protect = 255
	}
	boss, spot, plates := m.drones(core)[0], m.drones(eye)[0], m.drones(plate)
	m.hit(boss, 0, 1)
	if m.hit(plates[0], 0, 1); m.count(EventBlock) != 2 || m.Drone(m.drones(gnat)[0]).Step == hunting {
		t.Fatal("they rage before their time")
	}
	m.run(1)
	if m.Drone(m.drones(gnat)[0]).Step != hunting || m.Drone(boss).Step != hunting {
		t.Error("a drone does not attack the pilot")
	}
	hp := m.Ships[boss].HP
	m.hit(boss, 0, 1)
	if m.hit(plates[0], 0, 1); m.Ships[boss].HP != hp-1 || len(m.drones(plate)) != 0 {
		t.Error("the armour holds")
	}
	if m.hit(boss, 0, 15); m.Drone(boss) != nil || m.Drone(spot) != nil {
		t.Error("the boss is left without its core")
	}
}

func TestAWaveThatIsNotRepelledCostsTheLives(t *testing.T) {
	group := lane(gnat, 2)
	group.End = Hunts
	m := siege(t, 1, Wave{Groups: []Group{group}})
	for m.Status == InProgress && m.Tick-m.Assault.Began < siegeTime {
		if in, left := m.LifeLostIn(), siegeTime-(m.Tick-m.Assault.Began); m.Assault.Timer == 0 && m.Assault.Wave > 0 && in != left {
			t.Fatalf("the first life is lost in %d ticks, expected %d", in, left)
		}
		m.run(1)
		m.Ships[0].Protect, m.Ships[0].X, m.Ships[0].Y = 255, 30*One, 30*One
		for _, slot := range m.drones(gnat) {
			m.Ships[slot].X, m.Ships[slot].Y = 600*One, 300*One // as if it found no way
		}
	}
	if m.Assault.Lives != 3 {
		t.Fatalf("%d lives after %d s, expected 3 of 4", m.Assault.Lives, siegeTime/TickRate)
	}
	for range 3 * siegeStep {
		lives, in := m.Assault.Lives, m.LifeLostIn()
		m.run(1)
		if lost := m.Assault.Lives < lives; lost != (in == 1) {
			t.Fatalf("%d of %d lives, one of which was to be lost in %d ticks", m.Assault.Lives, lives, in)
		}
		if m.Status != InProgress {
			break
		}
		m.Ships[0].Protect = 255
		for _, slot := range m.drones(gnat) {
			m.Ships[slot].X, m.Ships[slot].Y = 600*One, 300*One
		}
	}
	if m.Status != Closed || m.Assault.Lives != 0 || m.Ships[0].State != Flying || m.setup.Winner(&m.World).Team != 2 {
		t.Errorf("status %d, %d lives: expected that the drones have won against a pilot in hiding", m.Status, m.Assault.Lives)
	}
}

func TestACampaignWithoutPilotsEnds(t *testing.T) {
	m := siege(t, 1, Wave{Groups: []Group{hunted}})
	m.run(2, Order{Kind: OrderLeave, Slot: 0})
	if m.run(siegeTime - 9); m.Status != InProgress {
		t.Fatal("it ended before a pilot could return")
	}
	if m.run(9 * siegeStep); m.Status != Closed {
		t.Errorf("status %d, %d lives", m.Status, m.Assault.Lives)
	}
}

func TestABossStopsBeforeAPartTouchesRock(t *testing.T) {
	rows := []string{strings.Repeat(".", 80), strings.Repeat(".", 60) + "@", strings.Repeat(".", 80)}
	for range 37 {
		rows = append(rows, strings.Repeat(".", 40)+"#"+strings.Repeat(".", 39))
	}
	way := hunted
	way.Path, way.End = []Corner{{300, 500}, {900, 500}}, Loops
	m := siegeIn(t, 1, rows, Wave{Groups: []Group{way}})
	m.run(2)
	boss := m.drones(core)[0]
	began := m.Ships[boss].X
	far := began
	for range 600 {
		m.run(1)
		m.Ships[0].Protect = 255
		far = max(far, m.Ships[boss].X)
		for slot := range m.Ships {
			d := m.Drone(slot)
			if d == nil {
				continue
			}
			ship := &m.Ships[slot]
			if !m.setup.Arena.HullFits(ship.X, ship.Y) {
				t.Fatalf("class %d in rock at %d, %d", ship.Class, ship.X/One, ship.Y/One)
			}
			if d.Link != 0 && (ship.X != m.Ships[boss].X+int32(d.X)*One || ship.Y != m.Ships[boss].Y+int32(d.Y)*One) {
				t.Fatal("a part is not where it hangs")
			}
		}
	}
	if len(m.drones(eye)) != 2 || far < 290*One || far > 301*One {
		t.Errorf("it came as far as %d, with %d weak spots, expected near to the rock at 320, and whole", far/One, len(m.drones(eye)))
	}
}

func TestRammingHurtsShipAndDrone(t *testing.T) {
	m := siege(t, 1, Wave{Groups: []Group{lane(gnat, 3)}})
	m.run(40)
	first := m.drones(gnat)[0]
	m.Ships[first].HP = 9
	m.Ships[0].Protect, m.Ships[0].HP = 0, 5
	m.Ships[0].X, m.Ships[0].Y = m.Ships[first].X+9*One, m.Ships[first].Y
	if m.run(3); m.Ships[0].HP != 4 || m.Ships[first].HP != 6 {
		t.Errorf("the pilot has %d hp, the drone %d, expected 4 and 6", m.Ships[0].HP, m.Ships[first].HP)
	}
	second := m.drones(gnat)[1]
	m.Ships[second].X, m.Ships[second].Y = m.Ships[first].X, m.Ships[first].Y
	if n := m.count(EventBump); true {
		if m.run(9); m.count(EventBump) != n {
			t.Error("two drones bumped into each other")
		}
	}
}

func TestDronesPickUpNothingAndSpareEachOther(t *testing.T) {
	m := siege(t, 1, Wave{Groups: []Group{lane(gnat, 3)}})
	m.setup.FriendlyFire = true
	m.run(2)
	slot := m.drones(gnat)[0]
	m.place(&m.setup, OrbItem, Point{m.Ships[slot].X + 20*One, m.Ships[slot].Y})
	if m.run(60); m.Items[0].Kind != OrbItem || m.count(EventPickup) != 0 {
		t.Error("a drone took an orb")
	}
	if m.setup.Harms(&m.Ships[slot], &m.Ships[slot]) {
		t.Error("drones hurt each other by friendly fire")
	}
}

func TestTheLastOfAGroupLeavesItsDrop(t *testing.T) {
	group := lane(gnat, 2)
	group.Drop = OverdriveItem
	m := siege(t, 2, Wave{Groups: []Group{group}})
	m.run(40)
	gnats := m.drones(gnat)
	m.hit(gnats[0], 0, 1)
	if m.Items[0].Kind != NoItem {
		t.Error("it was left before the last")
	}
	if m.hit(gnats[1], 0, 1); m.Items[0].Kind != OverdriveItem {
		t.Errorf("item %d was left, expected overdrive", m.Items[0].Kind)
	}
}

func TestNoWavesInAnEmptyMatch(t *testing.T) {
	m := siege(t, 0, Wave{Groups: []Group{lane(gnat, 2)}})
	if m.run(999); m.Assault.Wave != 0 || m.Status != InProgress {
		t.Errorf("wave %d, status %d", m.Assault.Wave, m.Status)
	}
	m.run(1, Order{Kind: OrderJoin, Slot: 20, Team: 1}, Order{Kind: OrderJoin, Slot: 3, Team: 2})
	if m.Ships[20].State != Empty || m.Ships[3].State != Empty {
		t.Error("a pilot joined a slot or the team of drones")
	}
}
