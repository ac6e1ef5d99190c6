package net

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/proto"
)

// Ballot is the choice of the next match, which players have while results are shown. The first choice is the next by the options: it is
// played unless another has more votes.
type Ballot struct {
	Number  uint16 // so that no vote counts for another ballot
	Count   int    // of the choices; 1: no choice, 0: no ballot
	Choices [proto.MaxChoices]Candidate
}

// Candidate is a match that may be played next.
type Candidate struct {
	Title string // of the arena
	Arena string // as in MatchOptions
	Mode  game.Mode
	Round int // of the options' rotation; 0 for none
}

func (c Candidate) String() string { return c.Mode.Name() + " in " + c.Title }

// maxVotes is how often a player may vote in a ballot. The last vote counts.
const maxVotes = 8

// openBallot offers the choices of the next match; a single one is shown for information.
func (m *liveMatch) openBallot() {
	m.closeBallot()
	choices := m.candidates()
	if len(choices) > 0 {
		m.Ballot.Number++
		m.Ballot.Count = copy(m.Ballot.Choices[:], choices)
	}
}

// candidates returns the choices of the next match, the default first, or none if the last match is played again.
func (m *liveMatch) candidates() []Candidate {
	first, ok := m.nextCandidate()
	o, round := m.nextOptions()
	switch {
	case !ok:
		return nil
	case o.NoVotes, m.Picked.Title != "":
		return []Candidate{first}
	}
	return o.addOtherModes(o.addNextTurns([]Candidate{first}, round), m.Setup.Mode, rand.New(&m.Random))
}

// nextCandidate returns the match that is played without a vote: the operator's pick or the next by the options. It returns false if that
// is the last match again.
func (m *liveMatch) nextCandidate() (c Candidate, ok bool) {
	o, round := m.nextOptions()
	switch {
	case m.Picked.Title != "":
		return m.Picked, true
	case m.Fixed && m.Next == nil:
		return c, false
	}
	setup, err := m.setupOf(o, round)
	if err != nil {
		return c, false
	}
	return Candidate{Title: setup.Arena.Name, Arena: o.Arena, Mode: setup.Mode}, true
}

// addNextTurns adds the turns after the round in the options' rotation.
func (o *MatchOptions) addNextTurns(list []Candidate, round int) []Candidate {
	turns, _ := o.Rotation.turns()
	for i := 1; i < len(turns) && len(list) < proto.MaxChoices; i++ {
		turn, arena, err := o.turn(round + i)
		if err == nil && !offered(list, arena.Name, turn.Mode) {
			list = append(list, Candidate{arena.Name, turn.Arena, turn.Mode, round + i})
		}
	}
	return list
}

// addOtherModes adds modes that the list lacks, the last match's first, and then more of the same, each in another arena.
func (o *MatchOptions) addOtherModes(list []Candidate, last game.Mode, chance *rand.Rand) []Candidate {
	modes := game.Modes()
	chance.Shuffle(len(modes), func(i, k int) { modes[i], modes[k] = modes[k], modes[i] })
	modes = slices.Insert(modes, 0, last)
	for most := range proto.MaxChoices {
		for _, mode := range modes {
			if len(list) < proto.MaxChoices && countIf(list, func(c Candidate) bool { return c.Mode == mode }) <= most {
				list = o.addOtherArena(list, mode, chance)
			}
		}
	}
	return list
}

// addOtherArena adds a mode in an arena that is not in the list or, at least, not with that mode.
func (o *MatchOptions) addOtherArena(list []Candidate, mode game.Mode, chance *rand.Rand) []Candidate {
	arenas := o.Arenas(mode)
	order := chance.Perm(len(arenas))
	fresh := func(i int) bool {
		return !slices.ContainsFunc(list, func(c Candidate) bool { return c.Title == arenas[i].Name })
	}
	at := slices.IndexFunc(order, fresh)
	if at < 0 {
		at = slices.IndexFunc(order, func(i int) bool { return !offered(list, arenas[i].Name, mode) })
	}
	if at < 0 {
		return list
	}
	name := arenas[order[at]].Name
	return append(list, Candidate{Title: name, Arena: name, Mode: mode})
}

func offered(list []Candidate, title string, mode game.Mode) bool {
	return slices.ContainsFunc(list, func(c Candidate) bool { return c.Title == title && c.Mode == mode })
}

// closeBallot removes the choices and the votes.
func (m *liveMatch) closeBallot() {
	m.Ballot.Count = 0
	m.Ballot.Choices = [proto.MaxChoices]Candidate{}
	for _, p := range m.pilots {
		p.Vote, p.Votes = 0, 0
	}
}

// vote stores a player's vote, if it is valid.
func (m *liveMatch) vote(p *pilot, v *proto.Vote) {
	open := m.Ballot.Count > 1 && v.Ballot == m.Ballot.Number && int(v.Choice) <= m.Ballot.Count
	if open && p.seated() && p.Vote != v.Choice && p.Votes < maxVotes {
		p.Vote = v.Choice
		p.Votes++
	}
}

// countVotes returns the votes of each choice.
func (m *liveMatch) countVotes() (votes [proto.MaxChoices]uint8) {
	for _, p := range m.seats {
		if p != nil && p.Vote > 0 {
			votes[p.Vote-1]++
		}
	}
	return votes
}

