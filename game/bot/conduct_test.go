package bot_test

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// The hashes are logged for .ci/run, which compares them between 64 and 32 bits.
func TestSameSeedFliesTheSame(t *testing.T) {
	for _, mode := range game.Modes() {
		one, two := crowd(t, mode, 16, 1200), crowd(t, mode, 16, 1200)
		if one.w != two.w {
			t.Errorf("%s: two matches of the same bots differ, expected the same World", mode.Name())
		}
		t.Logf("%s hash=%016x", mode.Name(), one.w.Hash())
	}
}

func TestDeadBotsRest(t *testing.T) {
	m := crowd(t, game.Deathmatch, 8, 600)
	m.w.Ships[3].State = game.Dead
	if in := m.pilots[3].Fly(&m.w, m.s, 3); in != 0 {
		t.Errorf("a bot whose ship is dead holds %#x, expected nothing", in)
	}
	m.w.Status = game.Closed
	if in := m.pilots[4].Fly(&m.w, m.s, 4); in != 0 {
		t.Errorf("a bot in a closed match holds %#x, expected nothing", in)
	}
}

func TestBotsChangeKeysAtAHumanRate(t *testing.T) {
	m := crowd(t, game.Deathmatch, 20, 300)
	const seconds = 30
	var changes [20]int
	for range seconds * game.TickRate {
		before := m.w.Ships
		m.tick(nil)
		for i := range changes {
			if m.w.Ships[i].Input != before[i].Input {
				changes[i]++
			}
		}
	}
	for i, n := range changes {
		if n < seconds/4 || n > 8*seconds {
			t.Errorf("bot %d of level %d changed keys %d times in %d s, expected up to 8 a second", i, 1+i%bot.MaxSkill, n, seconds)
		}
	}
}

// emptySpace returns a match in an empty arena.
func emptySpace(t testing.TB) *game.Setup {
	t.Helper()
	rows := strings.Repeat(strings.Repeat(".", 50)+"\n", 19)
	a, err := game.ParseArena("empty", rows+strings.Repeat(".", 25)+"@\n"+rows)
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// A team-mate between a bot and its foe, all on one row, must stop its fire.
func TestBotsDoNotFireThroughTeamMates(t *testing.T) {
	for _, between := range []uint8{0, 1} {
		s := emptySpace(t)
		s.Mode, s.FriendlyFire = game.Teams, true
		fired := 0
		for seed := range uint64(20) {
			b := bot.New(5, seed)
			w := game.NewWorld(s, 1)
			for i, team := range []uint8{1, between, 2} {
				if team == 0 {
					continue
				}
				w.Ships[i] = game.Ship{State: game.Flying, Team: team, HP: 5, Facing: game.Right,
					X: int32(150+35*i) * game.One, Y: 60 * game.One}
			}
			for range 2 * game.TickRate {
				in := b.Fly(&w, s, 0)
				w.Tick++
				if c := in.Course(); in.Holds(game.Fire) && (c == game.Right || c == game.Idle) {
					fired++
					break
				}
			}
		}
		if between == 0 && fired < 10 {
			t.Errorf("%d of 20 bots fired at the foe in their lane, expected most", fired)
		}
		if between == 1 && fired > 0 {
			t.Errorf("%d of 20 bots fired through a team-mate", fired)
		}
	}
}

func TestANewMatchClearsTheKnownPads(t *testing.T) {
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
		tick = w.Tick + 10*game.TickRate // while the results stay the same
	}
}

// Everything that a bot must not know is scrambled before it flies, in a
// copy of the World.
func TestBotsUseOnlyThePlayersKnowledge(t *testing.T) {
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

func TestFlyAllocatesNothing(t *testing.T) {
	m := crowd(t, game.Deathmatch, 64, 300)
	allocs := testing.AllocsPerRun(200, func() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	})
	if allocs != 0 {
		t.Errorf("64 bots allocate %v times a tick, expected 0", allocs)
	}
}

// BenchmarkFly64 is the cost of the bots in a tick.
func BenchmarkFly64(b *testing.B) {
	m := crowd(b, game.Deathmatch, 64, 300)
	b.ReportAllocs()
	for b.Loop() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	}
}

// BenchmarkTick64Bots is a whole tick of a match of 64 bots.
func BenchmarkTick64Bots(b *testing.B) {
	m := crowd(b, game.Deathmatch, 64, 300)
	b.ReportAllocs()
	for b.Loop() {
		m.tick(nil)
	}
}
