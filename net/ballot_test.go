package net

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// shortMatch is one that is soon over.
func shortMatch() *MatchOptions { return &MatchOptions{Time: 2 * time.Second, Bots: 2, Skill: 1} }

// toResults lets the players play until they all see a ballot.
func (m *testMatch) toResults(players ...*player) {
	m.t.Helper()
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(players, func(p *player) bool { return p.view == nil || p.view.Ballot == nil })
	}, players...)
}

// toNext lets them play until they all see the next match.
func (m *testMatch) toNext(players ...*player) {
	m.t.Helper()
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(players, func(p *player) bool {
			return p.view.Ballot != nil || p.view.World.Status == game.Closed
		})
	}, players...)
}

// tallyOf is how many want each choice, as a client was told.
func tallyOf(p *player) (votes []int) {
	for _, c := range p.view.Ballot.Choices {
		votes = append(votes, int(c.Votes))
	}
	return votes
}

func TestTheChoiceWithTheMostVotesIsPlayedNextAndTheTurnGoesOnAfterIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Options: shortMatch()})
		defer m.end()
		bad := m.dial(lossy.Conditions{Delay: 60 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05})
		a, b, c := newPlayer("A", m.pipe, 1), newPlayer("B", bad, 2), newPlayer("C", m.pipe, 3)
		eye := newPilot(ClientConfig{Dial: m.pipe, Name: "Eye", Spectate: true})
		all := []*player{a, b, c, eye}
		m.fly(time.Second, all...)
		if a.view.Ballot != nil {
			t.Error("there is a ballot in a match under way")
		}
		m.toResults(all...)
		choices := a.view.Ballot.Choices
		if len(choices) != 3 || choices[0].Mode != game.Deathmatch || choices[1].Mode == game.Deathmatch || choices[1].Arena == choices[0].Arena {
			t.Fatalf("expected another mode in another arena after what is next in turn, got %+v", choices)
		}
		a.Vote(1)
		b.Vote(2)
		c.Vote(3)
		eye.Vote(1)
		m.fly(time.Second, all...)
		c.Vote(2) // who changes their mind
		eye.Vote(1)
		m.fly(time.Second, all...)
		for _, p := range all {
			if got := tallyOf(p); !slices.Equal(got, []int{1, 2, 0}) {
				t.Errorf("%s sees the votes %v, expected 1, 2 and 0", p.conf.Name, got)
			}
		}
		if a.view.Ballot.Own != 1 || c.view.Ballot.Own != 2 || eye.view.Ballot.Own != 0 {
			t.Errorf("the own votes are said to be %d, %d and %d", a.view.Ballot.Own, c.view.Ballot.Own, eye.view.Ballot.Own)
		}
		m.toNext(all...)
		for _, p := range all {
			if s := p.view.Setup; s.Mode != choices[1].Mode || s.Arena.Name != choices[1].Arena {
				t.Errorf("%s plays %s in %s, expected %+v", p.conf.Name, s.Mode.Name(), s.Arena.Name, choices[1])
			}
		}
		m.toResults(all...)
		after, err := shortMatch().Setup(2)
		if first := a.view.Ballot.Choices[0]; err != nil || first.Arena != after.Arena.Name || first.Mode != game.Deathmatch {
			t.Errorf("after that %+v is next in turn, expected a deathmatch in %s", first, after.Arena.Name)
		}
		if got := tallyOf(a); !slices.Equal(got, []int{0, 0, 0}) || a.view.Ballot.Own != 0 {
			t.Errorf("the next ballot begins with %v", got)
		}
	})
}

func TestWithoutVotesTheArenasTakeTurns(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Options: shortMatch()})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		for round := 1; round < 4; round++ {
			m.toResults(p)
			m.toNext(p)
			want, err := shortMatch().Setup(round)
			if err != nil {
				t.Fatal(err)
			}
			if s := p.view.Setup; s.Arena.Name != want.Arena.Name || s.Mode != game.Deathmatch {
				t.Errorf("round %d: %s in %s, expected %s", round, s.Mode.Name(), s.Arena.Name, want.Arena.Name)
			}
		}
	})
}

// atResults returns a stage on which results stand, with so many players.
func atResults(t *testing.T, seed uint64, players int) (*stage, []*flier) {
	t.Helper()
	s := newStage(HostConfig{}, played{Options: shortMatch(), Seed: seed})
	var all []*flier
	for i := range players {
		all = append(all, s.flier(t, fmt.Sprint("Player ", i), "", proto.Token{}))
	}
	for s.OverAt == 0 {
		s.pass(1)
	}
	return s, all
}

// press lets n ticks pass in which these players are heard.
func (s *stage) press(n int, all ...*flier) {
	for range n {
		for _, f := range all {
			f.press()
		}
		s.pass(1)
	}
}

// vote says so and has it heard.
func (f *flier) vote(choice uint8) {
	f.say(&proto.Vote{Ballot: f.stage.Ballot.Number, Choice: choice})
	f.stage.pass(1)
}

func TestATieIsDecidedByTheMatchAndTheSameOnAnyHost(t *testing.T) {
	skipIfShort(t)
	won := map[bool]int{} // whether it was the second choice
	for seed := range uint64(20) {
		s, all := atResults(t, seed, 3)
		all[0].vote(2)
		all[1].vote(3)
		second, other := s.Ballot.Choices[1], resumed(s.value())
		here, there := s.nextSetup(), other.nextSetup()
		if here.Arena.Name != there.Arena.Name || here.Mode != there.Mode || s.Random != other.Random {
			t.Fatalf("seed %d: %s in %s, on another host %s in %s", seed, here.Mode.Name(), here.Arena.Name, there.Mode.Name(), there.Arena.Name)
		}
		won[here.Mode == second.Mode && here.Arena.Name == second.Title]++
	}
	if won[true] < 3 || won[false] < 3 {
		t.Errorf("of 20 ties %v were won", won)
	}
}

func TestWhereTheHostDecidesThereIsNothingToChoose(t *testing.T) {
	skipIfShort(t)
	fixed := newStage(HostConfig{}, played{Setup: testSetup(t)})
	fixed.orderIn(game.InProgress, game.OrderClose, nil)
	o := shortMatch()
	o.NoVotes = true
	pinned := newStage(HostConfig{}, played{Options: o})
	for choices, s := range []*stage{fixed, pinned} { // the second tells what comes next
		for s.OverAt == 0 {
			s.pass(1)
		}
		if s.Ballot.Count != choices {
			t.Errorf("there are %d choices, expected %d: %+v", s.Ballot.Count, choices, s.Ballot)
		}
	}
}

func TestAChangeOfTheHostsWhileResultsStandIsANewBallot(t *testing.T) {
	skipIfShort(t)
	s, all := atResults(t, 1, 2)
	all[0].vote(2)
	old := s.Ballot.Number
	s.change(MatchOptions{Mode: game.Teams, Arena: "duel", Bots: 2, Skill: 1, Time: time.Minute})
	if first := s.Ballot.Choices[0]; first.Title != "duel" || first.Mode != game.Teams || s.countVotes() != [3]uint8{} {
		t.Errorf("the first choice is %+v, the votes %v", first, s.countVotes())
	}
	all[1].say(&proto.Vote{Ballot: old, Choice: 3}) // was on its way
	s.pass(resultsTime + 1)
	if s.Setup.Arena.Name != "duel" || s.Setup.Mode != game.Teams {
		t.Errorf("%s in %s is played", s.Setup.Mode.Name(), s.Setup.Arena.Name)
	}
}
