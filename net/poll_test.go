package net

import (
	"context"
	"fmt"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// voterAt returns a voter with an id, an address and a key.
func voterAt(id uint16, site, key string) voter {
	v := voter{Pilot: id}
	if site != "" {
		v.Site = netip.MustParsePrefix(site)
	}
	if key != "" {
		v.Keys = []string{key}
	}
	return v
}

// strangers returns so many unrelated voters.
func strangers(n uint16) (all []voter) {
	for i := range n {
		all = append(all, voterAt(i+1, fmt.Sprintf("10.0.0.%d/32", i+1), fmt.Sprint("key", i)))
	}
	return all
}

func TestAMotionNeedsThreeInFiveOfThosePresent(t *testing.T) {
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

func TestOnePlayerOfAHouseholdDoesNotDecideForTwo(t *testing.T) {
	present := []voter{voterAt(1, "10.0.0.1/32", "a"), voterAt(2, "10.0.0.1/32", "b")}
	p := poll{motion: proto.RestartMotion}
	if p.cast(present[0], true); p.count(present).passed(false) {
		t.Error("one does")
	}
	if p.cast(present[1], true); !p.count(present).passed(false) {
		t.Error("both together do not")
	}
}

func TestAVoteSurvivesAReconnectAndCountsOnce(t *testing.T) {
	present := strangers(3)
	p := poll{motion: proto.NextMotion}
	p.cast(present[0], true)
	present[0].Pilot = 77 // the same player under another id, with the key
	p.cast(present[0], true)
	if s := p.count(present); s.yes != 1 || s.passed(false) {
		t.Errorf("%+v", s)
	}
	if s := p.count(present[1:]); s.yes != 0 {
		t.Errorf("the vote of a player who left counts: %+v", s)
	}
}

func TestIdlePlayersCountOnlyForAKick(t *testing.T) {
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
		t.Errorf("a player who votes counts as idle: %+v", s)
	}
}

func TestAVoteFailsOnceItCannotPass(t *testing.T) {
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

func TestCallersWaitLongerThanOthers(t *testing.T) {
	var r pollRules
	all := strangers(2)
	r.called(all[0], 1000)
	r.ended(1100)
	if got := r.mayCall(all[1], 1100); got != pollPause {
		t.Errorf("others wait %d ticks", got)
	}
	again := all[0]
	again.Pilot = 99 // from another seat
	if got := r.mayCall(again, 1100+pollPause); got != callerPause-100-pollPause {
		t.Errorf("the caller waits %d ticks", got)
	}
	if r.mayCall(again, 1000+callerPause) != 0 || r.mayCall(all[1], 1100+pollPause) != 0 {
		t.Error("someone waits for longer")
	}
}

func TestAKickBansKeyAndAddress(t *testing.T) {
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
		if got := r.waitOf(c.voter, 200); got > 0 != c.away {
			t.Errorf("%s: %d ticks", what, got)
		}
		if r.waitOf(c.voter, 100+kickedFor) != 0 {
			t.Errorf("%s: for longer than that", what)
		}
	}
	for i := range 3 * maxKicked {
		r.kick(voterAt(1, "", fmt.Sprint(i)), 300)
	}
	if len(r.kicked) > maxKicked {
		t.Errorf("%d are remembered", len(r.kicked))
	}
}

func TestMotionsParseTheirString(t *testing.T) {
	for m := Motions(0); m <= AllMotions; m += 2 {
		if got, err := ParseMotions(m.String()); err != nil || got != m {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	for _, text := range []string{"", "kick,", "fly", "off,kick", "KICK"} {
		if _, err := ParseMotions(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// council is a match in which players vote.
type council struct {
	*testMatch
	all []*player
}

// newCouncil starts a match with players from several addresses in the host's network, all with a vote.
func newCouncil(t *testing.T, players int, conf HostConfig, what ...played) *council {
	conf.Motions, conf.Local = AllMotions, netip.MustParsePrefix("10.0.0.0/24").Contains
	c := &council{testMatch: startMatch(t, conf, what...)}
	for i := range players {
		c.join(fmt.Sprint("P", i), fmt.Sprintf("10.0.0.%d:99", i+1), fmt.Sprint("SHA256:key", i))
	}
	c.settle()
	return c
}

// inCouncil runs a test in virtual time with a council, which ends with it.
func inCouncil(t *testing.T, players int, conf HostConfig, test func(t *testing.T, c *council)) {
	t.Helper()
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, players, conf)
		defer c.end()
		test(t, c)
	})
}

// settle runs the first minute, in which players may not vote.
func (c *council) settle() {
	if *long {
		c.stay(voterAfter)
		return
	}
	c.stay(game.TickRate)
	c.host.ask(func() error { // it is over at once
		for _, p := range c.host.match.pilots {
			p.Came -= voterAfter
		}
		return nil
	})
}

// join adds a player from an address, with a key.
func (c *council) join(name, from, key string) *player {
	p := newPilot(ClientConfig{Name: name, Wait: true, Dial: func() link.Link {
		near, far := link.PipeOf(from, key)
		c.host.Add(far)
		return near
	}})
	c.all = append(c.all, p)
	c.stay(game.TickRate / 2)
	return p
}

// stay runs time, at 10 frames a second. All press a key now and then.
func (c *council) stay(ticks game.Tick) {
	for left := ticks + 2; left > 0; {
		step := min(left, 10*game.TickRate)
		left -= step
		for _, p := range c.all {
			p.held = game.Steer(1 + p.held.Course()%8)
		}
		c.wait(step)
	}
}

// wait runs time without any key.
func (c *council) wait(ticks game.Tick) {
	for until := time.Now().Add(tickTime(int64(ticks))); time.Now().Before(until); time.Sleep(min(tickTime(6), time.Until(until))) {
		for _, p := range c.all {
			p.frame()
			c.check(p.Client)
		}
	}
}

// readChat returns the chat of a player while time passes.
func (c *council) readChat(p *player, ticks game.Tick) []string {
	others := slices.DeleteFunc(slices.Clone(c.all), func(q *player) bool { return q == p })
	return c.readNotices(tickTime(int64(ticks)), p, others...)
}

// reads fails the test unless the player reads a line with these words.
func (c *council) reads(p *player, words string) {
	c.t.Helper()
	if lines := c.readChat(p, game.TickRate/2); !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, words) }) {
		c.t.Errorf("expected that %s reads %q, found %q", p.conf.Name, words, lines)
	}
}

