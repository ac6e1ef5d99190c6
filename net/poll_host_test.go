package net

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// council is a match in which players vote.
type council struct {
	*testMatch
	all []*player
}

// newCouncil starts a match with players from addresses of their own in the host's network, who have been there for long enough to vote.
func newCouncil(t *testing.T, players int, conf HostConfig, what ...played) *council {
	conf.Motions, conf.Local = AllMotions, netip.MustParsePrefix("10.0.0.0/24").Contains
	c := &council{testMatch: startMatch(t, conf, what...)}
	for i := range players {
		c.comes(fmt.Sprint("P", i), fmt.Sprintf("10.0.0.%d:99", i+1), fmt.Sprint("SHA256:key", i))
	}
	c.settle()
	return c
}

// settle lets the first minute of all pass, in which they may not vote.
func (c *council) settle() {
	if *long {
		c.stay(settledAfter)
		return
	}
	c.stay(game.TickRate)
	c.host.ask(func() error { // it is over at once
		for _, p := range c.host.match.pilots {
			p.Came -= settledAfter
		}
		return nil
	})
}

// comes has a player join from an address, with a key.
func (c *council) comes(name, from, key string) *player {
	p := newPilot(ClientConfig{Name: name, Wait: true, Dial: func() link.Link {
		near, far := link.PipeOf(from, key)
		c.host.Add(far)
		return near
	}})
	c.all = append(c.all, p)
	c.stay(game.TickRate / 2)
	return p
}

// stay lets time pass, at 10 frames a second. All press a key now and then.
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

// wait lets time pass in which nobody presses a key.
func (c *council) wait(ticks game.Tick) {
	for until := time.Now().Add(tickTime(int64(ticks))); time.Now().Before(until); time.Sleep(min(tickTime(6), time.Until(until))) {
		for _, p := range c.all {
			p.frame()
			c.check(p.Client)
		}
	}
}

// hears returns what a player has read while time passes.
func (c *council) hears(p *player, ticks game.Tick) []string {
	others := slices.DeleteFunc(slices.Clone(c.all), func(q *player) bool { return q == p })
	return c.told(tickTime(int64(ticks)), p, others...)
}

// reads fails the test unless the player reads a line with these words.
func (c *council) reads(p *player, words string) {
	c.t.Helper()
	if lines := c.hears(p, game.TickRate/2); !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, words) }) {
		c.t.Errorf("expected that %s reads %q, found %q", p.conf.Name, words, lines)
	}
}

func (c *council) say(p *player, text string) {
	c.t.Helper()
	if err := p.Say(text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *council) out(p *player) bool { return p.view.Phase == Refused }

func TestPlayersVoteSomebodyOut(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote kick p3")
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
		c.say(c.all[2], "/yes")
		c.reads(c.all[2], "the vote passed: kick P3")
		if !c.out(c.all[3]) || !strings.Contains(c.all[3].view.Err.Error(), "voted you out") || c.all[0].view.Vote != nil {
			t.Errorf("P3 is in phase %d: %v", c.all[3].view.Phase, c.all[3].view.Err)
		}
		for from, key := range map[string]string{"10.0.0.4:1": "SHA256:another", "10.9.9.9:1": "SHA256:key3"} {
			if p := c.comes("Innocent", from, key); !c.out(p) || !strings.Contains(p.view.Err.Error(), "10 min") {
				t.Errorf("from %s with %s: phase %d, %v", from, key, p.view.Phase, p.view.Err)
			}
		}
		for _, p := range c.all[1:] {
			p.Leave()
		}
		c.all = c.all[:1] // one is enough to wait with
		wait := game.Tick(kickedFor)
		if !*long { // the first nine minutes are over at once
			wait = 60 * game.TickRate
			c.host.ask(func() error {
				c.host.polls.rules.kicked[0].until -= kickedFor - wait
				return nil
			})
		}
		c.stay(wait)
		if p := c.comes("P3", "10.0.0.4:1", "SHA256:key3"); c.out(p) {
			t.Errorf("after ten minutes: %v", p.view.Err)
		}
	})
}

func TestOneOfTwoKicksNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 2, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote kick P1")
		if c.stay(pollTime + game.TickRate); c.out(c.all[1]) {
			t.Errorf("P1 is out: %v", c.all[1].view.Err)
		}
	})
}

