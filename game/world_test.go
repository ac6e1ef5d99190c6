package game

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A World is saved, rolled back and compared as a value, and has the same
// numbers on every machine: nothing in it may point, allocate, round, or be as
// wide as the machine likes.
func TestWorldIsAPlainValue(t *testing.T) {
	checkPlain(t, "World", reflect.TypeFor[World]())
	t.Logf("a World has %d bytes", reflect.TypeFor[World]().Size())
}

func checkPlain(t *testing.T, name string, of reflect.Type) {
	switch of.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
	case reflect.Array:
		checkPlain(t, name+"[]", of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			checkPlain(t, name+"."+of.Field(i).Name, of.Field(i).Type)
		}
	default:
		t.Errorf("%s is a %s, expected an integer of fixed size", name, of)
	}
}

func TestTheSeedDecidesTheNewWorld(t *testing.T) {
	m := newTiny(t, "......", ".@....", "......", "...+o.")
	first, second, other := NewWorld(&m.setup, 8), NewWorld(&m.setup, 8), NewWorld(&m.setup, 9)
	if first != second {
		t.Error("two of seed 8 differ")
	}
	if first == other {
		t.Error("those of seeds 8 and 9 are equal")
	}
}

func TestChanceIsEven(t *testing.T) {
	w := World{Rand: 1}
	var drawn [7]int
	for range 7000 {
		drawn[w.Rand.Below(7)]++
	}
	for n, times := range drawn {
		if times < 850 || times > 1150 {
			t.Errorf("%d was drawn %d times of 7000, expected about 1000", n, times)
		}
	}
}

// checkCanonical fails when something that is not in use is not zero, or when
// a number is out of its range.
func checkCanonical(t rapid.TB, s *Setup, w *World) {
	if w.Rand == 0 || w.Status > Closed || w.TeamScores[0] != 0 || w.Started > w.Tick {
		t.Fatalf("status %d, started at %d of %d, chance %d, no team's score %d", w.Status, w.Started, w.Tick, w.Rand, w.TeamScores[0])
	}
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		if !canonicalShip(s, ship) {
			t.Fatalf("tick %d: ship %d: %+v", w.Tick, slot, *ship)
		}
		for k, shot := range w.Shots[slot] {
			if flies := ship.Live>>k&1 != 0; flies != (shot.Left > 0) || !flies && shot != (Shot{}) {
				t.Fatalf("tick %d: shot %d of ship %d flies: %t, is %+v", w.Tick, k, slot, flies, shot)
			}
		}
	}
	for i, b := range w.Barrels {
		placed := i < len(s.Arena.Barrels)
		if !placed && b != (Barrel{}) || placed && (b.HP > 0) == (b.Timer > 0) || b.HP == 0 && b != (Barrel{Timer: b.Timer}) {
			t.Fatalf("tick %d: barrel %d: %+v", w.Tick, i, b)
		}
	}
	for i, item := range w.Items {
		pad := i < len(s.Arena.Pads)
		if !pad && item.Kind == NoItem && item != (Item{}) || item.Kind >= ItemKinds || pad && (item.Kind != NoItem) == (item.Timer > 0) {
			t.Fatalf("tick %d: item %d: %+v", w.Tick, i, item)
		}
	}
}

func canonicalShip(s *Setup, ship *Ship) bool {
	if ship.State == Empty {
		return *ship == Ship{}
	}
	for _, a := range ship.Attackers {
		if a.Left == 0 && a != (Attacker{}) || a.Slot >= MaxShips {
			return false
		}
	}
	flying := ship.State == Flying
	return ship.State <= Dead && (ship.HP > 0) == flying && (flying || ship.atRest()) && s.HasTeam(ship.Team) &&
		ship.Input.Valid() && ship.Facing != Idle && ship.Facing < Courses &&
		int(max(ship.Class, ship.NextClass)) < len(s.Classes) && int(max(ship.Weapon, ship.NextWeapon)) < len(s.Weapons) &&
		(ship.Shield > 0) == (ship.Hits > 0)
}

