package game_test

import (
	"flag"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

var long = flag.Bool("long", false, "play hundreds of matches in rounds, not a few")

// contest is a match of bots from the first tick to its end by the rules.
type contest struct {
	setup  *game.Setup
	bots   int
	skill  func(slot int) int // 3 for all if nil
	seed   uint64
	events func(w *game.World, events []game.Event) // or nil
}

// play plays it, for ten minutes and a second at most.
func (c *contest) play() game.World {
	w := game.NewWorld(c.setup, c.seed)
	pilots := make([]bot.Bot, c.bots)
	var orders []game.Order
	for i := range pilots {
		skill := 3
		if c.skill != nil {
			skill = c.skill(i)
		}
		pilots[i] = bot.New(skill, c.seed*uint64(c.bots)+uint64(i))
		orders = append(orders, c.join(i))
	}
	var events game.Events
	for w.Tick < (10*60+1)*game.TickRate && w.Status != game.Closed {
		events.List = events.List[:0]
		w.Step(c.setup, orders, &events)
		if c.events != nil {
			c.events(&w, events.List)
		}
		orders = orders[:0]
		for i := range pilots {
			if in := pilots[i].Fly(&w, c.setup, i); in != w.Ships[i].Input {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
	}
	return w
}

// join has all ships be in each slot in turn, as the seed is.
func (c *contest) join(slot int) game.Order {
	turn := slot + int(c.seed)
	team := 0
	if teams := c.setup.Teams(); teams > 0 {
		team = 1 + slot%teams
		turn = slot/teams + int(c.seed)
	}
	classes, weapons := len(assets.Classes()), len(assets.Weapons())
	return game.Order{Kind: game.OrderJoin, Slot: uint8(slot), Class: uint8(turn % classes), Weapon: uint8(turn / classes % weapons), Team: uint8(team)}
}

func lastSetup(t testing.TB, arena string, teams uint8) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Last, Sides: teams}
	s.TimeLimit, s.ScoreLimit = s.Mode.Limits()
	return s
}

var lastArenas = []string{"open", "basin", "henge", "maelstrom"}

// few returns the number of seeds or seconds to play: a part of many without -long.
func few(usual, long_ int) int {
	if *long {
		return long_
	}
	return usual
}

func TestLastEndsByTheRoundsInUnderTenMinutes(t *testing.T) {
	t.Parallel()
	const tenMinutes = 10 * 60 * game.TickRate
	var won [8]int
	longest, rounds, drawn, undecided := game.Tick(0), 0, 0, 0
	seeds := few(1, 100)
	for seed := range seeds {
		s := lastSetup(t, lastArenas[seed%len(lastArenas)], 0)
		c := contest{setup: s, bots: 8, seed: uint64(seed)}
		c.events = func(w *game.World, events []game.Event) {
			for _, ev := range events {
				switch {
				case ev.Kind == game.EventRound:
					rounds++
				case ev.Kind == game.EventRoundWon && ev.What == game.NoTeam:
					drawn++
				}
			}
		}
		w := c.play()
		if w.Status != game.Closed || w.Tick >= tenMinutes {
			t.Errorf("seed %d: status %d at tick %d, expected it over before %d", seed, w.Status, w.Tick, tenMinutes)
		}
		longest = max(longest, w.Tick)
		if winner := s.Winner(&w); winner.Decided {
			won[winner.Slot]++
		} else {
			undecided++
		}
	}
	t.Logf("%d matches of %d rounds, %d drawn; the longest took %d s; won by slot %v, %d by none", seeds, rounds, drawn, longest/game.TickRate, won, undecided)
	for slot, n := range won {
		if *long && n > 2*seeds/len(won) {
			t.Errorf("slot %d won %d of %d", slot, n, seeds)
		}
	}
}

func TestLastIsFairToBothTeams(t *testing.T) {
	if !*long {
		t.Skip("with -long")
	}
	var won [3]int
	const seeds = 200
	for seed := range seeds {
		s := lastSetup(t, lastArenas[seed%len(lastArenas)], 2)
		c := contest{setup: s, bots: 8, seed: uint64(seed / len(lastArenas))}
		w := c.play()
		won[s.Winner(&w).Team]++
	}
	t.Logf("of %d: drawn and won by team %v", seeds, won)
	for team, n := range won[1:] {
		if n > seeds*58/100 {
			t.Errorf("team %d won %d of %d", 1+team, n, seeds)
		}
	}
}

func TestBetterBotsWinInLast(t *testing.T) {
	t.Parallel()
	const good, poor = 4, 2
	matches, rounds := [3]int{}, [3]int{}
	first, seeds := 0, few(2, 100)
	if !*long {
		first = 2 // two of the arenas that TestLastEndsByTheRoundsInUnderTenMinutes leaves out then
	}
	for seed := first; seed < first+seeds; seed++ {
		s := lastSetup(t, lastArenas[seed%len(lastArenas)], 2)
		better := uint8(1 + seed/len(lastArenas)%2)
		c := contest{setup: s, bots: 8, seed: uint64(seed)}
		c.skill = func(slot int) int {
			if uint8(1+slot%2) == better {
				return good
			}
			return poor
		}
		w := c.play()
		if w.Status != game.Closed {
			t.Errorf("seed %d: not over after ten minutes", seed)
		}
		rounds[0] += int(w.TeamScores[better])
		rounds[1] += int(w.TeamScores[3-better])
		switch winner := s.Winner(&w); winner.Team {
		case better:
			matches[0]++
		case 0:
			matches[2]++
		default:
			matches[1]++
		}
	}
	t.Logf("level %d against %d: matches %v, rounds %v", good, poor, matches, rounds[:2])
	if matches[0]*100 < 80*(matches[0]+matches[1]+matches[2]) {
		t.Errorf("level %d won %d of %v", good, matches[0], matches)
	}
}

// A round of sixteen bots, the end of it, and the begin of the next, in which one joins and
// one leaves. Every fifth tick some ticks are taken back and played again.
func TestRoundsAreDeterministic(t *testing.T) {
	s := lastSetup(t, "henge", 2)
	w := game.NewWorld(s, 3)
	var history [32]moment
	var bots [17]bot.Bot
	for tick := 0; w.Rounds.Number < 2 || w.Tick-w.Rounds.Began < 10*game.TickRate; tick++ {
		if tick > 3*60*game.TickRate {
			t.Fatalf("%+v after three minutes, expected the second round", w.Rounds)
		}
		now := &history[tick%len(history)]
		now.before, now.orders = w, now.orders[:0]
		for i := range bots {
			switch order := flown(&bots[i], &w, s, i); {
			case i == 16 && tick < 1200, i == 15 && tick > 1800:
			case i == 15 && tick == 1800:
				now.orders = append(now.orders, game.Order{Kind: game.OrderLeave, Slot: 15})
			default:
				order.Team = uint8(1 + i%2)
				now.orders = append(now.orders, order)
			}
		}
		events := game.Events{List: now.events[:0]}
		w.Step(s, now.orders, &events)
		now.events = events.List
		if tick%5 == 0 {
			playAgain(t, s, history[:], tick, min(tick, 1+tick*7%30), &w)
		}
	}
	if w.Ships[16].State == game.Empty || w.Ships[15].State != game.Empty {
		t.Errorf("states %d and %d, expected that one has joined and one has left", w.Ships[16].State, w.Ships[15].State)
	}
}
