package model

import (
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/playtest"
)

func kill(by, whom uint8) game.Event { return game.Event{Kind: game.EventKill, Slot: whom, By: by} }

// count adds events at a tick to a tally.
func (t *Tally) count(v *net.View, tick game.Tick, decided ...game.Event) {
	v.World.Tick, v.Decided = tick, decided
	t.Note(v)
	v.Decided = nil
}

func TestTallyCountsEvents(t *testing.T) {
	v, c := playtest.View("Nova", "Rex"), Tally{}
	c.count(v, 1,
		game.Event{Kind: game.EventShot, Slot: 0, What: 1}, // three at once
		game.Event{Kind: game.EventShot, Slot: 0},
		game.Event{Kind: game.EventShot, Slot: 0, What: 3}, // a mine is not aimed
		game.Event{Kind: game.EventHit, Slot: 1, By: 0, What: 1},
		game.Event{Kind: game.EventBlock, Slot: 1, By: 0, What: 0},
		game.Event{Kind: game.EventHit, Slot: 1, By: 0, What: 3},
		game.Event{Kind: game.EventHit, Slot: 1, By: 0, What: game.BlastWeapon},
		game.Event{Kind: game.EventPickup, Slot: 0, By: 0},
		game.Event{Kind: game.EventBlast, Slot: 0, By: 0},
		kill(0, 0))
	want := game.SlotTally{Shots: 4, Hits: 2, Items: 1, Barrels: 1, Crashes: 1}
	got := c.Slots[0]
	got.Classes, got.Weapons = want.Classes, want.Weapons // tested in package game
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := c.Accuracy(0) + c.Accuracy(1); got != "50%" {
		t.Errorf("got %q", got)
	}
}

func TestAStreakEndsWithADeath(t *testing.T) {
	v, c := playtest.View("Nova", "Rex", "Vega"), Tally{}
	c.count(v, 1, kill(0, 1), kill(0, 2), kill(0, 1), kill(1, 0), kill(0, 2))
	if got := c.Slots[0]; got.LongestStreak != 3 || got.Streak != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestRevengeIsOnTheKillerInTime(t *testing.T) {
	v, c := playtest.View("Nova", "Rex", "Vega"), Tally{}
	c.count(v, 1, kill(1, 0))
	c.count(v, 2, kill(0, 2))
	if c.Slots[0].Avenged != 0 {
		t.Error("it was taken on another")
	}
	c.count(v, 1+game.RevengeTime, kill(0, 1))
	if c.Slots[0].Avenged != 1 {
		t.Error("it was in time")
	}
	c.count(v, 5000, kill(1, 0))
	c.count(v, 5001+game.RevengeTime, kill(0, 1))
	if c.Slots[0].Avenged != 1 {
		t.Error("it was too late")
	}
}

func TestATeamMateIsNoKill(t *testing.T) {
	v, c := playtest.View("Nova", "Rex"), Tally{}
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 1
	c.count(v, 1, kill(0, 1), game.Event{Kind: game.EventHit, Slot: 1, By: 0})
	if got := c.Slots[0]; got.Streak != 0 || got.Hits != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestTallyRestartsWithAMatchAndWithAPilot(t *testing.T) {
	v, c := playtest.View("Nova", "Rex"), Tally{}
	c.count(v, 1, kill(0, 1), kill(1, 0))
	v.Roster[1].ID = 9 // another pilot is there now
	c.count(v, 2)
	if c.Slots[1].LongestStreak != 0 || c.Slots[0].LongestStreak != 1 {
		t.Errorf("another pilot: got %+v", c.Slots[:2])
	}
	v.World.Started = 5000
	c.count(v, 5000)
	if c.Slots[0].LongestStreak != 0 {
		t.Errorf("another match: got %+v", c.Slots[0])
	}
}

func TestTallyKnowsWhetherItSawAll(t *testing.T) {
	v, c := playtest.View("Nova"), Tally{}
	v.Lag.Keyframes = 1
	c.count(v, seenAll)
	if c.Partly {
		t.Error("it was there from the beginning")
	}
	v.Lag.Keyframes = 2
	c.count(v, 5000)
	if !c.Partly {
		t.Error("a keyframe hid what came before it")
	}
	late := Tally{}
	late.count(v, seenAll+1)
	if !late.Partly {
		t.Error("it came late")
	}
}
