package game

import (
	"reflect"
	"testing"
)

func kill(by, victim uint8) Event { return Event{Kind: EventKill, Slot: victim, By: by} }

// told lets the tally of a match know what happened up to a tick.
func (m *tiny) told(t *Tally, tick Tick, happened ...Event) {
	m.Tick = tick
	t.Add(&m.setup, &m.World, happened)
}

func TestTallyIsAPlainValue(t *testing.T) {
	checkPlain(t, "Tally", reflect.TypeFor[Tally]())
}

func TestTallyCountsWhatIsAimedAndWhatHits(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.told(&c, 1,
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
	if got, want := c.Slots[0], (SlotTally{Shots: 4, Hits: 2, Damage: 7, Flown: 1, Items: 1, Barrels: 1, Crashes: 1}); got != want {
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
	m.told(&c, 105)
	m.Status = InProgress
	m.told(&c, 106)
	m.told(&c, 120)
	m.Ships[1] = Ship{}
	m.told(&c, 121)
	m.Status = Closed
	m.told(&c, 122)
	if c.Slots[0].Flown != 16 || c.Slots[1].Flown != 15 || c.Slots[9].Flown != 0 {
		t.Errorf("%d, %d and %d ticks, expected 16, 15 and 0", c.Slots[0].Flown, c.Slots[1].Flown, c.Slots[9].Flown)
	}
}

func TestStreakEndsWithADeath(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.told(&c, 1, kill(0, 1), kill(0, 2), kill(0, 1), kill(1, 0), kill(0, 2))
	if got := c.Slots[0]; got.LongestStreak != 3 || got.Streak != 1 {
		t.Errorf("%+v, expected the longest 3 and now 1", got)
	}
}

func TestRevengeIsTakenOnTheKillerInTime(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.told(&c, 1, kill(1, 0))
	if m.told(&c, 2, kill(0, 2)); c.Slots[0].Avenged != 0 {
		t.Error("it was taken on another")
	}
	if m.told(&c, 1+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was in time")
	}
	m.told(&c, 5000, kill(1, 0))
	if m.told(&c, 5001+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was too late")
	}
}

func TestTeamMateCountsForNothing(t *testing.T) {
	m, c := duel(t, Setup{Mode: Teams}), Tally{}
	m.told(&c, 1, kill(0, 2), Event{Kind: EventHit, Slot: 2, By: 0})
	if got := c.Slots[0]; got.Streak != 0 || got.Hits != 0 {
		t.Errorf("%+v, expected neither a kill nor a hit", got)
	}
}