func (c *council) send(p *player, text string) {
	c.t.Helper()
	if err := p.Say(text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *council) out(p *player) bool { return p.view.Phase == Refused }

func TestPlayersVoteAPlayerOut(t *testing.T) {
	t.Parallel()
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote kick p3")
		c.reads(c.all[1], "P0 calls a vote: kick P3?")
		v := c.all[1].view.Vote
		if v == nil || v.Motion != proto.KickMotion || v.Yes != 1 || v.Needed != 3 || v.Own != proto.NotVoted || v.Text != "kick P3" || v.Left < 28 {
			t.Fatalf("the View has %+v", v)
		}
		if own := c.all[0].view.Vote.Own; own != proto.VotedYes {
			t.Errorf("the caller's own vote is %d", own)
		}
		c.all[3].CastVote(false)
		c.all[1].CastVote(true)
		c.stay(game.TickRate)
		if v = c.all[1].view.Vote; v == nil || v.Yes != 2 || v.No != 1 || v.Own != proto.VotedYes || c.out(c.all[3]) {
			t.Fatalf("after two of three votes: %+v, %v", v, c.all[3].view.Err)
		}
		c.send(c.all[2], "/yes")
		c.reads(c.all[2], "the vote passed: kick P3")
		if !c.out(c.all[3]) || !strings.Contains(c.all[3].view.Err.Error(), "voted you out") || c.all[0].view.Vote != nil {
			t.Errorf("P3 is in phase %d: %v", c.all[3].view.Phase, c.all[3].view.Err)
		}
		for from, key := range map[string]string{"10.0.0.4:1": "SHA256:another", "10.9.9.9:1": "SHA256:key3"} {
			if p := c.join("Innocent", from, key); !c.out(p) || !strings.Contains(p.view.Err.Error(), "10 min") {
				t.Errorf("from %s with %s: phase %d, %v", from, key, p.view.Phase, p.view.Err)
			}
		}
		for _, p := range c.all[1:] {
			p.Leave()
		}
		c.all = c.all[:1] // one is enough to wait with
		wait := game.Tick(kickedFor)
		if !*long { // skip the first nine minutes
			wait = 60 * game.TickRate
			c.host.ask(func() error {
				c.host.polls.rules.kicked[0].Until -= kickedFor - wait
				return nil
			})
		}
		c.stay(wait)
		if p := c.join("P3", "10.0.0.4:1", "SHA256:key3"); c.out(p) {
			t.Errorf("after ten minutes: %v", p.view.Err)
		}
	})
}

func TestOneOfTwoCannotKick(t *testing.T) {
	inCouncil(t, 2, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote kick P1")
		if c.stay(pollTime + game.TickRate); c.out(c.all[1]) {
			t.Errorf("P1 is out: %v", c.all[1].view.Err)
		}
	})
}

func TestSybilsOfOneAddressAreOneVoterAtAHost(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	inCouncil(t, 4, HostConfig{HostOptions: HostOptions{PerAddress: 8}}, func(t *testing.T, c *council) {
		var mob []*player
		for i := range 3 {
			mob = append(mob, c.join(fmt.Sprint("Mob", i), "10.6.6.6:1", fmt.Sprint("SHA256:mob", i)))
		}
		mob = append(mob, c.join("Key", "10.7.7.7:1", "SHA256:mob0"))
		c.settle()
		mob[0].CallVote(proto.KickMotion, c.all[0].view.Pilot, "")
		c.stay(10)
		for _, p := range mob {
			p.CastVote(true)
		}
		c.stay(game.TickRate)
		if v := c.all[1].view.Vote; v == nil || v.Yes != 1 || v.Needed != 3 {
			t.Errorf("the vote of one person with four ships: %+v", v)
		}
		if c.stay(pollTime); c.out(c.all[0]) {
			t.Error("P0 is out")
		}
	})
}

func TestOneNetworkCannotKick(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	for name, test := range map[string]struct {
		from        string // of each of the mob, with %d
		mob, honest int
	}{
		"ten /64 of one /48":               {"[2001:db8:5:%x::1]:9", 10, 4},
		"three addresses of one /24":       {"198.51.100.%d:9", 3, 2},
		"three of whom one is beside P0":   {"203.0.%[1]d.2:9", 3, 2},
		"tunnels that end on this machine": {"127.0.0.%d:9", 6, 2},
	} {
		inCouncil(t, 0, HostConfig{}, func(t *testing.T, c *council) {
			for i := range test.honest {
				c.join(fmt.Sprint("P", i), fmt.Sprintf("203.0.%d.1:9", 10*i+1), fmt.Sprint("SHA256:key", i))
			}
			for i := range test.mob {
				c.join(fmt.Sprint("Mob", i), fmt.Sprintf(test.from, i+1), fmt.Sprint("SHA256:mob", i))
			}
			c.settle()
			target, mob := c.all[0], c.all[test.honest:]
			mob[len(mob)-1].CallVote(proto.KickMotion, target.view.Pilot, "")
			if c.stay(10); test.honest > 2 && (target.view.Vote == nil || target.view.Vote.Yes != 1) {
				t.Errorf("%s: the vote is %+v", name, target.view.Vote)
			}
			for _, p := range mob {
				p.CastVote(true)
			}
			if c.stay(pollTime + game.TickRate); c.out(target) {
				t.Errorf("%s: P0 is out", name)
			}
		})
	}
}

