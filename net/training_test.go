package net

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// suited returns a host, run by hand, of matches of a second in which seven bots suit the player.
func suited(t *testing.T, past ...bot.PastMatch) *stage {
	setup := testSetup(t)
	setup.TimeLimit = game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: 7, Skill: AutoSkill}, 3)
	m.Past = past
	return resumed(m)
}

// tenths returns the mean skill of all bots in tenths, and their skills in order.
func (s *stage) tenths() (mean int, skills []int) {
	for _, p := range s.pilots {
		if p.isBot() {
			skills = append(skills, p.Skill)
			mean += p.Skill
		}
	}
	slices.Sort(skills)
	return mean * bot.Tenths / max(len(skills), 1), skills
}

// finish plays the match to its end, which these players have with so many points, and goes on to the next.
func (s *stage) finish(points int32, players ...*flier) {
	number := s.liveMatch.Number
	for s.liveMatch.Number == number {
		for slot, p := range s.seats {
			if p != nil && !p.is(proto.BotPilot) {
				s.World.Ships[slot].Score = points
			}
		}
		for _, f := range players {
			f.press()
		}
		s.pass(1)
	}
	s.pass(1)
}

func TestBotsThatSuitAPlayerAreBetterAfterAVictoryAndWorseAfterADefeat(t *testing.T) {
	s := suited(t)
	rex := s.flier(t, "Rex", "", proto.Token{})
	s.pass(2)
	first, skills := s.tenths()
	if len(skills) != 7 || first < 14 || first > 20 || skills[0] == skills[6] {
		t.Fatalf("for a player of whom nothing is known: %v", skills)
	}
	s.finish(1000, rex)
	better, skills := s.tenths()
	if better <= first || better > first+10 {
		t.Errorf("after a victory over %d tenths: %v", first, skills)
	}
	s.finish(-1000, rex)
	if worse, skills := s.tenths(); worse >= better || worse < better-10 {
		t.Errorf("after a defeat by %d tenths: %v", better, skills)
	}
}

func TestTheFirstMatchSuitsAPlayerByThoseOfBefore(t *testing.T) {
	s := suited(t, bot.PastMatch{Rank: 3, Ships: 8, Level: 36}, bot.PastMatch{Rank: 3, Ships: 8, Level: 36})
	s.pass(2)
	if mean, skills := s.tenths(); mean < 35 || mean > 37 {
		t.Errorf("after matches at 3.6 that suited: %v", skills)
	}
}

func TestAMatchWithoutAPlayerSaysNothingOfTheBots(t *testing.T) {
	s := suited(t)
	s.pass(2)
	before, _ := s.tenths()
	s.finish(1000)
	if after, _ := s.tenths(); after != before || len(s.Past) != 0 {
		t.Errorf("bots of %d tenths are followed by bots of %d; past: %v", before, after, s.Past)
	}
}

func TestTheResultTellsTheSkillOfEachBot(t *testing.T) {
	var told results
	setup := testSetup(t)
	setup.TimeLimit = game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: 7, Skill: AutoSkill}, 3)
	m.Past = []bot.PastMatch{{Rank: 3, Ships: 8, Level: 24}}
	s := resumed(m)
	s.liveMatch.ended = told.take
	s.pass(2 * game.TickRate)
	var skills []int
	for _, f := range told.all()[0].Flights {
		skills = append(skills, f.Skill)
		if f.Novice {
			t.Errorf("told of a novice: %+v", f)
		}
	}
	if slices.Sort(skills); !slices.Equal(skills, []int{1, 2, 2, 2, 3, 3, 4}) {
		t.Errorf("bots of level 2.4 are told as %v", skills)
	}
	s.Past[0].Level = 0
	s.trainBots()
	for _, p := range s.pilots {
		if f := s.flightOf(p); f.Skill != 1 || !f.Novice {
			t.Errorf("a novice is told as %+v", f)
		}
	}
}

func TestANoviceHardlyShoots(t *testing.T) {
	skipIfShort(t)
	shots := map[int]int{}
	for _, level := range []bot.Level{0, 10} {
		m := FixedMatch(testSetup(t), MatchOptions{Bots: 8, Skill: AutoSkill}, 3)
		m.Past = []bot.PastMatch{{Rank: 3, Ships: 8, Level: level}}
		s := resumed(m)
		for range 60 * game.TickRate {
			s.pass(1)
			for _, ev := range s.events.List {
				if ev.Kind == game.EventShot {
					shots[int(level)]++
				}
			}
		}
	}
	if shots[0] == 0 || shots[0]*2 > shots[10] {
		t.Errorf("novices fire %d times, bots of level 1 %d times", shots[0], shots[10])
	}
}
