package play

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// balloted returns a finished match with a ballot.
func balloted() (*net.View, *Screen) {
	v, s := fought()
	v.Ballot = &proto.Ballot{Number: 1, Choices: []proto.Choice{{Arena: "open"}, {Arena: "duel", Votes: 2}, {Arena: "belt", Mode: game.Teams, Votes: 1}}}
	return v, s
}

func TestResultsListThePlayersFacts(t *testing.T) {
	v, s := fought()
	v.Me = 1
	s.known.tally.Slots[1].Damage = 63
	news := career.News{
		Result: career.Result{Finished: true, Rating: 1522.6, Shots: 100, Hits: 25, Medals: []string{"streak-5", "of-a-later-version"}}, Before: 1511.4,
		Last: &career.Result{Finished: true, Shots: 100, Hits: 21},
		Wins: 5,
	}
	s.SetResult(&news, "")
	term := newTerminal(t, 160, 40)
	show(s, term, v, playtest.Noon)
	term.shows(t, "10 points behind Nova", "rating 1523 (+12)", "accuracy 25%", "3 kills in a row", "damage 63", "♦ Streak of five", "better: accuracy 25%, 21% last time", "2 wins to rank Flight Lead")
	term.hides(t, "of-a-later-version")
	news.Before = 0
	show(s, term, v, playtest.Noon)
	term.shows(t, "rating 1523 (your first)")
	s.SetResult(&career.News{}, "")
	s.known.tally.Slots[1].LongestStreak = 1
	show(s, term, v, playtest.Noon)
	term.hides(t, "rating", "better", "in a row")
}

func TestFactsAlternateInASingleRow(t *testing.T) {
	v, s := fought()
	v.Me = 1
	s.SetResult(&career.News{Result: career.Result{Finished: true, Rating: 1523, Streak: 3}, Before: 1527, Last: &career.Result{Finished: true, Streak: 2}}, "")
	term := newTerminal(t, 60, 20)
	var seen strings.Builder
	for i := range 4 {
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*3*time.Second))
		seen.WriteString(term.text())
	}
	for _, want := range []string{"10 points behind Nova", "rating 1523 (-4)", "accuracy 25%", "better: streak of 3, 2 last time"} {
		if !strings.Contains(seen.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, seen.String())
		}
	}
}

func TestResultsShowTheGapToTheNext(t *testing.T) {
	for _, c := range []struct {
		me   int
		prep func(*net.View)
		want string
	}{
		{0, nil, "10 points ahead of Rex"},
		{1, nil, "10 points behind Nova"},
		{2, nil, "30 points behind Rex"},
		{1, func(v *net.View) { v.World.Ships[2].Score = 29 }, "10 points behind Nova"},
		{2, func(v *net.View) { v.World.Ships[2].Score = 29 }, "1 point behind Rex"},
		{0, func(v *net.View) { v.World.Ships[1].Score = 40 }, "level with Rex"},
		{0, func(v *net.View) {
			v.Setup.Mode, v.World.TeamScores = game.Teams, [game.MaxTeams + 1]int32{0, 40, 70}
			v.World.Ships[0].Team, v.World.Ships[1].Team, v.World.Ships[2].Team = 1, 2, 2
		}, "30 points behind team B"},
		{0, func(v *net.View) {
			v.Setup.Mode, v.World.TeamScores = game.CaptureOrb, [game.MaxTeams + 1]int32{0, 4, 3}
			at := []game.Point{{X: 9, Y: 9}}
			v.Setup.Arena.TeamSpawns[1], v.Setup.Arena.TeamSpawns[2] = at, at
			v.World.Ships[0].Team, v.World.Ships[1].Team, v.World.Ships[2].Team = 1, 2, 2
		}, "1 capture ahead of team B"},
		{0, func(v *net.View) {
			v.Setup.Mode, v.World.TeamScores = game.Waves, [game.MaxTeams + 1]int32{0, 90, 0}
			v.World.Ships[0].Team, v.World.Ships[1].Team, v.World.Ships[2].Team = 1, 1, 1
		}, "40 of 90 points"},
	} {
		v, s := fought()
		v.Me = c.me
		if c.prep != nil {
			c.prep(v)
		}
		term := newTerminal(t, 100, 30)
		show(s, term, v, playtest.Noon)
		term.shows(t, "► "+c.want)
	}
}