func TestAKickNeedsTheCallerAndTwoOtherNetworks(t *testing.T) {
	inCouncil(t, 0, HostConfig{}, func(t *testing.T, c *council) {
		for i, from := range []string{"203.0.1.1:9", "203.0.2.1:9", "203.0.2.2:9", "203.0.3.1:9"} {
			c.join(fmt.Sprint("P", i), from, fmt.Sprint("SHA256:key", i))
		}
		c.settle()
		c.send(c.all[0], "/vote kick P3")
		c.reads(c.all[0], "3 networks beside that of the player")
		c.join("P4", "203.0.4.1:9", "SHA256:key4")
		c.settle()
		c.send(c.all[0], "/vote kick P3")
		c.reads(c.all[2], "players of one network have one vote")
		c.all[1].CastVote(true)
		c.all[2].CastVote(true)
		if c.stay(game.TickRate); c.out(c.all[3]) {
			t.Error("players of two networks throw P3 out")
		}
		c.all[4].CastVote(true)
		if c.stay(game.TickRate); !c.out(c.all[3]) {
			t.Error("players of three networks do not")
		}
	})
}

func TestASpectatorWithANewShipCannotVoteForAMinute(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		watcher := c.join("Watcher", "10.8.8.8:1", "SHA256:watcher")
		c.unseat("Watcher")
		c.settle()
		c.send(c.all[0], "/vote kick P3")
		c.stay(10)
		watcher.Choose(0, 0, 0)
		c.stay(game.TickRate)
		if v := watcher.view.Vote; watcher.view.Me < 0 || v == nil || v.Own != proto.MayNot {
			t.Errorf("slot %d, the vote is %+v", watcher.view.Me, v)
		}
	})
}

func TestNewcomersNeitherCallVotesNorVote(t *testing.T) {
	inCouncil(t, 3, HostConfig{}, func(t *testing.T, c *council) {
		late := c.join("Late", "10.8.8.8:1", "SHA256:late")
		watcher := newPilot(ClientConfig{Dial: c.pipe, Name: "Watcher", Spectate: true})
		c.all = append(c.all, watcher)
		c.stay(10)
		c.send(late, "/vote restart")
		c.reads(late, "for a minute")
		c.send(c.all[0], "/vote restart")
		c.stay(game.TickRate)
		if v := late.view.Vote; v == nil || v.Own != proto.MayNot || v.Needed != 2 {
			t.Fatalf("a newcomer got %+v", v)
		}
		for range 5 { // again and again
			late.CastVote(true)
			watcher.CastVote(true)
			c.stay(10)
			late.Link().Close()
			c.stay(game.TickRate / 2)
		}
		if v := c.all[1].view.Vote; v == nil || v.Yes != 1 {
			t.Errorf("with the votes of newcomers: %+v", v)
		}
	})
}

func TestAReturningPlayerHasOneVote(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote kick P3")
		for i := range 4 {
			c.all[0].CastVote(true)
			c.stay(10)
			c.all[0].Link().Close()
			c.all[0].ChangeName(fmt.Sprint("Name", i))
			c.stay(game.TickRate)
		}
		if v := c.all[1].view.Vote; v == nil || v.Yes != 1 || v.Needed != 3 {
			t.Errorf("the vote is %+v", v)
		}
	})
}

func TestAFloodOfCallsIsIgnored(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		mob := c.all[3]
		lines := 0
		var own []string
		for n := range 600 { // sixty a second
			mob.CallVote(proto.Motion(1+n%4), c.all[0].view.Pilot, "nonsense")
			mob.CastVote(n%2 == 0)
			c.fly(tickTime(1), c.all...)
			lines += len(c.all[1].view.Chat)
			for _, l := range mob.view.Chat {
				own = append(own, l.Text)
			}
			if mob.final() {
				break
			}
		}
		if lines > 4 || len(own) > 12+answerBurst {
			t.Errorf("others read %d lines, the flooder %d", lines, len(own))
		}
		if c.out(c.all[0]) {
			t.Error("P0 is out")
		}
	})
}

func TestLeavingDuringTheVoteDoesNotHelp(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote kick P3")
		c.stay(game.TickRate)
		c.all[3].Leave()
		c.stay(game.TickRate)
		if c.all[0].view.Vote == nil {
			t.Error("the vote is over, as if leaving helped")
		}
		c.all[1].CastVote(true)
		c.all[2].CastVote(true)
		c.reads(c.all[0], "the vote passed: kick P3")
		if p := c.join("P3", "10.0.0.4:7", "SHA256:key3"); !c.out(p) {
			t.Error("P3 is back")
		}
	})
}

func TestAFailedVoteBansNoOne(t *testing.T) {
	skipIfShort(t)
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote kick P3")
		c.stay(game.TickRate)
		c.all[3].Leave()
		if lines := c.readChat(c.all[0], pollTime); !slices.Contains(lines, "the vote failed: kick P3 (1 of 3; players of one network have one vote)") {
			t.Errorf("P0 reads %q", lines)
		}
		if p := c.join("P3", "10.0.0.4:7", "SHA256:key3"); c.out(p) {
			t.Error("P3 is banned by one vote of four")
		}
	})
}

func TestALostLinkDoesNotHelpAgainstAVote(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		target := c.all[3]
		c.all = c.all[:3] // the fourth client stops
		target.Link().Close()
		c.stay(game.TickRate)
		c.send(c.all[0], "/vote kick P3")
		c.stay(10)
		c.all[1].CastVote(true)
		c.all[2].CastVote(true)
		c.reads(c.all[0], "the vote passed")
		c.all = append(c.all, target)
		if c.stay(3 * game.TickRate); !c.out(target) {
			t.Errorf("P3 is back: phase %d", target.view.Phase)
		}
	})
}

