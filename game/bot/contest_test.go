package bot_test

import (
	"flag"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

var unmatched = flag.Bool("unmatched", false, "let the bots of each team choose their own ships, which makes teams uneven")

// contest is the course of a match of two teams.
type contest struct {
	ticks   game.Tick
	score   int32     // of the winner
	beaten  int32     // of the loser
	changes int       // of the lead, from one team to the other
	last    game.Tick // of these; 0 for none
	decided game.Tick // when the winner took the lead for good; the end for a draw
}

// playContest plays a match of eight bots of a level to its end. As in a hosted match, the bots of the second team fly the
// ships that those of the first like.
func playContest(t testing.TB, mode game.Mode, arena string, level int, seed uint64) (c contest) {
	t.Helper()
	s := setup(t, arena)
	s.Mode = mode
	s.TimeLimit, s.ScoreLimit = mode.Limits()
	m := newMatch(s, seed)
	flown := make([]bot.Bot, 8)
	for i := range flown {
		flown[i] = bot.New(level, seed*64+uint64(i))
		chooser := i
		if !*unmatched {
			chooser -= i % 2
		}
		taste := game.NewChance(seed*64 + uint64(chooser))
		class, weapon := flown[chooser].Personality().Ship(s, &taste)
		m.join(&flown[i], ship{class, weapon}, uint8((i+int(seed))%2+1))
	}
	leader := uint8(0)
	for m.w.Status != game.Closed {
		m.tick(nil)
		won := s.Winner(&m.w)
		switch {
		case !won.Decided:
			c.decided = m.w.Tick
		case won.Team != leader:
			if c.decided = m.w.Tick; leader != 0 {
				c.changes, c.last = c.changes+1, m.w.Tick
			}
			leader = won.Team
		}
	}
	c.ticks = m.w.Tick
	c.score, c.beaten = max(m.w.TeamScores[1], m.w.TeamScores[2]), min(m.w.TeamScores[1], m.w.TeamScores[2])
	return c
}

// contests is many matches.
type contests []contest

// spread returns the 10th, 50th and 90th percentile of a value.
func (list contests) spread(value func(c *contest) int) (p [3]int) {
	var sorted []int
	for i := range list {
		sorted = append(sorted, value(&list[i]))
	}
	slices.Sort(sorted)
	for i := range p {
		p[i] = sorted[(len(sorted)-1)*[...]int{10, 50, 90}[i]/100]
	}
	return p
}

// share returns for how many of 100 matches it is true.
func (list contests) share(is func(c *contest) bool) int {
	n := 0
	for i := range list {
		if is(&list[i]) {
			n++
		}
	}
	return n * 100 / len(list)
}

func decidedLate(c *contest) bool { return 3*c.decided >= 2*c.ticks }
func changedLate(c *contest) bool { return 2*c.last >= c.ticks }

// playContests plays a number of matches in turn in some arenas, and logs their figures.
func playContests(t *testing.T, mode game.Mode, arenas []string, level, n int) (list contests) {
	for seed := range uint64(n) {
		list = append(list, playContest(t, mode, arenas[seed%uint64(len(arenas))], level, seed))
	}
	t.Logf("%s, level %d, %d matches, p10/p50/p90: length %d s, score %d to %d, changes of the lead %d, the last at %d %%, decided at %d %%; last change in the second half %d %%, decided in the last third %d %%",
		mode.Name(), level, n, list.spread(func(c *contest) int { return int(c.ticks / game.TickRate) }),
		list.spread(func(c *contest) int { return int(c.score) }), list.spread(func(c *contest) int { return int(c.beaten) }),
		list.spread(func(c *contest) int { return c.changes }), list.spread(func(c *contest) int { return int(100 * c.last / c.ticks) }),
		list.spread(func(c *contest) int { return int(100 * c.decided / c.ticks) }), list.share(changedLate), list.share(decidedLate))
	return list
}

// Without -long the few matches at level 3 show a mode in which a team always runs away.
// Of 200 matches of the orb at levels 2, 3 and 4, 48, 56 and 52 % were decided in the last third; of 40 the share has an error of 8.
func TestMatchesOfTeamsStayOpen(t *testing.T) {
	tournament(t)
	for level := 2; level <= 4; level++ {
		if level != 3 && !*long {
			continue
		}
		orb := playContests(t, game.CaptureOrb, orbArenas, level, seeds(3, 40))
		if took := orb.spread(func(c *contest) int { return int(c.ticks / game.TickRate) })[1]; took < 150 || took > 330 {
			t.Errorf("orb, level %d: half of the matches end within %d s, expected 180 to 300", level, took)
		}
		if late := orb.share(decidedLate); late < 33 {
			t.Errorf("orb, level %d: %d %% of the matches are decided in the last third, expected half", level, late)
		}
		teams := playContests(t, game.Teams, []string{"open", "belt", "duel", "expanse"}, level, seeds(4, 40))
		if late := teams.share(changedLate); late < 40 {
			t.Errorf("teams, level %d: the lead changes in the second half of %d %% of the matches, expected half", level, late)
		}
	}
}
