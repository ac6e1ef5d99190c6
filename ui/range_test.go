package ui

import (
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play"
	"dogfight/ui/play/playtest"
)

// drill is a player on the range and what they are told.
type drill struct {
	*testing.T
	PracticeRange
	view  *net.View
	shown *play.Drill
}

func newDrill(t *testing.T) *drill { return &drill{T: t, view: playtest.View("Ann", "Target 1")} }

// sees lets a frame pass in which these things were decided.
func (d *drill) sees(decided ...game.Event) {
	d.view.Decided = decided
	d.shown = d.See(d.view)
}

func (d *drill) reads(score, note string) {
	d.Helper()
	if d.shown == nil || d.shown.Score != score || d.shown.Note != note {
		d.Errorf("expected %q, %q\nfound %+v", score, note, d.shown)
	}
}

func shot(by, what uint8) game.Event {
	return game.Event{Kind: game.EventShot, Slot: by, By: by, What: what}
}

func hit(of, by, what, hp uint8) game.Event {
	return game.Event{Kind: game.EventHit, Slot: of, By: by, What: what, HP: hp}
}

func TestShotsHitsAndDamageAreToldOfTheGunThatIsFlown(t *testing.T) {
	d := newDrill(t)
	d.sees()
	d.reads("Cannon: 0 of 0 hit (0%), damage 0, 0.0 a second", "0 shot down   c compare ships and guns")
	d.sees(shot(0, 0), shot(0, 0), shot(0, 0), hit(1, 0, 0, 1))
	d.reads("Cannon: 1 of 3 hit (33%), damage 1, 0.2 a second", "0 shot down   c compare ships and guns")
	d.view.World.Ships[0].Weapon = 1
	d.sees(shot(0, 1), hit(1, 0, 1, 1), hit(1, 0, 1, 1), game.Event{Kind: game.EventKill, Slot: 1, By: 0, What: 1})
	d.reads("Spread: 2 of 3 hit (66%), damage 2, 0.6 a second", "1 shot down   c compare ships and guns")
}

func TestOnlyWhatThePlayerDoesCounts(t *testing.T) {
	d := newDrill(t)
	d.sees(shot(1, 0), hit(0, 1, 0, 1), hit(0, 0, 0, 1), hit(1, 0, game.BlastWeapon, 2),
		game.Event{Kind: game.EventKill, Slot: 0, By: 0}, game.Event{Kind: game.EventKill, Slot: 0, By: 1})
	d.reads("Cannon: 0 of 0 hit (0%), damage 0, 0.0 a second", "0 shot down   c compare ships and guns")
}

func TestDamageASecondIsThatOfTheLastFiveSeconds(t *testing.T) {
	d := newDrill(t)
	for _, c := range []struct {
		seconds game.Tick
		hp      uint8
		told    string
	}{{0, 5, "damage 5, 1.0 a second"}, {2, 10, "damage 15, 3.0 a second"}, {3, 0, "damage 15, 2.0 a second"}, {2, 0, "damage 15, 0.0 a second"}, {600, 1, "damage 16, 0.2 a second"}} {
		d.view.World.Tick += c.seconds * game.TickRate
		if d.sees(); c.hp > 0 {
			d.sees(shot(0, 0), hit(1, 0, 0, c.hp))
		}
		if got := d.shown.Score; got[len(got)-len(c.told):] != c.told {
			t.Errorf("%d s later: %q, expected %q", c.seconds, got, c.told)
		}
	}
}

func TestNothingIsToldWithoutAShip(t *testing.T) {
	d := newDrill(t)
	d.view.Me = -1
	if d.sees(); d.shown != nil {
		t.Errorf("told %+v", d.shown)
	}
}