func TestTheOperatorsPlayerAndBotsAreNotKicked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 3, HostConfig{}, played{Bots: 1})
		defer c.end()
		owner := c.join("Owner", link.Here, "SHA256:owner")
		c.send(c.all[0], "/vote kick Owner")
		c.reads(c.all[0], "own player")
		c.all[0].CallVote(proto.KickMotion, owner.view.Pilot, "")
		c.reads(c.all[0], "own player")
		bot := slices.IndexFunc(owner.view.Roster, func(p proto.Pilot) bool { return p.Flags&proto.BotPilot != 0 })
		c.all[0].CallVote(proto.KickMotion, owner.view.Roster[bot].ID, "")
		c.reads(c.all[0], "is a bot")
	})
}

func TestTheOperatorStopsVotes(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		if _, err := c.host.Veto(); err == nil {
			t.Error("nothing is stopped")
		}
		c.send(c.all[0], "/vote kick P3")
		c.stay(10)
		if what, err := c.host.Veto(); err != nil || what != "kick P3" {
			t.Errorf("stopped %q, %v", what, err)
		}
		c.reads(c.all[1], "the operator has stopped the vote")
		c.all[1].CastVote(true)
		if c.stay(game.TickRate); c.out(c.all[3]) || c.all[1].view.Vote != nil {
			t.Error("P3 is out")
		}
		c.host.SetVotes(false)
		c.stay(pollPause)
		c.send(c.all[1], "/vote restart")
		c.reads(c.all[1], "no such votes")
		c.host.SetVotes(true)
		c.send(c.all[1], "/vote restart")
		c.reads(c.all[0], "P1 calls a vote")
	})
}

func TestVotesHaveAPauseBetweenThem(t *testing.T) {
	skipIfShort(t)
	inCouncil(t, 3, HostConfig{}, func(t *testing.T, c *council) {
		c.send(c.all[0], "/vote restart")
		c.stay(10)
		c.send(c.all[1], "/vote next")
		c.reads(c.all[1], "a vote is under way")
		c.all[1].CastVote(false)
		c.all[2].CastVote(false)
		c.reads(c.all[0], "the vote failed: restart the match (1 of 2)")
		c.send(c.all[1], "/vote next")
		c.reads(c.all[1], "before you call a vote")
		c.stay(pollPause)
		c.send(c.all[0], "/vote next")
		c.reads(c.all[0], "before you call a vote")
		c.send(c.all[1], "/vote next")
		c.reads(c.all[0], "P1 calls a vote")
	})
}

func TestPlayersRestartTheMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		c := newCouncil(t, 2, HostConfig{Result: told.add})
		defer c.end()
		c.send(c.all[0], "/vote restart")
		c.stay(10)
		c.send(c.all[1], "/yes")
		c.stay(game.TickRate)
		w := c.world()
		if age := w.Tick - w.Started; w.Status != game.InProgress || age > 2*game.TickRate {
			t.Errorf("the match has lasted %d ticks, in status %v", age, w.Status)
		}
		for _, p := range c.all {
			c.plays(p)
		}
		if got := told.all(); len(got) != 1 || got[0].Finished {
			t.Errorf("the results are %+v", got)
		}
	})
}

func TestPlayersVoteForAnotherArena(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		o := MatchOptions{Arena: "open", Time: 10 * time.Minute, Skill: 3}
		c := newCouncil(t, 2, HostConfig{}, played{Options: &o})
		defer c.end()
		c.send(c.all[0], "/vote next teams:../../../etc/passwd")
		c.reads(c.all[0], "try one of")
		c.send(c.all[0], "/vote next :DUEL")
		c.reads(c.all[1], "play deathmatch in duel")
		c.all[1].CastVote(true)
		if c.stay(game.TickRate); c.world().Status != game.Closed {
			t.Fatalf("the match continues")
		}
		c.stay(resultsTime)
		if arena := c.all[0].view.Setup.Arena.Name; arena != "duel" {
			t.Errorf("they play in %s", arena)
		}
	})
}

func TestPlayersShuffleTheTeams(t *testing.T) {
	bubble(t, func(t *testing.T) {
		o := MatchOptions{Arena: "open", Mode: game.Teams, Time: 30 * time.Minute, Skill: 3}
		c := newCouncil(t, 6, HostConfig{}, played{Options: &o, Seed: 3})
		defer c.end()
		before := c.teams()
		c.send(c.all[0], "/vote teams")
		c.stay(10)
		for _, p := range c.all[1:4] {
			p.CastVote(true)
		}
		c.reads(c.all[0], "the vote passed: shuffle the teams")
		var wanted [2]int
		for _, s := range mustMatch(t, c.host).Seats {
			wanted[s.Team-1]++
		}
		if wanted != [2]int{3, 3} {
			t.Errorf("the teams have %v", wanted)
		}
		if after := mustMatch(t, c.host); slices.EqualFunc(before, after.Seats, func(team uint8, s Seat) bool { return team == s.Team }) {
			t.Errorf("no one is in another team than before")
		}
	})
}