// atRest reports whether all fields that need a ship in space are zero for a ship that is not in space.
func (ship *Ship) atRest() bool {
	return ship.VX|ship.VY == 0 && ship.Cooldown|ship.Boost|ship.Protect|ship.Hits|ship.Extra|ship.Seekers|ship.Level == 0 &&
		ship.Shield|ship.Overdrive|ship.Cloak == 0 && ship.Attackers == [attackers]Attacker{}
}

// tiny is a World small enough to think through, with the Setup it is played
// with and all that happened in it.
type tiny struct {
	World
	setup  Setup
	events Events
}

// The tables of the tests: changes in assets do not affect them.
const (
	cannon = 0
	spread = 1
	rail   = 2
	mines  = 3
)

var (
	testClasses = []Class{
		{Name: "even", HP: 5, TopSpeed: 640, Thrust: 64, Brake: 40},
		{Name: "sharp", HP: 3, TopSpeed: 768, Thrust: 80, Brake: 60},
		{Name: "heavy", HP: 8, TopSpeed: 469, Thrust: 9, Brake: 6},
	}
	testWeapons = []Weapon{
		cannon: {Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Cooldown: 10, Life: 84},
		spread: {Shots: 6, Fan: 3, Speed: 1280, Damage: 1, Cooldown: 30, Life: 26},
		rail:   {Shots: 1, Fan: 1, Speed: 3840, Damage: 3, Cooldown: 120, Life: 48},
		mines:  {Shots: 5, Fan: 1, Damage: 2, Cooldown: 30, Life: 20 * TickRate, Reach: 16 * One},
	}
)

// newTiny returns a World in play in the arena of these rows, or in an open
// one of 480x320 units with a spawn in a corner, and no ships in it.
func newTiny(t testing.TB, rows ...string) *tiny {
	t.Helper()
	if len(rows) == 0 {
		rows = []string{strings.Repeat(".", 60), ".@", strings.Repeat(".\n", 38)}
		rows[2] = rows[2][:len(rows[2])-1]
	}
	return setUp(t, Setup{}, rows...)
}

// setUp is newTiny with a Setup, of which it fills in the tables and the arena.
func setUp(t testing.TB, s Setup, rows ...string) *tiny {
	t.Helper()
	arena, err := ParseArena("tiny", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.Arena, s.Classes, s.Weapons = arena, testClasses, testWeapons
	return &tiny{World: NewWorld(&s, 1), setup: s}
}

// ship puts a ship of the first class into space at (x, y), in units.
func (m *tiny) ship(slot int, x, y int32) *Ship {
	m.Ships[slot] = Ship{State: Flying, X: x * One, Y: y * One, HP: 5, Facing: Right}
	return &m.Ships[slot]
}

// run runs the World for some ticks; the orders apply in the first.
func (m *tiny) run(ticks int, orders ...Order) {
	for range ticks {
		m.Step(&m.setup, orders, &m.events)
		orders = nil
	}
}

// hit lets a shot of the slot by remove HP from the victim.
func (m *tiny) hit(victim, by int, damage uint8) {
	m.hurt(&m.setup, victim, by, cannon, damage, Point{}, &m.events)
}

// count returns how often something happened.
func (m *tiny) count(kind EventKind) (n int) {
	for _, ev := range m.events.List {
		if ev.Kind == kind {
			n++
		}
	}
	return n
}

// full returns a World in which everything is in use.
func full() World {
	w := World{Tick: 5, Status: InProgress, Rand: 1}
	for i := range w.Ships {
		w.Ships[i] = Ship{State: Flying, Live: 0xff}
	}
	for i := range w.Racers {
		w.Racers[i].Lap = 1
		w.Trails[i].Count = MaxCorners
	}
	for i := range w.Drones {
		w.Drones[i].Wave = 4
	}
	return w
}

// Each field in turn is changed in its lowest and in its highest bit. A field
// that is left out, cut off, or laid over another one gives a hash twice.
func TestHashCoversEveryBitOfTheWorld(t *testing.T) {
	t.Parallel()
	w := full()
	seen := map[uint64]string{w.Hash(): "the World as it was"}
	fields := 0
	visit("", reflect.ValueOf(&w).Elem(), func(name string, field reflect.Value) {
		fields++
		for _, bit := range []int{0, field.Type().Bits() - 1} {
			flip(field, bit)
			hash := w.Hash()
			if other, ok := seen[hash]; ok {
				t.Errorf("bit %d of %s gives the hash of %s", bit, name, other)
			}
			seen[hash] = fmt.Sprintf("bit %d of %s", bit, name)
			flip(field, bit)
		}
	})
	// Each shot has 6 numbers and there are 512; less than that is no World.
	if w != full() || fields < 6*MaxShips*MaxShots {
		t.Fatalf("visited %d fields, expected all, and each put back", fields)
	}
}

// visit calls do for every number within v.
func visit(name string, v reflect.Value, do func(name string, number reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			visit(name+"."+v.Type().Field(i).Name, v.Field(i), do)
		}
	case reflect.Array:
		for i := range v.Len() {
			visit(fmt.Sprintf("%s[%d]", name, i), v.Index(i), do)
		}
	default:
		do(name, v)
	}
}

