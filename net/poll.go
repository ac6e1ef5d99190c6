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

// poll is a vote of players on a motion, as a value: it knows who is there by what it is told, and nothing of what it is about. The zero poll
// is none.
type poll struct {
	number uint16
	motion proto.Motion // proto.NoMotion: nothing is voted on
	text   string       // what it is about
	endsAt game.Tick
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
	voterAfter = 60 * game.TickRate
	// idleVoter is for how long a player pressed nothing who is not waited for.
	idleVoter = 60 * game.TickRate
	// A motion passes with pollPart of pollWhole of those present, and nobody is thrown out by fewer than leastToKick: the caller
	// and two others.
	pollPart, pollWhole = 3, 5
	minKickVotes        = 3
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
type pollCount struct {
	yes, no, present, needed int // of persons
	idle                     int // persons who are not among the present, for they have pressed nothing for long
	heads, headsFor          int // players, as they come
}

// passed reports whether enough are for it, at its end or before. Who has pressed nothing for long may still come back and vote until then.
// Where there are two players, two are for it: those of one household are one person here, and one of them is not to decide for both.
func (s pollCount) passed(atEnd bool) bool {
	needed := s.needed
	if !atEnd {
		needed = max(needed, partOf(s.present+s.idle))
	}
	return s.yes >= needed && s.headsFor >= min(s.heads, 2)
}

// failed reports whether there cannot be enough any more.
func (s pollCount) failed() bool { return s.present+s.idle-s.no < s.needed }

// partOf returns how many of so many are enough.
func partOf(persons int) int { return (persons*pollPart + pollWhole - 1) / pollWhole }

// count counts the votes of those who are present and may vote. All who may be one person have one vote, the last that one of them cast. Who
// has pressed nothing for long and does not vote is not counted, but for a kick.
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

// pollRules keep players from calling votes all the time, and those away who were voted out.
type pollRules struct {
	next    game.Tick  // when anybody may call a vote again
	callers []timedOut // who called one lately
	kicked  []timedOut // who may not come in
}

// timedOut is who may not do something until a tick.
type timedOut struct {
	voter
	until game.Tick
}

const (
	// pollPause is how long after a vote the next may be called, and callerPause how long after one of their own a player may call another.
	pollPause   = 20 * game.TickRate
	callerPause = 3 * 60 * game.TickRate
	// kickedFor is how long who was voted out may not come back.
	kickedFor = 10 * 60 * game.TickRate
	// mostKicked bounds how many are remembered.
	maxKicked = 256
)

// mayCall returns how long a player has to wait until they may call a vote.
func (r *pollRules) mayCall(v voter, now game.Tick) (wait game.Tick) {
	if r.next > now {
		wait = r.next - now
	}
	return max(wait, remaining(r.callers, &v, now))
}

// called notes that a player has called a vote.
func (r *pollRules) called(v voter, now game.Tick) {
	r.callers = slices.DeleteFunc(r.callers, func(t timedOut) bool { return t.until <= now })
	r.callers = append(r.callers, timedOut{v, now + callerPause})
}

// ended notes that a vote is over.
func (r *pollRules) ended(now game.Tick) { r.next = now + pollPause }

// kick keeps a player away.
func (r *pollRules) kick(v voter, now game.Tick) {
	r.kicked = slices.DeleteFunc(r.kicked, func(t timedOut) bool { return t.until <= now })
	if len(r.kicked) >= maxKicked {
		r.kicked = slices.Delete(r.kicked, 0, 1)
	}
	v.id = 0 // which another may get
	r.kicked = append(r.kicked, timedOut{v, now + kickedFor})
}

// away returns how long a player must still stay away.
func (r *pollRules) waitOf(v voter, now game.Tick) game.Tick { return remaining(r.kicked, &v, now) }

// remaining returns how long the last of those who may be the voter has still to wait.
func remaining(list []timedOut, v *voter, now game.Tick) (wait game.Tick) {
	for i := range list {
		if t := &list[i]; t.until > now && t.is(v) {
			wait = max(wait, t.until-now)
		}
	}
	return wait
}

func (ps *polls) save() savedVotes {
	return savedVotes{Off: ps.off, Next: ps.rules.next, Callers: saveVoters(ps.rules.callers), Kicked: saveVoters(ps.rules.kicked)}
}

func (ps *polls) restore(s savedVotes) {
	ps.off = s.Off
	ps.rules = pollRules{next: s.Next, callers: restoreVoters(s.Callers), kicked: restoreVoters(s.Kicked)}
}

func saveVoters(list []timedOut) (saved []savedVoter) {
	for _, t := range list {
		saved = append(saved, savedVoter{t.id, t.keys, t.site, t.until})
	}
	return saved
}

func restoreVoters(saved []savedVoter) (list []timedOut) {
	for _, s := range saved {
		list = append(list, timedOut{voter{id: s.Pilot, keys: s.Keys, site: s.Site}, s.Until})
	}
	return list
}

// Motions are some of what players may vote on, by bits.
type Motions uint8

// AllMotions are all of them.
const AllMotions Motions = 1<<(proto.MaxMotion+1) - 1<<proto.KickMotion

// motionNames are what motions are called where they are typed.
var motionNames = [proto.MaxMotion + 1]string{
	proto.KickMotion: "kick", proto.NextMotion: "next", proto.RestartMotion: "restart", proto.TeamsMotion: "teams",
}

// MotionNames lists the names of all.
func MotionNames() string { return strings.Join(motionNames[proto.KickMotion:], ", ") }

// Has reports whether a motion is among them.
func (m Motions) Has(motion proto.Motion) bool { return m&(1<<motion) != 0 }

// String lists them by name, as ParseMotions reads them.
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

// ParseMotions reads names with commas between them, or "off" for none.
func ParseMotions(text string) (m Motions, err error) {
	if text == "off" {
		return 0, nil
	}
	for _, name := range strings.Split(text, ",") {
		motion, ok := motionNamed(strings.TrimSpace(name))
		if !ok {
			return 0, fmt.Errorf("must be some of %s with commas between them, or off, got %q", MotionNames(), name)
		}
		m |= 1 << motion
	}
	return m, nil
}

func motionNamed(name string) (proto.Motion, bool) {
	for motion, known := range motionNames {
		if known != "" && known == name {
			return proto.Motion(motion), true
		}
	}
	return proto.NoMotion, false
}