func TestAVoteOnAMatchEndsWithIt(t *testing.T) {
	for _, motion := range []proto.Motion{proto.TeamsMotion, proto.RestartMotion, proto.NextMotion} {
		bubble(t, func(t *testing.T) {
			teams := testSetup(t)
			teams.Mode, teams.TimeLimit = game.Teams, 2*60*game.TickRate
			next := testSetup(t)
			c := newCouncil(t, 2, HostConfig{}, played{Setup: teams, Next: func(int) *game.Setup { return next }})
			defer c.end()
			c.all[0].CallVote(motion, 0, "")
			c.stay(10)
			c.host.ask(func() error { // it is over in a tick without a count, and all are ready
				for c.host.match.World.Tick%ballotEvery != 1 {
					c.host.tick(time.Now())
				}
				c.host.match.order(game.OrderClose)
				c.host.tick(time.Now())
				for _, p := range c.host.match.pilots {
					p.set(proto.Ready, true)
				}
				c.host.tick(time.Now())
				return nil
			})
			if number := mustMatch(t, c.host).Number; number != 2 {
				t.Fatalf("match %d is played", number)
			}
			c.all[1].CastVote(true)
			if c.stay(game.TickRate); mustMatch(t, c.host).Number != 2 || c.world().Status != game.InProgress || c.all[1].view.Vote != nil {
				t.Errorf("a vote on match 1, motion %d, was carried out in match 2", motion)
			}
		})
	}
}

func TestAKickVoteSurvivesItsMatch(t *testing.T) {
	inCouncil(t, 4, HostConfig{}, func(t *testing.T, c *council) {
		c.all[0].CallVote(proto.KickMotion, c.all[3].view.Pilot, "")
		c.stay(10)
		c.host.ask(func() error {
			c.host.match.startRound(c.host.match.Setup)
			return nil
		})
		c.stay(10)
		c.all[1].CastVote(true)
		c.all[2].CastVote(true)
		if c.stay(game.TickRate); !c.out(c.all[3]) {
			t.Error("P3 is not out")
		}
	})
}

func TestAnImpossibleMotionIsNotCarriedOut(t *testing.T) {
	turn, err := ParseTurn("deathmatch:basin")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		motion    proto.Motion
		named     string
		meanwhile func(h *Host) error
		why       error
	}{
		{proto.RestartMotion, "", func(h *Host) error { return h.Drain(10 * time.Minute) }, errLastMatch},
		{proto.NextMotion, "", func(h *Host) error { return h.Drain(10 * time.Minute) }, errLastMatch},
		{proto.NextMotion, "deathmatch:duel", func(h *Host) error {
			_, _, err := h.Pick(turn)
			return err
		}, errPickedNext},
	} {
		bubble(t, func(t *testing.T) {
			o := MatchOptions{Mode: game.Deathmatch, Arena: "open", Time: 5 * time.Minute, Skill: 3}
			c := newCouncil(t, 2, HostConfig{Drained: func() {}}, played{Options: &o})
			defer c.end()
			c.all[0].CallVote(test.motion, 0, test.named)
			c.stay(10)
			c.host.ask(func() error { // and the last vote comes before the next count
				c.host.polls.cast(voter{Pilot: c.all[1].view.Pilot, Keys: []string{"SHA256:key1"}}, true)
				return nil
			})
			if err := test.meanwhile(c.host); err != nil {
				t.Fatal(err)
			}
			picked := mustMatch(t, c.host).Picked
			c.reads(c.all[1], "the vote is over: "+test.why.Error())
			if m := mustMatch(t, c.host); m.Number != 1 || m.World.Status != game.InProgress || m.Picked != picked {
				t.Errorf("%v: match %d, status %v, next %v", test.why, m.Number, m.World.Status, m.Picked)
			}
		})
	}
}

// teams returns the players' teams.
func (c *council) teams() (teams []uint8) {
	for _, s := range mustMatch(c.t, c.host).Seats {
		teams = append(teams, s.Team)
	}
	return teams
}

func mustMatch(t testing.TB, h *Host) Match {
	m, err := h.Match()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOtherTextsAreChat(t *testing.T) {
	inCouncil(t, 2, HostConfig{}, func(t *testing.T, c *council) {
		for text, read := range map[string]bool{"/yesterday": true, "vote kick P1": true, "/vote": false, "/vote fly": false, "/no": false} {
			var lines []string
			c.send(c.all[0], text)
			until := time.Now().Add(2 * time.Second)
			c.flyUntil(func() bool {
				for _, l := range c.all[1].view.Chat {
					if l.Pilot != proto.Notice {
						lines = append(lines, l.Text)
					}
				}
				return !time.Now().Before(until)
			}, c.all...)
			if slices.Contains(lines, text) != read {
				t.Errorf("%q: P1 reads %q", text, lines)
			}
		}
	})
}

func TestIdlePlayersMayReturnBeforeOneDecides(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	inCouncil(t, 3, HostConfig{}, func(t *testing.T, c *council) {
		c.wait(idleVoter + game.TickRate) // all are idle
		c.send(c.all[0], "/vote restart")
		began := c.world().Started
		c.wait(pollTimeLess)
		if c.world().Started != began {
			t.Fatal("the match was restarted at once")
		}
		c.all[1].CastVote(false)
		c.all[2].CastVote(false)
		if c.stay(5 * game.TickRate); c.world().Started != began {
			t.Error("the match was restarted though two were against it")
		}
	})
}

// pollTimeLess is shortly before the end of a vote.
const pollTimeLess = pollTime - 2*game.TickRate

const (
	rexKey  = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	vegaKey = "SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ"
)

// refuses expects that a player is refused for a reason.
func (m *testMatch) refuses(p *player, reason string, others ...*player) {
	m.t.Helper()
	m.fly(time.Second, append(others, p)...)
	if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), reason) {
		m.t.Errorf("phase %d, %v; expected %q", p.view.Phase, p.view.Err, reason)
	}
}

