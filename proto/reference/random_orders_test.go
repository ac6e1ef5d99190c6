package reference

import (
	"encoding/hex"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// randomTicks draws orders for the ticks after base, with the inputs behind the
// others, by slot, and each a change.
func randomTicks(t *rapid.T, base *game.World) [][]game.Order {
	inputs := map[uint8]game.Input{} // by slots that are not empty
	for slot, ship := range base.Ships {
		if ship.State != game.Empty {
			inputs[uint8(slot)] = ship.Input
		}
	}
	ticks := make([][]game.Order, rapid.IntRange(0, 12).Draw(t, "ticks"))
	for i := range ticks {
		others := rapid.SliceOfN(rapid.Custom(randomOrder), 0, 3).Draw(t, "others")
		for _, o := range others {
			if _, there := inputs[o.Slot]; o.Kind == game.OrderJoin && !there {
				inputs[o.Slot] = 0
			}
			if o.Kind == game.OrderLeave {
				delete(inputs, o.Slot)
			}
		}
		ticks[i] = append(others, randomChanges(t, inputs)...)
	}
	return ticks
}

func randomOrder(t *rapid.T) game.Order {
	o := game.Order{Kind: number[game.OrderKind](t, 1, 5)}
	if o.Kind <= game.OrderChoose {
		o.Slot = rapid.SampledFrom([]uint8{0, 1, 2, 30, 63}).Draw(t, "slot") // few, so that they meet
	}
	if o.Kind == game.OrderJoin || o.Kind == game.OrderChoose {
		o.Class, o.Weapon, o.Team = number[uint8](t, 0, 7), number[uint8](t, 0, 7), number[uint8](t, 0, 4)
	}
	return o
}

// randomChanges draws inputs of a tick from a few, so that some return to the previous one.
func randomChanges(t *rapid.T, inputs map[uint8]game.Input) []game.Order {
	var orders []game.Order
	for slot := range uint8(game.MaxShips) {
		held, there := inputs[slot]
		if !there || rapid.IntRange(0, 3).Draw(t, "change") != 0 {
			continue
		}
		now := rapid.SampledFrom([]game.Input{0, 1, 5 | game.Fire, 8 | game.Fire | game.Special}).Draw(t, "input")
		if rapid.Bool().Draw(t, "any") {
			now = game.Steer(number[game.Course](t, 0, 8)) | game.Input(number[uint8](t, 0, 3))<<4
		}
		if now != held {
			inputs[slot] = now
			orders = append(orders, game.Order{Slot: slot, Input: now})
		}
	}
	return orders
}

func TestRandomOrdersReadAlike(t *testing.T) {
	m := matches()[1]
	rapid.Check(t, func(t *rapid.T) {
		base := &m.worlds[rapid.IntRange(0, len(m.worlds)-1).Draw(t, "base")]
		baseline := proto.BaselineOf(base)
		o := proto.Orders{Decided: proto.Decided{Base: base.Tick, Hash: u16(t), Ticks: randomTicks(t, base)}}
		b := o.Append(nil, &baseline)
		coded := fromHost(b, base.Tick).Coded
		got, err := verdict(func() [][]game.Order { return ticks(coded, base, len(o.Ticks)) })
		same(t, b, o.Ticks, nil, got, err)
		sameOrders(t, b, base.Tick, base)
		sameOrders(t, bent(t, b), base.Tick, base)
	})
}

// TestInventedDecisionsReadAlike decides at random, which yields orders that proto would encode otherwise or not at all.
func TestInventedDecisionsReadAlike(t *testing.T) {
	verdicts := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := matches()[rapid.IntRange(0, 2).Draw(t, "match")]
		base := &m.worlds[rapid.IntRange(0, len(m.worlds)-1).Draw(t, "base")]
		count := rapid.IntRange(1, 12).Draw(t, "ticks")
		chance := game.NewChance(rapid.Uint64().Draw(t, "chance"))
		c := newCoded(nil, base)
		c.invent = func(p int) bool {
			const often = 1 << 13 // added, so that unlikely decisions occur too
			return int(chance.Below(1<<16)) < (p+often)/2
		}
		_, err := verdict(func() [][]game.Order { return c.ticks(count) })
		verdicts[err == nil]++
		sameOrders(t, headed(base, count, c.written()), base.Tick, base)
	})
	if verdicts[true] == 0 || verdicts[false] == 0 {
		t.Errorf("expected some orders and some that are none, got %v", verdicts)
	}
}

// headed returns an Orders with these coded ones.
func headed(base *game.World, count int, coded []byte) []byte {
	head := []byte{0x80 + byte(count), 0, 0x80, byte(base.Tick >> 8), byte(base.Tick), 0, 0}
	return append(head, coded...)
}

