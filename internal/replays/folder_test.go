package replays

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// newFolder returns a folder that does not exist yet.
func newFolder(t testing.TB) Folder {
	return Folder{Path: filepath.Join(t.TempDir(), "data", "replays"), Limit: UsualSize}
}

// aReplay returns the file of a match of Rex and a bot. They wait two seconds and then fly.
func aReplay(t testing.TB, began time.Time, length time.Duration) []byte {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Lobby: true}
	w := game.NewWorldAt(s, 7, 0)
	head := replay.NewHead(s, 0)
	head.Whole, head.Seed, head.Started, head.Title = true, 7, began.UnixMilli(), "Friday night"
	e := replay.NewWriter(head, s, &w)
	e.Roster([]proto.Pilot{{ID: 1, Slot: 0, Name: "Rex"}, {ID: 2, Slot: 1, Name: "Vega", Flags: proto.BotPilot}, {ID: 3, Slot: proto.NoSlot, Name: "Watcher"}})
	var events game.Events
	for range 120 + int(length*game.TickRate/time.Second) {
		var orders []game.Order
		switch w.Tick {
		case 0:
			orders = []game.Order{{Kind: game.OrderJoin, Slot: 0}, {Kind: game.OrderJoin, Slot: 1}}
		case 119:
			orders = []game.Order{{Kind: game.OrderStart}}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		e.Tick(orders, &w, w.Hash(), events.List)
	}
	e.Mark("look here")
	r := &career.Match{Finished: true, Flights: []career.Flight{{Pilot: 1, Name: "Rex", Place: 2}, {Pilot: 2, Slot: 1, Skill: 3, Name: "Vega", Place: 1, Won: true}}}
	if err := e.End(r, &w, nil, nil); err != nil {
		t.Fatal(err)
	}
	return e.Take(nil)
}

