package net

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// poll is a vote of players on a motion, as a value. The zero poll is none.
type poll struct {
	number uint16
	motion proto.Motion // proto.NoMotion: no vote
	text   string       // describes the motion
	endsAt game.Tick
	votes  []castVote // newest last, one a voter
}

type castVote struct {
	voter
	yes bool
}

const (
	// pollTime is how long players may vote.
	pollTime = 30 * game.TickRate
	// voterAfter is how long a player must have had a ship before voting: longer than pollTime, so that joining to vote on a motion under
	// way is useless.
	//
	voterAfter = 60 * game.TickRate
	// idleVoter is how long a player may press nothing before a vote no longer waits for them.
	idleVoter = 60 * game.TickRate
	// A motion passes with pollPart of pollWhole of those present. A kick takes at least minKickVotes: the caller and two others.
	pollPart, pollWhole = 3, 5
	minKickVotes        = 3
)

// voter identifies a player in a poll. Players of one address, or with one key, are one voter, as it costs nothing to be several of them.
type voter struct {
	Pilot uint16
	Keys  []string
	Site  netip.Prefix // invalid if many may share it, or for none
	idle  bool         // has pressed nothing for idleVoter
}

// voterOf returns the voter of a player with the given keys.
func voterOf(p *pilot, keys []string) voter {
	v := voter{Pilot: p.ID, Keys: keys, Site: link.SiteOf(p.Address)}
	if v.Site.Addr().IsLoopback() { // tunnels and proxies end here
		v.Site = netip.Prefix{}
		if len(keys) == 0 {
			v.Keys = []string{"somebody on this machine"} // any number of players
		}
	}
	return v
}

// is reports whether two voters may be one person.
func (v *voter) is(other *voter) bool {
	return v.Pilot != 0 && v.Pilot == other.Pilot || v.Site.IsValid() && v.Site == other.Site ||
		slices.ContainsFunc(v.Keys, func(key string) bool { return slices.Contains(other.Keys, key) })
}

// cast stores a vote, in place of the voter's former one.
func (p *poll) cast(v voter, yes bool) {
	p.votes = slices.DeleteFunc(p.votes, func(c castVote) bool { return c.Pilot == v.Pilot })
	p.votes = append(p.votes, castVote{v, yes})
}

// pollCount is the result of counting a poll.
type pollCount struct {
	yes, no, present, needed int // persons
	idle                     int // persons not counted as present because they are idle
	heads, headsFor          int // players, without joining them to persons
}

// passed reports whether enough are in favour. Before the end, idle players count, as they may still vote. With two players or more, two
// must be in favour: a household is one person here, and one of its players must not decide for both.
func (s pollCount) passed(atEnd bool) bool {
	needed := s.needed
	if !atEnd {
		needed = max(needed, partOf(s.present+s.idle))
	}
	return s.yes >= needed && s.headsFor >= min(s.heads, 2)
}

// failed reports whether there can no longer be enough in favour.
func (s pollCount) failed() bool { return s.present+s.idle-s.no < s.needed }

// partOf returns how many votes of so many persons are enough.
func partOf(persons int) int { return (persons*pollPart + pollWhole - 1) / pollWhole }

// count counts the votes of present voters. Voters that may be one person have one vote, the last cast. Idle persons without a vote are not
// counted, except for a kick.
func (p *poll) count(present []voter) (s pollCount) {
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
		s.needed = max(s.needed, minKickVotes)
	}
	return s
}

// headsFor counts a person's players in favour.
func (p *poll) headsFor(person []voter) int {
	return countIf(person, func(v voter) bool {
		return slices.ContainsFunc(p.votes, func(c castVote) bool { return c.Pilot == v.Pilot && c.yes })
	})
}

func (p *poll) voteOf(person []voter) (yes, voted bool) {
	for _, c := range slices.Backward(p.votes) {
		if slices.ContainsFunc(person, func(v voter) bool { return v.is(&c.voter) }) {
			return c.yes, true
		}
	}
	return false, false
}

// persons groups voters that may be one person, directly or by way of others.
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

// pollRules limit how often votes are called, and keep kicked players away.
type pollRules struct {
	next    game.Tick  // when the next vote may be called
	callers []timedOut // of recent votes
	kicked  []timedOut
}

