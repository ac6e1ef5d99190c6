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
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// playOn plays the challenge of a day for a while, with a match that may be changed, and returns what came of it.
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

// keptTry keeps a result as the try of today, and returns it with its replay.
func keptTry(t *testing.T, r net.Result) records.RatedTry {
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

// renamed returns a replay in which other pilots have the names.
func renamed(t *testing.T, b []byte, name func(p *proto.Pilot)) []byte {
	t.Helper()
	f, err := replay.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Notes {
		if f.Notes[i].Kind == replay.NoteCame {
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

func TestATryHoldsThatWasPlayedAndNoOther(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	try := keptTry(t, playOn(t, 0, 40*time.Second))
	t.Logf("%d bytes: %d points, place %d of %d", len(try.Replay), try.Score, try.Place, try.Ships)
	if try.Ships < 3 || try.Score == 0 {
		t.Error("nothing has happened")
	}
	if err := CheckChallenge(&try); err != nil {
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
		if c.forge(&forged); !errors.Is(CheckChallenge(&forged), c.want) {
			t.Errorf("%s: %v, expected %v", what, CheckChallenge(&forged), c.want)
		}
	}
}

func TestATryAgainstOtherBotsDoesNotHold(t *testing.T) {
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
		try := keptTry(t, playOn(t, 0, 20*time.Second, change))
		if err := CheckChallenge(&try); !errors.Is(err, errOtherChallenge) {
			t.Errorf("%s: %v, expected %v", what, err, errOtherChallenge)
		}
	}
}

func TestTriesOfManyDaysHold(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	days, length := 8, 8*time.Second
	if *long {
		days, length = 60, time.Minute
	}
	for day := 1; day <= days; day++ {
		try := keptTry(t, playOn(t, day, length))
		try.Day = noon(day).Format(dayForm)
		if err := CheckChallenge(&try); err != nil {
			c := ChallengeOf(noon(day))
			t.Errorf("%v%v", describe(&c), err)
		}
	}
}
