package game_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// Forty seconds of the orb, with twelve bots in four teams. Every few seconds the ship that
// carries it leaves, and comes back later.
func TestRollingBackTheOrbGivesTheSameWorld(t *testing.T) {
	t.Parallel()
	arena, err := assets.Arena("quarters")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.CaptureOrb, Sides: 4}
	w := game.NewWorld(s, 3)
	var history [32]moment
	var bots [12]bot.Bot
	seen := map[game.EventKind]int{}
	for tick := range 40 * game.TickRate {
		now := &history[tick%len(history)]
		now.before, now.orders = w, now.orders[:0]
		leaver, carried := w.Orb.Held()
		for i := range bots {
			switch {
			case carried && i == leaver && tick%400 == 399:
				now.orders = append(now.orders, game.Order{Kind: game.OrderLeave, Slot: uint8(i)})
			case w.Ships[i].State == game.Empty && tick%100 != i:
			default:
				order := flown(&bots[i], &w, s, i)
				order.Team = uint8(1 + i%4)
				now.orders = append(now.orders, order)
			}
		}
		events := game.Events{List: now.events[:0]}
		w.Step(s, now.orders, &events)
		now.events = events.List
		for _, ev := range events.List {
			seen[ev.Kind]++
		}
		rollBack(t, s, history[:], tick, &w)
	}
	t.Logf("%d times taken, %d dropped, %d captured", seen[game.EventTake], seen[game.EventDrop], seen[game.EventCapture])
	if seen[game.EventTake] < 3 || seen[game.EventDrop] < 2 {
		t.Errorf("taken %d times and dropped %d times, expected a fight for it", seen[game.EventTake], seen[game.EventDrop])
	}
}
