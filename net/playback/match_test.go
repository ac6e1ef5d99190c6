package playback

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

// viewer watches a match in virtual time.
type viewer struct {
	*Playback
	now    time.Time
	events []game.Event
	chat   []net.ChatLine
	jumped int
}

func watch(t testing.TB, f *replay.File) *viewer {
	t.Helper()
	m, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{Playback: m, now: time.Unix(1e9, 0)}
	v.frame(0)
	return v
}

// frame advances the time and draws a Frame.
func (v *viewer) frame(after time.Duration) *net.View {
	v.now = v.now.Add(after)
	view := v.Frame(v.now, game.Steer(game.Idle))
	v.events = append(v.events, view.Events...)
	v.chat = append(v.chat, view.Chat...)
	if view.Jumped {
		v.jumped++
	}
	return view
}

// second plays one second in 60 Frames.
func (v *viewer) second() {
	for i := range 60 {
		v.frame(time.Second*time.Duration(i+1)/60 - time.Second*time.Duration(i)/60)
	}
}

// worldsOf returns the World of each tick, and all events.
func worldsOf(t testing.TB, f *replay.File) (worlds []game.World, events []game.Event) {
	t.Helper()
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	var e game.Events
	for ok := true; ok && err == nil; _, ok, err = c.Step(&e) {
		worlds = append(worlds, c.World)
	}
	if err != nil {
		t.Fatal(err)
	}
	return worlds[:len(worlds):len(worlds)], e.List
}

func eightShips(t testing.TB, ticks int) *replay.File {
	return playtest.File(t, playtest.Match{Ships: 8, Ticks: ticks})
}

func TestNormalSpeedIsThatOfTheMatch(t *testing.T) {
	f := eightShips(t, 1300)
	worlds, events := worldsOf(t, f)
	v := watch(t, f)
	for n := range 20 {
		v.second()
		if want := f.Head.First + game.Tick(60*(n+1)); v.Tick() != want {
			t.Fatalf("after %d s it is tick %d, expected %d", n+1, v.Tick(), want)
		}
		if *v.view.World != worlds[v.Tick()-f.Head.First] {
			t.Fatalf("tick %d is another World", v.Tick())
		}
	}
	v.second()
	if v.second(); v.Tick() != f.LastTick || v.Playing() || v.jumped > 0 {
		t.Errorf("the end is tick %d, playing %v, %d jumps; expected %d", v.Tick(), v.Playing(), v.jumped, f.LastTick)
	}
	if v.second(); !slices.Equal(v.events, events) {
		t.Errorf("%d events, expected %d", len(v.events), len(events))
	}
}

func TestEachSpeedIsTwiceTheOneBefore(t *testing.T) {
	f := eightShips(t, 2000)
	for i, ticks := range []game.Tick{7, 15, 30, 60, 120, 240, 480, 960} {
		v := watch(t, f)
		for range len(speeds) {
			v.Slower()
		}
		for range i {
			v.Faster()
		}
		if v.second(); v.Tick()-f.Head.First != ticks {
			t.Errorf("at %d/8 a second has %d ticks, expected %d", v.Speed(), v.Tick()-f.Head.First, ticks)
		}
	}
}

func TestReverseShowsTheSameWorlds(t *testing.T) {
	f := eightShips(t, 1500)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.SeekTo(f.LastTick)
	v.Reverse(true)
	v.Play(true)
	v.frame(0)
	for at := v.Tick(); at > f.Head.First; at = v.Tick() {
		view := v.frame(time.Second/60 + 1)
		if v.Tick() != at-1 || *view.World != worlds[at-1-f.Head.First] {
			t.Fatalf("before tick %d is %d, or another World: %v", at, v.Tick(), v.Trouble())
		}
		if len(view.Events) > 0 {
			t.Fatal("something happens backwards")
		}
	}
	if v.Playing() || v.Backwards() {
		t.Error("it has not stopped at its beginning")
	}
}

func TestNudgeMovesOneTick(t *testing.T) {
	f := eightShips(t, 700)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.SeekTo(f.Head.First + 590)
	v.frame(0)
	for at, way := range []bool{false, false, true, true, true, false} {
		was := v.Tick()
		v.Nudge(way)
		if v.frame(time.Second); way && v.Tick() != was-1 || !way && v.Tick() != was+1 {
			t.Fatalf("step %d leads from %d to %d", at, was, v.Tick())
		}
		if *v.view.World != worlds[v.Tick()-f.Head.First] || v.Playing() {
			t.Fatalf("tick %d is another World, or it plays", v.Tick())
		}
	}
	v.SeekTo(f.LastTick)
	v.Nudge(false)
	if v.frame(0); v.Tick() != f.LastTick {
		t.Error("it plays beyond its end")
	}
}

func TestAJumpHasNoEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a long match in one goroutine")
	}
	f := eightShips(t, 3000)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.Play(false)
	for i := range 300 {
		to := f.Head.First + game.Tick(i*7919%3000)
		v.SeekTo(to)
		if view := v.frame(time.Second); view.World.Tick != to || *view.World != worlds[to-f.Head.First] {
			t.Fatalf("a jump to %d leads to %d, or another World", to, view.World.Tick)
		}
	}
	if len(v.events) > 0 || len(v.chat) > 0 || v.jumped < 299 {
		t.Errorf("%d events, %d lines of chat, %d jumps", len(v.events), len(v.chat), v.jumped)
	}
	v.SeekTo(f.Head.First)
	v.Jump(5 * time.Second)
	v.Jump(5 * time.Second)
	v.Jump(-time.Second)
	if v.frame(0); v.Tick() != f.Head.First+9*60 {
		t.Errorf("jumps of 5, 5 and -1 s lead to %d", v.Tick()-f.Head.First)
	}
	if v.Jump(-time.Hour); v.Tick() != f.Head.First {
		t.Error("it jumps before its beginning")
	}
	if v.Jump(time.Hour); v.Tick() != f.LastTick {
		t.Error("it jumps beyond its end")
	}
}

func TestPlayAtTheEndStartsAgain(t *testing.T) {
	f := eightShips(t, 100)
	v := watch(t, f)
	v.second()
	v.second()
	v.Play(true)
	if v.frame(0); v.Tick() != f.Head.First || !v.Playing() {
		t.Errorf("it is at %d", v.Tick())
	}
}

func TestChatAndRosterFollowTheNotes(t *testing.T) {
	f := playtest.File(t, playtest.Match{Ships: 4, Ticks: 400, Each: func(w *replay.Writer, tick int) {
		switch tick {
		case 60:
			w.Say(2, "hello")
		case 120:
			w.Say(proto.Notice, "Bot 3 left")
			w.Roster([]proto.Pilot{{ID: 1, Slot: 0, Name: "Bot 1"}, {ID: 2, Slot: 1, Name: "Zoe"}})
		case 180:
			w.Say(2, "bye")
			w.Mark("look at this")
		}
	}})
	v := watch(t, f)
	for range 4 {
		v.second()
	}
	want := []net.ChatLine{
		{From: "Bot 2", Pilot: 2, Slot: 1, Text: "hello"}, {Pilot: proto.Notice, Slot: proto.NoSlot, Text: "Bot 3 left"},
		{From: "Zoe", Pilot: 2, Slot: 1, Text: "bye"},
	}
	if !slices.Equal(v.chat, want) {
		t.Errorf("chat is %+v", v.chat)
	}
	for _, at := range []game.Tick{0, 119, 121, 300, 5, 60, 399} {
		v.SeekTo(f.Head.First + at)
		if v.frame(0); !slices.Equal(v.view.Roster, f.Roster(v.Tick())) {
			t.Errorf("at %d the roster is %v", at, v.view.Roster)
		}
	}
	marks := slices.DeleteFunc(slices.Clone(v.Moments()), func(n replay.Note) bool { return n.Kind != replay.NoteMark })
	if len(marks) != 1 || marks[0].Text != "look at this" || marks[0].Tick != f.Head.First+181 {
		t.Errorf("the marks are %+v", marks)
	}
}

func TestARangeBoundsTheReplay(t *testing.T) {
	f := eightShips(t, 2000)
	m, err := NewRange(f, f.Head.First+700, f.Head.First+900)
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{Playback: m, now: time.Unix(1e9, 0)}
	if v.frame(0); v.Tick() != f.Head.First+700 {
		t.Fatalf("it begins at %d", v.Tick())
	}
	v.second()
	if v.second(); v.Tick() != f.Head.First+820 {
		t.Errorf("after 2 s it is at %d", v.Tick())
	}
	v.second()
	if v.second(); v.Tick() != f.Head.First+900 || v.Playing() {
		t.Errorf("it ends at %d", v.Tick())
	}
	if v.Jump(-time.Minute); v.Tick() != f.Head.First+700 {
		t.Errorf("it goes back to %d", v.Tick())
	}
	if whole, err := NewRange(f, 0, 1<<31); err != nil || whole.First() != f.Head.First || whole.Last() != f.LastTick {
		t.Error("a range around a file is not the file", err)
	}
}

func TestATornFilePlaysItsIntactPart(t *testing.T) {
	b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 2000})
	for cut := len(b) - 1; cut > 0; cut = cut * 9 / 10 {
		f, err := replay.Parse(b[:cut])
		if err != nil {
			break // too short for a replay
		}
		v := watch(t, f)
		v.SeekTo(f.LastTick)
		v.frame(0)
		if v.Tick() != f.LastTick || (v.Trouble() == nil) != (f.Torn == nil) {
			t.Errorf("of %d bytes it plays to %d of %d: %v", cut, v.Tick(), f.LastTick, v.Trouble())
		}
		if v.frame(0); f.Torn != nil && (len(v.chat) != 1 || !strings.Contains(v.chat[0].Text, "torn")) {
			t.Errorf("of %d bytes the chat is %v", cut, v.chat)
		}
	}
}

