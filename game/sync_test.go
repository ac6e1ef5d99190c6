package game_test

import (
	"slices"
	"strings"
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

// flown returns the order of a tick for the bot's slot: to join, or its input.
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

// playAgain goes back some ticks and compares the events of each tick from there on, and the final World, with the first run.
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

// crowd returns 64 ships in play with every shot in flight.
func crowd() (*game.Setup, game.World) {
	s := &game.Setup{
		Arena: &game.Arena{Name: "t", Width: 100, Height: 75, Tiles: []game.Tile(strings.Repeat(" ", 7500)),
			Spawns: []game.Point{{X: 400 * 256, Y: 300 * 256}}},
		Classes: []game.Class{{HP: 5, TopSpeed: 640, Thrust: 27, Brake: 20}},
		Weapons: []game.Weapon{{Shots: 8, Fan: 1, Speed: 1536, Damage: 1, Cooldown: 1, Life: 65000}},
	}
	w := game.NewWorld(s, 1)
	w.Step(s, nil, nil)
	for i := range w.Ships {
		w.Ships[i] = game.Ship{State: game.Flying, X: int32(50+i%8*90) * 256, Y: int32(50+i/8*70) * 256,
			HP: 5, Facing: game.Course(1 + i%8), Live: 0xff, Input: game.Input(1 + i%8), Cooldown: 200}
		for k := range w.Shots[i] {
			vx, vy := game.ShotVelocity(&s.Weapons[0], game.Course(1+k), 0)
			w.Shots[i][k] = game.Shot{X: w.Ships[i].X + 20*vx, Y: w.Ships[i].Y + 20*vy, VX: vx, VY: vy, Left: 100}
			w.Shots[i][k].X &= 0x1ffff
			w.Shots[i][k].Y &= 0x1ffff
		}
	}
	return s, w
}

func BenchmarkStep64ShipsAllShotsLive(b *testing.B) {
	s, start := crowd()
	w := start
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%4 == 0 {
			w = start
		}
		w.Step(s, nil, nil)
	}
}

// BenchmarkSpawnAmong63 is the cost of a tick in which a ship enters that has
// 64 spawns to choose from.
func BenchmarkSpawnAmong63(b *testing.B) {
	s, start := crowd()
	for i := range game.MaxSpawns {
		s.Arena.Spawns = append(s.Arena.Spawns, game.Point{X: int32(45+i%8*90) * game.One, Y: int32(40+i/8*70) * game.One})
	}
	start.Ships[7] = game.Ship{State: game.Dead, Respawn: 1}
	for b.Loop() {
		w := start
		w.Step(s, nil, nil)
	}
}

// siege returns waves in an arena, with a campaign of the hardest kind.
func siege(t testing.TB, arena, campaign string) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Waves}
	if err := assets.AddCampaign(s, campaign); err != nil {
		t.Fatal(err)
	}
	return s
}

// besieged is a match of waves with eight bots of a level.
type besieged struct {
	s      *game.Setup
	w      game.World
	bots   [8]bot.Bot
	orders []game.Order
}

func newBesieged(s *game.Setup, skill int, seed uint64) *besieged {
	m := &besieged{s: s, w: game.NewWorld(s, seed)}
	for i := range m.bots {
		m.bots[i] = bot.New(skill, seed*10+uint64(i))
		m.orders = append(m.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % 3), Weapon: uint8(i % 4), Team: 1})
	}
	m.step(nil)
	return m
}

func (m *besieged) step(events *game.Events) {
	m.w.Step(m.s, m.orders, events)
	m.orders = m.orders[:0]
	for i := range m.bots {
		m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: m.bots[i].Fly(&m.w, m.s, i)})
	}
}

// A minute of waves, from where the boss comes.
func TestRollbackOfWaves(t *testing.T) {
	t.Parallel()
	m := newBesieged(siege(t, "rampart", "maelstrom"), 3, 4)
	m.w.Assault.Wave = 4 // the fifth is next
	var history [32]moment
	kinds := map[game.EventKind]int{}
	for tick := range 60 * game.TickRate {
		now := &history[tick%len(history)]
		now.before, now.orders = m.w, append(now.orders[:0], m.orders...)
		events := game.Events{List: now.events[:0]}
		m.step(&events)
		now.events = events.List
		for _, ev := range now.events {
			kinds[ev.Kind]++
		}
		rollBack(t, m.s, history[:], tick, &m.w)
	}
	t.Logf("%d hits, %d blocked, %d kills", kinds[game.EventHit], kinds[game.EventBlock], kinds[game.EventKill])
	if kinds[game.EventHit] < 20 || kinds[game.EventBlock] == 0 || kinds[game.EventKill] < 10 {
		t.Error("expected a fight against a boss")
	}
}

// In every arena the ships of drones stay clear of rock, as those of pilots do.
func TestDronesAvoidRockInEveryArena(t *testing.T) {
	t.Parallel()
	campaigns := assets.CampaignNames()
	for i, name := range assets.ArenaNames() {
		campaign := campaigns[i%len(campaigns)]
		m := newBesieged(siege(t, name, campaign), 2, 3)
		m.w.Assault.Wave = 4 // the next one has a boss
		for range few(10, 20) * game.TickRate {
			m.step(nil)
			for slot := range m.w.Ships {
				if ship := &m.w.Ships[slot]; ship.State == game.Flying && !m.s.Arena.HullFits(ship.X, ship.Y) {
					t.Fatalf("%s in %s, tick %d: slot %d in rock", campaign, name, m.w.Tick, slot)
				}
			}
		}
		if m.w.Assault.Wave < 5 {
			t.Errorf("%s in %s: no wave came", campaign, name)
		}
	}
}

// BenchmarkStepWaves is a tick of eight pilots and as many drones as there can be.
func BenchmarkStepWaves(b *testing.B) {
	s := siege(b, "open", "frontier")
	s.Campaign.Waves = s.Campaign.Waves[8:9]
	m := newBesieged(s, 1, 7)
	most, start := 0, m.w
	for range 100 * game.TickRate {
		m.w.Assault.Lives = 9
		m.step(nil)
		ships := 0
		for i := range m.w.Ships {
			if m.w.Ships[i].State == game.Flying {
				ships++
			}
		}
		if ships > most {
			most, start = ships, m.w
		}
	}
	b.ReportAllocs()
	w := start
	for i := 0; b.Loop(); i++ {
		if i%60 == 0 {
			w = start
		}
		w.Step(s, nil, nil)
	}
	b.ReportMetric(float64(most), "ships")
}
