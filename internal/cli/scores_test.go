package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/command"
	"dogfight/internal/records"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/proto/replay"
)

// race is a complete time trial of a bot.
type race struct {
	setup  *game.Setup
	best   game.Tick // lap
	replay []byte
}

// playRace plays a time trial, the same for all tests.
var playRace = sync.OnceValues(func() (race, error) {
	setup, err := (&net.MatchOptions{Mode: game.Race, Arena: "ring", Bots: 1}).Setup(0)
	if err != nil {
		return race{}, err
	}
	w := game.NewWorldAt(setup, 5, 0)
	head := replay.NewHead(setup, 0)
	head.Whole, head.Seed = true, 5
	e := replay.NewWriter(head, setup, &w)
	pilot := bot.New(5, 1)
	for orders := []game.Order{{Kind: game.OrderJoin}}; w.Status != game.Closed; {
		w.Step(setup, orders, nil)
		e.Tick(orders, &w, w.Hash(), nil)
		orders = nil
		if in := pilot.Fly(&w, setup, 0); in != w.Ships[0].Input && w.Ships[0].AcceptsInput() {
			orders = append(orders, game.Order{Kind: game.OrderInput, Input: in})
		}
	}
	err = e.End(&replay.Result{Finished: true}, &w, nil, nil)
	return race{setup, w.Racers[0].Best, e.Take(nil)}, err
})

// recordRace records the time trial for a player with a key.
func recordRace(t user, change func(m *records.Match)) {
	t.Helper()
	played, err := playRace()
	if err != nil {
		t.Fatal(err)
	}
	m := session.MatchOf(&net.Result{
		Setup: played.setup, Lasted: time.Minute, Finished: true, Replay: slices.Clone(played.replay),
		Flights: []net.Flight{{Pilot: 1, Identity: "SHA256:ann", Name: "Ann", Lap: played.best, Place: 1, Flown: time.Minute}},
	}, time.Now())
	m.Prove(m)
	if len(m.Laps.Best) != 1 {
		t.Fatalf("no lap: %+v", m.Laps)
	}
	if change != nil {
		change(m)
	}
	s, err := records.Open(t.Records())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Add(m); err != nil {
		t.Fatal(err)
	}
}

func TestScoresAreVerifiedByTheirReplays(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	ann := newUser(t)
	if code, out, errs := ann.call("scores", "--verify"); code != command.ExitOK || out != "0 verified, 0 failed\n" || errs != "" {
		t.Errorf("of no records: exit code %d, %q, %q", code, out, errs)
	}
	recordRace(ann, nil)
	if code, out, errs := ann.call("scores", "--verify"); code != command.ExitOK || !strings.Contains(out, "HOLDS") || !strings.Contains(out, "  yes\n") || !strings.HasSuffix(out, "\n1 verified, 0 failed\n") || errs != "" {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	_, out, _ := ann.call("scores", "--verify", "--json")
	if of := one[provenScores](t, out); len(of.Laps) != 1 || of.Laps[0].Verified != "yes" || of.Dailies == nil {
		t.Errorf("as JSON: %q", out)
	}
}

func TestScoresVerifyFindsChangedRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	for want, change := range map[string]func(m *records.Match){
		"no: no such lap in its orders": func(m *records.Match) { m.Laps.Best[0].Took-- },
		"no: flown by another pilot":    func(m *records.Match) { m.Flights[0].Identity = "SHA256:eve" },
		"no: flown in another arena":    func(m *records.Match) { m.Laps.Course = "another" },
	} {
		ann := newUser(t)
		recordRace(ann, change)
		code, out, errs := ann.call("scores", "--verify")
		if code != command.ExitFailure || !strings.Contains(out, want) || !strings.HasSuffix(out, "\n0 verified, 1 failed\n") || errs != "dogfight: 1 of 1 records do not hold\n" {
			t.Errorf("expected %q: exit code %d, %q, %q", want, code, out, errs)
		}
	}
}

func TestScoresVerifyFindsTheReplayOfAnotherMatch(t *testing.T) {
	t.Parallel()
	ann := newUser(t)
	s, err := records.Open(ann.Records())
	if err != nil {
		t.Fatal(err)
	}
	for day, proof := range map[string][]byte{"2026-11-22": nil, "2026-11-23": testMatch{ticks: 100}.bytes(t)} {
		id, err := s.BeginTry("", &records.Try{Day: day, Rated: true, Started: time.Now()})
		if err == nil && proof != nil {
			err = s.ProveTry(id, proof)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	code, out, _ := ann.call("scores", "--verify")
	if code != command.ExitFailure || !strings.Contains(out, "no: its replay is not of the challenge of that day") || !strings.Contains(out, "- (it has no replay)") || !strings.HasSuffix(out, "\n0 verified, 1 failed\n") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

func TestScoresNameTheReplaysOfMatches(t *testing.T) {
	t.Parallel()
	ann := newUser(t)
	recordRace(ann, func(m *records.Match) { m.Replay = records.ReplayKey(0xabc, 2) })
	_, out, _ := ann.call("scores", "--json")
	if scores := one[records.Scores](t, out); scores.Matches[0].Replay != "" {
		t.Errorf("a file that is not there: %q", out)
	}
	if err := os.MkdirAll(ann.Replays(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(ann.Replays(), "friday.dogfight"), testMatch{ticks: 100}.bytes(t), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, _ = ann.call("scores", "--json")
	if scores := one[records.Scores](t, out); scores.Matches[0].Replay != "friday.dogfight" {
		t.Errorf("found %q", out)
	}
	if code, out, _ := ann.call("replay", "verify", "friday.dogfight"); code != command.ExitOK {
		t.Errorf("by its name: exit code %d, %q", code, out)
	}
}
