package session

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/proto/replay"
)

// played is a race of bots over one lap, with all that a true or a false proof needs.
type played struct {
	head   replay.Head
	setup  *game.Setup
	start  game.World
	ticks  [][]game.Order
	worlds []*game.World // after each
}

const seed, first = 11, 500

// aRace returns a race, which may be changed.
func aRace() *played {
	p := *theRace()
	p.ticks, p.worlds = slices.Clone(p.ticks), slices.Clone(p.worlds)
	return &p
}

// theRace is the race of all tests.
var theRace = sync.OnceValue(func() *played {
	arena, err := assets.Arena("ring")
	if err != nil {
		panic(err)
	}
	a := *arena
	a.Laps = 1
	s := &game.Setup{Arena: &a, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Race}
	p := &played{setup: s, start: game.NewWorldAt(s, seed, first), head: replay.NewHead(s, first)}
	p.head.Whole, p.head.Seed = true, seed
	p.fly()
	return p
})

// fly plays the race from its start to its end.
func (p *played) fly() {
	p.ticks, p.worlds = nil, nil
	w := p.start
	var bots [4]bot.Bot
	var orders []game.Order
	for slot := range bots {
		bots[slot] = bot.New(4, uint64(slot))
		if w.Ships[slot].State == game.Empty {
			orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(slot), Class: uint8(slot % 3)})
		}
	}
	for w.Status != game.Closed {
		w.Step(p.setup, orders, nil)
		after := w
		p.ticks, p.worlds = append(p.ticks, orders), append(p.worlds, &after)
		orders = nil
		for slot := range bots {
			if in := bots[slot].Fly(&w, p.setup, slot); in != w.Ships[slot].Input && w.Ships[slot].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
}

// key is the key of the pilot in a slot.
func key(slot uint8) string { return "SHA256:" + string('a'+rune(slot)) }

// after returns the World after a tick, to be changed.
func (p *played) after(tick int) *game.World {
	w := *p.worlds[tick]
	p.worlds[tick] = &w
	return &w
}

// theProof is the replay of the race, with marks for its laps.
var theProof = sync.OnceValue(func() []byte {
	proof := theRace().proof()
	flown, err := lapOf(proof)
	if err != nil {
		panic(err)
	}
	var claims []claim
	for _, lap := range flown {
		claims = append(claims, claim{lap, []string{"SHA256:linked", key(lap.Slot)}})
	}
	b, err := withClaims(proof, claims)
	if err != nil {
		panic(err)
	}
	return b
})

// proof returns the replay.
func (p *played) proof() []byte {
	e := replay.NewWriter(p.head, p.setup, &p.start)
	for i := range p.ticks {
		e.Tick(p.ticks[i], p.worlds[i], p.worlds[i].Hash(), nil)
	}
	if err := e.End(&career.Match{Finished: true}, p.worlds[len(p.worlds)-1], nil, nil); err != nil {
		panic(err)
	}
	return e.Take(nil)
}

// holds checks a lap on our course.
func check(t *testing.T, proof []byte, lap Lap, key string) error {
	t.Helper()
	arena, err := assets.Arena("ring")
	if err != nil {
		t.Fatal(err)
	}
	a := *arena
	a.Laps = 1
	return CheckLap(t.Context(), proof, lapCourse(&a), assets.Classes(), assets.Weapons(), lap, key)
}

func TestALapIsProvenByItsReplay(t *testing.T) {
	t.Parallel()
	proof := theProof()
	flown, err := lapOf(proof)
	if err != nil || len(flown) != 4 {
		t.Fatalf("%v, %d laps, expected one of each ship: %+v", err, len(flown), flown)
	}
	t.Logf("%d bytes", len(proof))
	for _, lap := range flown {
		if err := check(t, proof, lap, key(lap.Slot)); err != nil {
			t.Errorf("%+v: %v", lap, err)
		}
		for _, other := range []Lap{{lap.Slot, lap.Class, lap.Took - 1}, {lap.Slot + 1, lap.Class, lap.Took}, {lap.Slot, "tank", lap.Took}} {
			if err := check(t, proof, other, key(other.Slot)); !errors.Is(err, errLapTime) {
				t.Errorf("%+v was never flown, and is accepted: %v", other, err)
			}
		}
	}
	if err := CheckLap(t.Context(), proof, "another", assets.Classes(), assets.Weapons(), flown[0], key(0)); !errors.Is(err, errCourse) {
		t.Errorf("on another course: %v", err)
	}
}

func TestProofsOfTheFirstVersionsAreRefused(t *testing.T) {
	tape := binary.BigEndian.AppendUint32([]byte{tapeVersion}, game.RulesFingerprint)
	if err := check(t, append(tape, make([]byte, 100)...), Lap{}, key(0)); !errors.Is(err, errLapRules) {
		t.Errorf("a proof of the first versions: %v, expected %v", err, errLapRules)
	}
}

func TestALapBelongsToItsPilot(t *testing.T) {
	proof := theProof()
	flown, err := lapOf(proof)
	if err != nil {
		t.Fatal(err)
	}
	lap := flown[0]
	for _, one := range []string{"SHA256:linked", key(lap.Slot)} {
		if err := check(t, proof, lap, one); err != nil {
			t.Errorf("with one of two keys: %v", err)
		}
	}
	for _, other := range []string{key(lap.Slot + 1), "SHA256:nobody", ""} {
		if err := check(t, proof, lap, other); !errors.Is(err, errLapPilot) {
			t.Errorf("by %v: %v", other, err)
		}
	}
}

func TestAForgedRaceIsRefused(t *testing.T) {
	t.Parallel()
	flown, err := lapOf(theProof())
	if err != nil {
		t.Fatal(err)
	}
	lap := flown[0]
	for what, c := range map[string]struct {
		forge func(p *played)
		want  error
	}{
		"other rules": {func(p *played) { p.head.Rules++ }, errLapRules},
		"a fast ship": {func(p *played) {
			s := *p.setup
			s.Classes = slices.Clone(s.Classes)
			s.Classes[lap.Slot%3].Thrust *= 2
			p.setup = &s
			p.fly()
		}, errLapShips},
		"a top speed": {func(p *played) {
			s := *p.setup
			s.Classes = slices.Clone(s.Classes)
			for i := range s.Classes {
				s.Classes[i].TopSpeed += 5
			}
			p.setup = &s
			p.fly()
		}, errLapShips},
		"another arena": {func(p *played) {
			s, a := *p.setup, *p.setup.Arena
			a.Tiles = slices.Clone(a.Tiles)
			a.Tiles[0] = game.Space
			s.Arena, p.setup = &a, &s
			p.fly()
		}, errCourse},
		"another mode": {func(p *played) {
			s := *p.setup
			s.Mode, p.head.Mode = game.Deathmatch, game.Deathmatch.Name()
			p.setup = &s
		}, errCourse},
		"another seed":                          {func(p *played) { p.head.Seed++ }, errLapPlayed},
		"a beginning that is cut":               {func(p *played) { p.cutTo(300, false) }, errLapPart},
		"a beginning that is cut, and denied":   {func(p *played) { p.cutTo(300, true) }, errLapPlayed},
		"a first keyframe near the finish":      {func(p *played) { p.start.Racers[lap.Slot].Gate = 3 }, errLapPlayed},
		"a keyframe with a ship somewhere else": {func(p *played) { p.after(599).Ships[lap.Slot].X += 5000 }, errLapPlayed},
		"a keyframe with a better lap":          {func(p *played) { p.after(599).Racers[lap.Slot].Best = 100 }, errLapPlayed},
		"orders that are left out":              {func(p *played) { p.ticks[200] = nil; p.ticks[201] = nil; p.ticks[203] = nil; p.ticks[210] = nil }, errLapPlayed},
	} {
		p := aRace()
		c.forge(p)
		if err := check(t, p.proof(), lap, key(lap.Slot)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, expected %v", what, err, c.want)
		}
	}
}

// cutTo removes the first ticks, and may claim that the match began there.
func (p *played) cutTo(n int, denied bool) {
	p.start, p.ticks, p.worlds = *p.worlds[n-1], p.ticks[n:], p.worlds[n:]
	p.head.First = p.start.Tick
	if p.head.Whole = denied; !denied {
		p.head.Seed = 0
	}
}

func TestATamperedProofIsRefused(t *testing.T) {
	t.Parallel()
	proof := theProof()
	flown, err := lapOf(proof)
	if err != nil {
		t.Fatal(err)
	}
	lap := flown[0]
	bits := 20
	if *long {
		bits = 200
	}
	for at := 0; at < len(proof); at += 1 + len(proof)/bits {
		changed := slices.Clone(proof)
		if changed[at] ^= 1 << (at % 8); check(t, changed, lap, key(lap.Slot)) == nil {
			t.Errorf("with another bit in byte %d of %d it is accepted", at, len(proof))
		}
		if check(t, proof[:at], lap, key(lap.Slot)) == nil {
			t.Errorf("the first %d bytes hold", at)
		}
	}
	if check(t, nil, lap, "") == nil {
		t.Error("a missing proof is accepted")
	}
}
