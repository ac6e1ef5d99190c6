package net

import (
	"testing"

	"dogfight/proto"
)

func TestTellingWhatHasChangedAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s, _ := crowd(t)
	p, on, told := s.pilots[3], false, 0
	if n := testing.AllocsPerRun(100, func() {
		on = !on
		p.set(proto.Ready, on)
		s.stale = true
		s.pass(rosterPause)
		told += len(s.told.changes.List)
	}); n != 0 {
		t.Errorf("%v allocations in %d ticks", n, rosterPause)
	}
	if told < 90 {
		t.Errorf("only %d changes were told of", told)
	}
}

func TestIDsBeginAnewWithoutTakingAnybodys(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	var c crew
	first := c.enter("Ann", 0)
	for range 1<<16 + 1000 {
		p := c.enter("Bo", 0)
		if p.ID == 0 || p.ID == proto.Notice || p.ID == first.ID {
			t.Fatalf("one has the id %d, another %d", p.ID, first.ID)
		}
		c.leave(p)
	}
}

func TestAMatchHasRoomFor256PeopleAndABotInEachShip(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Setup: expanse(t), Bots: 64})
	var all []*nuisance
	for n := range proto.MaxPeople + 3 {
		all = append(all, &nuisance{thin: thin{stage: s, joined: true}, number: n, says: mobs["quiet"]}) // who spectate
		s.admit(all[n])
	}
	s.pass(60)
	if people := s.players(); people != proto.MaxPeople || len(s.pilots) != proto.MaxPilots {
		t.Errorf("%d people, %d pilots", people, len(s.pilots))
	}
	if len(s.told.pilots) != proto.MaxPilots {
		t.Errorf("of %d was told", len(s.told.pilots))
	}
	if m, err := proto.Parse(s.told.forNewcomer(&s.pilots[0].Pilot).Append(nil)); err != nil || len(m.(*proto.Roster).Pilots) != proto.MaxPilots {
		t.Errorf("the longest roster: %v", err)
	}
}
