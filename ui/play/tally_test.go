package play

import (
	"testing"

	"dogfight/game"
	"dogfight/net"
)

func kill(by, whom uint8) game.Event { return game.Event{Kind: game.EventKill, Slot: whom, By: by} }

// told lets a tally hear what was decided at a tick.
func (t *tally) told(v *net.View, tick game.Tick, decided ...game.Event) {
	v.World.Tick, v.Decided = tick, decided
	t.note(v)
	v.Decided = nil
}

func TestTallyCountsDeeds(t *testing.T) {
	v, c := testView("Nova", "Rex"), tally{}
	c.told(v, 1,
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
	want := deeds{shots: 4, hits: 2, items: 1, barrels: 1, crashes: 1}
	if got := c.deeds[0]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := c.accuracy(0) + c.accuracy(1); got != "50%" {
		t.Errorf("got %q", got)
	}
}

func TestAStreakEndsWithADeath(t *testing.T) {
	v, c := testView("Nova", "Rex", "Vega"), tally{}
	c.told(v, 1, kill(0, 1), kill(0, 2), kill(0, 1), kill(1, 0), kill(0, 2))
	if got := c.deeds[0]; got.longest != 3 || got.streak != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestRevengeMustBeTakenOnTheKillerInTime(t *testing.T) {
	v, c := testView("Nova", "Rex", "Vega"), tally{}
	c.told(v, 1, kill(1, 0))
	c.told(v, 2, kill(0, 2))
	if c.deeds[0].avenged != 0 {
		t.Error("it was taken on another")
	}
	c.told(v, 1+revengeTime, kill(0, 1))
	if c.deeds[0].avenged != 1 {
		t.Error("it was in time")
	}
	c.told(v, 5000, kill(1, 0))
	c.told(v, 5001+revengeTime, kill(0, 1))
	if c.deeds[0].avenged != 1 {
		t.Error("it was too late")
	}
}

func TestATeamMateIsNoKill(t *testing.T) {
	v, c := testView("Nova", "Rex"), tally{}
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 1
	c.told(v, 1, kill(0, 1), game.Event{Kind: game.EventHit, Slot: 1, By: 0})
	if got := c.deeds[0]; got.streak != 0 || got.hits != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestTallyBeginsAnewWithAMatchAndWithAPilot(t *testing.T) {
	v, c := testView("Nova", "Rex"), tally{}
	c.told(v, 1, kill(0, 1), kill(1, 0))
	v.Roster[1].ID = 9 // another sits there now
	c.told(v, 2)
	if c.deeds[1].longest != 0 || c.deeds[0].longest != 1 {
		t.Errorf("another pilot: got %+v", c.deeds[:2])
	}
	v.World.Started = 5000
	c.told(v, 5000)
	if c.deeds[0].longest != 0 {
		t.Errorf("another match: got %+v", c.deeds[0])
	}
}

func TestTallyKnowsWhetherItSawAll(t *testing.T) {
	v, c := testView("Nova"), tally{}
	v.Lag.Keyframes = 1
	c.told(v, seenAll)
	if c.partly {
		t.Error("it was there from the beginning")
	}
	v.Lag.Keyframes = 2
	c.told(v, 5000)
	if !c.partly {
		t.Error("a keyframe hid what came before it")
	}
	late := tally{}
	late.told(v, seenAll+1)
	if !late.partly {
		t.Error("it came late")
	}
}
