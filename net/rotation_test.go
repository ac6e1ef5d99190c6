package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// rotating is a short match of a rotation.
func rotating(r Rotation) *MatchOptions {
	o := shortMatch()
	o.Rotation = r
	return o
}

// rounds returns what is played in the first n rounds.
func rounds(t *testing.T, o *MatchOptions, n int) (played []string) {
	t.Helper()
	for round := range n {
		s, err := o.Setup(round)
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, s.Mode.Name()+":"+s.Arena.Name)
	}
	return played
}

func TestWhatIsWrongWithARotationIsSaidInALine(t *testing.T) {
	for text, want := range map[Rotation]string{
		"deathmatch:open,":         `entry 2: must be MODE:ARENA, MODE or :ARENA, got ""`,
		",":                        `entry 1: must be MODE:ARENA, MODE or :ARENA, got ""`,
		"teams:":                   `entry 1: must be MODE:ARENA, MODE or :ARENA, got "teams:"`,
		" : ":                      `entry 1: must be MODE:ARENA, MODE or :ARENA, got " : "`,
		"teams,chess:open":         `entry 2: no mode called "chess": must be one of ` + ModeNames(),
		"open":                     `entry 1: no mode called "open": must be one of ` + ModeNames() + ", or :ARENA",
		"Teams":                    `entry 1: no mode called "Teams"`,
		"teams:duel,teams:nowhere": `entry 2, "teams:nowhere": no arena called "nowhere": must be one of open, `,
		":../gone.txt":             `entry 1, "deathmatch:../gone.txt": open ../gone.txt: `,
		Rotation(strings.Repeat("teams,", maxTurns) + "teams"): "must be 1 to 64 entries, got 65",
	} {
		err := (&MatchOptions{Rotation: text}).Check()
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, expected %s", text, err, want)
		}
		if _, err := NewMatch(MatchOptions{Rotation: text}, 1); err == nil {
			t.Errorf("a match begins with the rotation %q", text)
		}
	}
}

func TestARotationIsPlayedInItsOrderOverAndOver(t *testing.T) {
	o := &MatchOptions{Rotation: "teams:duel, deathmatch:belt ,:open"}
	want := []string{"teams:duel", "deathmatch:belt", "deathmatch:open", "teams:duel", "deathmatch:belt", "deathmatch:open"}
	if got := rounds(t, o, 6); !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

func TestAModeAloneIsPlayedInAnotherOfItsArenasEachTime(t *testing.T) {
	skipIfShort(t)
	arenas := (&MatchOptions{}).Arenas(game.Teams)
	if len(arenas) < 3 {
		t.Fatalf("only %d arenas: this test proves nothing", len(arenas))
	}
	var want []string
	for i := range 2 * len(arenas) {
		want = append(want, "teams:"+arenas[i%len(arenas)].Name)
		if i%2 == 1 {
			want = append(want, "deathmatch:duel")
		}
	}
	if got := rounds(t, &MatchOptions{Rotation: "teams,teams,deathmatch:duel"}, len(want)); !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

func TestAHostPlaysItsRotationMatchAfterMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Options: rotating("teams:duel,deathmatch:open,:belt")})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		for i, want := range []string{"teams:duel", "deathmatch:open", "deathmatch:belt", "teams:duel"} {
			if i > 0 {
				m.toResults(p)
				if c := p.view.Ballot.Choices[0]; c.Mode.Name()+":"+c.Arena != want {
					t.Errorf("match %d: %+v is said to come next, expected %s", i, c, want)
				}
				m.toNext(p)
			}
			if s := p.view.Setup; s.Mode.Name()+":"+s.Arena.Name != want {
				t.Errorf("match %d: %s in %s, expected %s", i, s.Mode.Name(), s.Arena.Name, want)
			}
			m.fly(time.Second, p) // what strangers are told is made anew a few times a second
			if info := m.host.public.Load().info; info.Mode.Name()+":"+info.Arena != want {
				t.Errorf("match %d: strangers are told of %s in %s", i, info.Mode.Name(), info.Arena)
			}
		}
	})
}

// resultsOf returns a stage on which the results of a rotation's first match stand.
func resultsOf(t *testing.T, r Rotation) (*stage, *flier) {
	t.Helper()
	s := newStage(HostConfig{}, played{Options: rotating(r)})
	f := s.flier(t, "Rex", "", proto.Token{})
	for s.OverAt == 0 {
		s.pass(1)
	}
	return s, f
}

