package game

import (
	"testing"

	"pgregory.net/rapid"
)

func TestOrderThatMakesNoSenseIsIgnored(t *testing.T) {
	for _, o := range []Order{
		{Kind: OrderInput, Slot: 9, Input: Steer(Up)}, // empty
		{Kind: OrderInput, Slot: 0, Input: Steer(9)},
		{Kind: OrderInput, Slot: 0, Input: 1 << 6},
		{Kind: OrderInput, Slot: 64, Input: Steer(Up)},
		{Kind: OrderJoin, Slot: 0, Team: 1}, // taken
		{Kind: OrderJoin, Slot: 9, Team: 0},
		{Kind: OrderJoin, Slot: 9, Team: 3},
		{Kind: OrderJoin, Slot: 9, Team: 1, Class: 3},
		{Kind: OrderJoin, Slot: 9, Team: 1, Weapon: 4},
		{Kind: OrderJoin, Slot: 64, Team: 1},
		{Kind: OrderLeave, Slot: 9},
		{Kind: OrderLeave, Slot: 255},
		{Kind: OrderChoose, Slot: 9, Team: 1},
		{Kind: OrderChoose, Slot: 0, Team: 0},
		{Kind: OrderChoose, Slot: 0, Team: 1, Class: 3},
		{Kind: OrderChoose, Slot: 0, Team: 1, Weapon: 4},
		{Kind: OrderStart}, // long begun
		{Kind: 6, Slot: 0},
		{Kind: 255, Slot: 255},
	} {
		plain, ordered := duel(t, Setup{Mode: Teams}), duel(t, Setup{Mode: Teams})
		plain.run(1)
		if ordered.run(1, o); ordered.World != plain.World {
			t.Errorf("%+v changed the World", o)
		}
	}
}

func TestOrdersOfATickAreTakenInTheirOrder(t *testing.T) {
	m := duel(t, Setup{})
	m.run(1,
		Order{Kind: OrderLeave, Slot: 0},
		Order{Kind: OrderJoin, Slot: 0, Class: 1},
		Order{Kind: OrderChoose, Slot: 0, Class: 2},
		Order{Slot: 0, Input: Steer(Up)},
		Order{Slot: 0, Input: Steer(Down)})
	if ship := &m.Ships[0]; ship.State != Flying || ship.Class != 2 || ship.Input != Steer(Down) {
		t.Errorf("%+v, expected a new ship of class 2 steered down", *ship)
	}
}

func TestTeamChangesOnlyWhileTheShipIsOutOfSpace(t *testing.T) {
	m := duel(t, Setup{Mode: Teams})
	change := Order{Kind: OrderChoose, Slot: 0, Team: 2}
	if m.run(1, change); m.Ships[0].Team != 1 {
		t.Errorf("team %d while it flies, expected 1", m.Ships[0].Team)
	}
	m.hit(0, 1, 5)
	if m.run(1, change); m.Ships[0].Team != 2 {
		t.Errorf("team %d while it waits, expected 2", m.Ships[0].Team)
	}
}

// Any bytes may come as orders. None makes the rules panic, or leaves a World
// with something in it that is not in use.
func TestAnyOrdersKeepTheWorldCanonical(t *testing.T) {
	arenas := realArenas(t)
	order := rapid.Custom(func(t *rapid.T) Order {
		b := rapid.SliceOfN(rapid.Byte(), 6, 6).Draw(t, "bytes")
		if b[0] > 200 || rapid.Bool().Draw(t, "sensible") {
			b[0], b[1], b[2], b[3], b[4], b[5] = b[0]%5, b[1]%8, b[2]%64, b[3]%4, b[4]%5, b[5]%3
		}
		return Order{OrderKind(b[0]), b[1], Input(b[2]), b[3], b[4], b[5]}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := &Setup{
			Arena:   arenas[rapid.IntRange(0, len(arenas)-1).Draw(t, "arena")],
			Classes: testClasses, Weapons: testWeapons,
			Mode:         rapid.SampledFrom(Modes()).Draw(t, "mode"),
			FriendlyFire: rapid.Bool().Draw(t, "friendly fire"),
			Lobby:        rapid.Bool().Draw(t, "lobby"),
		}
		w := NewWorld(s, 1)
		for range 40 {
			w.Step(s, rapid.SliceOfN(order, 0, 20).Draw(t, "orders"), nil)
			for range rapid.IntRange(0, 40).Draw(t, "ticks") {
				w.Step(s, nil, nil)
			}
			checkCanonical(t, s, &w)
		}
	})
}
