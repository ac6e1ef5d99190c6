package replay

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/proto"
)

// aMatch plays a match of bots, and returns the file of it.
func aMatch(t testing.TB, mode game.Mode, ships int, ticks int) []byte {
	t.Helper()
	return aSeededMatch(t, 7, mode, ships, ticks)
}

func aSeededMatch(t testing.TB, seed uint64, mode game.Mode, ships int, ticks int) []byte {
	t.Helper()
	return once(fmt.Sprint("bots", seed, mode, ships, ticks), func() []byte { return playMatch(t, seed, mode, ships, ticks) })
}

// written has the files of several tests, by their content. They are read-only.
var written sync.Map

// once returns the file that was written under a key, or writes it.
func once(key string, write func() []byte) []byte {
	if b, ok := written.Load(key); ok {
		return b.([]byte)
	}
	b := slices.Clip(write())
	written.Store(key, b)
	return b
}

func playMatch(t testing.TB, seed uint64, mode game.Mode, ships int, ticks int) []byte {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: mode}
	return filmedMatch(t, s, seed, ships, ticks)
}

// filmedMatch returns the file of a match of bots.
func filmedMatch(t testing.TB, s *game.Setup, seed uint64, ships, ticks int) []byte {
	t.Helper()
	w := game.NewWorldAt(s, seed, 100)
	head := NewHead(s, w.Tick)
	head.Whole, head.Seed = true, seed
	e := NewWriter(head, s, &w)
	var roster []proto.Pilot
	bots := make([]bot.Bot, ships)
	var orders []game.Order
	for i := range bots {
		bots[i] = bot.New(3, uint64(i)+1)
		teams := max(s.PilotTeams(), 1)
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Team: uint8(min(s.PilotTeams(), 1+i%teams))})
		roster = append(roster, proto.Pilot{ID: uint16(i + 1), Slot: uint8(i), Flags: proto.BotPilot, Name: "bot"})
	}
	e.Roster(roster)
	var events game.Events
	for range ticks {
		for i := range bots {
			if in := bots[i].Fly(&w, s, i); w.Ships[i].State != game.Empty && in != w.Ships[i].Input && w.Ships[i].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		e.Tick(orders, &w, w.Hash(), events.List)
		orders = orders[:0]
	}
	if err := e.End(&career.Match{}, &w, nil, nil); err != nil {
		t.Fatal(err)
	}
	return e.Take(nil)
}

// readBack reads a file that must be whole.
func readBack(t testing.TB, b []byte) *File {
	t.Helper()
	f, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	if f.Torn != nil {
		t.Fatal(f.Torn)
	}
	return f
}

func TestAFilePlaysTheSameMatch(t *testing.T) {
	for _, ships := range []int{2, 8, 64} {
		ticks := 3600
		if ships == game.MaxShips && !*long {
			ticks = 1300
		}
		b := aMatch(t, game.Deathmatch, ships, ticks)
		f := readBack(t, b)
		if err := f.Verify(nil); err != nil {
			t.Error(err)
		}
		again, w, err := f.Cut(0, f.LastTick)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.End(f.Result, w, nil, nil); err != nil {
			t.Fatal(err)
		}
		if string(again.Take(nil)) != string(b) {
			t.Errorf("%d ships: all that was cut out of a file is another file", ships)
		}
	}
}

func TestSeekingLeadsToTheSameWorldAsStepping(t *testing.T) {
	f := readBack(t, aMatch(t, game.Deathmatch, 8, 2000))
	step, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	worlds := []game.World{step.World}
	for {
		if _, ok, err := step.Step(nil); err != nil {
			t.Fatal(err)
		} else if !ok {
			break
		}
		worlds = append(worlds, step.World)
	}
	seek, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 400 / every(4) {
		at := i * 7919 % len(worlds)
		if err := seek.Seek(worlds[at].Tick); err != nil {
			t.Fatal(err)
		}
		if seek.World != worlds[at] {
			t.Fatalf("tick %d is another World", worlds[at].Tick)
		}
	}
}

func TestSeekingBackLeadsToTheSameWorldAsStepping(t *testing.T) {
	f := readBack(t, aMatch(t, game.Deathmatch, 8, 1000))
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	worlds := map[game.Tick]game.World{c.World.Tick: c.World}
	for {
		if _, ok, err := c.Step(nil); err != nil {
			t.Fatal(err)
		} else if !ok {
			break
		}
		worlds[c.World.Tick] = c.World
	}
	for at := f.LastTick; at >= f.Head.First; at-- {
		if err := c.Seek(at); err != nil {
			t.Fatal(err)
		}
		if c.World != worlds[at] {
			t.Fatalf("tick %d is another World", at)
		}
	}
}

func TestAWriterThatContinuesAFileWritesTheSame(t *testing.T) {
	whole := readBack(t, aMatch(t, game.Deathmatch, 4, 1500))
	first, w, err := whole.Cut(0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	first.Flush(w)
	b := first.Take(nil)
	f := readBack(t, b)
	if f.LastTick != 1000 {
		t.Fatalf("the beginning ends at tick %d", f.LastTick)
	}
	on, err := whole.Play()
	if err == nil {
		err = on.Seek(1000)
	}
	if err != nil {
		t.Fatal(err)
	}
	e := f.Continue(&on.World)
	for {
		orders, ok, err := on.Step(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		e.Tick(orders, &on.World, on.World.Hash(), nil)
	}
	if err := e.End(&career.Match{}, &on.World, nil, nil); err != nil {
		t.Fatal(err)
	}
	again := readBack(t, e.Take(b))
	if err := again.Verify(nil); err != nil || again.LastTick != whole.LastTick || again.Result == nil {
		t.Errorf("%v; it ends at tick %d, expected %d", err, again.LastTick, whole.LastTick)
	}
}

func TestASkimmedFileHasItsRecordsButCannotBePlayed(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 4, 1500)
	f := readBack(t, b)
	s, err := Skim(b)
	if err != nil || s.Head != f.Head || len(s.Notes) != len(f.Notes) || s.LastTick != f.LastTick || s.Result == nil || s.Whole != len(b) {
		t.Errorf("%v: it has %+v", err, s)
	}
	if _, err := s.Play(); err == nil {
		t.Error("it plays")
	}
}
