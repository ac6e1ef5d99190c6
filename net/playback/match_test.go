package playback

import (
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

// viewer watches a match by a clock of its own.
type viewer struct {
	*Match
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
	v := &viewer{Match: m, now: time.Unix(1e9, 0)}
	v.look(0)
	return v
}

// look has the next picture come after a while.
func (v *viewer) look(after time.Duration) *net.View {
	v.now = v.now.Add(after)
	view := v.Frame(v.now, game.Steer(game.Idle))
	v.events = append(v.events, view.Events...)
	v.chat = append(v.chat, view.Chat...)
	if view.Jumped {
		v.jumped++
	}
	return view
}

// second lets one pass, at 60 pictures.
func (v *viewer) second() {
	for i := range 60 {
		v.look(time.Second*time.Duration(i+1)/60 - time.Second*time.Duration(i)/60)
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

func eight(t testing.TB, ticks int) *replay.File {
	return playtest.File(t, playtest.Match{Ships: 8, Ticks: ticks})
}

func TestAMatchPlaysAsFastAsItWas(t *testing.T) {
	f := eight(t, 1300)
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
		t.Errorf("%d events were told, there were %d", len(v.events), len(events))
	}
}

func TestEachSpeedIsTwiceTheOneBefore(t *testing.T) {
	f := eight(t, 2000)
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

func TestItGoesBackTheWayItCame(t *testing.T) {
	f := eight(t, 1500)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.SeekTo(f.LastTick)
	v.Reverse(true)
	v.Play(true)
	v.look(0)
	for at := v.Tick(); at > f.Head.First; at = v.Tick() {
		view := v.look(time.Second/60 + 1)
		if v.Tick() != at-1 || *view.World != worlds[at-1-f.Head.First] {
			t.Fatalf("before tick %d comes %d, or it is another World: %v", at, v.Tick(), v.Trouble())
		}
		if len(view.Events) > 0 {
			t.Fatal("something happens backwards")
		}
	}
	if v.Playing() || v.Backwards() {
		t.Error("it has not stopped at its beginning")
	}
}

func TestOneTickAtATime(t *testing.T) {
	f := eight(t, 700)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.SeekTo(f.Head.First + 590)
	v.look(0)
	for at, way := range []bool{false, false, true, true, true, false} {
		was := v.Tick()
		v.Nudge(way)
		if v.look(time.Second); way && v.Tick() != was-1 || !way && v.Tick() != was+1 {
			t.Fatalf("step %d leads from %d to %d", at, was, v.Tick())
		}
		if *v.view.World != worlds[v.Tick()-f.Head.First] || v.Playing() {
			t.Fatalf("tick %d is another World, or it plays", v.Tick())
		}
	}
	v.SeekTo(f.LastTick)
	v.Nudge(false)
	if v.look(0); v.Tick() != f.LastTick {
		t.Error("it goes on after its end")
	}
}

func TestAJumpTellsNothingOfWhatItPasses(t *testing.T) {
	f := eight(t, 3000)
	worlds, _ := worldsOf(t, f)
	v := watch(t, f)
	v.Play(false)
	for i := range 300 {
		to := f.Head.First + game.Tick(i*7919%3000)
		v.SeekTo(to)
		if view := v.look(time.Second); view.World.Tick != to || *view.World != worlds[to-f.Head.First] {
			t.Fatalf("a jump to %d leads to %d, or another World", to, view.World.Tick)
		}
	}
	if len(v.events) > 0 || len(v.chat) > 0 || v.jumped < 299 {
		t.Errorf("%d events and %d lines were told, %d jumps", len(v.events), len(v.chat), v.jumped)
	}
	v.SeekTo(f.Head.First)
	v.Jump(5 * time.Second)
	v.Jump(5 * time.Second)
	v.Jump(-time.Second)
	if v.look(0); v.Tick() != f.Head.First+9*60 {
		t.Errorf("jumps of 5, 5 and -1 s lead to %d", v.Tick()-f.Head.First)
	}
	if v.Jump(-time.Hour); v.Tick() != f.Head.First {
		t.Error("it jumps before its beginning")
	}
	if v.Jump(time.Hour); v.Tick() != f.LastTick {
		t.Error("it jumps beyond its end")
	}
}

func TestPlayingOnAtTheEndBeginsAnew(t *testing.T) {
	f := eight(t, 100)
	v := watch(t, f)
	v.second()
	v.second()
	v.Play(true)
	if v.look(0); v.Tick() != f.Head.First || !v.Playing() {
		t.Errorf("it is at %d", v.Tick())
	}
}

func TestWhatWasSaidIsSaidAgain(t *testing.T) {
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
		t.Errorf("heard %+v", v.chat)
	}
	for _, at := range []game.Tick{0, 119, 121, 300, 5, 60, 399} {
		v.SeekTo(f.Head.First + at)
		if v.look(0); !slices.Equal(v.view.Roster, f.Roster(v.Tick())) {
			t.Errorf("at %d the roster is %v", at, v.view.Roster)
		}
	}
	marks := slices.DeleteFunc(slices.Clone(v.Moments()), func(m Moment) bool { return !m.Mark() })
	if len(marks) != 1 || marks[0].Text != "look at this" || marks[0].Tick != f.Head.First+181 {
		t.Errorf("the marks are %+v", marks)
	}
}

func TestARangeIsAllThereIs(t *testing.T) {
	f := eight(t, 2000)
	m, err := NewRange(f, f.Head.First+700, f.Head.First+900)
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{Match: m, now: time.Unix(1e9, 0)}
	if v.look(0); v.Tick() != f.Head.First+700 {
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

func TestATornFilePlaysAsFarAsItIsWhole(t *testing.T) {
	b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 2000})
	for cut := len(b) - 1; cut > 0; cut = cut * 9 / 10 {
		f, err := replay.Parse(b[:cut])
		if err != nil {
			break // not even its beginning is there
		}
		v := watch(t, f)
		v.SeekTo(f.LastTick)
		v.look(0)
		if v.Tick() != f.LastTick || (v.Trouble() == nil) != (f.Torn == nil) {
			t.Errorf("of %d bytes it plays to %d of %d: %v", cut, v.Tick(), f.LastTick, v.Trouble())
		}
		if v.look(0); f.Torn != nil && (len(v.chat) != 1 || !strings.Contains(v.chat[0].Text, "torn")) {
			t.Errorf("of %d bytes it tells %v", cut, v.chat)
		}
	}
}

// forge changes a byte near the end of each chunk of orders in turn, and has the chunks fit again.
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

func TestNoPictureIsShownThatWasNotPlayed(t *testing.T) {
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
			return // already its first ten seconds are wrong
		}
		v := &viewer{Match: m, now: time.Unix(1e9, 0)}
		for range 5000 {
			view := v.look(time.Second / 60)
			if *view.World != worlds[v.Tick()-f.Head.First] {
				t.Fatalf("tick %d is not what was played", v.Tick())
			}
			if !v.Playing() {
				break
			}
		}
		v.look(0)
		if v.Trouble() == nil || v.Last() >= f.LastTick || len(v.chat) != 1 || !strings.Contains(v.chat[0].Text, "wrong from here") {
			t.Errorf("it ends at %d of %d: %v, %v", v.Tick(), f.LastTick, v.Trouble(), v.chat)
		}
		v.SeekTo(f.LastTick)
		if view := v.look(0); *view.World != worlds[v.Tick()-f.Head.First] {
			t.Fatalf("a jump to the end shows what was not played")
		}
	})
	if forged < 4 {
		t.Errorf("%d files were forged", forged)
	}
}

func TestAMenuHoldsTheMatch(t *testing.T) {
	v := watch(t, eight(t, 400))
	v.Pause(true)
	if v.second(); v.Tick() != v.First() {
		t.Error("it goes on behind a menu")
	}
	v.Pause(false)
	if v.second(); v.Tick() != v.First()+60 {
		t.Error("it does not go on after a menu")
	}
	if v.Say("hello") == nil {
		t.Error("somebody hears it")
	}
}
