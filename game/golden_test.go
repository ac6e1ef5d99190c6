package game

import (
	"slices"
	"testing"
)

// golden are the hashes after 75 seconds, 4,500 ticks, of 64 pilots in every kind of
// arena, in deathmatch and in teams, and in one arena in every other mode. They are the same on every machine: run
// this test with GOARCH=386, amd64 and arm64.
//
// Where one changes, the rules changed, and a program of before and one of now
// would not play the same match: raise RulesVersion, and then copy here what the
// test says it got. The arenas and tables are the test's own, so that
// drawing and balancing change nothing.
var golden = []goldenMatch{
	{"open", Deathmatch, 0xfc6e96a3009ba055},
	{"open", Teams, 0x7263ac7dadff3ee9},
	{"rocky", Deathmatch, 0xf99e90f4e3308edd},
	{"rocky", Teams, 0x8b3f936e24852250},
	{"small", Deathmatch, 0xc852ec424a8f00db},
	{"small", Teams, 0x82b38bdbd8e8840b},
	{"large", Deathmatch, 0x42647cdc7048ed4a},
	{"large", Teams, 0x969115c3ce35f842},
	{"rocky", Last, 0x8bde4014c1fa2dd2},
	{"rocky", CaptureOrb, 0x7d937f210fe8b065},
	{"rocky", Race, 0xe9c04e690c3619db},
	{"rocky", Waves, 0x14ec4ce7c866f20b},
	{"rocky", Trails, 0x5d8a434ce5ed8af8},
}

type goldenMatch struct {
	arena string
	mode  Mode
	hash  uint64
}

const goldenTicks = 75 * TickRate

var goldenArenas = map[string]*Arena{
	"open":  field(100, 75, 0, 1),
	"rocky": field(100, 75, 40, 2),
	"small": field(50, 38, 10, 3),
	"large": field(200, 150, 20, 4),
}

func TestMatchesOf64PilotsGiveTheSameWorldOnEveryMachine(t *testing.T) {
	t.Parallel()
	var happened [256]int // by kind
	var taken [ItemKinds]int
	for _, c := range golden {
		m := newMelee(goldenArenas[c.arena].furnished(c.mode), c.mode)
		if c.mode == Waves {
			m.setup.besiege(Wave{Groups: []Group{lane(gnat, 20)}}, Wave{Groups: []Group{lane(gnat, 5), lane(core, 1)}})
			m.World = NewWorld(&m.setup, 1)
		}
		m.run(goldenTicks, func() {
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
	for _, mode := range Modes() {
		if !slices.ContainsFunc(golden, func(c goldenMatch) bool { return c.mode == mode }) {
			t.Errorf("%s is not among the matches", mode.Name())
		}
	}
	if missing := slices.Index(happened[1:EventStart], 0); missing >= 0 {
		t.Errorf("event %d never happened: %v", missing+1, happened)
	}
	if missing := slices.Index(taken[1:], 0); missing >= 0 {
		t.Errorf("item %d was never taken: %v", missing+1, taken)
	}
	t.Logf("events %v, items %v", happened[:EventZone+1], taken)
}
