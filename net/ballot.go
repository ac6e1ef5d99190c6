package net

import (
	"math/rand/v2"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// Ballot is what players may choose from while the results of a match stand, as plain data. The
// first choice is what the options have in turn: that is played unless another has more votes.
type Ballot struct {
	Number  uint16 // counts them, so that no vote is taken for one of another
	Count   int    // of the choices; 0 if there is nothing to choose
	Choices [proto.MaxChoices]Candidate
}

// Candidate is a match that may be played next.
type Candidate struct {
	Title string // of the arena
	Arena string // as the options call it
	Mode  game.Mode
}

// maxVotes is how many votes of a seat are counted in a ballot. The last one holds.
const maxVotes = 8

// openBallot lets players choose what is played next, if there is a choice.
func (m *liveMatch) openBallot() {
	m.closeBallot()
	o := &m.Options
	if m.Next != nil {
		o = m.Next
	}
	if m.Fixed && m.Next == nil || o.NoVotes {
		return
	}
	setup, err := m.setupOf(o, m.Round+1)
	if err != nil {
		return // and the last arena is played again
	}
	choices := append([]Candidate{{setup.Arena.Name, o.Arena, o.Mode}}, o.alternatives(setup.Arena.Name, rand.New(&m.Random))...)
	if len(choices) > 1 {
		m.Ballot.Number++
		m.Ballot.Count = copy(m.Ballot.Choices[:], choices)
	}
}

// alternatives returns what else may be played: one in another arena first, then those in another mode.
func (o *MatchOptions) alternatives(arena string, chance *rand.Rand) (list []Candidate) {
	arenas, err := o.suitableArenas()
	if err != nil {
		return nil
	}
	var same []Candidate
	for _, i := range chance.Perm(len(arenas)) {
		name := arenas[i].Name
		for _, mode := range game.Modes() {
			switch c := (Candidate{name, name, mode}); {
			case mode != o.Mode:
				list = append(list, c)
			case name != arena:
				same = append(same, c)
			}
		}
	}
	slices.Reverse(list) // so that these are not both in the same arena
	if len(same) > 0 {
		list = slices.Concat(same[:1], list, same[1:])
	}
	return list
}

// closeBallot forgets the choices and the votes.
func (m *liveMatch) closeBallot() {
	m.Ballot.Count = 0
	m.Ballot.Choices = [proto.MaxChoices]Candidate{}
	for _, p := range m.pilots {
		p.Vote, p.Votes = 0, 0
	}
}

// vote counts a player's vote, if it is one that may count.
func (m *liveMatch) vote(p *pilot, v *proto.Vote) {
	open := m.Ballot.Count > 0 && v.Ballot == m.Ballot.Number && int(v.Choice) <= m.Ballot.Count
	if open && p.seated() && p.Vote != v.Choice && p.Votes < maxVotes {
		p.Vote = v.Choice
		p.Votes++
	}
}

// countVotes returns how many want each choice.
func (m *liveMatch) countVotes() (votes [proto.MaxChoices]uint8) {
	for _, p := range m.seats {
		if p != nil && p.Vote > 0 {
			votes[p.Vote-1]++
		}
	}
	return votes
}

// elected returns the choice with the most votes, any one of several, and false if nobody voted or that
// is what would be played without a vote.
func (m *liveMatch) elected() (c Candidate, ok bool) {
	votes := m.countVotes()
	most := slices.Max(votes[:])
	var first []int
	for i, n := range votes[:m.Ballot.Count] {
		if n == most {
			first = append(first, i)
		}
	}
	if most == 0 || len(first) == 0 {
		return c, false
	}
	i := first[rand.New(&m.Random).IntN(len(first))]
	return m.Ballot.Choices[i], i > 0
}

// ballotState is what a client is told of a ballot, to be compared with what it was told last.
type ballotState struct {
	ballot Ballot
	votes  [proto.MaxChoices]uint8
	own    uint8
}

// ballotEvery is how often clients are told how votes stand.
const ballotEvery = game.TickRate / 4

// sendBallots tells the clients of the ballot, if there is one and they do not know.
func (h *Host) sendBallots() {
	now := ballotState{ballot: h.match.Ballot, votes: h.match.countVotes()}
	for _, p := range h.peers.all {
		if p.pilot == nil || p.leaving || now.ballot.Count == 0 {
			continue
		}
		if now.own = p.pilot.Vote; now != p.ballot {
			p.ballot = now
			p.say(now.message())
		}
	}
}

func (b *ballotState) message() *proto.Ballot {
	m := &proto.Ballot{Number: b.ballot.Number, Own: b.own}
	for i, c := range b.ballot.Choices[:b.ballot.Count] {
		m.Choices = append(m.Choices, proto.Choice{Arena: c.Title, Mode: c.Mode, Votes: b.votes[i]})
	}
	return m
}
