package session

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
)

const today = "2026-11-23"

// openBook opens Ann's book in the records at path.
func openBook(t *testing.T, path string) *DailyBook {
	t.Helper()
	b, err := OpenDailyBook(path, "SHA256:ann", today)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// scored is a result in which the player has some points and two bots have 20 and 40.
func scored(points int32, finished bool) net.Result {
	return net.Result{Match: career.Match{Finished: finished, Lasted: 3 * time.Minute, Flights: []career.Flight{
		{Name: "Vega", Skill: 2, Score: 20}, {Name: "Ann", Score: points, Kills: 4, Deaths: 3}, {Name: "Nova", Skill: 1, Score: 40},
	}}}
}

func read(t *testing.T, path string) *records.Tries {
	t.Helper()
	tries, err := records.ReadTries(path, "SHA256:ann", today)
	if err != nil {
		t.Fatal(err)
	}
	return tries
}

func TestTheFirstMatchAfterRateCountsAndAllOthersArePractice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	b := openBook(t, path)
	if ok, err := b.Rate(time.Now()); !ok || err != nil {
		t.Fatalf("refused: %v", err)
	}
	var texts []string
	b.Begin(func(text string) { texts = append(texts, text) })
	b.Note(scored(30, true))
	b.Note(scored(50, true))
	b.Close()
	tries := read(t, path)
	if len(tries.Today) != 2 || len(tries.Rated) != 1 {
		t.Fatalf("found %+v", tries)
	}
	if first := tries.Today[0]; !first.Rated || !first.Finished || first.Score != 30 || first.Place != 2 || first.Ships != 3 || first.Kills != 4 || first.Deaths != 3 {
		t.Errorf("the try that counts is %+v", first)
	}
	if second := tries.Today[1]; second.Rated || second.Score != 50 || second.Place != 1 {
		t.Errorf("practice is %+v", second)
	}
	if !slices.Equal(texts, []string{"that was today's try: from here on it is practice", "practice: it does not count"}) {
		t.Errorf("got %q", texts)
	}
}

func TestATryThatIsLeftCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	b := openBook(t, path)
	b.Rate(time.Now())
	b.Begin(func(string) {})
	b.Note(scored(10, false))
	b.Close()
	if tries := read(t, path); len(tries.Rated) != 1 || tries.Rated[0].Finished || tries.Rated[0].Score != 10 || tries.Rated[0].Place != 3 {
		t.Errorf("found %+v", tries)
	}
}

func TestATryCountsFromItsStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	killed := openBook(t, path)
	killed.Rate(time.Now())
	killed.store.Close()
	b := openBook(t, path)
	if ok, err := b.Rate(time.Now()); ok || err != nil {
		t.Errorf("allowed a second try: %v", err)
	}
	b.Begin(func(string) {})
	b.Close()
	if tries := read(t, path); len(tries.Rated) != 1 || tries.Rated[0].Score != 0 || tries.Rated[0].Finished {
		t.Errorf("found %+v", tries)
	}
}

// playOn plays the challenge of a day, in a match that may be changed, and returns the result.
func playOn(t *testing.T, day int, long time.Duration, change ...func(m *net.Match)) (of net.Result) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := ChallengeOf(noon(day))
		match, err := c.Match()
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range change {
			change(&match)
		}
		h := net.NewHost(net.HostConfig{BotNames: assets.PilotNames(), Result: func(r net.Result) { of = r }}, match)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { h.Run(ctx) })
		client := net.NewClient(net.ClientConfig{Name: "Ann", Dial: func() link.Link {
			near, far := link.PipeOf("memory", "SHA256:ann")
			h.Add(far)
			return near
		}})
		pilot, in := bot.New(5, 3), game.Input(0)
		for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(time.Second / game.TickRate) {
			if v := client.Frame(time.Now(), in); v.World != nil && v.Me >= 0 {
				in = pilot.Fly(v.World, v.Setup, v.Me)
			}
		}
		cancel()
		running.Wait()
	})
	return of
}

