package game

import (
	"reflect"
	"testing"
	"unsafe"
)

func kill(by, victim uint8) Event { return Event{Kind: EventKill, Slot: victim, By: by} }

// tally adds the events up to a tick to the tally of a match.
func (m tiny) tally(t *Tally, tick Tick, happened ...Event) {
	m.Tick = tick
	t.Add(&m.setup, &m.World, happened)
}

func TestTallyIsAPlainValue(t *testing.T) {
	checkPlain(t, "Tally", reflect.TypeFor[Tally]())
}

func TestTallyCountsAimedShotsAndHits(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1,
		Event{Kind: EventShot, Slot: 0, What: spread}, // three at once
		Event{Kind: EventShot, Slot: 0, What: cannon},
		Event{Kind: EventShot, Slot: 0, What: mines}, // which are not aimed
		Event{Kind: EventHit, Slot: 1, By: 0, What: spread, HP: 1},
		Event{Kind: EventBlock, Slot: 1, By: 0, What: cannon},
		Event{Kind: EventHit, Slot: 1, By: 0, What: mines, HP: 2},
		Event{Kind: EventHit, Slot: 1, By: 0, What: BlastWeapon, HP: 4},
		Event{Kind: EventHit, Slot: 0, By: 0, What: BlastWeapon, HP: 3}, // the own barrel
		Event{Kind: EventPickup, Slot: 0, By: 0},
		Event{Kind: EventBlast, Slot: 0, By: 0},
		Event{Kind: EventHit, Slot: 200, By: 0},
		kill(0, 0))
	want := SlotTally{Shots: 4, Hits: 2, Damage: 7, Taken: 3, Flown: 1, Items: 1, Barrels: 1, Crashes: 1}
	want.Classes[0] = ArmTally{Shots: 4, Hits: 2, Damage: 7, Flown: 1, Deaths: 1}
	want.Weapons[cannon] = ArmTally{Shots: 1, Hits: 1, Flown: 1, Deaths: 1}
	want.Weapons[spread] = ArmTally{Shots: 3, Hits: 1, Damage: 1}
	want.Weapons[mines] = ArmTally{Damage: 2}
	if got := c.Slots[0]; got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	if c.Clear(0); c.Slots[0] != (SlotTally{}) {
		t.Errorf("%+v of the next pilot", c.Slots[0])
	}
}

func TestTallyCountsTheTicksInWhichThereWasAShip(t *testing.T) {
	m := duel(t, Setup{Lobby: true})
	m.Tick, m.Status = 100, Waiting
	c := NewTally(&m.World)
	m.tally(&c, 105)
	m.Status = InProgress
	m.tally(&c, 106)
	m.tally(&c, 120)
	m.Ships[1] = Ship{}
	m.tally(&c, 121)
	m.Status = Closed
	m.tally(&c, 122)
	if c.Slots[0].Flown != 16 || c.Slots[1].Flown != 15 || c.Slots[9].Flown != 0 {
		t.Errorf("%d, %d and %d ticks, expected 16, 15 and 0", c.Slots[0].Flown, c.Slots[1].Flown, c.Slots[9].Flown)
	}
}

func TestStreakEndsWithADeath(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(0, 1), kill(0, 2), kill(0, 1), kill(1, 0), kill(0, 2))
	if got := c.Slots[0]; got.LongestStreak != 3 || got.Streak != 1 {
		t.Errorf("%+v, expected the longest 3 and now 1", got)
	}
}

func TestRevengeHasATimeLimit(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(1, 0))
	if m.tally(&c, 2, kill(0, 2)); c.Slots[0].Avenged != 0 {
		t.Error("it was taken on another")
	}
	if m.tally(&c, 1+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was in time")
	}
	m.tally(&c, 5000, kill(1, 0))
	if m.tally(&c, 5001+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was too late")
	}
}