// TestTheMostOrdersOfATickReadAlike checks where 192 of them end.
func TestTheMostOrdersOfATickReadAlike(t *testing.T) {
	base := &matches()[2].worlds[0]
	baseline := proto.BaselineOf(base)
	for _, count := range []int{191, 192, 193} {
		tick := make([]game.Order, count)
		for i := range tick {
			tick[i].Kind = game.OrderStart
		}
		o := proto.Orders{Decided: proto.Decided{Base: base.Tick, Ticks: [][]game.Order{tick}}}
		b := o.Append(nil, &baseline)
		_, err := verdict(func() [][]game.Order { return ticks(fromHost(b, base.Tick).Coded, base, 1) })
		if (err == nil) != (count <= 192) {
			t.Errorf("%d orders: expected at most 192 to be taken, got %v", count, err)
		}
		sameOrders(t, b, base.Tick, base)
	}
}

func TestAFractionEndsWithAsFewBytesAsFit(t *testing.T) {
	for _, c := range []struct {
		low, high uint64
		last      string
	}{
		{0, 1<<32 - 1, ""}, {1, 1<<32 - 1, "01"}, {0x12000000, 0x12ffffff + 1, "12"},
		{0x12ffffff, 0x13000000, "13"}, {0x12fffffe, 0x13000000 - 1, "12fffffe"}, {0x12345678, 0x12400000, "1235"},
	} {
		f := fraction{low: c.low, high: c.high}
		if got := hex.EncodeToString(f.last()); got != c.last {
			t.Errorf("from %08x to %08x: expected %s, got %s", c.low, c.high, c.last, got)
		}
	}
}

// match is a stretch of a match as it was played.
type match struct {
	setup  *game.Setup
	worlds []game.World
	orders [][]game.Order // orders[i] led from worlds[i] to worlds[i+1]
}

// matches differ in all on which the bits of a World depend.
var matches = sync.OnceValue(func() []match {
	melee := newSetup("open", game.Deathmatch)
	teams := newSetup("belt", game.Teams)
	duel := newSetup("duel", game.Deathmatch)
	duel.Classes, duel.Weapons = duel.Classes[:1], duel.Weapons[:1]
	return []match{played(melee, 24, 600, 120), played(teams, 12, 1200, 120), played(duel, 2, 300, 60)}
})

func newSetup(arena string, mode game.Mode) *game.Setup {
	board, err := assets.Arena(arena)
	if err != nil {
		panic(err)
	}
	return newSetupIn(board, mode)
}

func newSetupIn(board *game.Arena, mode game.Mode) *game.Setup {
	return &game.Setup{Arena: board, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: mode}
}

// played lets bots fight from tick 0 and returns the last ticks. At times a bot leaves, joins, or makes another choice.
func played(s *game.Setup, bots int, until, last game.Tick) match {
	m := match{setup: s}
	w := game.NewWorld(s, 1)
	pilots := make([]bot.Bot, bots)
	for i := range pilots {
		pilots[i] = bot.New(1+i%bot.MaxSkill, uint64(i))
	}
	for w.Tick < until {
		orders := comings(&w, s, bots)
		for i := range pilots {
			if in := pilots[i].Fly(&w, s, i); in != w.Ships[i].Input && w.Ships[i].State != game.Empty {
				orders = append(orders, game.Order{Slot: uint8(i), Input: in})
			}
		}
		if w.Tick >= until-last {
			m.worlds, m.orders = append(m.worlds, w), append(m.orders, orders)
		}
		w.Step(s, orders, nil)
	}
	m.worlds = append(m.worlds, w)
	return m
}

// comings returns the orders of a tick that are no inputs.
func comings(w *game.World, s *game.Setup, bots int) []game.Order {
	var orders []game.Order
	for slot := range bots {
		if w.Ships[slot].State == game.Empty && w.Tick%7 == 0 { // so that empty slots are seen too
			orders = append(orders, chosen(game.OrderJoin, slot, s))
		}
	}
	some := int(w.Tick/11) % bots
	switch {
	case w.Tick%44 == 0:
		orders = append(orders, game.Order{Kind: game.OrderLeave, Slot: uint8(some)})
	case w.Tick%11 == 0:
		orders = append(orders, chosen(game.OrderChoose, some, s))
	}
	return orders
}

func chosen(kind game.OrderKind, slot int, s *game.Setup) game.Order {
	o := game.Order{Kind: kind, Slot: uint8(slot), Class: uint8(slot % len(s.Classes)), Weapon: uint8(slot % len(s.Weapons))}
	if teams := s.Teams(); teams > 0 {
		o.Team = uint8(1 + slot%teams)
	}
	return o
}
