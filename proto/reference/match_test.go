package reference

import (
	"sync"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// match is a stretch of a match as it was played.
type match struct {
	setup  *game.Setup
	worlds []game.World
	orders [][]game.Order // orders[i] led from worlds[i] to worlds[i+1]
}

// matches are some that differ in what a World's bits depend on.
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

// played lets bots fight from tick 0 and keeps the last ticks. Now and then one
// leaves, comes, or chooses something else.
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
