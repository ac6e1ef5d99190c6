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
	bots := make([]bot.Bot, 30)
	for i := range bots {
		bots[i] = bot.New(1+i%bot.MaxSkill, uint64(i))
	}
	tick := game.Tick(0)
	for _, s := range []*game.Setup{wide, narrow} {
		w := game.NewWorld(s, 1)
		w.Tick, w.Started = tick, tick
		var orders []game.Order
		for i := range bots {
			orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i)})
		}
		for range 60 * game.TickRate {
			w.Step(s, orders, nil)
			orders = orders[:0]
			for i := range bots {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: bots[i].Fly(&w, s, i)})
			}
		}
		tick = w.Tick + 10*game.TickRate // while the results stand
	}
}
