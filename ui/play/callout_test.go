package play

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

// hitOn is a hit on a slot.
func hitOn(slot, by, hp uint8, x, y int32) game.Event {
	return game.Event{Kind: game.EventHit, Slot: slot, By: by, HP: hp, X: playtest.Unit(x), Y: playtest.Unit(y)}
}

func TestWhatAHitTookStandsAtTheShipThatLostIt(t *testing.T) {
	for _, o := range []Options{{}, {FewerBytes: true}, {Mode: canvas.ASCII}, {ReducedMotion: true}} {
		v, s, term := amid("Nova", "Rex", "Vega"), New(o), newTerminal(t, 80, 24)
		v.Events = []game.Event{hitOn(1, 0, 3, 1640, 1600)}
		show(s, term, v, playtest.Noon)
		v.Events = nil
		f := s.frame()
		s.lay(&f)
		x, y := f.Sheet.Cell(f.Space.LocateShip(1))
		if got := term.patch(x-4, y-5, 9, 3); !contains(got, "-3") {
			t.Errorf("%+v: over the ship there is %s", o, got)
		}
		show(s, term, v, playtest.Noon.Add(time.Second))
		term.hides(t, "-3")
	}
}

func TestTheShotsOfAFanAreToldAsOne(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{hitOn(1, 0, 1, 1640, 1600), hitOn(1, 0, 1, 1640, 1600), hitOn(1, 0, 1, 1640, 1600)}
	show(s, term, v, playtest.Noon)
	term.shows(t, "-3")
	term.hides(t, "-1")
}

func TestHitsOfOthersAreNotToldAndNoneAreWithoutNumbers(t *testing.T) {
	v, s, term := amid("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{hitOn(1, 2, 3, 1640, 1600)}
	show(s, term, v, playtest.Noon)
	term.hides(t, "-3")
	s = New(Options{NoDamageNumbers: true})
	v.Events = []game.Event{hitOn(1, 0, 3, 1640, 1600), hitOn(0, 1, 2, 1600, 1600)}
	show(s, term, v, playtest.Noon)
	term.hides(t, "-3", "-2")
}

func TestAHitThatAShieldKeptOffIsToldAsBlocked(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{NoDamageNumbers: true}), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventBlock, Slot: 1, By: 0, X: playtest.Unit(1640), Y: playtest.Unit(1600)}}
	show(s, term, v, playtest.Noon)
	term.shows(t, "blocked")
}

func TestAPickUpIsNamedWhereItLayWithWhatItGave(t *testing.T) {
	for _, c := range []struct {
		item game.ItemKind
		hp   uint8
		want string
	}{
		{game.HPPlusThree, 3, "+3 hp"}, {game.HPPlusThree, 2, "+2 hp"}, {game.HPPlusOne, 1, "+1 hp"}, {game.AmmoPlusOne, 0, "+1 ammo"},
		{game.ShieldItem, 0, "shield"}, {game.OverdriveItem, 0, "overdrive"}, {game.OrbItem, 0, "+1 point"},
	} {
		v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		got := game.Event{Kind: game.EventPickup, Slot: 0, By: 0, What: uint8(c.item), HP: c.hp, X: playtest.Unit(1600), Y: playtest.Unit(1600)}
		v.Events = []game.Event{got}
		show(s, term, v, playtest.Noon)
		term.shows(t, c.want)
		s, got.Slot, got.By = New(Options{}), 1, 1
		v.Events = []game.Event{got}
		show(s, term, v, playtest.Noon)
		term.hides(t, c.want) // another's
	}
}

func TestTheLastShotIsToldOnceUntilTheGunWasFullAgain(t *testing.T) {
	v, s, term := amid("Nova"), New(Options{}), newTerminal(t, 80, 24)
	own, now := &v.World.Ships[0], playtest.Noon
	told := func(flying uint8) bool {
		own.Live, now = flying, now.Add(time.Second)
		show(s, term, v, now)
		return contains(term.text(), "last ammo")
	}
	for i, c := range []struct {
		flying uint8
		told   bool
	}{{0, false}, {0b1111, false}, {0b11111, true}, {0b1111, false}, {0b11111, false}, {0, false}, {0b11111, true}} {
		if got := told(c.flying); got != c.told {
			t.Errorf("step %d, shots %b: told %v", i, c.flying, got)
		}
	}
	own.Weapon = 2 // of which one shot flies at a time
	if told(0) || told(1) {
		t.Error("a gun of one shot is told to have fired its last")
	}
}

func TestAKillOfOnesOwnIsToldWhereTheShipWas(t *testing.T) {
	for _, c := range []struct {
		by   uint8
		mode game.Mode
		told bool
	}{{0, game.Deathmatch, true}, {2, game.Deathmatch, false}, {0, game.Teams, false}} {
		v, s, term := amid("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
		v.Setup.Mode = c.mode
		for i := range 3 {
			v.World.Ships[i].Team = uint8(c.mode) // in one team
		}
		v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: c.by, X: playtest.Unit(1640), Y: playtest.Unit(1600)}}
		show(s, term, v, playtest.Noon)
		if contains(term.text(), "kill") != c.told {
			t.Errorf("%+v: told %v", c, !c.told)
		}
	}
}
