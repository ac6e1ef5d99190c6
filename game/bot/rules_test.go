package bot_test

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// beginner flies straight at the enemy, changes its mind three times a second,
// and holds fire when the enemy is roughly ahead.
type beginner struct {
	held game.Input
}

func (p *beginner) Fly(w *game.World, _ *game.Setup, slot int) game.Input {
	if w.Tick%20 != 0 {
		return p.held
	}
	me, foe := &w.Ships[slot], &w.Ships[1-slot]
	dx, dy := foe.X-me.X, foe.Y-me.Y
	if max(dx, -dx) > 3*max(dy, -dy) {
		dy = 0
	}
	if max(dy, -dy) > 3*max(dx, -dx) {
		dx = 0
	}
	p.held = game.Steer(game.CourseOf(dx, dy)) | game.Fire
	return p.held
}

func TestLevelOneLosesToABeginner(t *testing.T) {
	s := setup(t, "duel")
	points, n := 0, 10
	for i := range n {
		b := bot.New(1, uint64(i))
		points += duel(s, &beginner{}, &b, ship{}, ship{}, uint64(i))
	}
	t.Logf("beginner against level 1: %d of %d", points, 2*n)
	if points < 2*n*7/10 {
		t.Errorf("a beginner takes %d of %d points from level 1, expected seven tenths", points, 2*n)
	}
}

// crowd returns a match of bots of all levels and ships after some seconds.
func crowd(t testing.TB, mode game.Mode, bots, ticks int) *match {
	s := setup(t, "open")
	s.Mode = mode
	m := newMatch(s, 5)
	for i := range bots {
		b := bot.New(1+i%bot.MaxSkill, uint64(i))
		m.join(&b, ship{class: uint8(i % len(s.Classes)), weapon: uint8(i / 2 % len(s.Weapons))},
			uint8(mode.Teams()*(1+i%2)/2))
	}
	for range ticks {
		m.tick(nil)
	}
	return m
}

func TestSameSeedFliesTheSame(t *testing.T) {
	one, two := crowd(t, game.Deathmatch, 16, 1200), crowd(t, game.Deathmatch, 16, 1200)
	if one.w != two.w {
		t.Error("two matches of the same bots differ, expected the same World")
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

// What a bot must not know is scrambled for every bot before it flies, in a
// copy of the World.
func TestBotsKnowOnlyWhatAPlayerSees(t *testing.T) {
	m := crowd(t, game.Deathmatch, 16, 300)
	twins := make([]bot.Bot, len(m.pilots))
	for i, p := range m.pilots {
		twins[i] = *p.(*bot.Bot)
	}
	fired := 0
	for range 900 {
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
			ship.VX, ship.VY, ship.HP = -ship.VY, 99, 1
		}
	}
	for i := range w.Items {
		if item := &w.Items[i]; item.Kind != game.NoItem && far(item.X-me.X, item.Y-me.Y) {
			item.Kind = game.Orb
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

// emptySpace returns a match in an arena with nothing in it.
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
			for range 30 {
				in := b.Fly(&w, s, 0)
				w.Tick++
				if in.Holds(game.Fire) && in.Course() == game.Right {
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

// BenchmarkFly64 is what the bots add to a tick.
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
