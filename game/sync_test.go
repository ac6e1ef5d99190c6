package game_test

import (
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// moment is a tick that was played: the World before it and its orders.
type moment struct {
	before game.World
	orders []game.Order
	events []game.Event
}

// Thirty seconds of 64 bots. Now and then the World of 1 to 30 ticks ago is
// taken out again and played up to now, as a client does after a wrong guess.
func TestRollback(t *testing.T) {
	t.Parallel()
	s := expanse(t)
	w := game.NewWorld(s, 1)
	var history [32]moment
	var bots [game.MaxShips]bot.Bot
	kills := 0
	for tick := range 30 * game.TickRate {
		now := &history[tick%len(history)]
		now.before = w
		now.orders = now.orders[:0]
		for i := range bots {
			now.orders = append(now.orders, flown(&bots[i], &w, s, i))
		}
		events := game.Events{List: now.events[:0]}
		w.Step(s, now.orders, &events)
		now.events = events.List
		for _, ev := range now.events {
			if ev.Kind == game.EventKill {
				kills++
			}
		}
		rollBack(t, s, history[:], tick, &w)
	}
	if t.Logf("%d kills", kills); kills < 20 {
		t.Errorf("%d kills, expected a fight", kills)
	}
}

// flown returns the order of a tick for the bot's slot: to join, or the input it
// holds.
func flown(b *bot.Bot, w *game.World, s *game.Setup, slot int) game.Order {
	if w.Ships[slot].State == game.Empty {
		*b = bot.New(1+slot%bot.MaxSkill, uint64(slot))
		return game.Order{Kind: game.OrderJoin, Slot: uint8(slot),
			Class: uint8(slot % len(s.Classes)), Weapon: uint8(slot / 2 % len(s.Weapons))}
	}
	return game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: b.Fly(w, s, slot)}
}

// rollBack goes back by 1 to 30 ticks, without -long after every fourth one.
func rollBack(t *testing.T, s *game.Setup, history []moment, tick int, now *game.World) {
	t.Helper()
	if *long || tick%4 == 0 {
		playAgain(t, s, history, tick, min(tick, 1+tick/4*7%30), now)
	}
}

// playAgain goes back so many ticks and compares the events of each tick from
// there on, and the World in the end, with those of the first time.
func playAgain(t *testing.T, s *game.Setup, history []moment, tick, back int, want *game.World) {
	t.Helper()
	w := history[(tick-back)%len(history)].before
	var events game.Events
	for k := tick - back; k <= tick; k++ {
		then := &history[k%len(history)]
		events.List = events.List[:0]
		w.Step(s, then.orders, &events)
		if !slices.Equal(events.List, then.events) {
			t.Fatalf("tick %d, %d ticks later: events %v, the first time %v", k, tick-k, events.List, then.events)
		}
	}
	if w != *want {
		t.Fatalf("tick %d, from %d ticks ago: another World", tick, back)
	}
}

func expanse(t *testing.T) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("expanse")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// A minute of sixteen bots that leave walls, likewise: turns, jumps, ties and new rounds.
func TestRollbackOfTrails(t *testing.T) {
	t.Parallel()
	arena, err := assets.Arena("pillars")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Trails}
	w := game.NewWorld(s, 3)
	var history [32]moment
	var bots [game.MaxRacers]bot.Bot
	var seen [256]int
	for tick := range 60 * game.TickRate {
		now := &history[tick%len(history)]
		now.before = w
		now.orders = now.orders[:0]
		for i := range bots {
			o := flown(&bots[i], &w, s, i)
			o.Class, o.Weapon = 0, 0
			now.orders = append(now.orders, o)
		}
		events := game.Events{List: now.events[:0]}
		w.Step(s, now.orders, &events)
		now.events = events.List
		for _, ev := range now.events {
			seen[ev.Kind]++
		}
		rollBack(t, s, history[:], tick, &w)
	}
	if seen[game.EventKill] < 15 || seen[game.EventJump] < 10 || seen[game.EventRound] < 2 {
		t.Errorf("%d kills, %d jumps and %d rounds, expected a fight", seen[game.EventKill], seen[game.EventJump], seen[game.EventRound])
	}
}

// Forty seconds of the orb, with twelve bots in four teams. Every few seconds the ship that
// carries it leaves, and comes back later.
func TestRollbackOfTheOrb(t *testing.T) {
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

// A full race, in which ships leave and return, is rolled back and played again.
func TestRollbackOfARace(t *testing.T) {
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