func TestPilotsHaveNamesIdentitiesAndAddresses(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 1}, func(t *testing.T, m *testMatch) {
		time.Sleep(tickTime(2)) // until the bot joins
		rex := newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("", elsewhere), Name: "Watcher", Spectate: true})
		m.fly(time.Second, rex, watcher)
		rex.Link().Close()
		m.fly(lastly, watcher)
		all, err := m.host.Pilots()
		for i := range all { // random
			if all[i].Bot != (all[i].Proof == TokenProof{}) {
				t.Errorf("%v: proof of a token %x", all[i], all[i].Proof)
			}
			all[i].Proof = TokenProof{}
		}
		want := []PilotInfo{
			{ID: 1, Name: "Bot", Bot: true},
			{ID: 2, Name: "Rex", Identity: rexKey, Address: home, Away: true},
			{ID: 3, Name: "Watcher", Address: elsewhere, Spectates: true},
		}
		if err != nil || !slices.Equal(all, want) {
			t.Errorf("got\n%+v, %v; expected\n%+v", all, err, want)
		}
	})
}

func TestAKickedPlayerLosesTheSeatAndMayReturn(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 1}, func(t *testing.T, m *testMatch) {
		time.Sleep(tickTime(2)) // until the bot joins
		rex, vega := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Vega", m.pipeAs(vegaKey, home), 2)
		m.fly(time.Second, rex, vega)
		if err := m.host.Kick(rex.view.Pilot, "be nice"); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "be nice", vega)
		if flying(m.world()) != 2 || m.host.Kick(rex.view.Pilot, "") == nil || m.host.Kick(1, "") == nil {
			t.Errorf("%d ships; or an absent player or a bot is kicked", flying(m.world()))
		}
		again := newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, again, vega)
		m.plays(again)

		again.Link().Close() // absent players are kicked too
		m.fly(lastly, vega)
		err := m.host.Kick(again.view.Pilot, "")
		m.fly(time.Second, vega)
		if err != nil || flying(m.world()) != 2 {
			t.Errorf("%v, %d ships", err, flying(m.world()))
		}
	})
}

func TestMutedChatIsNotSent(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		mute := func(on bool) {
			t.Helper()
			if err := m.host.Mute(rex.view.Pilot, on); err != nil {
				t.Fatal(err)
			}
		}
		says := func(text string, want ...string) {
			t.Helper()
			rex.Say(text)
			told := m.listen(time.Second, rex, other)
			reads(t, slices.DeleteFunc(told, func(l ChatLine) bool { return l.Pilot == proto.Notice }), want...)
		}
		says("hello", "hello")
		mute(true)
		if told := m.listen(time.Second, other, rex); len(told) != 1 || !strings.Contains(told[0].Text, "muted you") {
			t.Errorf("the chat is %v", told)
		}
		says("rude")

		rex.Leave() // nor after a return
		rex = newPlayer("Rex", m.pipeAs(rexKey, elsewhere), 1)
		m.fly(time.Second, rex, other)
		says("rude again")
		mute(false)
		says("sorry", "sorry")
	})
}

func TestABannedPlayerStaysOut(t *testing.T) {
	for what, ban := range map[string]string{"identity": rexKey, "address": "192.0.2.1", "network": "192.0.2.0/24"} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "bans")
				list, _ := admission.OpenBans(path)
				m := startMatch(t, HostConfig{Bans: list})
				rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
				m.fly(time.Second, rex, other)
				if _, err := m.host.Ban(ban, "Rex", time.Time{}, false); err != nil {
					t.Fatal(err)
				}
				m.refuses(rex, "banned", other)
				m.plays(other)
				m.refuses(newPlayer("Innocent", m.pipeAs(rexKey, home), 1), "banned", other)
				m.end()

				list, err := admission.OpenBans(path) // by a restarted host
				if err != nil {
					t.Fatal(err)
				}
				m = startMatch(t, HostConfig{Bans: list})
				defer m.end()
				m.refuses(newPlayer("Rex", m.pipeAs(rexKey, home), 1), "banned")
				free := map[string]*player{
					"identity": newPlayer("Free", m.pipeAs(vegaKey, home), 1),
					"address":  newPlayer("Free", m.pipeAs(rexKey, elsewhere), 1),
					"network":  newPlayer("Free", m.pipeAs(rexKey, elsewhere), 1),
				}[what]
				m.fly(time.Second, free)
				m.plays(free)
				if _, err := m.host.Unban(ban); err != nil {
					t.Fatal(err)
				}
				rex = newPlayer("Rex", m.pipeAs(rexKey, home), 1)
				m.fly(time.Second, free, rex)
				m.plays(rex)
			})
		})
	}
}

func TestFleetBansApplyAtOnceAndEndWithTheFleet(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
		m.fly(time.Second, rex, other)
		theirs, err := admission.ParseBan(rexKey)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.host.SetFleetBans([]admission.Ban{theirs}); err != nil {
			t.Fatal(err)
		}
		m.refuses(rex, "banned", other)
		m.plays(other)
		if list := m.host.Bans(); len(list) != 0 {
			t.Errorf("they are listed as the host's own: %v", list)
		}
		if err := m.host.SetFleetBans(nil); err != nil {
			t.Fatal(err)
		}
		rex = newPlayer("Rex", m.pipeAs(rexKey, home), 1)
		m.fly(time.Second, other, rex)
		m.plays(rex)
	})
}

func TestABanRemovesAReservedSeat(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, other := newPlayer("Rex", m.pipeAs(rexKey, home), 1), newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, rex, other)
		rex.Link().Close()
		m.fly(lastly, other)
		if _, err := m.host.Ban(rexKey, "", time.Time{}, false); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, other)
		if flying(m.world()) != 1 || len(other.view.Roster) != 1 {
			t.Errorf("%d ships, roster %v", flying(m.world()), other.view.Roster)
		}
		m.refuses(rex, "banned", other) // that would reclaim the seat by its token
	})
}

