package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

// A bot alone among eight mines turns often, and towards mines that were not on its way when it last looked. Bots that see only the mines
// on their way are hit more than twice as often.
func TestBotsSeldomFlyOntoMinesBesideTheirWay(t *testing.T) {
	const (
		bots    = 10
		seconds = 30
		mines   = 3
		most    = 400 // hits; 282 measured
	)
	s := emptySpace(t)
	hits := 0
	for seed := range uint64(bots) {
		b := bot.New(3, seed)
		w := game.NewWorld(s, seed)
		w.Status = game.InProgress
		w.Ships[0] = game.Ship{State: game.Flying, X: 200 * game.One, Y: 150 * game.One}
		w.Ships[1] = game.Ship{State: game.Flying, Weapon: mines, X: 10 * game.One, Y: 10 * game.One}
		events := game.Events{}
		for range seconds * game.TickRate {
			w.Ships[0].HP, w.Ships[1].Protect = 5, 9 // it leaves a ship alone that has just entered
			layMines(&w, 1, mines)
			events.List = events.List[:0]
			w.Step(s, []game.Order{{Kind: game.OrderInput, Input: b.Fly(&w, s, 0)}}, &events)
			for _, ev := range events.List {
				if ev.Kind == game.EventHit && ev.Slot == 0 {
					hits++
				}
			}
		}
	}
	if hits > most {
		t.Errorf("%d bots are hit %d times in %d s, expected at most %d", bots, hits, seconds, most)
	}
}

// layMines puts all mines of a slot in two rows of four, and those that were hit again.
func layMines(w *game.World, slot int, weapon uint8) {
	w.Ships[slot].Live = 1<<game.MaxShots - 1
	for k := range w.Shots[slot] {
		x, y := int32(80+80*(k%4)), int32(100+110*(k/4))
		w.Shots[slot][k] = game.Shot{X: x * game.One, Y: y * game.One, Weapon: weapon, Left: 1000}
	}
}
