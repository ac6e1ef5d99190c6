package net

import "dogfight/game"

// played is what a test's host plays: the same setup in each round, unless Next says
// otherwise or the options are changed.
type played struct {
	Setup             *game.Setup
	Next              func(round int) *game.Setup
	Arenas            map[string]*game.Setup // to change to, by what MatchOptions call the arena
	Bots, Fill, Skill int
	Seed              uint64
	Peaceful          bool
	Options           *MatchOptions // instead of all that: what players of the program choose
}

// host returns a host that plays that.
func (p played) host(conf HostConfig) *Host {
	if p.Options != nil {
		m, err := NewMatch(*p.Options, p.Seed)
		if err != nil {
			panic(err)
		}
		return NewHost(conf, m)
	}
	m := FixedMatch(p.Setup, MatchOptions{Bots: p.Bots, Fill: p.Fill, Skill: p.Skill}, p.Seed)
	m.Fixed, m.Peaceful = p.Next == nil, p.Peaceful
	h := NewHost(conf, m)
	h.match.setupOf = func(o *MatchOptions, round int) (*game.Setup, error) {
		if p.Next != nil {
			return p.Next(round), nil
		}
		return p.Arenas[o.Arena], nil
	}
	return h
}
