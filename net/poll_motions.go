package net

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/proto"
)

// carryOut carries out the motion of a vote that passed.
func (h *Host) carryOut(ps *polls) {
	m := &h.match
	switch ps.motion {
	case proto.KickMotion:
		h.throwOutVoted(ps)
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

// throwOutVoted throws out whom players have voted out, with all who play by the same key.
func (h *Host) throwOutVoted(ps *polls) {
	h.polls.rules.kick(ps.known, h.match.World.Tick)
	for _, p := range slices.Clone(h.match.pilots) {
		same := p.Identity != "" && slices.Contains(ps.known.keys, p.Identity)
		if p == ps.target || same {
			h.throwOut(p, votedOutText(kickedFor))
		}
	}
}

// restart plays the match from its beginning. What was played of it is told as a match that was not finished.
func (m *liveMatch) restart() {
	m.conclude(false)
	m.startRound(m.Setup)
	if m.Setup.Lobby {
		m.order(game.OrderStart)
	}
}

// shuffleTeams puts players into teams by chance, of which none has more than one player more than another, and bots where pilots are missing.
// Who is in space changes when they next are not.
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

// candidateOf returns the match that players mean by MODE:ARENA, MODE or :ARENA. It is one of those of this program or of the rotation: what
// other files there are is the operator's business.
func (m *liveMatch) candidateOf(what string) (Candidate, error) {
	turn, err := ParseTurn(what)
	if err != nil {
		return Candidate{}, err
	}
	if strings.HasPrefix(strings.TrimSpace(what), ":") {
		turn.Mode = m.Setup.Mode
	}
	o, round := m.coming()
	arenas := o.Arenas(turn.Mode)
	if turn.Arena == "" && len(arenas) > 0 {
		arena := arenas[max(round, 0)%len(arenas)]
		return Candidate{Title: arena.Name, Arena: arena.Name, Mode: turn.Mode}, nil
	}
	for _, arena := range m.playable(o, turn.Mode) {
		if strings.EqualFold(arena, turn.Arena) {
			return Candidate{Title: arena, Arena: arena, Mode: turn.Mode}, nil
		}
	}
	turns, _ := o.Rotation.turns()
	for _, t := range turns {
		if t.Mode == turn.Mode && strings.EqualFold(t.Arena, turn.Arena) {
			return m.candidateIn(o, t)
		}
	}
	return Candidate{}, fmt.Errorf("%s cannot be played in %q: try one of %s", turn.Mode.Name(), turn.Arena, strings.Join(m.playable(o, turn.Mode), ", "))
}

// playable returns the names of the arenas of this program in which a mode can be played.
func (m *liveMatch) playable(o *MatchOptions, mode game.Mode) (names []string) {
	for _, arena := range assets.Arenas() {
		if mode.Plays(arena, o.teamsIn(mode)) == nil {
			names = append(names, arena.Name)
		}
	}
	return names
}

func (m *liveMatch) candidateIn(o *MatchOptions, t Turn) (Candidate, error) {
	arena, err := o.arenaOf(t, 0)
	if err != nil {
		return Candidate{}, err
	}
	return Candidate{Title: arena.Name, Arena: t.Arena, Mode: t.Mode}, nil
}
