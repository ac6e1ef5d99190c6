package game_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// A race of as many as there is room for, of whom some leave and come back, is rolled back and played again.
func TestRollingARaceBackAndFlyingItAgainGivesTheSameWorld(t *testing.T) {
	t.Parallel()
	arena, err := assets.Arena("ring")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Race}
	w := game.NewWorld(s, 1)
	var history [32]moment
	var bots [game.MaxRacers]bot.Bot
	laps, late := 0, false
	for tick := range 45 * game.TickRate {
		now := &history[tick%len(history)]
		now.before = w
		now.orders = now.orders[:0]
		for i := range bots {
			if i == 3 && tick%700 == 699 {
				now.orders = append(now.orders, game.Order{Kind: game.OrderLeave, Slot: 3})
				continue
			}
			if o := flown(&bots[i], &w, s, i); o.Kind == game.OrderInput {
				now.orders = append(now.orders, o)
			} else {
				now.orders = append([]game.Order{o}, now.orders...)
			}
		}
		events := game.Events{List: now.events[:0]}
		w.Step(s, now.orders, &events)
		now.events = events.List
		for _, ev := range now.events {
			if ev.Kind == game.EventLap && ev.What > 0 {
				laps++
			}
		}
		late = late || w.Racers[3].Late != 0
		rollBack(t, s, history[:], tick, &w)
	}
	if t.Logf("%d laps", laps); laps < 20 || !late {
		t.Errorf("%d laps, one came late: %t; expected a race", laps, late)
	}
}
