package proto

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

func TestEveryFieldOfAWorldIsSentInTheModesThatUseIt(t *testing.T) {
	sent := map[string]bool{}
	for _, mode := range game.Modes() {
		s := expanse(t)
		s.Mode = mode
		_, most := mode.Sides()
		s.Sides = uint8(most)
		for i := range s.Weapons {
			s.Weapons[i].Life = 1200 // so that a shot may be of any other weapon
		}
		sendEachField(t, s, sent)
	}
	for path, ok := range sent {
		if !ok {
			t.Errorf("%s came back in no mode", path)
		}
	}
}

// sendEachField changes each number of a World in turn that did not come back in another mode, and notes which come back.
func sendEachField(t *testing.T, s *game.Setup, sent map[string]bool) {
	chance := rand.New(rand.NewPCG(3, 4))
	base := randomWorld(s, chance)
	fillSlots(s, &base, chance)
	w := base
	for _, leaf := range leaves("", reflect.ValueOf(&w).Elem()) {
		if sent[leaf.path] || unused(s, leaf.path) {
			continue
		}
		old := reflect.ValueOf(leaf.value.Interface())
		if leaf.value.CanUint() {
			leaf.value.SetUint(leaf.value.Uint() ^ 1)
		} else {
			leaf.value.SetInt(leaf.value.Int() ^ 1)
		}
		sent[leaf.path] = readUnchecked(s, AppendWorld(nil, s, &w)) == w
		leaf.value.Set(old)
	}
	if w != base {
		t.Error("the test spoilt its World")
	}
}

// leaf is one number in a World.
type leaf struct {
	path  string
	value reflect.Value
}

func leaves(path string, v reflect.Value) (all []leaf) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, leaves(path+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			if i > 1 && i < v.Len()-1 && v.Len() > game.MaxShots {
				continue // all slots are sent alike
			}
			all = append(all, leaves(fmt.Sprintf("%s[%d]", path, i), v.Index(i))...)
		}
	default:
		all = append(all, leaf{path, v})
	}
	return all
}

// unused reports whether the number at path is not sent for the Setup, or cannot change alone.
func unused(s *game.Setup, path string) bool {
	var barrel int
	if n, _ := fmt.Sscanf(path, ".Barrels[%d]", &barrel); n == 1 {
		return barrel >= len(s.Arena.Barrels)
	}
	var team int
	if n, _ := fmt.Sscanf(path, ".TeamScores[%d]", &team); n == 1 {
		return team == 0 || team > scoredTeams(s)
	}
	return strings.HasSuffix(path, ".Live") || strings.HasSuffix(path, ".Count") || strings.Contains(path, ".Corners[")
}

// readUnchecked reads a World that need not be one to play on.
func readUnchecked(s *game.Setup, b []byte) (w game.World) {
	c := worldCoder{coder: coder{b: b, reading: true}}
	c.prepare(s)
	c.world(&w)
	return w
}

func TestAnyWorldIsTheSameAgain(t *testing.T) {
	s := expanse(t)
	chance := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		s.Mode = game.Modes()[chance.IntN(len(game.Modes()))]
		want := randomWorld(s, chance)
		got, err := ParseWorld(s, AppendWorld(nil, s, &want))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatal("the World came back changed")
		}
	}
}

func TestAnyParsedWorldCanBePlayedOn(t *testing.T) {
	s := expanse(t)
	chance := rand.New(rand.NewPCG(9, 10))
	for range 20 {
		s.Mode = game.Modes()[chance.IntN(len(game.Modes()))]
		m := match{setup: s, world: randomWorld(s, chance), chance: chance}
		m.world.Status = game.InProgress
		for range 40 {
			got, err := ParseWorld(s, AppendWorld(nil, s, &m.world))
			if err != nil {
				t.Fatal(err)
			}
			if got != m.world {
				t.Fatal("the World came back changed")
			}
			m.step()
		}
	}
}

func TestEmptyWorldIsShort(t *testing.T) {
	s := duel(t)
	w := game.NewWorld(s, 1)
	if n := len(AppendWorld(nil, s, &w)); n > 60 {
		t.Errorf("expected at most 60 bytes, got %d", n)
	}
}