func put(t testing.TB, f Folder, name string, kept bool, b []byte, modified time.Time) {
	t.Helper()
	path := f.path(name+Ending, kept)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err == nil {
		err = os.Chtimes(path, modified, modified)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// listed returns the names in the folder, marked ones with a *.
func listed(t testing.TB, f Folder) string {
	t.Helper()
	list, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range list {
		name := list[i].Name
		if list[i].Protected {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func TestListReadsTheFiles(t *testing.T) {
	f := newFolder(t)
	if got := listed(t, f); got != "" {
		t.Errorf("a folder that is not there has %s", got)
	}
	whole := aReplay(t, noon, 3*time.Second)
	put(t, f, "whole", false, whole, noon)
	put(t, f, "torn", true, whole[:len(whole)-100], noon.Add(time.Minute))
	put(t, f, "broken", false, []byte("DOGR\x00\x01 and no more"), noon.Add(-time.Minute))
	put(t, f, "taken", false, nil, noon)
	os.WriteFile(filepath.Join(f.Path, "notes.txt"), whole, 0o600)

	list, err := f.List()
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %+v", err, list)
	}
	torn, e, broken := list[1], list[0], list[2]
	if torn.Name != "torn" {
		torn, e = e, torn
	}
	if e.Name != "whole" || e.Protected || e.Broken != nil || e.Torn != nil || !e.Playable() || !e.Started.Equal(noon) ||
		e.Arena != "open" || e.Mode != "deathmatch" || e.Title != "Friday night" ||
		!slices.Equal(e.Players, []string{"Rex"}) || e.Bots != 1 || e.Lasted != 3*time.Second || e.Marks != 1 || e.Size != int64(len(whole)) {
		t.Errorf("found %+v", e)
	}
	if own := e.LocalFlight("Rex"); own == nil || own.Place != 2 || e.LocalFlight("Vega") != nil || e.LocalFlight("Nova") != nil {
		t.Errorf("the local flight of Rex is %+v", own)
	}
	if !torn.Protected || torn.Torn == nil || torn.Ended || torn.LocalFlight("Rex") != nil || !torn.Playable() || torn.Lasted != 3*time.Second {
		t.Errorf("found %+v", torn)
	}
	if broken.Broken == nil || broken.Playable() || !broken.Started.Equal(noon.Add(-time.Minute)) {
		t.Errorf("found %+v", broken)
	}
	if newest, err := f.Newest(); err != nil || newest.Name != "torn" {
		t.Errorf("%v; the newest is %s", err, newest.Name)
	}
	if _, err := newFolder(t).Newest(); !errors.Is(err, errNone) {
		t.Errorf("the newest of none: %v", err)
	}
}

func TestReplaysOfOtherRulesAreListed(t *testing.T) {
	f := newFolder(t)
	arena, _ := assets.Arena("open")
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	w := game.NewWorldAt(s, 7, 0)
	head := replay.NewHead(s, 0)
	head.Whole, head.Seed, head.RulesVersion = true, 7, head.RulesVersion+1
	put(t, f, "later", false, replay.NewWriter(head, s, &w).Take(nil), noon)
	list, err := f.List()
	if err != nil || len(list) != 1 || list[0].Unplayable == nil || list[0].Playable() || list[0].Broken != nil || list[0].Arena != "open" {
		t.Errorf("%v, %+v", err, list)
	}
}

func TestReplaysAreMarkedRenamedAndDeleted(t *testing.T) {
	f := newFolder(t)
	b := aReplay(t, noon, time.Second)
	put(t, f, "one", false, b, noon)
	put(t, f, "two", false, b, noon)
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return f.Protect("one", true) }, "two one*"},
		{func() error { return f.Protect("one.dogfight", true) }, "two one*"},
		{func() error { return f.Rename("one", "the best ever") }, "two the best ever*"},
		{func() error { return f.Rename("two", "One, again") }, "the best ever* One, again"},
		{func() error { return f.Protect("the best ever", false) }, "the best ever One, again"},
		{func() error { return f.Delete("One, again.dogfight") }, "the best ever"},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := listed(t, f); got != step.want {
			t.Fatalf("expected %q, there is %q", step.want, got)
		}
	}
	if path, err := f.Locate("the best ever"); err != nil || path != filepath.Join(f.Path, "the best ever.dogfight") {
		t.Errorf("%v: it is at %s", err, path)
	}
}

func TestErrorsOfTheFolder(t *testing.T) {
	f := newFolder(t)
	b := aReplay(t, noon, time.Second)
	put(t, f, "one", false, b, noon)
	put(t, f, "two", true, b, noon)
	missing := &notFoundError{}
	for _, err := range []error{f.Protect("three", true), f.Rename("three", "four"), f.Delete("three")} {
		if !errors.As(err, &missing) || missing.Name != "three.dogfight" {
			t.Errorf("of a replay that is not there: %v", err)
		}
	}
	for _, name := range []string{"", ".dogfight", "../one", "a/b", `a\b`, "what?", "a\nb", "\xff", ".hidden", "-rf", " one", "one ", "con", "COM1.x", strings.Repeat("x", 120), "two", "one"} {
		if err := f.Rename("one", name); err == nil {
			t.Errorf("one was renamed to %q", name)
		}
	}
	for _, name := range []string{"../one", "kept/two", filepath.Join(f.Path, "one")} {
		if err := f.Delete(name); err == nil {
			t.Errorf("%q was deleted", name)
		}
	}
	if got := listed(t, f); got != "two* one" {
		t.Errorf("there is %s", got)
	}
}

func TestTrimDeletesTheOldestButNoMarkedReplays(t *testing.T) {
	f := newFolder(t)
	b := aReplay(t, noon, time.Second)
	for i, name := range []string{"a", "b", "c", "d"} {
		put(t, f, name, false, b, noon.Add(time.Duration(i)*time.Hour))
	}
	put(t, f, "old", true, b, noon.Add(-time.Hour))
	f.Limit = Size(2*len(b) + 1)
	if n, err := f.Trim(); n != 2 || err != nil {
		t.Errorf("%d deleted, %v", n, err)
	}
	if got := listed(t, f); got != "old* d c" {
		t.Errorf("there is %s", got)
	}
	f.Limit = Unlimited
	if n, err := f.Trim(); n != 0 || err != nil {
		t.Errorf("%d deleted, %v", n, err)
	}
}

func TestSizesHaveUnits(t *testing.T) {
	for text, want := range map[string]Size{
		"0": 0, "200MB": 200e6, "200 mb": 200e6, "1.5GB": 1_500_000_000, "1GiB": 1 << 30, "512KiB": 512 << 10, "7k": 7000, "12": 12, "12B": 12, "Unlimited": Unlimited,
	} {
		var s Size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "MB", "-1", "1.5", "0x10", "many", "NaN", "NaN MB", "inf GB", "1e30", "5 parsecs"} {
		var s Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is read as %d", text, s)
		}
	}
	for want, s := range map[string]Size{"0": 0, "200MB": UsualSize, "1.5GB": 1_500_000_000, "unlimited": Unlimited, "12": 12, "7kB": 7000} {
		if got := s.String(); got != want {
			t.Errorf("%d is written %s", int64(s), got)
		}
	}
}

func BenchmarkListOf500(b *testing.B) {
	f := newFolder(b)
	one := aReplay(b, noon, 10*time.Minute)
	for i := range 500 {
		put(b, f, nameOf(noon, "open", "deathmatch", i+1), false, one, noon)
	}
	for b.Loop() {
		if list, err := f.List(); err != nil || len(list) != 500 {
			b.Fatal(err, len(list))
		}
	}
	b.ReportMetric(float64(len(one)), "B/replay")
}