func TestTheWinnerIsFirstAmongEqualRounds(t *testing.T) {
	v, s := fought()
	v.Setup.Mode = game.Last
	for i := range 3 {
		v.World.Ships[i].Score, v.World.Ships[i].Kills = 1, uint16(i)
	}
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if winner := v.Setup.Winner(v.World); !winner.Decided || winner.Slot != 2 || s.drawing.ranks[0] != 2 {
		t.Errorf("%+v has won, and the order is %v", winner, s.drawing.ranks)
	}
}

func TestDigitsVoteAndThePlayersVoteIsMarked(t *testing.T) {
	v, s := balloted()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {160, 50}} {
		term := newTerminal(t, size[0], size[1])
		show(s, term, v, playtest.Noon)
		term.shows(t, "1 open", "2 duel", "3 belt")
		if got := strings.Count(term.text(), "deathmatch"); got < 3 || !strings.Contains(term.text(), "teams") { // one is above the table
			t.Errorf("%v: the mode of a choice is missing:\n%s", size, term.text())
		}
	}
	for digit, want := range map[rune]Action{
		'1': {Kind: Vote, Vote: 1}, '3': {Kind: Vote, Vote: 3}, '4': {}, '0': {},
	} {
		if got := s.Event(char(digit), v, playtest.Noon.Add(resultsPause)); got != want {
			t.Errorf("%c asks for %v, expected %v", digit, got, want)
		}
	}
	v.Me = -1
	term := newTerminal(t, 120, 40)
	show(s, term, v, playtest.Noon)
	term.shows(t, "belt teams", "what next?")
	term.hides(t, "press 1-3", "Enter")
	if got := s.Event(char('2'), v, playtest.Noon); got != (Action{}) {
		t.Errorf("a spectator's digit asks for %v", got)
	}
}

func TestASingleChoiceIsAnnouncedAndDigitsDoNothing(t *testing.T) {
	v, s := balloted()
	v.Ballot.Choices = v.Ballot.Choices[2:]
	for _, size := range [][2]int{{60, 20}, {80, 24}, {160, 50}} {
		term := newTerminal(t, size[0], size[1])
		show(s, term, v, playtest.Noon)
		term.shows(t, "next: teams in belt", "next match in 8 s")
		term.hides(t, "1-1", "vote", "what next?")
	}
	if got := s.Event(char('1'), v, playtest.Noon); got != (Action{}) {
		t.Errorf("1 asks for %v", got)
	}
}

// A match ends and the next begins, and a player presses Enter at a random moment, perhaps while writing. It never does what the player
// did not mean, the keys that follow fly, and the line is not lost.
func TestNoKeyIsLostFromAMatchToItsResultsAndTheNext(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		v, s := balloted()
		end := playtest.Noon.Add(time.Second)
		next := end.Add(time.Duration(1+r.IntN(10_000)) * time.Millisecond)
		pressed, writes := playtest.Noon.Add(time.Duration(r.IntN(int(next.Sub(playtest.Noon)+3*time.Second)))), r.IntN(2) == 0
		at, shownSince := playtest.Noon, playtest.Noon
		until := func(to time.Time) {
			for ; at.Before(to); at = at.Add(time.Second / 60) {
				was := v.World.Status
				v.World.Status = game.InProgress
				if !at.Before(end) && at.Before(next) {
					v.World.Status = game.Closed
				}
				if v.World.Status != was {
					shownSince = at
				}
				s.See(v, at)
			}
		}
		until(at.Add(1))
		if writes {
			s.Event(char('/'), v, at)
			typed(s, v, "gg")
		}
		until(pressed)
		got, shown := s.Event(key(input.KeyEnter), v, pressed), at.Add(-time.Second/60) // the last picture
		want, opens := NoAction, false
		switch {
		case shown.Before(end) && writes:
			want = SendChat
		case shown.Before(end):
			opens = true
		case shown.Before(next) && pressed.Sub(shownSince) >= resultsPause:
			want = SetReady
		case pressed.Sub(shownSince) < resultsPause, !shown.Before(next) && pressed.Sub(shownSince) < startPause:
			want = Wait
		default:
			opens = true
		}
		if got.Kind != want || s.Typing() != opens {
			t.Fatalf("the match ends after 1 s and the next begins after %v; writing: %v; Enter after %v asks for %v and opens the chat: %v", next.Sub(playtest.Noon), writes, pressed.Sub(playtest.Noon), got, s.Typing())
		}
		if opens && !shown.Before(end) {
			continue // as meant
		}
		until(next.Add(startPause))
		s.Event(key(input.KeyLeft), v, at)
		if in := s.Input(at); in != game.Steer(game.Left) {
			t.Fatalf("left in the next match is %v; typing: %v", in, s.Typing())
		}
		if s.Event(char('/'), v, at); writes && want != SendChat {
			if got := s.Event(key(input.KeyEnter), v, at); got != (Action{Kind: SendChat, Text: "gg"}) {
				t.Fatalf("the line of the last match is %v", got)
			}
		}
	}
}