func TestKeyframeWithBytesMissingOrAddedIsRefused(t *testing.T) {
	m := newMatch(expanse(t), 3)
	for range 300 {
		m.step()
	}
	b := AppendWorld(nil, m.setup, &m.world)
	for n := 0; n < len(b); n += 3 {
		if _, err := ParseWorld(m.setup, b[:n]); err == nil {
			t.Errorf("the first %d of %d bytes made a World", n, len(b))
		}
	}
	if _, err := ParseWorld(m.setup, append(b, 0)); err == nil {
		t.Error("a byte more made a World")
	}
}

func TestWorldThatTheSetupDoesNotAllowIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*game.World){
		"status of world 0":       func(w *game.World) { w.Status = 3 },
		"tick of world 0":         func(w *game.World) { w.Tick = endTick },
		"start of world 0":        func(w *game.World) { w.Started = w.Tick + 1 },
		"chance of world 0":       func(w *game.World) { w.Rand = 0 },
		"state of ship 9":         func(w *game.World) { w.Ships[9].State = 3 },
		"class of ship 9":         func(w *game.World) { w.Ships[9].Class = 3 },
		"next class of ship 9":    func(w *game.World) { w.Ships[9].NextClass = 3 },
		"input of ship 9":         func(w *game.World) { w.Ships[9].Input = 9 },
		"facing of ship 9":        func(w *game.World) { w.Ships[9].Facing = 0 },
		"extra shots of ship 9":   func(w *game.World) { w.Ships[9].Extra = 9 },
		"x of ship 9":             func(w *game.World) { w.Ships[9].X = 200 * game.TileSize * game.One },
		"y of ship 9":             func(w *game.World) { w.Ships[9].Y = 150 * game.TileSize * game.One },
		"rock at x of ship 9":     func(w *game.World) { w.Ships[9].X = game.HullHalf - 1 },
		"time of a shot of ship":  func(w *game.World) { w.Shots[9][0].Left = 0 },
		"speed of a shot of ship": func(w *game.World) { w.Shots[9][0].VX = game.MaxShotSpeed + 1 },
		"kind of item 63":         func(w *game.World) { w.Items[63].Kind = game.ItemKinds },
		"x of barrel 0":           func(w *game.World) { w.Barrels[0].VX, w.Barrels[0].X = 1, 200*game.TileSize*game.One },
	} {
		s := expanse(t)
		chance := rand.New(rand.NewPCG(7, 8))
		w := randomWorld(s, chance)
		fillSlots(s, &w, chance)
		w.Ships[9].State, w.Ships[9].X, w.Ships[9].Y = game.Flying, s.Arena.Spawns[0].X, s.Arena.Spawns[0].Y
		spoil(&w)
		_, err := ParseWorld(s, AppendWorld(nil, s, &w))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, got %v", want, err)
		}
	}
}

func TestSameWorldWrittenOtherwiseIsRefused(t *testing.T) {
	m := newMatch(expanse(t), 3)
	for range 300 {
		m.step()
	}
	b := AppendWorld(nil, m.setup, &m.world)
	for i := 0; i < 8*len(b); i += 17 {
		b[i/8] ^= 1 << (i % 8)
		if w, err := ParseWorld(m.setup, b); err == nil && w == m.world {
			t.Errorf("bit %d: the same World in other bits", i)
		}
		b[i/8] ^= 1 << (i % 8)
	}
}

func TestKeyframeOfAMatchIsTheSameWorldAgain(t *testing.T) {
	m := newMatch(expanse(t), 7)
	longest, sum, shots := 0, 0, 0
	const times = 300
	for range times {
		for range 12 {
			m.step()
		}
		b := AppendWorld(nil, m.setup, &m.world)
		got, err := ParseWorld(m.setup, b)
		if err != nil {
			t.Fatalf("tick %d: %v", m.world.Tick, err)
		}
		if got != m.world {
			t.Fatalf("tick %d: the World came back changed", m.world.Tick)
		}
		longest, sum = max(longest, len(b)), sum+len(b)
		for i := range m.world.Ships {
			shots += bits.OnesCount8(m.world.Ships[i].Live)
		}
	}
	t.Logf("64 ships, %.1f shots each: mean %d bytes, longest %d", float64(shots)/times/game.MaxShips, sum/times, longest)
	if longest > 2100 {
		t.Errorf("longest keyframe: expected at most 2100 bytes, got %d", longest)
	}
}