// offers tells what there is to vote for.
func (s *stage) offers() (all []string) {
	for _, c := range s.Ballot.Choices[:s.Ballot.Count] {
		all = append(all, c.Mode.Name()+":"+c.Title)
	}
	return all
}

// next lets the results pass, in which these players are heard, and tells what is played then.
func (s *stage) next(all ...*flier) string {
	s.press(resultsTime+1, all...)
	return s.Setup.Mode.Name() + ":" + s.Setup.Arena.Name
}

func TestTheChoicesAreTheNextOfTheRotationWhichGoesOnFromTheOneElected(t *testing.T) {
	s, f := resultsOf(t, "teams:duel,teams:open,teams:open,deathmatch:duel,teams:belt")
	if got, want := s.offers(), []string{"teams:open", "deathmatch:duel", "teams:belt"}; !slices.Equal(got, want) {
		t.Errorf("%v are on offer, expected %v", got, want)
	}
	f.vote(2)
	if got := s.next(f); got != "deathmatch:duel" {
		t.Errorf("%s is played, expected what was elected", got)
	}
	for s.OverAt == 0 {
		s.press(1, f)
	}
	if got := s.next(f); got != "teams:belt" {
		t.Errorf("%s comes after that, expected teams:belt", got)
	}
}

func TestAShortRotationIsMadeUpForByOtherModes(t *testing.T) {
	skipIfShort(t)
	for range 5 {
		s, f := resultsOf(t, "teams:duel")
		offers := s.offers()
		if len(offers) != proto.MaxChoices || offers[0] != "teams:duel" || strings.HasPrefix(offers[1], "teams:") {
			t.Fatalf("%v are on offer", offers)
		}
		f.vote(2)
		if got := s.next(f); got != offers[1] {
			t.Errorf("%s is played, expected %s", got, offers[1])
		}
		for s.OverAt == 0 {
			s.press(1, f)
		}
		if got := s.next(f); got != "teams:duel" {
			t.Errorf("%s comes after that", got)
		}
	}
}

func TestTheChoicesAreOfDifferentModesAndArenas(t *testing.T) {
	skipIfShort(t)
	for seed := range uint64(20) {
		s := newStage(HostConfig{}, played{Options: shortMatch(), Seed: seed})
		for s.OverAt == 0 {
			s.pass(1)
		}
		modes, arenas := map[game.Mode]bool{}, map[string]bool{}
		for _, c := range s.Ballot.Choices {
			modes[c.Mode], arenas[c.Title] = true, true
		}
		if len(modes) != min(len(game.Modes()), proto.MaxChoices) || len(arenas) != proto.MaxChoices {
			t.Errorf("seed %d: %v are on offer", seed, s.offers())
		}
	}
}

func TestAnotherRotationBeginsWithItsFirstTurn(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "teams:duel,deathmatch:belt,deathmatch:open")
	if got := s.next(); got != "deathmatch:belt" {
		t.Fatalf("%s is played", got)
	}
	s.change(*rotating("teams:belt,teams:open"))
	for s.OverAt == 0 {
		s.pass(1)
	}
	if got := s.offers()[0]; got != "teams:belt" {
		t.Errorf("%s is offered first", got)
	}
	if got := s.next(); got != "teams:belt" {
		t.Errorf("%s is played, expected the first turn", got)
	}
	for s.OverAt == 0 {
		s.pass(1)
	}
	if got := s.next(); got != "teams:open" {
		t.Errorf("%s is played, expected the second turn", got)
	}
}

func TestAChangeToABrokenRotationIsRefused(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "teams:duel")
	if _, err := s.Change(*rotating("teams:duel,chess")); err == nil || !strings.HasPrefix(err.Error(), `rotation: entry 2: no mode called "chess"`) {
		t.Errorf("got %v", err)
	}
}