// forge changes a byte near the end of each chunk of orders in turn, and repairs the checksums.
func forge(b []byte, each func(forged []byte)) {
	const orders = 4
	for changed, all := 0, 1; changed < all; changed++ {
		all = 0
		f := playtest.Forge(b, func(kind byte, payload []byte) {
			if kind != orders {
				return
			}
			if all == changed {
				payload[len(payload)-6] ^= 4
			}
			all++
		})
		if changed < all {
			each(f)
		}
	}
}

func TestForgedTicksAreNotShown(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a long match in one goroutine")
	}
	b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 2000})
	whole, err := replay.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	worlds, _ := worldsOf(t, whole)
	forged := 0
	forge(b, func(b []byte) {
		f, err := replay.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		forged++
		m, err := New(f)
		if err != nil {
			return // its first ten seconds are invalid
		}
		v := &viewer{Playback: m, now: time.Unix(1e9, 0)}
		strange := 0
		for range 5000 {
			switch view := v.frame(time.Second / 60); {
			case *view.World == worlds[v.Tick()-f.Head.First]:
				strange = 0
			default: // an input that had no effect until the next one
				if strange++; strange > game.TickRate {
					t.Fatalf("tick %d differs from the match", v.Tick())
				}
			}
			if !v.Playing() {
				break
			}
		}
		v.frame(0)
		if v.Trouble() == nil || v.Last() >= f.LastTick || len(v.chat) != 1 || !strings.Contains(v.chat[0].Text, "wrong from here") {
			t.Errorf("it ends at %d of %d: %v, %v", v.Tick(), f.LastTick, v.Trouble(), v.chat)
		}
		v.SeekTo(f.LastTick)
		if view := v.frame(0); *view.World != worlds[v.Tick()-f.Head.First] {
			t.Fatalf("a jump to the end shows a forged tick")
		}
	})
	if forged < 4 {
		t.Errorf("%d files were forged", forged)
	}
}

func TestAMenuPausesTheMatch(t *testing.T) {
	v := watch(t, eightShips(t, 400))
	v.Pause(true)
	if v.second(); v.Tick() != v.First() {
		t.Error("it plays behind a menu")
	}
	v.Pause(false)
	if v.second(); v.Tick() != v.First()+60 {
		t.Error("it does not resume after a menu")
	}
	if v.Say("hello") == nil {
		t.Error("chat was accepted")
	}
}

// BenchmarkSeek jumps anywhere in ten minutes.
func BenchmarkSeek(b *testing.B) {
	each(b, func(b *testing.B, v *viewer) {
		v.Play(false)
		chance, length := rand.New(rand.NewPCG(1, 2)), int(v.Last()-v.First())
		var took []time.Duration
		for b.Loop() {
			v.SeekTo(v.First() + game.Tick(chance.IntN(length+1)))
			began := time.Now()
			v.frame(0)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	})
}

// BenchmarkReverse plays backwards, a tick a Frame.
func BenchmarkReverse(b *testing.B) {
	each(b, func(b *testing.B, v *viewer) {
		var took []time.Duration
		for b.Loop() {
			if !v.Backwards() || !v.Playing() {
				v.SeekTo(v.Last())
				v.Reverse(true)
				v.Play(true)
				v.frame(0)
			}
			began := time.Now()
			v.frame(time.Second/60 + 1)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-worst")
	})
}

// each runs a benchmark with 2, 8 and 64 ships.
func each(b *testing.B, run func(b *testing.B, v *viewer)) {
	for _, ships := range []int{2, 8, 64} {
		f := playtest.File(b, playtest.Match{Ships: ships, Ticks: 10 * 60 * game.TickRate})
		b.Run(fmt.Sprint(ships, "ships"), func(b *testing.B) { run(b, watch(b, f)) })
	}
}

var long = flag.Bool("long", false, "play TestALongMatchOpensAtOnceAndNeedsLittleMemory with a match of three hours, not of ten minutes, and measure times")

func TestALongMatchOpensAtOnceAndNeedsLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a long match in one goroutine")
	}
	minutes := 10
	if *long {
		minutes = 180
	}
	file := playtest.Record(t, playtest.Match{Ships: 8, Ticks: minutes * 60 * game.TickRate})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var v *viewer
	opened := time.Hour
	for range 5 { // the machine may be busy
		began := time.Now()
		f, err := replay.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		v = watch(t, f)
		opened = min(opened, time.Since(began))
	}
	var took []time.Duration
	chance := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		v.SeekTo(v.First() + game.Tick(chance.IntN(int(v.Last()-v.First()))))
		began := time.Now()
		v.frame(0)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	half := took[len(took)/2]
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := (int64(after.HeapAlloc) - int64(before.HeapAlloc) + int64(len(file))) >> 10
	t.Logf("%d kB open in %v, half of 300 jumps take %v, 99%% take %v, %d kB are held", len(file)>>10, opened, half, took[len(took)*99/100], held)
	if *long && (opened > 100*time.Millisecond || half > 50*time.Millisecond) {
		t.Error("expected 100 ms at most")
	}
	if most := int64(4+16*minutes/180) << 10; held > most {
		t.Errorf("expected that %d kB are held at most", most)
	}
	runtime.KeepAlive(v)
}