// timedOut is a voter with a ban until a tick.
type timedOut struct {
	voter
	Until game.Tick
}

const (
	// pollPause is the pause after a vote, and callerPause the pause between two votes called by one player.
	pollPause   = 20 * game.TickRate
	callerPause = 3 * 60 * game.TickRate
	// kickedFor is how long a kicked player stays away.
	kickedFor = 10 * 60 * game.TickRate
	// maxKicked bounds pollRules.kicked.
	maxKicked = 256
)

// mayCall returns how long a player has to wait before calling a vote.
func (r *pollRules) mayCall(v voter, now game.Tick) (wait game.Tick) {
	if r.next > now {
		wait = r.next - now
	}
	return max(wait, remaining(r.callers, &v, now))
}

// called notes that a player has called a vote.
func (r *pollRules) called(v voter, now game.Tick) {
	r.callers = slices.DeleteFunc(r.callers, func(t timedOut) bool { return t.Until <= now })
	r.callers = append(r.callers, timedOut{v, now + callerPause})
}

// ended notes that a vote has ended.
func (r *pollRules) ended(now game.Tick) { r.next = now + pollPause }

// kick keeps a player away.
func (r *pollRules) kick(v voter, now game.Tick) {
	r.kicked = slices.DeleteFunc(r.kicked, func(t timedOut) bool { return t.Until <= now })
	if len(r.kicked) >= maxKicked {
		r.kicked = slices.Delete(r.kicked, 0, 1)
	}
	v.Pilot = 0 // another player may get it
	r.kicked = append(r.kicked, timedOut{v, now + kickedFor})
}

// waitOf returns how long a player must still stay away.
func (r *pollRules) waitOf(v voter, now game.Tick) game.Tick { return remaining(r.kicked, &v, now) }

// remaining returns the longest wait of entries that may be the voter.
func remaining(list []timedOut, v *voter, now game.Tick) (wait game.Tick) {
	for i := range list {
		if t := &list[i]; t.Until > now && t.is(v) {
			wait = max(wait, t.Until-now)
		}
	}
	return wait
}

func (ps *polls) save() savedVotes {
	return savedVotes{Off: ps.off, Next: ps.rules.next, Callers: ps.rules.callers, Kicked: ps.rules.kicked}
}

func (ps *polls) restore(s savedVotes) {
	ps.off = s.Off
	ps.rules = pollRules{next: s.Next, callers: s.Callers, kicked: s.Kicked}
}

// Motions is a set of motions, by bits.
type Motions uint8

const AllMotions Motions = 1<<(proto.MaxMotion+1) - 1<<proto.KickMotion

var motionNames = [proto.MaxMotion + 1]string{
	proto.KickMotion: "kick", proto.NextMotion: "next", proto.RestartMotion: "restart", proto.TeamsMotion: "teams",
}

// listMotions lists the names of all motions.
func listMotions() string { return strings.Join(motionNames[proto.KickMotion:], ", ") }

// Has reports whether the set has a motion.
func (m Motions) Has(motion proto.Motion) bool { return m&(1<<motion) != 0 }

// String lists the names, as ParseMotions reads them.
func (m Motions) String() string {
	var names []string
	for motion, name := range motionNames {
		if name != "" && m.Has(proto.Motion(motion)) {
			names = append(names, name)
		}
	}
	if names == nil {
		return "off"
	}
	return strings.Join(names, ",")
}

// ParseMotions reads names separated by commas, or "off" for none.
func ParseMotions(text string) (m Motions, err error) {
	if text == "off" {
		return 0, nil
	}
	for _, name := range strings.Split(text, ",") {
		motion, ok := motionNamed(strings.TrimSpace(name))
		if !ok {
			return 0, fmt.Errorf("must be some of %s with commas between them, or off, got %q", listMotions(), name)
		}
		m |= 1 << motion
	}
	return m, nil
}

func motionNamed(name string) (proto.Motion, bool) {
	i := slices.Index(motionNames[proto.KickMotion:], name)
	if i < 0 {
		return proto.NoMotion, false
	}
	return proto.KickMotion + proto.Motion(i), true
}