func TestEnterPlaysAgainButNotAtOnceAfterTheFight(t *testing.T) {
	v, s := balloted()
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	again := Action{Kind: SetReady, Ready: true}
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon.Add(resultsPause/2)); got == again || s.Typing() {
		t.Errorf("half a second after the fight Enter asks for %v, typing: %v", got, s.Typing())
	}
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon.Add(resultsPause)); got != again {
		t.Errorf("Enter asks for %v", got)
	}
	held := key(input.KeyEnter)
	held.Kind = input.Repeat
	if got := s.Event(held, v, playtest.Noon.Add(2*resultsPause)); got == again {
		t.Error("an Enter that is held since the fight plays again")
	}
	term.shows(t, "next match in 8 s   Enter when ready, 0 of 3 are", "1-3 vote   / chat   Esc menu")
	v.Roster[0].Flags, v.Roster[1].Flags, v.Roster[2].Flags = proto.Ready, 0, proto.BotPilot
	show(s, term, v, playtest.Noon)
	term.shows(t, "you are ready, 1 of 2")
	v.Roster[0].Flags, v.Roster[1].Flags = 0, proto.BotPilot
	show(s, term, v, playtest.Noon)
	term.shows(t, "Enter plays again now")
}

func TestEveryPresetHasAChatKeyInResults(t *testing.T) {
	for preset := range input.Presets {
		v, s := balloted()
		s.Set(Options{Settings: input.Settings{Keys: input.BindingsOf(preset)}})
		term := newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		at := strings.Index(term.text(), " chat ")
		if at < 0 {
			t.Errorf("%s: no key for the chat is shown", preset)
			continue
		}
		k := term.text()[at-1]
		if s.Event(char(rune(k)), v, playtest.Noon.Add(time.Minute)); !s.Typing() {
			t.Errorf("%s: %c opens no chat", preset, k)
		}
	}
}

func TestForeignResultsHaveNoFacts(t *testing.T) {
	v, s := fought()
	v.Foreign, v.NextMatch = true, 0
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.hides(t, "damage", "behind", "again")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon.Add(time.Minute)); got.Kind == SetReady {
		t.Error("Enter plays again")
	}
}

func TestTheFirstThreeAreOnAPodium(t *testing.T) {
	v, s := fought()
	v.World.Ships[2].Score = 20
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.shows(t, "▌2 Rex", "▌1 Nova", "▌3 Vega", "40 points")
	var at [3]int // the rows of the steps
	for y := range 24 {
		for i, step := range []string{"▌1 Nova", "▌2 Rex", "▌3 Vega"} {
			if strings.Contains(term.row(y), step) {
				at[i] = y
			}
		}
	}
	if at[0] != at[1]-1 || at[1] != at[2]-1 {
		t.Errorf("the steps are in rows %v", at)
	}
}

func TestALostConnectionDoesNotCoverTheResults(t *testing.T) {
	v, s := fought()
	v.Phase, v.NextMatch = net.Lost, 0
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.shows(t, "test match · deathmatch in test", "score   K   D   A", "connection lost, reconnecting - Esc menu")
}

func TestADrawWithoutAPointHasNoPodium(t *testing.T) {
	v, s := fought()
	for i := range v.World.Ships {
		v.World.Ships[i].Score = 0
	}
	term := newTerminal(t, 120, 40)
	show(s, term, v, playtest.Noon)
	if words := term.text(); strings.Count(words, "0 points") != 1 || strings.Count(words, "=1") != 4 {
		t.Errorf("found\n%s", words)
	}
}

func TestThePlayOfTheMatchIsWholeWhereItFits(t *testing.T) {
	v, s := balloted()
	term := newTerminal(t, 80, 24)
	s.See(v, playtest.Noon)
	s.play.words = "Vector, wins it with 6.2 s left"
	s.Draw(term)
	term.shows(t, "play: Vector, wins it with 6.2 s left")
}

func TestTheNextMatchListsNoEventOfTheLast(t *testing.T) {
	v, s := fought()
	v.World.Status = game.InProgress
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}}
	term := newTerminal(t, 120, 40)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Vega » Rex")
	v.Events, v.World.Status = nil, game.Closed
	show(s, term, v, playtest.Noon)
	v.World.Status = game.InProgress
	show(s, term, v, playtest.Noon)
	term.hides(t, "Vega » Rex")
}

