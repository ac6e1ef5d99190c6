package net

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

func TestAFloodOfVotesCountsOnceAndIsToldFourTimesASecond(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Options: shortMatch()})
		defer m.end()
		a := newPlayer("A", m.pipe, 1)
		mob := []*player{newPlayer("B", m.pipe, 2), newPlayer("C", m.pipe, 3), newPlayer("D", m.pipe, 4)}
		all := append([]*player{a}, mob...)
		m.fly(time.Second, all...)
		m.toResults(all...)
		watch := m.raw()
		watch.join("Watcher")
		told, began := 0, time.Now()
		for n := uint8(0); time.Since(began) < 5*time.Second; n++ {
			for i, p := range mob {
				if n%2 == 0 { // 30 a second, each for something else
					p.Vote(1 + (n/2+uint8(i))%3)
				}
			}
			m.fly(tickTime(1), all...)
			for packet, ok := watch.Receive(nil); ok; packet, ok = watch.Receive(nil) {
				if message, _ := proto.Parse(packet.Bytes); message != nil && message.Type() == proto.BallotType {
					told++
				}
			}
		}
		sum := 0
		for _, n := range tallyOf(a) {
			sum += n
		}
		if sum != len(mob) {
			t.Errorf("three voters have %d votes: %v", sum, tallyOf(a))
		}
		if most := maxVotes*len(mob) + 1; told > most || told > 4*5+1 {
			t.Errorf("a spectator was told %d times", told)
		}
		for _, p := range mob {
			if p.view.Phase != Playing {
				t.Fatalf("%s was thrown out, so that this proves little: %v", p.conf.Name, p.view.Err)
			}
		}
		before := tallyOf(a)
		for _, p := range mob {
			for choice := range uint8(3) {
				p.Vote(choice + 1)
			}
		}
		m.fly(time.Second, all...)
		if got := tallyOf(a); !slices.Equal(got, before) {
			t.Errorf("after eight votes each they still change: %v, then %v", before, got)
		}
	})
}

func TestAVoteThatMayNotCountDoesNot(t *testing.T) {
	skipIfShort(t)
	s, all := atResults(t, 1, 3)
	number := s.Ballot.Number
	counts := func(what string, want ...uint8) {
		t.Helper()
		if got := s.countVotes(); !slices.Equal(got[:], want) {
			t.Errorf("%s: the votes are %v, expected %v", what, got, want)
		}
	}
	all[0].say(&proto.Vote{Ballot: number - 1, Choice: 2})
	all[0].say(&proto.Vote{Ballot: number + 1, Choice: 2})
	s.pass(1)
	counts("of another ballot", 0, 0, 0)

	spectator := s.flier(t, "Looker", "", proto.Token{})
	s.pass(1)
	s.unseat(s.byToken(spectator.welcome.Token))
	spectator.vote(2)
	counts("of one without a ship", 0, 0, 0)

	all[0].vote(2)
	all[0].vote(2)
	counts("twice the same", 0, 1, 0)
	all[1].vote(3)
	all[1].say(&proto.Bye{})
	s.pass(1)
	counts("of one who has left", 0, 1, 0)
	again := s.flier(t, "Player 1", "", proto.Token{})
	again.vote(3)
	again.vote(1)
	counts("of one who came again", 1, 1, 0)

	s.Ballot.Count = 2
	all[2].vote(3)
	counts("of what is no choice", 1, 1, 0)
	s.Ballot.Count = 3

	s.press(resultsTime, all[2])
	if s.World.Status != game.InProgress {
		t.Fatalf("status %d", s.World.Status)
	}
	all[2].say(&proto.Vote{Ballot: number, Choice: 2})
	s.pass(1)
	counts("after the results", 0, 0, 0)
	for s.OverAt == 0 {
		s.press(1, all[2])
	}
	all[2].say(&proto.Vote{Ballot: number, Choice: 2})
	s.pass(1)
	counts("of the ballot before", 0, 0, 0)
	all[2].vote(2)
	counts("of this one", 0, 1, 0)
}