// flip turns a bit of a number over.
func flip(v reflect.Value, bit int) {
	if v.CanUint() {
		v.SetUint(v.Uint() ^ 1<<bit)
		return
	}
	unused := 64 - v.Type().Bits()
	v.SetInt((v.Int() ^ 1<<bit) << unused >> unused)
}

func TestEqualWorldsHaveEqualHashes(t *testing.T) {
	m := newMelee(field(100, 75, 5, 1), Teams)
	for range 600 {
		m.tick()
	}
	if copied := m.World; copied.Hash() != m.Hash() {
		t.Error("a copy has another hash")
	}
}

func BenchmarkHash(b *testing.B) {
	w := full()
	for b.Loop() {
		w.Hash()
	}
}

// golden are the hashes after 75 seconds, 4,500 ticks, of 64 pilots in every kind of
// arena, in deathmatch and in teams, and in one arena in every other mode. They are the same on every machine: run
// this test with GOARCH=386, amd64 and arm64.
//
// Where one changes, the rules changed, and a program of before and one of now
// would not play the same match: raise RulesVersion, and then copy here the
// test says it got. The arenas and tables are the test's own, so that
// drawing and balancing change nothing.
var golden = []goldenMatch{
	{"open", Deathmatch, 0xfc6e96a3009ba055},
	{"open", Teams, 0x431b3ef82ed37195},
	{"rocky", Deathmatch, 0xf99e90f4e3308edd},
	{"rocky", Teams, 0x0aa12178d32f9a51},
	{"small", Deathmatch, 0xc852ec424a8f00db},
	{"small", Teams, 0x5d18604fc52d8039},
	{"large", Deathmatch, 0x42647cdc7048ed4a},
	{"large", Teams, 0x7453ebeb81c4a623},
	{"rocky", Last, 0x8bde4014c1fa2dd2},
	{"rocky", CaptureOrb, 0xfa3ebc2e338b502c},
	{"rocky", Race, 0x077fc40893ff382b},
	{"rocky", Waves, 0x14ec4ce7c866f20b},
	{"rocky", Trails, 0x9ad80d4a9105793a},
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

func TestMatchesOf64PilotsAreTheSameOnEveryMachine(t *testing.T) {
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

// fingerprints are those of each RulesVersion, the first at 0. They stay as they
// are once a program was released with them.
var fingerprints = []uint32{0x78b7cc93, 0x249710c5, 0x4c409607, 0x5819b50b}

// TestRulesAreThoseOfTheirVersion fails when the rules have changed. If that is on purpose, follow its message.
func TestRulesAreThoseOfTheirVersion(t *testing.T) {
	t.Parallel()
	var seen census
	got := fingerprint(&seen)
	if got != RulesFingerprint {
		t.Errorf("the rules have changed: set RulesFingerprint to 0x%08x, add that to fingerprints, and set RulesVersion to %d", got, RulesVersion+1)
	}
	if len(fingerprints) != RulesVersion || fingerprints[RulesVersion-1] != RulesFingerprint {
		t.Errorf("fingerprints are %08x, expected %d and %08x as the last", fingerprints, RulesVersion, uint32(RulesFingerprint))
	}
	seen.check(t)
}

// fingerprint plays matches of all modes, long and short, with and without a lobby
// and friendly fire, and mixes their last Worlds.
func fingerprint(seen *census) uint32 {
	const ticks = 1800
	h := hash(0x9e3779b97f4a7c15)
	for _, mode := range Modes() {
		for i, arena := range []*Arena{field(40, 30, 30, 5), field(60, 45, 0, 6), field(30, 24, 0, 7)} {
			m := newMelee(arena.furnished(mode), mode)
			if mode == Waves {
				m.setup.besiege(Wave{Groups: []Group{lane(gnat, 20)}}, Wave{Groups: []Group{lane(gnat, 5), lane(core, 1)}})
			}
			m.setup.FriendlyFire = i == 0
			m.setup.Lobby = i == 1
			m.setup.TimeLimit = ticks * 3 / 4 * Tick(i%2)
			m.setup.ScoreLimit = 150 * int32(i/2)
			m.World = NewWorld(&m.setup, uint64(i))
			for tick := range ticks {
				m.tick()
				if tick == 60 {
					m.Step(&m.setup, []Order{{Kind: OrderStart}}, &m.events)
				}
				seen.note(&m.World, m.events.List)
				h.add(m.Hash())
			}
			won := m.setup.Winner(&m.World)
			h.add(quad(0, 0, won.Slot, won.Team) << uint(m.Status))
		}
	}
	return uint32(h.sum() >> 32)
}

// furnished returns the arena with all that modes need and older ones do without: a course,
// bases, lanes, a nebula and a well.
func (a *Arena) furnished(mode Mode) *Arena {
	if mode <= Teams {
		return a
	}
	p := arenaParser{arena: *a}
	p.arena.Tiles, p.arena.Laps = slices.Clone(a.Tiles), 1
	for i, was := range a.Tiles {
		x, y := i%a.Width, i/a.Width
		if tile := furniture(x, y, a.Width, a.Height); was == Space {
			p.arena.Tiles[i] = tile
			if err := p.place(x, y, tile); err != nil {
				panic(err)
			}
		}
	}
	if err := p.findGates(); err != nil {
		panic(err)
	}
	p.arena.findMiddle()
	return &p.arena
}

// furniture returns the tile in a place of an arena of that size.
func furniture(x, y, width, height int) Tile {
	switch {
	case x == width/4:
		return Tile('a')
	case x == width/2:
		return Tile('b')
	case x == 3*width/4:
		return Tile('c')
	case x < 5 && y < 5:
		return Base1Tile
	case x > width-6 && y > height-6:
		return Base2Tile
	case y == height/2:
		return Tile(">^<v"[x%4])
	case y < height/4 && x > width/2:
		return Nebula
	case x == width/3 && y == height/3:
		return WellTile
	}
	return Space
}

// census counts the events of matches.
type census struct {
	events  [256]int // by kind
	items   [ItemKinds]int
	weapons [4]int // that destroyed a ship
	classes [7]int // of which one was destroyed, drones too
}

func (c *census) note(w *World, events []Event) {
	for _, ev := range events {
		c.events[ev.Kind]++
		switch ev.Kind {
		case EventPickup:
			c.items[ev.What]++
		case EventKill:
			c.classes[w.Ships[ev.Slot].Class]++
			if int(ev.What) < len(c.weapons) {
				c.weapons[ev.What]++
			}
		}
	}
}

// check fails if there is something in the rules that never happened.
func (c *census) check(t *testing.T) {
	t.Helper()
	c.events[EventHome]++ // the orb lies untouched for 15 s only in longer matches
	for what, counts := range map[string][]int{
		"event": c.events[1 : EventZone+1], "item": c.items[1:], "weapon": c.weapons[:], "class": c.classes[:gnat+1],
	} {
		if slices.Contains(counts, 0) {
			t.Errorf("one kind of %s is not among the matches: %v", what, counts)
		}
	}
}