func TestSybilsOfOneAddressAreOneVoterAtAHost(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{PerAddress: 8})
		defer c.end()
		var mob []*player
		for i := range 3 {
			mob = append(mob, c.comes(fmt.Sprint("Mob", i), "10.6.6.6:1", fmt.Sprint("SHA256:mob", i)))
		}
		mob = append(mob, c.comes("Key", "10.7.7.7:1", "SHA256:mob0"))
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

func TestPlayersOfOneNetworkThrowNobodyOut(t *testing.T) {
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
		bubble(t, func(t *testing.T) {
			c := newCouncil(t, 0, HostConfig{})
			defer c.end()
			for i := range test.honest {
				c.comes(fmt.Sprint("P", i), fmt.Sprintf("203.0.%d.1:9", 10*i+1), fmt.Sprint("SHA256:key", i))
			}
			for i := range test.mob {
				c.comes(fmt.Sprint("Mob", i), fmt.Sprintf(test.from, i+1), fmt.Sprint("SHA256:mob", i))
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

func TestAKickTakesTheCallerAndTwoOtherNetworks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 0, HostConfig{})
		defer c.end()
		for i, from := range []string{"203.0.1.1:9", "203.0.2.1:9", "203.0.2.2:9", "203.0.3.1:9"} {
			c.comes(fmt.Sprint("P", i), from, fmt.Sprint("SHA256:key", i))
		}
		c.settle()
		c.say(c.all[0], "/vote kick P3")
		c.reads(c.all[0], "3 networks beside that of the player")
		c.comes("P4", "203.0.4.1:9", "SHA256:key4")
		c.settle()
		c.say(c.all[0], "/vote kick P3")
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

func TestASpectatorWhoTakesAShipDoesNotVoteForAMinute(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		watcher := c.comes("Watcher", "10.8.8.8:1", "SHA256:watcher")
		c.unseat("Watcher")
		c.settle()
		c.say(c.all[0], "/vote kick P3")
		c.stay(10)
		watcher.Choose(0, 0, 0)
		c.stay(game.TickRate)
		if v := watcher.view.Vote; watcher.view.Me < 0 || v == nil || v.Own != proto.MayNot {
			t.Errorf("slot %d, the vote is %+v", watcher.view.Me, v)
		}
	})
}

func TestNewcomersNeitherCallVotesNorVote(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 3, HostConfig{})
		defer c.end()
		late := c.comes("Late", "10.8.8.8:1", "SHA256:late")
		watcher := newPilot(ClientConfig{Dial: c.pipe, Name: "Watcher", Spectate: true})
		c.all = append(c.all, watcher)
		c.stay(10)
		c.say(late, "/vote restart")
		c.reads(late, "for a minute")
		c.say(c.all[0], "/vote restart")
		c.stay(game.TickRate)
		if v := late.view.Vote; v == nil || v.Own != proto.MayNot || v.Needed != 2 {
			t.Fatalf("a newcomer is told %+v", v)
		}
		for range 5 { // comes again and again
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

func TestWhoComesBackHasOneVote(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote kick P3")
		for i := range 4 {
			c.all[0].CastVote(true)
			c.stay(10)
			c.all[0].Link().Close()
			c.all[0].GoBy(fmt.Sprint("Name", i))
			c.stay(game.TickRate)
		}
		if v := c.all[1].view.Vote; v == nil || v.Yes != 1 || v.Needed != 3 {
			t.Errorf("the vote is %+v", v)
		}
	})
}

func TestAVoteFloodIsNeitherHeardNorAnswered(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
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

func TestWhoLeavesWhileTheOthersVoteStaysOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote kick P3")
		c.stay(game.TickRate)
		c.all[3].Leave()
		c.stay(game.TickRate)
		if c.all[0].view.Vote == nil {
			t.Error("the vote is over, as if leaving helped")
		}
		c.all[1].CastVote(true)
		c.all[2].CastVote(true)
		c.reads(c.all[0], "the vote passed: kick P3")
		if p := c.comes("P3", "10.0.0.4:7", "SHA256:key3"); !c.out(p) {
			t.Error("P3 is back")
		}
	})
}

func TestOneVoteKeepsNobodyAwayWhoLeavesBecauseOfOtherThings(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote kick P3")
		c.stay(game.TickRate)
		c.all[3].Leave()
		if lines := c.hears(c.all[0], pollTime); !slices.Contains(lines, "the vote failed: kick P3 (1 of 3; players of one network have one vote)") {
			t.Errorf("P0 reads %q", lines)
		}
		if p := c.comes("P3", "10.0.0.4:7", "SHA256:key3"); c.out(p) {
			t.Error("P3 is kept out by one vote of four")
		}
	})
}

