package net

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

func TestANameChangesOnceInThreeSecondsAndTheNewestCounts(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	p := s.pilots[len(s.pilots)-1]
	s.requestName(p, "Ann")
	if p.Name != "Ann" {
		t.Errorf("the first change waits: he is called %q", p.Name)
	}
	changed := []game.Tick{s.World.Tick}
	for n, was := 0, p.Name; n < 10*game.TickRate; n++ {
		s.requestName(p, fmt.Sprint("Ann ", n))
		s.pass(1)
		if p.Name != was {
			changed, was = append(changed, s.World.Tick), p.Name
		}
	}
	for i := range changed[1:] {
		if pause := changed[i+1] - changed[i]; pause < renameEvery || pause > renameEvery+2 {
			t.Errorf("he changed his name after %d ticks", pause)
		}
	}
	s.pass(renameEvery)
	if want := fmt.Sprint("Ann ", 10*game.TickRate-1); p.Name != want || len(changed) != 4 || s.renaming != 0 {
		t.Errorf("in the end he is called %q, not %q; it changed at %v", p.Name, want, changed)
	}
	for _, told := range all[0].notices {
		if strings.Contains(told, "name") {
			t.Errorf("he was told %q", told)
		}
	}
}

func TestWhoseNameIsRefusedInHisTurnIsTold(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	p := s.pilots[len(s.pilots)-1]
	if err := s.requestName(p, "34"); err == nil || p.Name == "34" {
		t.Errorf("at once: %v, he is called %q", err, p.Name)
	}
	if err := s.requestName(p, "0.0.0.0/0"); err != nil {
		t.Errorf("it should wait: %v", err)
	}
	s.pass(renameEvery + 1)
	want := `you keep your name: must not read as a number or an address, got "0.0.0.0/0"`
	if told := all[0].notices; len(told) == 0 || told[len(told)-1] != want || p.Name != "nuisance 0" {
		t.Errorf("he is called %q and was told %q", p.Name, told)
	}
}

func TestWhoLeavesNoLongerWaitsForAName(t *testing.T) {
	s, _ := mob(t, 2, mobs["quiet"])
	for _, p := range s.pilots[len(s.pilots)-2:] {
		s.requestName(p, "Ann")
		s.requestName(p, "Bo")
		s.requestChoice(p)
		s.requestChoice(p)
	}
	s.release(s.peers.of(s.pilots[len(s.pilots)-1]), "leaves")
	s.pass(renameEvery + 1)
	if last := s.pilots[len(s.pilots)-1]; s.renaming != 0 || s.choosing != 0 || last.Name != "Bo" {
		t.Errorf("%d wait for a name and %d for a choice; who stayed is called %q", s.renaming, s.choosing, last.Name)
	}
}

func TestTheLastOfManyChoicesIsFlownAndFewAreOrdered(t *testing.T) {
	s, _ := mob(t, 1, mobs["quiet"])
	p := s.pilots[0]
	ordered := 0
	for n := range 2 * game.TickRate {
		s.Host.spawn(p, &proto.Spawn{Class: uint8(n % 2), Weapon: uint8(n % 3), Name: p.Asked})
		ordered += len(s.orders)
		s.pass(1)
	}
	s.pass(chooseEvery)
	last := 2*game.TickRate - 1
	ship := &s.World.Ships[p.Slot]
	if ship.NextClass != uint8(last%2) || ship.NextWeapon != uint8(last%3) {
		t.Errorf("class %d and weapon %d come next", ship.NextClass, ship.NextWeapon)
	}
	if most := 2*game.TickRate/chooseEvery + 1; ordered > most {
		t.Errorf("%d choices were ordered at once, expected %d at most", ordered, most)
	}
}
