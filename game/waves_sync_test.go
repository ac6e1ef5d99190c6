package game_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

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