func TestSaySendsANotice(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		other := newPlayer("Other", m.pipe, 2)
		m.fly(time.Second, other)
		if err := m.host.SendNotice("five minutes"); err != nil {
			t.Fatal(err)
		}
		if told := m.listen(time.Second, other); len(told) != 1 || told[0].Pilot != proto.Notice || told[0].Text != "five minutes" {
			t.Errorf("the chat is %v", told)
		}
		for _, text := range []string{"", "a\x1b[31m"} {
			if m.host.SendNotice(text) == nil {
				t.Errorf("%q is sent", text)
			}
		}
	})
}

func TestAClosedHostRefusesCommands(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		_, err := m.host.Pilots()
		_, errBan := m.host.Ban(rexKey, "", time.Time{}, false)
		for _, err := range []error{err, m.host.Kick(1, ""), m.host.Mute(1, true), errBan, m.host.SendNotice("hi")} {
			if fmt.Sprint(err) != errClosed.Error() {
				t.Errorf("err %v", err)
			}
		}
	})
}

// lobbySetup returns a deathmatch with a lobby on the default arena.
func lobbySetup(t *testing.T) *game.Setup {
	s := testSetup(t)
	s.Lobby = true
	return s
}

// oddLobby differs from lobbySetup in all respects.
func oddLobby(t *testing.T) *game.Setup {
	s := oddSetup(t)
	s.Lobby, s.Mode = true, game.Teams
	return s
}

// lobbies are the setups that the host may change to.
func lobbies(t *testing.T) map[string]*game.Setup {
	return map[string]*game.Setup{"": lobbySetup(t), "odd": oddLobby(t)}
}

// change sets other options, and expects that they apply at once, or not.
func (m *testMatch) change(to MatchOptions, atOnce bool) {
	m.t.Helper()
	if now, err := m.host.Change(to); now != atOnce || err != nil {
		m.t.Errorf("expected it at once: %v, got %v, %v", atOnce, now, err)
	}
}

// marked reports whether a player's client shows a pilot as ready.
func (p *player) marked(name string) bool {
	for _, pilot := range p.view.Roster {
		if pilot.Name == name {
			return pilot.Flags&proto.Ready != 0
		}
	}
	return false
}

func TestAChangeInTheLobbyReachesAllAndNewcomers(t *testing.T) {
	inMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 3}, func(t *testing.T, m *testMatch) {
		a := newPlayer("A", m.pipe, 1)
		b := newPlayer("B", m.dial(link.Conditions{Delay: 80 * time.Millisecond, Loss: 0.05}), 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(2*time.Second, a, b, watcher)
		a.Ready(true)
		m.fly(time.Second, a, b, watcher)
		if !b.marked("A") {
			t.Fatal("A is not ready: this test proves nothing")
		}
		m.change(MatchOptions{Arena: "odd", Bots: 4, Skill: 1}, true)
		m.fly(time.Second, a, b, watcher)
		late := newPlayer("Late", m.pipe, 3)
		m.fly(time.Second, a, b, watcher, late)
		for _, p := range []*player{a, b, watcher, late} {
			if v := p.view; v.Setup.Arena.Name != "odd" || v.Setup.Mode != game.Teams || v.World.Status != game.Waiting {
				t.Errorf("%s sees %s, mode %d, status %d", p.conf.Name, v.Setup.Arena.Name, v.Setup.Mode, v.World.Status)
			}
			if p.marked("A") {
				t.Errorf("%s sees A still ready", p.conf.Name)
			}
			if p.view.Lag.Desyncs != 0 {
				t.Errorf("%s: %d desyncs", p.conf.Name, p.view.Lag.Desyncs)
			}
		}
		if one, two := teams(m.world()); one+two != 7 || one-two > 1 || two-one > 1 {
			t.Errorf("the teams have %d and %d ships", one, two)
		}
		if a.me().Team == b.me().Team {
			t.Errorf("both players from before are in team %d", a.me().Team)
		}
		a.Ready(true)
		b.Ready(true)
		late.Ready(true)
		m.fly(3*time.Second, a, b, watcher, late)
		if s := m.world().Status; s != game.InProgress {
			t.Errorf("all are ready, but the status is %d", s)
		}
		m.plays(a)
		m.plays(b)
	})
}

func TestStartDoesNotWait(t *testing.T) {
	inMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)}, func(t *testing.T, m *testMatch) {
		a, b := newPlayer("A", m.pipe, 1), newPlayer("B", m.pipe, 2)
		m.fly(time.Second, a, b)
		m.change(MatchOptions{Arena: "odd", Skill: 1}, true)
		if err := m.host.Start(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, a, b)
		if v := b.view; v.World.Status != game.InProgress || v.Setup.Arena.Name != "odd" {
			t.Errorf("status %d in %s", v.World.Status, v.Setup.Arena.Name)
		}
		if err := m.host.Start(); err != errUnderWay {
			t.Errorf("expected %v, got %v", errUnderWay, err)
		}
	})
}

func TestStartOfAStartingMatchDoesNothing(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
	s.order(game.OrderStart)
	if err := s.orderIn(game.Waiting, game.OrderStart, errUnderWay); err != nil || len(s.orders) != 1 {
		t.Errorf("%v, orders %v", err, s.orders)
	}
	s.pass(3)
	if s.World.Status != game.InProgress {
		t.Errorf("status %d", s.World.Status)
	}
}

