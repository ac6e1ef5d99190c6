package game

import (
	"slices"
	"testing"
)

// golden are the hashes of ten minutes, 36,000 ticks, of 64 pilots in every kind of
// arena and every mode. They are the same on every machine: run this test
// with GOARCH=386, amd64 and arm64.
//
// Where one changes, the rules changed, and a program of before and one of now
// would not play the same match: raise RulesVersion, and then copy here what the
// test says it got. The arenas and tables are the test's own, so that
// drawing and balancing change nothing.
var golden = []struct {
	arena string
	mode  Mode
	hash  uint64
}{
	{"open", Deathmatch, 0x18978e79374e327d},
	{"open", Teams, 0x9f553f76ce8413c8},
	{"rocky", Deathmatch, 0x9d854e9565753c5e},
	{"rocky", Teams, 0x917285f9feab179c},
	{"small", Deathmatch, 0xb43b917699e4e832},
	{"small", Teams, 0xf0cb09f87d67eb87},
	{"large", Deathmatch, 0x663d3d30d7208cbb},
	{"large", Teams, 0xa9432a0b77801796},
}

var goldenArenas = map[string]*Arena{
	"open":  field(100, 75, 0, 1),
	"rocky": field(100, 75, 40, 2),
	"small": field(50, 38, 10, 3),
	"large": field(200, 150, 20, 4),
}

func TestTenMinutesGiveTheSameWorldOnEveryMachine(t *testing.T) {
	var happened [EventClose + 1]int
	var taken [ItemKinds]int
	for _, c := range golden {
		m := newMelee(goldenArenas[c.arena], c.mode)
		m.run(36_000/len(golden), func() {
			for _, ev := range m.events.List {
				happened[ev.Kind]++
				if ev.Kind == EventPickup {
					taken[ev.What]++
				}
			}
		})
		if got := m.Hash(); got != c.hash {
			t.Errorf("%s, %s: got %#016x, expected %#016x", c.arena, c.mode.Name(), got, c.hash)
		}
	}
	if missing := slices.Index(happened[1:EventStart], 0); missing >= 0 {
		t.Errorf("event %d never happened: %v", missing+1, happened)
	}
	if missing := slices.Index(taken[1:], 0); missing >= 0 {
		t.Errorf("item %d was never taken: %v", missing+1, taken)
	}
	t.Logf("events %v, items %v", happened, taken)
}
