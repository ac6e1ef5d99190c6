package proto

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
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

// unused tells the numbers that a World has no use for by its Setup, or that
// cannot change alone.
func unused(s *game.Setup, path string) bool {
	var barrel int
	if n, _ := fmt.Sscanf(path, ".Barrels[%d]", &barrel); n == 1 {
		return barrel >= len(s.Arena.Barrels)
	}
	var team int
	if n, _ := fmt.Sscanf(path, ".TeamScores[%d]", &team); n == 1 {
		return team == 0 || team > scoredTeams(s)
	}
	return strings.HasSuffix(path, ".Live") || strings.HasSuffix(path, ".Count") ||
		strings.Contains(path, ".Corners[") || path == ".Rounds.Wins[0]"
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
			t.Fatal("the World came back different")
		}
	}
}

func TestAnyWorldThatIsTakenCanBePlayedOnAndSentOn(t *testing.T) {
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
				t.Fatal("the World came back different")
			}
			m.step()
		}
	}
}

func TestEmptyWorldIsShort(t *testing.T) {
	s := duel(t)
	w := game.NewWorld(s, 1)
	if n := len(AppendWorld(nil, s, &w)); n > 60 {
		t.Errorf("expected at most 60 bytes, %d came", n)
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
			t.Errorf("expected %q, %v came", want, err)
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
