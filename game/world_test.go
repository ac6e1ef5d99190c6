package game

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// A World is saved, rolled back and compared as a value, and has the same
// numbers on every machine: nothing in it may point, allocate, round, or be as
// wide as the machine likes.
func TestWorldIsAPlainValue(t *testing.T) {
	checkPlain(t, "World", reflect.TypeFor[World]())
	t.Logf("a World has %d bytes", reflect.TypeFor[World]().Size())
}

func checkPlain(t *testing.T, name string, of reflect.Type) {
	switch of.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
	case reflect.Array:
		checkPlain(t, name+"[]", of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			checkPlain(t, name+"."+of.Field(i).Name, of.Field(i).Type)
		}
	default:
		t.Errorf("%s is a %s, expected an integer of fixed size", name, of)
	}
}

func TestNewWorldsOfOneSeedAreEqualAndOfAnotherDiffer(t *testing.T) {
	m := newTiny(t, "......", ".@....", "......", "...+o.")
	first, second, other := NewWorld(&m.setup, 8), NewWorld(&m.setup, 8), NewWorld(&m.setup, 9)
	if first != second {
		t.Error("two of seed 8 differ")
	}
	if first == other {
		t.Error("those of seeds 8 and 9 are equal")
	}
}

func TestChanceIsEven(t *testing.T) {
	w := World{Rand: 1}
	var drawn [7]int
	for range 7000 {
		drawn[w.Rand.Below(7)]++
	}
	for n, times := range drawn {
		if times < 850 || times > 1150 {
			t.Errorf("%d was drawn %d times of 7000, expected about 1000", n, times)
		}
	}
}

// checkCanonical fails when something that is not in use is not zero, or when
// a number is out of its range.
func checkCanonical(t rapid.TB, s *Setup, w *World) {
	if w.Rand == 0 || w.Status > Closed || w.TeamScores[0] != 0 || w.Started > w.Tick {
		t.Fatalf("status %d, started at %d of %d, chance %d, no team's score %d", w.Status, w.Started, w.Tick, w.Rand, w.TeamScores[0])
	}
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		if !canonicalShip(s, ship) {
			t.Fatalf("tick %d: ship %d: %+v", w.Tick, slot, *ship)
		}
		for k, shot := range w.Shots[slot] {
			if flies := ship.Live>>k&1 != 0; flies != (shot.Left > 0) || !flies && shot != (Shot{}) {
				t.Fatalf("tick %d: shot %d of ship %d flies: %t, is %+v", w.Tick, k, slot, flies, shot)
			}
		}
	}
	for i, b := range w.Barrels {
		placed := i < len(s.Arena.Barrels)
		if !placed && b != (Barrel{}) || placed && (b.HP > 0) == (b.Timer > 0) || b.HP == 0 && b != (Barrel{Timer: b.Timer}) {
			t.Fatalf("tick %d: barrel %d: %+v", w.Tick, i, b)
		}
	}
	for i, item := range w.Items {
		pad := i < len(s.Arena.Pads)
		if !pad && item.Kind == NoItem && item != (Item{}) || item.Kind >= ItemKinds || pad && (item.Kind != NoItem) == (item.Timer > 0) {
			t.Fatalf("tick %d: item %d: %+v", w.Tick, i, item)
		}
	}
}

func canonicalShip(s *Setup, ship *Ship) bool {
	if ship.State == Empty {
		return *ship == Ship{}
	}
	for _, a := range ship.Attackers {
		if a.Left == 0 && a != (Attacker{}) || a.Slot >= MaxShips {
			return false
		}
	}
	flying := ship.State == Flying
	return ship.State <= Dead && (ship.HP > 0) == flying && (flying || ship.atRest()) && s.HasTeam(ship.Team) &&
		ship.Input.Valid() && ship.Facing != Idle && ship.Facing < Courses &&
		int(max(ship.Class, ship.NextClass)) < len(s.Classes) && int(max(ship.Weapon, ship.NextWeapon)) < len(s.Weapons) &&
		(ship.Shield > 0) == (ship.Hits > 0)
}

// atRest reports whether a ship that is not in space has nothing that only one
// in space can have.
func (ship *Ship) atRest() bool {
	return ship.VX|ship.VY == 0 && ship.Cooldown|ship.Boost|ship.Protect|ship.Hits|ship.Extra|ship.Seekers|ship.Level == 0 &&
		ship.Shield|ship.Overdrive|ship.Cloak == 0 && ship.Attackers == [attackers]Attacker{}
}