func TestThereIsNoPodiumWhereItWouldCutTheTable(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		v, s := fought()
		for i := 3; i < 14; i++ {
			v.World.Ships[i] = v.World.Ships[2]
		}
		term := newTerminal(t, size[0], size[1])
		show(s, term, v, playtest.Noon)
		term.hides(t, "▌1 Nova")
	}
	v, s := fought()
	s.Set(Options{Mode: canvas.ASCII}) // ASCII has no large ships
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if strings.Count(term.text(), "40 points") > 1 { // the top line's
		t.Errorf("there is one in ASCII:\n%s", term.text())
	}
}

// fought returns a finished match with all kinds of events.
func fought() (*net.View, *Screen) {
	v, s := playtest.View("Nova", "Rex", "Vega"), New(Options{})
	v.World.Status, v.NextMatch = game.Closed, 8*time.Second
	ships := &v.World.Ships
	ships[0].Kills, ships[0].Deaths, ships[0].Score = 4, 2, 40
	ships[1].Kills, ships[1].Deaths, ships[1].Score = 4, 3, 30
	ships[2].Kills, ships[2].Assists, ships[2].Deaths = 1, 5, 1
	s.known.tally = model.Tally{Begun: true}
	for i := range 3 {
		s.known.tally.Pilots[i] = uint16(i)
	}
	s.known.tally.Slots[0].Shots, s.known.tally.Slots[0].Hits = 19, 19
	s.known.tally.Slots[1].Shots, s.known.tally.Slots[1].Hits, s.known.tally.Slots[1].LongestStreak = 40, 10, 3
	s.known.tally.Slots[1].Avenged, s.known.tally.Slots[1].Crashes = 2, 1
	s.known.tally.Slots[2].Items, s.known.tally.Slots[2].Barrels = 6, 2
	return v, s
}

func TestThePlayersAwardsAreFirstAndMarked(t *testing.T) {
	v, s := fought()
	v.Me = 2
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	var marked []string
	for _, line := range strings.Split(term.text(), "\n") {
		if _, award, found := strings.Cut(line, "►"); found {
			marked = append(marked, strings.Join(strings.Fields(award)[:2], " "))
		}
	}
	if want := []string{"3 ▌", "30 points", "Survivor Vega", "Helper Vega", "Collector Vega"}; !slices.Equal(marked[:5], want) {
		t.Errorf("got %q, want %q\n%s", marked, want, term.text())
	}
}

func TestAwardsFindRoomOnEveryScreen(t *testing.T) {
	for _, test := range []struct {
		width, height, ships int
		titles               []string
	}{
		{60, 20, 64, []string{"Ace: you, 4 kills"}},
		{80, 24, 64, []string{"Ace: you, 4 kills"}},
		{100, 30, 64, []string{"Ace", "Survivor", "Marksman", "Streak"}},
		{80, 24, 3, []string{"Ace", "Survivor", "Marksman", "Streak", "Helper"}},
		{100, 30, 3, []string{"awards", "Own worst enemy", "1 self-destruction"}},
		{140, 24, 64, []string{"awards", "Own worst enemy", "1 self-destruction"}},
		{200, 60, 3, []string{"awards", "Own worst enemy", "1 self-destruction", "hits"}},
	} {
		v, s := fought()
		for i := 3; i < test.ships; i++ {
			v.World.Ships[i].State = game.Flying
		}
		term := newTerminal(t, test.width, test.height)
		show(s, term, v, playtest.Noon)
		term.shows(t, append(test.titles, "next match in 8 s", "Nova", "score")...)
	}
}

func TestAwardsAlternateInASharedRow(t *testing.T) {
	for fewer, want := range map[bool]int{false: 9, true: 1} {
		v, s := fought()
		for i := 3; i < 64; i++ {
			v.World.Ships[i].State = game.Flying
		}
		s.Set(Options{Settings: input.Settings{FewerFlashes: fewer}})
		term, seen := newTerminal(t, 60, 20), map[string]bool{}
		for i := range 20 {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*2*time.Second))
			seen[term.row(18)] = true
		}
		if len(seen) != want {
			t.Errorf("fewer flashes %v: got %d awards, want %d", fewer, len(seen), want)
		}
	}
}

func TestPartialCountsAreMarked(t *testing.T) {
	v, s := fought()
	s.known.tally.Partly = true
	term := newTerminal(t, 100, 30)
	show(s, term, v, playtest.Noon)
	term.shows(t, "awards, * since you joined", "3 kills in a row *")
	term.hides(t, "5 assists *") // the World knows
}