// savedTry saves a result as the try of today, and returns it with its replay.
func savedTry(t *testing.T, r net.Result) records.RatedTry {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.db")
	b := openBook(t, path)
	if ok, err := b.Rate(time.Now()); !ok || err != nil {
		t.Fatal(ok, err)
	}
	b.Begin(func(string) {})
	b.Note(r)
	b.Note(r) // practice
	b.Close()
	tries, err := records.ReadRatedTries(path, 10)
	if err != nil || len(tries) != 1 {
		t.Fatalf("%+v, %v", tries, err)
	}
	return tries[0]
}

// renamed returns a replay with other names of pilots.
func renamed(t *testing.T, b []byte, name func(p *proto.Pilot)) []byte {
	t.Helper()
	f, err := replay.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Notes {
		if f.Notes[i].Kind == replay.NoteJoined {
			name(&f.Notes[i].Pilot)
		}
	}
	w, end, err := f.Cut(f.Head.First, f.LastTick)
	if err == nil {
		err = w.End(f.Result, end, nil, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.Take(nil)
}

func TestATryIsProvenByItsReplay(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	try := savedTry(t, playOn(t, 0, 40*time.Second))
	t.Logf("%d bytes: %d points, place %d of %d", len(try.Replay), try.Score, try.Place, try.Ships)
	if try.Ships < 3 || try.Score == 0 {
		t.Error("nothing has happened")
	}
	if err := CheckChallenge(t.Context(), &try); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		forge func(try *records.RatedTry)
		want  error
	}{
		"more points":   {func(try *records.RatedTry) { try.Score += 10 }, errScore},
		"another place": {func(try *records.RatedTry) { try.Place++ }, errScore},
		"more kills":    {func(try *records.RatedTry) { try.Kills++ }, errScore},
		"to the end":    {func(try *records.RatedTry) { try.Finished = !try.Finished }, errScore},
		"another day":   {func(try *records.RatedTry) { try.Day = "2026-11-24" }, errOtherChallenge},
		"a bot that is said to be the player": {func(try *records.RatedTry) {
			try.Replay = renamed(t, try.Replay, func(p *proto.Pilot) {
				if p.Flags&proto.BotPilot == 0 {
					p.Name = ChallengeOf(noon(0)).Bots[0].Name
				} else if p.Name == ChallengeOf(noon(0)).Bots[0].Name {
					p.Name = "Ann"
				}
			})
		}, errOtherChallenge},
		"a part": {func(try *records.RatedTry) { try.Replay = try.Replay[:len(try.Replay)/2] }, errChallengePart},
	} {
		forged := try
		if c.forge(&forged); !errors.Is(CheckChallenge(t.Context(), &forged), c.want) {
			t.Errorf("%s: %v, expected %v", what, CheckChallenge(t.Context(), &forged), c.want)
		}
	}
}

func TestATryAgainstOtherBotsIsNotProven(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	for what, change := range map[string]func(m *net.Match){
		"fewer": func(m *net.Match) { m.Options.Bots = 1 },
		"bots that hold still": func(m *net.Match) {
			m.Scenario.Bots = slices.Clone(m.Scenario.Bots)
			for i := range m.Scenario.Bots {
				m.Scenario.Bots[i].Duty = bot.Target
			}
		},
		"in other ships": func(m *net.Match) {
			m.Scenario.Bots = slices.Clone(m.Scenario.Bots)
			m.Scenario.Bots[0].Weapon++
		},
		"easier": func(m *net.Match) {
			m.Scenario.Bots = slices.Clone(m.Scenario.Bots)
			m.Scenario.Bots[0].Skill = 1
		},
	} {
		try := savedTry(t, playOn(t, 0, 20*time.Second, change))
		if err := CheckChallenge(t.Context(), &try); !errors.Is(err, errOtherChallenge) {
			t.Errorf("%s: %v, expected %v", what, err, errOtherChallenge)
		}
	}
}

func TestTriesOfManyDaysAreProven(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	days, length := 8, 8*time.Second
	if *long {
		days, length = 60, time.Minute
	}
	for day := 1; day <= days; day++ {
		try := savedTry(t, playOn(t, day, length))
		try.Day = noon(day).Format(dayForm)
		if err := CheckChallenge(t.Context(), &try); err != nil {
			c := ChallengeOf(noon(day))
			t.Errorf("%v%v", describe(&c), err)
		}
	}
}
