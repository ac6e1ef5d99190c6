package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

// What a bot must not know is scrambled for every bot before it flies, in a
// copy of the World.
func TestBotsKnowOnlyWhatAPlayerSees(t *testing.T) {
	t.Parallel()
	m := crowd(t, game.Deathmatch, 16, 300)
	twins := make([]bot.Bot, len(m.pilots))
	for i, p := range m.pilots {
		twins[i] = *p.(*bot.Bot)
	}
	fired := 0
	for range seeds(250, 900) {
		for i := range twins {
			hidden := m.w
			scramble(&hidden, i)
			honest := *m.pilots[i].(*bot.Bot)
			open, blind := honest.Fly(&m.w, m.s, i), twins[i].Fly(&hidden, m.s, i)
			if open != blind {
				t.Fatalf("tick %d: bot %d holds %#x when hidden fields change, otherwise %#x", m.w.Tick, i, blind, open)
			}
			if open.Holds(game.Fire) {
				fired++
			}
		}
		m.tick(nil)
	}
	if fired == 0 {
		t.Error("no bot fired, expected a fight")
	}
}

// scramble changes all that the pilot of the slot cannot see.
func scramble(w *game.World, slot int) {
	me := w.Ships[slot]
	w.Rand = ^w.Rand
	for i := range w.Ships {
		ship := &w.Ships[i]
		if i == slot || ship.State == game.Empty {
			continue
		}
		ship.Input ^= game.Fire | game.Special
		ship.Cooldown, ship.Boost, ship.Extra = 99, 77, 2
		ship.NextClass, ship.NextWeapon = 2, 3
		ship.Attackers[0] = game.Attacker{Slot: 9, Left: 9}
		for k := range w.Shots[i] {
			if shot := &w.Shots[i][k]; far(shot.X-me.X, shot.Y-me.Y) {
				shot.VX, shot.VY, shot.Weapon = -shot.VX, 99, 0
			}
		}
		if far(ship.X-me.X, ship.Y-me.Y) {
			ship.VX, ship.VY, ship.HP, ship.Protect = -ship.VY, 99, 1, 99-ship.Protect%99
		}
	}
	for i := range w.Items {
		if item := &w.Items[i]; item.Kind != game.NoItem && far(item.X-me.X, item.Y-me.Y) {
			item.Kind = game.OrbItem
		}
	}
	for i := range w.Barrels {
		if b := &w.Barrels[i]; far(b.X-me.X, b.Y-me.Y) {
			b.VX, b.HP = -b.VX, 1
		}
	}
}

// far reports whether a place so far off is beyond the largest terminal: 120
// columns by 40 rows.
func far(dx, dy int32) bool {
	return max(dx, -dx) > 240*game.One || max(dy, -dy) > 160*game.One
}