func TestALostLinkDoesNotHelpAgainstAVote(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		target := c.all[3]
		c.all = c.all[:3] // whose program stops
		target.Link().Close()
		c.stay(game.TickRate)
		c.say(c.all[0], "/vote kick P3")
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

func TestTheOperatorsOwnPlayerAndBotsAreNotKicked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 3, HostConfig{}, played{Bots: 1})
		defer c.end()
		owner := c.comes("Owner", link.Here, "SHA256:owner")
		c.say(c.all[0], "/vote kick Owner")
		c.reads(c.all[0], "own player")
		c.all[0].CallVote(proto.KickMotion, owner.view.Pilot, "")
		c.reads(c.all[0], "own player")
		bot := slices.IndexFunc(owner.view.Roster, func(p proto.Pilot) bool { return p.Flags&proto.BotPilot != 0 })
		c.all[0].CallVote(proto.KickMotion, owner.view.Roster[bot].ID, "")
		c.reads(c.all[0], "is a bot")
	})
}

func TestTheOperatorStopsVotes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
		if _, err := c.host.Veto(); err == nil {
			t.Error("nothing is stopped")
		}
		c.say(c.all[0], "/vote kick P3")
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
		c.say(c.all[1], "/vote restart")
		c.reads(c.all[1], "no such votes")
		c.host.SetVotes(true)
		c.say(c.all[1], "/vote restart")
		c.reads(c.all[0], "P1 calls a vote")
	})
}

func TestVotesArePausedBetweenTries(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 3, HostConfig{})
		defer c.end()
		c.say(c.all[0], "/vote restart")
		c.stay(10)
		c.say(c.all[1], "/vote next")
		c.reads(c.all[1], "a vote is under way")
		c.all[1].CastVote(false)
		c.all[2].CastVote(false)
		c.reads(c.all[0], "the vote failed: restart the match (1 of 2)")
		c.say(c.all[1], "/vote next")
		c.reads(c.all[1], "before you call a vote")
		c.stay(pollPause)
		c.say(c.all[0], "/vote next")
		c.reads(c.all[0], "before you call a vote")
		c.say(c.all[1], "/vote next")
		c.reads(c.all[0], "P1 calls a vote")
	})
}

func TestPlayersRestartTheMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		c := newCouncil(t, 2, HostConfig{Result: told.take})
		defer c.end()
		c.say(c.all[0], "/vote restart")
		c.stay(10)
		c.say(c.all[1], "/yes")
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

func TestPlayersGoOnToAnotherArena(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		o := MatchOptions{Arena: "open", Time: 10 * time.Minute, Skill: 3}
		c := newCouncil(t, 2, HostConfig{}, played{Options: &o})
		defer c.end()
		c.say(c.all[0], "/vote next teams:../../../etc/passwd")
		c.reads(c.all[0], "try one of")
		c.say(c.all[0], "/vote next :DUEL")
		c.reads(c.all[1], "play deathmatch in duel")
		c.all[1].CastVote(true)
		if c.stay(game.TickRate); c.world().Status != game.Closed {
			t.Fatalf("the match goes on")
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
		c.say(c.all[0], "/vote teams")
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
			t.Errorf("nobody is in another team than before")
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
			c.host.ask(func() error { // it is over in a tick in which votes are not counted, and all are ready
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

func TestAVoteToKickOutlivesItsMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{})
		defer c.end()
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

func TestAMotionIsNotCarriedOutThatMayNotBeCalledAnyMore(t *testing.T) {
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
			c.host.ask(func() error { // and the last vote comes before anybody looks
				c.host.polls.cast(voter{id: c.all[1].view.Pilot, keys: []string{"SHA256:key1"}}, true)
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

// teams returns the team of each.
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

func TestChatThatIsNoCommandIsChat(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 2, HostConfig{})
		defer c.end()
		for text, read := range map[string]bool{"/yesterday": true, "vote kick P1": true, "/vote": false, "/vote fly": false, "/no": false} {
			var lines []string
			c.say(c.all[0], text)
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

func TestOneWhoIsAwakeDoesNotDecideBeforeTheOthersMayComeBack(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 3, HostConfig{})
		defer c.end()
		c.wait(idleVoter + game.TickRate) // all are away from their keys
		c.say(c.all[0], "/vote restart")
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