// winner returns the choice with the most votes, a random one of equals. It returns false without votes or if the first choice won.
func (m *liveMatch) winner() (c Candidate, ok bool) {
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

// ballotState is the ballot as last sent to a client.
type ballotState struct {
	ballot Ballot
	votes  [proto.MaxChoices]uint8
	chosen uint8
}

// ballotEvery is how often votes are sent.
const ballotEvery = game.TickRate / 4

// sendBallots sends the ballot to clients that do not have it.
func (h *Host) sendBallots() {
	now := ballotState{ballot: h.match.Ballot, votes: h.match.countVotes()}
	for _, p := range h.peers.all {
		if p.pilot == nil || p.leaving || p.late || now.ballot.Count == 0 {
			continue
		}
		if now.chosen = p.pilot.Vote; now != p.ballot {
			p.ballot = now
			p.send(now.message())
		}
	}
	if now.chosen = 0; h.late != nil && now.ballot.Count > 0 && now != h.late.sentBallot {
		h.late.sentBallot = now
		h.late.queueMessage(h.match.World.Tick, nil, now.message().Append(nil))
	}
}

func (b *ballotState) message() *proto.Ballot {
	m := &proto.Ballot{Number: b.ballot.Number, Own: b.chosen}
	for i, c := range b.ballot.Choices[:b.ballot.Count] {
		m.Choices = append(m.Choices, proto.Choice{Arena: c.Title, Mode: c.Mode, Votes: b.votes[i]})
	}
	return m
}

// carryOut carries out a motion that passed.
func (h *Host) carryOut(ps *polls) {
	m := &h.match
	switch ps.motion {
	case proto.KickMotion:
		h.removeVotedOut(ps)
	case proto.TeamsMotion:
		m.shuffleTeams()
	case proto.RestartMotion:
		m.restart()
	case proto.NextMotion:
		if ps.next.Title != "" {
			m.Picked = ps.next
		}
		if m.World.Status == game.Waiting {
			m.startRound(m.nextSetup())
			return
		}
		m.order(game.OrderClose)
	}
}

// removeVotedOut removes the player that was voted out, and all players of the same key.
func (h *Host) removeVotedOut(ps *polls) {
	h.polls.rules.kick(ps.targetVoter, h.match.World.Tick)
	for _, p := range slices.Clone(h.match.pilots) {
		same := p.Identity != "" && slices.Contains(ps.targetVoter.Keys, p.Identity)
		if p == ps.target || same {
			h.remove(p, votedOutText(kickedFor))
		}
	}
}

// restart plays the match again from its beginning. Its result is published as of an unfinished match.
func (m *liveMatch) restart() {
	m.publishResult(false)
	m.startRound(m.Setup)
	if m.Setup.Lobby {
		m.order(game.OrderStart)
	}
}

// shuffleTeams assigns players to teams at random, as evenly as possible, and then bots. Ships in space change teams when they next are
// not.
func (m *liveMatch) shuffleTeams() {
	var players, bots []*pilot
	for _, p := range m.seats {
		switch {
		case p == nil:
		case p.isBot():
			bots = append(bots, p)
		default:
			players = append(players, p)
		}
	}
	chance := rand.New(&m.Random)
	chance.Shuffle(len(players), func(i, k int) { players[i], players[k] = players[k], players[i] })
	first := chance.IntN(m.Setup.PilotTeams())
	for i, p := range append(players, bots...) {
		p.Team = uint8((first+i)%m.Setup.PilotTeams()) + 1
		if ship := &m.World.Ships[p.Slot]; ship.State != game.Empty && ship.Team != p.Team {
			m.requestChoice(p)
		}
	}
	m.stale = true
}

// parseCandidate returns the match for MODE:ARENA, MODE or :ARENA. Only arenas of this program and of the rotation are allowed: other files
// are the operator's.
func (m *liveMatch) parseCandidate(what string) (Candidate, error) {
	turn, err := ParseTurn(what)
	if err != nil {
		return Candidate{}, err
	}
	if strings.HasPrefix(strings.TrimSpace(what), ":") {
		turn.Mode = m.Setup.Mode
	}
	o, round := m.nextOptions()
	arenas := o.Arenas(turn.Mode)
	if turn.Arena == "" && len(arenas) > 0 {
		arena := arenas[max(round, 0)%len(arenas)]
		return Candidate{Title: arena.Name, Arena: arena.Name, Mode: turn.Mode}, nil
	}
	var names []string
	for _, arena := range o.playable(turn.Mode) {
		if strings.EqualFold(arena.Name, turn.Arena) {
			return Candidate{Title: arena.Name, Arena: arena.Name, Mode: turn.Mode}, nil
		}
		names = append(names, arena.Name)
	}
	turns, _ := o.Rotation.turns()
	for _, t := range turns {
		if t.Mode == turn.Mode && strings.EqualFold(t.Arena, turn.Arena) {
			arena, err := o.arenaOf(t, 0)
			if err != nil {
				return Candidate{}, err
			}
			return Candidate{Title: arena.Name, Arena: t.Arena, Mode: t.Mode}, nil
		}
	}
	return Candidate{}, fmt.Errorf("%s cannot be played in %q: try one of %s", turn.Mode.Name(), turn.Arena, strings.Join(names, ", "))
}
