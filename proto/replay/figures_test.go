package replay

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/testkit"
)

var write = flag.String("write", "", "measure times, too, and write the figures to this file")

// figures are measurements of the replays of a match.
type figures struct {
	name                          string
	ships                         int
	most                          float64 // bytes a minute, not to be exceeded
	minute, keyframes, notes      float64 // bytes
	live                          float64 // bytes a minute of a log that is written four times a second
	seekP50, seekP99, worst, open time.Duration
	faster                        float64 // verify, than the match was
}

func TestFigures(t *testing.T) {
	var all []figures
	for _, ships := range []int{2, 8, 64} {
		most := map[int]float64{2: 5000, 8: 5000, 64: 26000}[ships]
		all = append(all, measured(t, fmt.Sprintf("deathmatch, %d ships", ships), setupOf(t, game.Deathmatch, ships), ships, most))
	}
	for _, mode := range game.Modes()[1:] {
		ships := min(mode.Pilots(), 8)
		all = append(all, measured(t, fmt.Sprintf("%s, %d ships", mode.Name(), ships), setupOf(t, mode, ships), ships, 5250))
	}
	crowd := longReplay(t, 64)
	if *write != "" {
		if err := os.WriteFile(*write, []byte(table(t, all, []longFigures{longReplay(t, 8), crowd})), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// setupOf returns a Setup of a match in the mode, in the first arena that it can be played in; many ships have the large one.
func setupOf(t testing.TB, mode game.Mode, ships int) *game.Setup {
	t.Helper()
	names := assets.ArenaNames()
	if ships > 16 {
		names = []string{"expanse"}
	}
	for _, name := range names {
		arena, err := assets.Arena(name)
		if err != nil {
			t.Fatal(err)
		}
		s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: mode}
		if mode.State() == game.AssaultState {
			if err := assets.AddCampaign(s, ""); err != nil {
				t.Fatal(err)
			}
		}
		if mode.Plays(arena, s.Teams()) == nil {
			return s
		}
	}
	t.Fatalf("there is no arena for %v", mode)
	return nil
}

// measured measures the replay of a match of bots.
func measured(t *testing.T, name string, s *game.Setup, ships int, most float64) figures {
	t.Helper()
	ticks := 60 * game.TickRate
	if *write != "" {
		ticks *= 3
	}
	b := filmedMatch(t, s, 7, ships, ticks)
	f := readBack(t, b)
	minutes := float64(ticks) / (60 * game.TickRate)
	m := figures{name: name, ships: ships, most: most}
	m.keyframes, m.notes = float64(f.Sizes.Keyframes)/minutes, float64(f.Sizes.Notes)/minutes
	m.minute = float64(f.Sizes.Orders)/minutes + m.keyframes + m.notes
	t.Logf("%s: %.0f B a minute, keyframes %.0f, notes %.0f", name, m.minute, m.keyframes, m.notes)
	if m.minute > most {
		t.Errorf("%s: %.0f B a minute, expected at most %.0f", name, m.minute, most)
	}
	if *write != "" {
		m.live = float64(liveBytes(t, f)) / minutes
		m.seekP50, m.seekP99 = seekTimes(t, f)
		m.worst = reverseTime(t, f)
		took := quickest(3, func() {
			if err := f.Verify(nil); err != nil {
				t.Error(err)
			}
		})
		m.faster = minutes * float64(time.Minute) / float64(took)
		m.open = quickest(5, func() { readBack(t, b) })
	}
	return m
}

// liveBytes returns how long the log of a match is that was written four times a second, but for its beginning and end.
func liveBytes(t testing.TB, f *File) int {
	t.Helper()
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	e := NewWriter(f.Head, f.Setup, &c.World)
	n := -len(e.Take(nil))
	notes := f.Notes
	for {
		orders, ok, err := c.Step(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		for ; len(notes) > 0 && notes[0].Tick <= c.World.Tick; notes = notes[1:] {
			e.note(notes[0])
		}
		e.Tick(orders, &c.World, c.World.Hash(), nil)
		if c.World.Tick%(game.TickRate/4) == 0 {
			e.Flush(&c.World)
		}
	}
	return n + len(e.Take(nil)) + len(f.keys[0].world)
}

// quickest returns the shortest of some times, to leave out the other work of the machine.
func quickest(times int, do func()) time.Duration {
	least := time.Duration(1<<63 - 1)
	for range times {
		began := time.Now()
		do()
		least = min(least, time.Since(began))
	}
	return least
}

// seekTimes returns the durations of seeks between random ticks.
func seekTimes(t testing.TB, f *File) (p50, p99 time.Duration) {
	t.Helper()
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 10))
	anywhere := func() game.Tick { return f.Head.First + game.Tick(r.Uint32N(uint32(f.LastTick-f.Head.First)+1)) }
	times := make([]time.Duration, 1000)
	for i := range times {
		from, to := anywhere(), anywhere()
		times[i] = time.Duration(1<<63 - 1)
		for range 5 {
			if err := c.Seek(from); err != nil {
				t.Fatal(err)
			}
			times[i] = min(times[i], quickest(1, func() {
				if err := c.Seek(to); err != nil {
					t.Fatal(err)
				}
			}))
		}
	}
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*99/100]
}

