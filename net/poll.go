package net

import (
	"net/netip"
	"slices"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// poll is a vote of players on a motion, as a value: it knows who is there by what it is told, and nothing of what it is about. The zero poll
// is none.
type poll struct {
	number uint16
	motion proto.Motion // proto.NoMotion: nothing is voted on
	text   string       // what it is about
	until  game.Tick
	votes  []castVote // the newest last, one of a voter
}

// castVote is somebody's vote.
type castVote struct {
	voter
	yes bool
}

const (
	// pollTime is how long players may vote.
	pollTime = 30 * game.TickRate
	// settledAfter is how long a player has had a ship who may vote: longer than pollTime, so that nobody comes for a vote that is under way.
	settledAfter = 60 * game.TickRate
	// idleVoter is for how long a player pressed nothing who is not waited for.
	idleVoter = 60 * game.TickRate
	// A motion passes with pollPart of pollWhole of those present, and nobody is thrown out by fewer than leastToKick: the caller
	// and two others.
	pollPart, pollWhole = 3, 5
	leastToKick         = 3
)

// voter is who a player is to a poll. Players of one address, or with one key, are one voter: it costs nothing to be several of them.
type voter struct {
	id   uint16
	keys []string
	site netip.Prefix // not valid for one that many may share, or none
	idle bool         // of those present: has pressed nothing for long
}

// voterOf returns who a player is, who has these keys.
func voterOf(p *pilot, keys []string) voter {
	v := voter{id: p.ID, keys: keys, site: link.SiteOf(p.Address)}
	if v.site.Addr().IsLoopback() { // where tunnels and proxies end
		v.site = netip.Prefix{}
		if len(keys) == 0 {
			v.keys = []string{"somebody on this machine"} // who could be any number of players
		}
	}
	return v
}

// is reports whether two may be one person.
func (v *voter) is(other *voter) bool {
	return v.id != 0 && v.id == other.id || v.site.IsValid() && v.site == other.site ||
		slices.ContainsFunc(v.keys, func(key string) bool { return slices.Contains(other.keys, key) })
}

// cast notes a vote, in place of one that the voter has cast before.
func (p *poll) cast(v voter, yes bool) {
	p.votes = slices.DeleteFunc(p.votes, func(c castVote) bool { return c.id == v.id })
	p.votes = append(p.votes, castVote{v, yes})
}

// standing is how a poll stands.
type standing struct {
	yes, no, present, needed int // of persons
	idle                     int // persons who are not among the present, for they have pressed nothing for long
	heads, headsFor          int // players, as they come
}

// passed reports whether enough are for it, at its end or before. Who has pressed nothing for long may still come back and vote until then.
// Where there are two players, two are for it: those of one household are one person here, and one of them is not to decide for both.
func (s standing) passed(atEnd bool) bool {
	needed := s.needed
	if !atEnd {
		needed = max(needed, partOf(s.present+s.idle))
	}
	return s.yes >= needed && s.headsFor >= min(s.heads, 2)
}

// failed reports whether there cannot be enough any more.
func (s standing) failed() bool { return s.present+s.idle-s.no < s.needed }

// partOf returns how many of so many are enough.
func partOf(persons int) int { return (persons*pollPart + pollWhole - 1) / pollWhole }

// count counts the votes of those who are present and may vote. All who may be one person have one vote, the last that one of them cast. Who
// has pressed nothing for long and does not vote is not counted, but for a kick.
func (p *poll) count(present []voter) (s standing) {
	for _, person := range persons(present) {
		yes, voted := p.voteOf(person)
		idle := !slices.ContainsFunc(person, func(v voter) bool { return !v.idle })
		switch {
		case voted && yes:
			s.yes++
		case voted:
			s.no++
		case idle && p.motion != proto.KickMotion:
			s.idle++
			continue
		}
		s.present++
		s.heads += len(person)
		s.headsFor += p.headsFor(person)
	}
	s.needed = max(partOf(s.present), 1)
	if p.motion == proto.KickMotion {
		s.needed = max(s.needed, leastToKick)
	}
	return s
}

// headsFor returns how many of a person's players are for it.
func (p *poll) headsFor(person []voter) (n int) {
	for _, v := range person {
		if slices.ContainsFunc(p.votes, func(c castVote) bool { return c.id == v.id && c.yes }) {
			n++
		}
	}
	return n
}

// voteOf returns the last vote of a person.
func (p *poll) voteOf(person []voter) (yes, voted bool) {
	for _, c := range slices.Backward(p.votes) {
		if slices.ContainsFunc(person, func(v voter) bool { return v.is(&c.voter) }) {
			return c.yes, true
		}
	}
	return false, false
}

// persons puts those together who may be one person, also by way of a third.
func persons(all []voter) (groups [][]voter) {
	for _, v := range all {
		joined := []voter{v}
		groups = slices.DeleteFunc(groups, func(g []voter) bool {
			one := slices.ContainsFunc(g, func(other voter) bool { return other.is(&v) })
			if one {
				joined = append(joined, g...)
			}
			return one
		})
		groups = append(groups, joined)
	}
	return groups
}