func TestTheOperatorsPickIsPlayedOnceBetweenTwoTurns(t *testing.T) {
	skipIfShort(t)
	s, f := resultsOf(t, "teams:duel,deathmatch:belt")
	if _, atOnce, err := s.pick(Turn{game.Teams, "open"}); err != nil || atOnce {
		t.Fatalf("at once: %v, %v", atOnce, err)
	}
	if got := s.offers(); fmt.Sprint(got) != "[teams:open]" {
		t.Errorf("%v are on offer, expected the pick alone", got)
	}
	f.vote(1)
	if s.countVotes() != [proto.MaxChoices]uint8{} {
		t.Error("a vote counts where there is no choice")
	}
	for _, want := range []string{"teams:open", "deathmatch:belt", "teams:duel"} {
		if got := s.next(f); got != want {
			t.Errorf("%s is played, expected %s", got, want)
		}
		for s.OverAt == 0 {
			s.press(1, f)
		}
	}
}

func TestAPickOfAModeAloneTakesOneOfItsArenas(t *testing.T) {
	skipIfShort(t)
	s, _ := resultsOf(t, "deathmatch:duel")
	c, _, err := s.pick(Turn{Mode: game.Teams})
	if got := s.next(); err != nil || got != "teams:"+c.Title {
		t.Errorf("%s is played, %+v was picked, %v", got, c, err)
	}
	if _, _, err := s.pick(Turn{game.Teams, "nowhere"}); err == nil || s.Picked.Title != "" {
		t.Errorf("got %v, %+v", err, s.Picked)
	}
}

func TestAMatchThatWaitsBecomesThePickAtOnce(t *testing.T) {
	skipIfShort(t)
	o := rotating("deathmatch:duel,deathmatch:belt")
	o.Lobby = true
	s := newStage(HostConfig{}, played{Options: o})
	f := s.flier(t, "Rex", "", proto.Token{})
	_, atOnce, err := s.pick(Turn{game.Teams, "open"})
	if s.pass(1); err != nil || !atOnce || s.Setup.Mode != game.Teams || s.Setup.Arena.Name != "open" || s.World.Status != game.Waiting {
		t.Fatalf("at once: %v, %v; %s in %s, status %d", atOnce, err, s.Setup.Mode.Name(), s.Setup.Arena.Name, s.World.Status)
	}
	s.order(game.OrderStart)
	for s.OverAt == 0 {
		s.press(1, f)
	}
	if got := s.next(f); got != "deathmatch:belt" {
		t.Errorf("%s comes after that", got)
	}
}

func TestWithoutVotesPlayersAreToldWhatComesNext(t *testing.T) {
	bubble(t, func(t *testing.T) {
		o := rotating("teams:duel,deathmatch:belt")
		o.NoVotes = true
		m := startMatch(t, HostConfig{}, played{Options: o})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.toResults(p)
		if got := p.view.Ballot.Choices; len(got) != 1 || got[0] != (proto.Choice{Arena: "belt", Mode: game.Deathmatch}) {
			t.Errorf("told %+v, expected deathmatch in belt alone", got)
		}
		p.Vote(1)
		m.toNext(p)
		if p.view.Setup.Arena.Name != "belt" {
			t.Errorf("%s is played", p.view.Setup.Arena.Name)
		}
	})
}

func TestEachTurnHasTheLimitsThatAreUsualInItsMode(t *testing.T) {
	skipIfShort(t)
	o := &MatchOptions{Time: UsualTime}
	for i, mode := range game.Modes() {
		o.Rotation += Rotation("," + mode.Name())
		o.Rotation = Rotation(strings.TrimPrefix(string(o.Rotation), ","))
		s, err := o.Setup(i)
		if err != nil {
			t.Fatal(err)
		}
		limit, score := mode.Limits()
		if limit == 0 && score == 0 {
			limit = 5 * 60 * game.TickRate
		}
		if s.Mode != mode || s.TimeLimit != limit || s.ScoreLimit != score {
			t.Errorf("%s: %s with limits %d and %d, expected %d and %d", mode.Name(), s.Mode.Name(), s.TimeLimit, s.ScoreLimit, limit, score)
		}
	}
}

func TestTheNumberOfTeamsHoldsWhereTheModeCanHaveSoMany(t *testing.T) {
	skipIfShort(t)
	o := &MatchOptions{Teams: 3}
	for _, o.Mode = range game.Modes() {
		s, err := o.Setup(0)
		if err != nil {
			continue // no arena for so many
		}
		want := 3
		if fewest, most := o.Mode.Sides(); fewest > 3 || most < 3 {
			want = fewest
		}
		if s.Teams() != want {
			t.Errorf("%s: %d teams, expected %d", o.Mode.Name(), s.Teams(), want)
		}
	}
}