func BenchmarkKeyframe(b *testing.B) {
	m := newMatch(expanse(b), 7)
	for range 1800 {
		m.step()
	}
	var buf []byte
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf = AppendWorld(buf[:0], m.setup, &m.world)
		}
		b.ReportMetric(float64(len(buf)), "bytes")
	})
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		var w game.World
		for b.Loop() {
			w, _ = ParseWorld(m.setup, buf)
		}
		if w != m.world {
			b.Error("the World came back changed")
		}
	})
}

// mostOrbKeyframe is the limit of bytes of a keyframe of 64 ships.
const mostOrbKeyframe = 2600

func TestAKeyframeOfSixtyFourShipsAndTheOrbIsSmall(t *testing.T) {
	arena, err := assets.Arena("quarters")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.CaptureOrb, Sides: 4}
	w := game.NewWorld(s, 5)
	var bots [game.MaxShips]bot.Bot
	largest := 0
	for tick := range 20 * game.TickRate {
		var orders []game.Order
		for i := range bots {
			if tick == 0 {
				bots[i] = bot.New(3, uint64(i))
				orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Team: uint8(1 + i%4), Class: uint8(i % 3), Weapon: uint8(i / 3 % 4)})
			} else {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: bots[i].Fly(&w, s, i)})
			}
		}
		w.Step(s, orders, nil)
		if tick%game.TickRate == 0 {
			largest = max(largest, len((&Keyframe{World: AppendWorld(nil, s, &w)}).Append(nil)))
		}
	}
	t.Logf("at most %d bytes", largest)
	if largest > mostOrbKeyframe {
		t.Errorf("a keyframe needs %d bytes, expected up to %d", largest, mostOrbKeyframe)
	}
}

// trailsWorld returns a World of racers with full trails, and its Setup.
func trailsWorld(t *testing.T, racers int) (*game.Setup, game.World) {
	s := expanse(t)
	s.Mode = game.Trails
	chance := rand.New(rand.NewPCG(1, 2))
	w := game.NewWorld(s, 1)
	for i := range racers {
		ship := &w.Ships[i]
		ship.State, ship.HP = game.Flying, 5
		ship.X, ship.Y = s.Arena.Spawns[i].X, s.Arena.Spawns[i].Y
		w.Trails[i] = trailOf(game.MaxCorners, s, ship, chance)
	}
	return s, w
}

func TestAKeyframeOf8RacersWithFullTrailsIsSmall(t *testing.T) {
	for _, racers := range []int{8, game.MaxRacers} {
		s, w := trailsWorld(t, racers)
		b := AppendWorld(nil, s, &w)
		if t.Logf("%d racers: %d bytes", racers, len(b)); racers == 8 && len(b) > 2000 {
			t.Errorf("%d bytes, expected 2000 at most", len(b))
		}
		if got, err := ParseWorld(s, b); err != nil || got != w {
			t.Errorf("%d racers became others: %v", racers, err)
		}
	}
}

func TestTrailsThatCannotBeAreRefused(t *testing.T) {
	for fault, spoil := range map[string]func(w *game.World){
		"a ship beside its wall":              func(w *game.World) { w.Trails[0].Corners[game.MaxCorners-1].X += 3; w.Ships[0].Y++ },
		"a diagonal course":                   func(w *game.World) { w.Ships[0].Facing = game.UpLeft },
		"a course that is none":               func(w *game.World) { w.Trails[0].Held = 9 },
		"gaps beyond the last corner":         func(w *game.World) { w.Trails[0].Count, w.Trails[0].Gaps = 2, 4 },
		"a trail of a slot without a ship":    func(w *game.World) { w.Trails[9].Count = 1 },
		"a corner outside":                    func(w *game.World) { w.Trails[0].Corners[0].X = -1 },
		"a wall that is not along the axes":   func(w *game.World) { w.Trails[0].Corners[0].X++; w.Trails[0].Corners[0].Y++ },
		"more corners than there is room for": func(w *game.World) { w.Trails[0].Count = game.MaxCorners + 1 },
	} {
		s, w := trailsWorld(t, 8)
		if err := checkWorld(s, &w); err != nil {
			t.Fatal(err)
		}
		if spoil(&w); checkWorld(s, &w) == nil {
			t.Errorf("%s: expected an error", fault)
		}
	}
}
