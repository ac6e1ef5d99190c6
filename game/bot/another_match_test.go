package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

func TestABotForgetsThePadsOfAnArenaInTheNextMatchThoughTicksGoOn(t *testing.T) {
	wide, narrow := setup(t, "expanse"), setup(t, "duel")
	if len(narrow.Arena.Pads) >= len(wide.Arena.Pads) {
		t.Fatal("the second arena has as many pads")
	}
	for seed := range uint64(seeds(4, 20)) {
		b := bot.New(3, seed)
		flyAlone(&b, wide, narrow)
	}
}

// flyAlone lets a bot fly alone in one arena and, after the results, in another.
func flyAlone(b *bot.Bot, setups ...*game.Setup) {
	tick := game.Tick(0)
	for _, s := range setups {
		w := game.NewWorld(s, 1)
		w.Tick, w.Started = tick, tick
		orders := []game.Order{{Kind: game.OrderJoin}}
		for range 60 * game.TickRate {
			w.Step(s, orders, nil)
			orders = append(orders[:0], game.Order{Kind: game.OrderInput, Input: b.Fly(&w, s, 0)})
		}
		w.Status = game.Closed
		b.Fly(&w, s, 0)
		tick = w.Tick + 10*game.TickRate // while the results stand
	}
}
