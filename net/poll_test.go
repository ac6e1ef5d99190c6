package net

import (
	"fmt"
	"net/netip"
	"testing"

	"dogfight/proto"
)

// voterAt is a player by id, at an address, with a key.
func voterAt(id uint16, site, key string) voter {
	v := voter{id: id}
	if site != "" {
		v.site = netip.MustParsePrefix(site)
	}
	if key != "" {
		v.keys = []string{key}
	}
	return v
}

// strangers returns so many voters who have nothing in common.
func strangers(n uint16) (all []voter) {
	for i := range n {
		all = append(all, voterAt(i+1, fmt.Sprintf("10.0.0.%d/32", i+1), fmt.Sprint("key", i)))
	}
	return all
}

func TestAMotionTakesThreeInFiveOfThosePresent(t *testing.T) {
	for _, c := range []struct {
		motion          proto.Motion
		present, needed int
	}{
		{proto.NextMotion, 1, 1}, {proto.NextMotion, 2, 2}, {proto.NextMotion, 3, 2}, {proto.NextMotion, 4, 3}, {proto.NextMotion, 5, 3},
		{proto.NextMotion, 6, 4}, {proto.NextMotion, 10, 6}, {proto.NextMotion, 64, 39},
		{proto.KickMotion, 1, 3}, {proto.KickMotion, 2, 3}, {proto.KickMotion, 3, 3}, {proto.KickMotion, 5, 3}, {proto.KickMotion, 6, 4},
	} {
		p := poll{motion: c.motion}
		present := strangers(uint16(c.present))
		for i := range min(c.needed-1, c.present) {
			p.cast(present[i], true)
		}
		if s := p.count(present); s.needed != c.needed || s.passed(false) {
			t.Errorf("%d present, %d for it: %+v", c.present, c.needed-1, s)
		}
		if c.needed > c.present {
			continue
		}
		p.cast(present[c.needed-1], true)
		if s := p.count(present); !s.passed(false) || s.failed() {
			t.Errorf("%d present, %d for it: %+v", c.present, c.needed, s)
		}
	}
}

func TestPlayersOfOneAddressOrKeyAreOneVoter(t *testing.T) {
	present := append(strangers(4),
		voterAt(11, "10.9.0.1/32", "a"), voterAt(12, "10.9.0.1/32", "b"), voterAt(13, "10.9.0.2/32", "b"), voterAt(14, "10.9.0.2/32", ""))
	p := poll{motion: proto.RestartMotion}
	for _, v := range present[4:] {
		p.cast(v, true)
	}
	if s := p.count(present); s.yes != 1 || s.present != 5 || s.needed != 3 || s.passed(false) {
		t.Errorf("four players of one person: %+v", s)
	}
	p.cast(present[7], false)
	if s := p.count(present); s.yes != 0 || s.no != 1 {
		t.Errorf("their last vote does not hold: %+v", s)
	}
}

func TestOneOfTwoInAHouseholdDoesNotDecideForBoth(t *testing.T) {
	present := []voter{voterAt(1, "10.0.0.1/32", "a"), voterAt(2, "10.0.0.1/32", "b")}
	p := poll{motion: proto.RestartMotion}
	if p.cast(present[0], true); p.count(present).passed(false) {
		t.Error("one does")
	}
	if p.cast(present[1], true); !p.count(present).passed(false) {
		t.Error("both together do not")
	}
}

func TestAVoteIsOnesOwnOverAReconnectAndOnlyOnce(t *testing.T) {
	present := strangers(3)
	p := poll{motion: proto.NextMotion}
	p.cast(present[0], true)
	present[0].id = 77 // who comes back as another player, with the key
	p.cast(present[0], true)
	if s := p.count(present); s.yes != 1 || s.passed(false) {
		t.Errorf("%+v", s)
	}
	if s := p.count(present[1:]); s.yes != 0 {
		t.Errorf("the vote of somebody who is gone counts: %+v", s)
	}
}

func TestWhoIsIdleDoesNotCountAtTheEndButForAKick(t *testing.T) {
	present := strangers(5)
	for i := 1; i < 5; i++ {
		present[i].idle = true
	}
	next, kick := poll{motion: proto.NextMotion}, poll{motion: proto.KickMotion}
	next.cast(present[0], true)
	kick.cast(present[0], true)
	if s := next.count(present); s.present != 1 || s.passed(false) || !s.passed(true) {
		t.Errorf("to go on: %+v", s)
	}
	if s := kick.count(present); s.present != 5 || s.needed != 3 {
		t.Errorf("to kick: %+v", s)
	}
	next.cast(present[1], false)
	if s := next.count(present); s.present != 2 || s.passed(true) {
		t.Errorf("who votes is not idle: %+v", s)
	}
}

func TestAVoteThatCannotPassAnyMoreHasFailed(t *testing.T) {
	present := strangers(4)
	p := poll{motion: proto.RestartMotion}
	p.cast(present[0], true)
	p.cast(present[1], false)
	if p.count(present).failed() {
		t.Error("three of four may still be for it")
	}
	if p.cast(present[2], false); !p.count(present).failed() {
		t.Error("two of four against it leave too few")
	}
}

func TestWhoCalledAVoteWaitsAndSoDoAllForAMoment(t *testing.T) {
	var r pollRules
	all := strangers(2)
	r.called(all[0], 1000)
	r.ended(1100)
	if got := r.mayCall(all[1], 1100); got != pollPause {
		t.Errorf("others wait %d ticks", got)
	}
	again := all[0]
	again.id = 99 // by another seat
	if got := r.mayCall(again, 1100+pollPause); got != callerPause-100-pollPause {
		t.Errorf("the caller waits %d ticks", got)
	}
	if r.mayCall(again, 1000+callerPause) != 0 || r.mayCall(all[1], 1100+pollPause) != 0 {
		t.Error("somebody waits for longer")
	}
}

func TestWhoWasVotedOutStaysAwayByKeyAndByAddress(t *testing.T) {
	var r pollRules
	r.kick(voterAt(5, "10.0.0.5/32", "k"), 100)
	for what, c := range map[string]struct {
		voter
		away bool
	}{
		"the key from elsewhere":   {voterAt(0, "10.0.0.9/32", "k"), true},
		"the address, another key": {voterAt(0, "10.0.0.5/32", "other"), true},
		"somebody else":            {voterAt(0, "10.0.0.6/32", "other"), false},
	} {
		if got := r.away(c.voter, 200); got > 0 != c.away {
			t.Errorf("%s: %d ticks", what, got)
		}
		if r.away(c.voter, 100+kickedFor) != 0 {
			t.Errorf("%s: for longer than that", what)
		}
	}
	for i := range 3 * mostKicked {
		r.kick(voterAt(1, "", fmt.Sprint(i)), 300)
	}
	if len(r.kicked) > mostKicked {
		t.Errorf("%d are remembered", len(r.kicked))
	}
}

func TestMotionsAreReadAsTheyAreWritten(t *testing.T) {
	for m := Motions(0); m <= AllMotions; m += 2 {
		if got, err := ParseMotions(m.String()); err != nil || got != m {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	for _, text := range []string{"", "kick,", "fly", "off,kick", "KICK"} {
		if _, err := ParseMotions(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