func TestAChangeInPlayAppliesFromTheNextMatchOn(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var asked []int
		setup := testSetup(t)
		odd := oddSetup(t)
		odd.TimeLimit = game.TickRate
		next := func(round int) *game.Setup {
			if round > 0 { // which Change checks first
				asked = append(asked, round)
			}
			return odd
		}
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 2, Next: next})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.change(MatchOptions{Bots: 5, Skill: 1}, false)
		m.fly(2*time.Second, p)
		if v := p.view; v.Setup.Arena.Name != setup.Arena.Name || v.World.Status != game.InProgress || flying(*v.World) > 3 {
			t.Errorf("%s, status %d, %d ships", v.Setup.Arena.Name, v.World.Status, flying(*v.World))
		}
		if err := m.host.Finish(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, p)
		if p.view.World.Status != game.Closed || p.view.NextMatch == 0 {
			t.Errorf("status %d, next in %v", p.view.World.Status, p.view.NextMatch)
		}
		if err := m.host.Finish(); err != errIdle {
			t.Errorf("expected %v, got %v", errIdle, err)
		}
		m.fly(10*time.Second, p)
		if v := p.view; v.Setup.Arena.Name != "odd" || len(v.Roster) != 6 {
			t.Errorf("%s with %d pilots", v.Setup.Arena.Name, len(v.Roster))
		}
		m.fly(12*time.Second, p)
		if asked = slices.Compact(asked); !slices.Equal(asked, []int{1, 2, 3}) { // each for its ballot too
			t.Errorf("expected rounds 1, 2 and 3 to be asked for, got %v", asked)
		}
	})
}

func TestAChangeSetsTheSkillOfBots(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 4})
	s.pass(2)
	before := s.pilots[0].Bot
	s.change(MatchOptions{Bots: 2, Skill: 2})
	s.pass(2)
	if humans, bots := s.count(); humans != 0 || bots != 2 {
		t.Errorf("%d humans and %d bots", humans, bots)
	}
	if s.pilots[0].Bot == before {
		t.Error("the bots fly as before")
	}
}

func TestReadyNeedsTheCurrentSetup(t *testing.T) {
	inMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.dial(link.Conditions{Delay: 200 * time.Millisecond}), 1)
		m.fly(2*time.Second, p)
		p.Ready(true) // arrives after the change
		m.change(MatchOptions{Arena: "odd", Skill: 1}, true)
		m.fly(2*time.Second, p)
		if s := m.world().Status; s != game.Waiting || p.marked("Rex") {
			t.Errorf("the status is %d, ready: %v", s, p.marked("Rex"))
		}
	})
}

func TestASubstitutesTeamIsOneOfTheNewMode(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Fill: 3})
	pilots := []*thin{{stage: s}, {stage: s}}
	for _, p := range pilots {
		s.admit(p)
	}
	s.pass(30)
	s.putSubstitute(s.seats[1])
	s.change(MatchOptions{Arena: "odd", Fill: 5, Skill: 1})
	s.pass(3)
	for i := range s.World.Ships[:5] {
		if ship := &s.World.Ships[i]; ship.State == game.Empty || !s.Setup.HasTeam(ship.Team) {
			t.Errorf("slot %d: state %d, team %d", i, ship.State, ship.Team)
		}
	}
}

func TestPlayersAreSpreadOverTheTeamsOfANewMode(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t)})
	for _, flags := range []proto.PilotFlags{0, 0, proto.BotPilot, 0, proto.BotPilot, 0} {
		s.seat(s.enter("Rex", flags))
	}
	s.change(MatchOptions{Arena: "odd", Bots: 2, Skill: 1})
	ships, humans := s.teamSizes()
	if ships != [game.MaxTeams + 1]int{0, 3, 3} || humans != [game.MaxTeams + 1]int{0, 2, 2} {
		t.Errorf("ships %v, humans among them %v", ships, humans)
	}
}

func TestAClosedHostAcceptsNoRequests(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		m.end()
		if _, err := m.host.Change(MatchOptions{}); err != errClosed {
			t.Errorf("got %v", err)
		}
		if err := m.host.Start(); err != errClosed {
			t.Errorf("got %v", err)
		}
	})
}

func TestRequestsOfManyGoroutinesRunOneByOne(t *testing.T) {
	inMatch(t, HostConfig{}, played{Setup: lobbySetup(t), Arenas: lobbies(t), Bots: 2}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		var all sync.WaitGroup
		for i := range 4 {
			arenas := []string{"", "odd"}
			all.Go(func() {
				for n := range 20 {
					m.change(MatchOptions{Arena: arenas[(i+n)%2], Bots: n, Skill: 1 + n%5}, true)
				}
			})
		}
		m.fly(time.Second, p)
		all.Wait()
		m.change(MatchOptions{Arena: "odd", Bots: 3, Skill: 2}, true)
		m.fly(time.Second, p)
		if v := p.view; v.Setup.Arena.Name != "odd" || len(v.Roster) != 4 || v.Phase != Playing {
			t.Errorf("%s with %d pilots, phase %d, %v", v.Setup.Arena.Name, len(v.Roster), v.Phase, v.Err)
		}
	})
}

func TestAttendanceListsThePilots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		arena, _ := assets.Arena("open")
		h := played{Bots: 1, Skill: 1, Setup: &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}}.host(HostConfig{HostOptions: HostOptions{Title: "Range"}, BotNames: []string{"Bot"}})
		ctx, cancel := context.WithCancel(t.Context())
		go h.Run(ctx)
		synctest.Wait() // the bot joins in the first tick
		c := NewClient(ClientConfig{Name: "Ann", Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			h.Add(far)
			return near
		}})
		for range 30 {
			c.Frame(time.Now(), 0)
			time.Sleep(time.Second / 30)
		}
		a, err := h.Attendance()
		if err != nil || a.Title != "Range" || a.Arena != "open" || len(a.Pilots) != 2 || len(a.Scores) != 2 {
			t.Fatalf("%+v, %v", a, err)
		}
		if a.Pilots[0].Name != "Bot" || a.Pilots[1].Name != "Ann" || a.Players != 1 || a.Bots != 1 {
			t.Errorf("%+v", a)
		}
		c.Leave()
		cancel()
		synctest.Wait()
		if _, err := h.Attendance(); err == nil {
			t.Error("a closed host lists its pilots")
		}
	})
}