// reverseTime returns the duration of the slowest frame when twenty seconds are played backwards, a tick a frame.
func reverseTime(t testing.TB, f *File) (worst time.Duration) {
	t.Helper()
	const frames = 1200
	times := make([]time.Duration, frames)
	for pass := range 5 {
		c, err := f.Play()
		if err == nil {
			err = c.Seek(f.LastTick)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range times {
			took := quickest(1, func() {
				if err := c.Seek(c.World.Tick - 1); err != nil {
					t.Fatal(err)
				}
			})
			if pass == 0 || took < times[i] {
				times[i] = took
			}
		}
	}
	return slices.Max(times)
}

// longFigures are the figures of a long replay.
type longFigures struct {
	ships, minutes        int
	size                  int
	open, hash            time.Duration // hash: SHA-256 of the bytes, to compare with
	seekP50, seekP99      time.Duration
	heapOpen, heapPlaying uint64
}

// mostHeap bounds the memory of a replay that is played, with its bytes.
const mostHeap = 60 << 20

// longReplay measures a replay of a minute, or with -long or -write of three hours.
func longReplay(t *testing.T, ships int) longFigures {
	t.Helper()
	m := longFigures{ships: ships, minutes: 1}
	if *long || *write != "" {
		m.minutes = 180
	}
	b := flownAtRandom(t, ships, m.minutes*60*game.TickRate)
	m.size = len(b)
	before := heap()
	f := readBack(t, b)
	m.heapOpen = heap() - before + uint64(len(b))
	if *long || *write != "" {
		m.hash = quickest(5, func() { sha256.Sum256(b) })
		m.open = quickest(5, func() { readBack(t, b) })
		m.seekP50, m.seekP99 = seekTimes(t, f)
	}
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	for n := range game.Tick(20) {
		if err := c.Seek(f.Head.First + (n*7919%20)*(f.LastTick-f.Head.First)/19); err != nil {
			t.Fatal(err)
		}
		m.heapPlaying = max(m.heapPlaying, heap()-before+uint64(len(b)))
	}
	t.Logf("%d minutes of %d ships: %d B, opened in %v, where SHA-256 takes %v; %d kB of heap, %d kB while it is played; seek %v, p99 %v",
		m.minutes, ships, m.size, m.open, m.hash, m.heapOpen>>10, m.heapPlaying>>10, m.seekP50, m.seekP99)
	if m.heapPlaying > mostHeap {
		t.Errorf("%d minutes of %d ships take %d kB of heap, expected at most %d", m.minutes, ships, m.heapPlaying>>10, mostHeap>>10)
	}
	runtime.KeepAlive(c)
	runtime.KeepAlive(b)
	return m
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// flownAtRandom returns the file of a match in which pilots press keys at random, as often as bots do.
func flownAtRandom(t testing.TB, ships, ticks int) []byte {
	t.Helper()
	s := setupOf(t, game.Deathmatch, ships)
	w := game.NewWorldAt(s, 5, 0)
	e := NewWriter(NewHead(s, 0), s, &w)
	r := rand.New(rand.NewPCG(11, 12))
	var orders []game.Order
	for i := range ships {
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i)})
	}
	var events game.Events
	for range ticks {
		for i := range ships {
			in := game.Input(r.Uint32N(1 << 6))
			if r.Uint32N(16) == 0 && in.Valid() && in != w.Ships[i].Input && w.Ships[i].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		e.Tick(orders, &w, w.Hash(), events.List)
		orders = orders[:0]
	}
	if err := e.End(nil, &w, nil, nil); err != nil {
		t.Fatal(err)
	}
	return e.Take(nil)
}

// table returns all figures as Markdown.
func table(t testing.TB, all []figures, long []longFigures) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Figures of replays\n\n"+
		"Written by `go generate ./proto/replay`; do not edit. Sizes are those of three minutes of bots, and the same in every run;\n"+
		"times are each the shortest of some tries. %s\n"+
		"Bytes a minute have keyframes and notes in them. Seek goes from anywhere to anywhere, a thousand times. Reverse is the slowest\n"+
		"frame of 1,200, a tick each. Verify plays the file and holds every tick against its hash.\n\n"+
		"| match | bytes a minute | target | keyframes | notes | log, 4 chunks a second | seek p50 | seek p99, ≤ 10 ms | reverse, ≤ 16.7 ms | verify, ≥ 1000 | open |\n"+
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n", testkit.Measured(t))
	ms := func(d time.Duration, most time.Duration) string {
		missed := ""
		if most > 0 && d > most {
			missed = " (missed)"
		}
		return fmt.Sprintf("%.2f ms%s", float64(d)/1e6, missed)
	}
	for _, m := range all {
		missed := ""
		if m.faster < 1000 && m.ships <= 8 {
			missed = " (missed)"
		}
		fmt.Fprintf(&b, "| %s | %.0f | ≤ %.0f | %.0f | %.1f %% | %.0f | %s | %s | %s | %.0f times%s | %s |\n", m.name, m.minute, m.most, m.keyframes,
			100*m.notes/m.minute, m.live, ms(m.seekP50, 0), ms(m.seekP99, 10*time.Millisecond), ms(m.worst, 16700*time.Microsecond), m.faster, missed, ms(m.open, 0))
	}
	b.WriteString("\nLong ones, whose pilots press keys at random; heap has the bytes of the file in it:\n\n" +
		"| length | ships | bytes | open, ≤ 100 ms | SHA-256 of it | seek p50 | seek p99, ≤ 10 ms | heap | heap while it is played, ≤ 60 MB |\n" +
		"|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, m := range long {
		fmt.Fprintf(&b, "| %d min | %d | %d | %s | %s | %s | %s | %.1f MB | %.1f MB |\n", m.minutes, m.ships, m.size, ms(m.open, 100*time.Millisecond), ms(m.hash, 0),
			ms(m.seekP50, 0), ms(m.seekP99, 10*time.Millisecond), float64(m.heapOpen)/(1<<20), float64(m.heapPlaying)/(1<<20))
	}
	return b.String()
}