func TestTeamMateCountsForNothing(t *testing.T) {
	m, c := duel(t, Setup{Mode: Teams}), Tally{}
	m.tally(&c, 1, kill(0, 2), Event{Kind: EventHit, Slot: 2, By: 0})
	if got := c.Slots[0]; got.Streak != 0 || got.Hits != 0 {
		t.Errorf("%+v, expected neither a kill nor a hit", got)
	}
}

func TestTallyCountsByShipAndWeapon(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 10)
	m.Ships[0].Class, m.Ships[0].Weapon = 2, spread
	m.tally(&c, 16,
		Event{Kind: EventKill, Slot: 1, By: 0, What: mines}, // which lay there from before
		Event{Kind: EventKill, Slot: 1, By: 0, What: BlastWeapon},
		kill(1, 0))
	got := c.Slots[0]
	if got.Classes[0] != (ArmTally{Flown: 10}) || got.Classes[2] != (ArmTally{Flown: 6, Kills: 2, Deaths: 1}) {
		t.Errorf("by class: %+v", got.Classes)
	}
	if got.Weapons[cannon] != (ArmTally{Flown: 10}) || got.Weapons[spread] != (ArmTally{Flown: 6, Deaths: 1}) || got.Weapons[mines] != (ArmTally{Kills: 1}) {
		t.Errorf("by weapon: %+v", got.Weapons)
	}
}

func TestFirstBloodIsOnePilots(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(2, 2)) // his own is none
	m.tally(&c, 2, kill(1, 0), kill(0, 1))
	m.tally(&c, 3, kill(2, 1))
	if c.Slots[0].FirstBlood || !c.Slots[1].FirstBlood || c.Slots[2].FirstBlood {
		t.Error("expected it to be that of the pilot in slot 1")
	}
}

func TestClearRemovesKillsOfAndByTheSlot(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(0, 1), kill(0, 1), kill(1, 0), kill(2, 0))
	if c.Slots[0].Killed[1] != 2 || c.Slots[1].Killed[0] != 1 || c.Slots[2].Killed[0] != 1 {
		t.Errorf("found %v", c.Slots[0].Killed)
	}
	c.Clear(1) // and another takes the slot
	if c.Slots[0].Killed[1] != 0 || c.Slots[1].Killed[0] != 0 || c.Slots[2].Killed[0] != 1 {
		t.Errorf("after another came, found %v", c.Slots[0].Killed)
	}
}

func TestTallyHasTheLargestLagBehindTheBest(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.Ships[0].Score, m.Ships[1].Score = 40, 5
	m.tally(&c, 1, kill(0, 1))
	m.Ships[1].Score = 60
	m.tally(&c, 2, kill(1, 0))
	if c.Slots[0].Behind != 20 || c.Slots[1].Behind != 35 {
		t.Errorf("%d and %d points, expected 20 and 35", c.Slots[0].Behind, c.Slots[1].Behind)
	}
	m = duel(t, Setup{Mode: Teams})
	c, m.TeamScores = Tally{}, [MaxTeams + 1]int32{0, 10, 50}
	m.tally(&c, 1, kill(1, 0))
	if one := c.Slots[0].Behind; one != 40 {
		t.Errorf("the team is behind by 40 points, the pilot by %d", one)
	}
}

// The Tally is copied with its Match, and every screen has one.
func TestTallyIsSmall(t *testing.T) {
	size := unsafe.Sizeof(Tally{})
	t.Logf("%d bytes; a World has %d", size, unsafe.Sizeof(World{}))
	if size > 40_000 {
		t.Errorf("%d bytes", size)
	}
}

func BenchmarkTally(b *testing.B) {
	s, w, c := Setup{Weapons: []Weapon{{Speed: 1, Fan: 1}}}, World{Status: InProgress}, Tally{}
	for i := range w.Ships {
		w.Ships[i].State = Flying
	}
	events := []Event{{Kind: EventShot}, {Kind: EventHit, Slot: 1, HP: 1}, kill(0, 1)}
	for b.Loop() {
		w.Tick++
		c.Add(&s, &w, events)
	}
}
