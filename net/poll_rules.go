package net

import (
	"slices"

	"dogfight/game"
)

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
	mostKicked = 256
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
	if len(r.kicked) >= mostKicked {
		r.kicked = slices.Delete(r.kicked, 0, 1)
	}
	v.id = 0 // which another may get
	r.kicked = append(r.kicked, timedOut{v, now + kickedFor})
}

// away returns how long a player must still stay away.
func (r *pollRules) away(v voter, now game.Tick) game.Tick { return remaining(r.kicked, &v, now) }

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
