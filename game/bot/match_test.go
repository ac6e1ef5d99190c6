package bot_test

import (
	"flag"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// arena returns one of the arenas that are built in.
func arena(t testing.TB, name string) *game.Arena {
	t.Helper()
	a, err := assets.Arena(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// setup returns a match without limits.
func setup(t testing.TB, name string) *game.Setup {
	return &game.Setup{Arena: arena(t, name), Classes: assets.Classes(), Weapons: assets.Weapons()}
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

// long has all matches be played. Without it each statement is tested with a few, that show a bot, or a ship, that is
// plainly wrong: one that does not move, a match that never ends, a level that loses to the one below. A balance that has
// shifted by some per cent is seen with -long alone.
var long = flag.Bool("long", false, "play all matches, not a few of each kind")

// seeds returns how many matches to play: few, or all with -long.
func seeds(few, all int) int {
	if *long {
		return all
	}
	return few
}

// tournament marks a test of many matches.
func tournament(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a tournament of many matches")
	}
	t.Parallel()
}

// pilot flies a ship in these tests.
type pilot interface {
	Fly(w *game.World, s *game.Setup, slot int) game.Input
}

// ship is a duellist's ship: indexes into the tables of assets.
type ship struct{ class, weapon uint8 }

// match is a World with its pilots.
type match struct {
	s      *game.Setup
	w      game.World
	pilots []pilot
	orders []game.Order
}

func newMatch(s *game.Setup, seed uint64) *match {
	return &match{s: s, w: game.NewWorld(s, seed)}
}

// join lets a pilot join in the next slot from the next tick on.
func (m *match) join(p pilot, with ship, team uint8) {
	m.orders = append(m.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(len(m.pilots)),
		Class: with.class, Weapon: with.weapon, Team: team})
	m.pilots = append(m.pilots, p)
}

// tick lets all pilots fly and steps the World. As on the wire, only an Input
// that changes is an order.
func (m *match) tick(events *game.Events) {
	for i, p := range m.pilots {
		if in := p.Fly(&m.w, m.s, i); in != m.w.Ships[i].Input {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
	m.w.Step(m.s, m.orders, events)
	m.orders = m.orders[:0]
}

// Duels end at as many kills or after as many ticks.
const (
	duelKills = 5
	duelTicks = 90 * game.TickRate
)

// duel returns 2 when a wins, 0 when b does, 1 for a draw: the winner has more
// kills or, with as many, has done more harm since.
func duel(s *game.Setup, a, b pilot, shipA, shipB ship, seed uint64) int {
	m := newMatch(s, seed)
	m.join(a, shipA, 0)
	m.join(b, shipB, 0)
	x, y := &m.w.Ships[0], &m.w.Ships[1]
	for range duelTicks {
		m.tick(nil)
		if x.Deaths == duelKills || y.Deaths == duelKills {
			break
		}
	}
	switch {
	case x.Deaths < y.Deaths:
		return 2
	case x.Deaths > y.Deaths:
		return 0
	}
	return 1
}

// skillDuels returns the per cent of points that level a wins from level b in a number of duels, from both sides of the arena.
func skillDuels(s *game.Setup, a, b, n int) int {
	points := 0
	for i := range n {
		one, two := bot.New(a, uint64(2*i)), bot.New(b, uint64(2*i+1))
		if i%2 == 0 {
			points += duel(s, &one, &two, ship{}, ship{}, uint64(i))
		} else {
			points += 2 - duel(s, &two, &one, ship{}, ship{}, uint64(i))
		}
	}
	return points * 100 / (2 * n)
}

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	t.Parallel()
	s := setup(t, "duel")
	for skill := 2; skill <= bot.MaxSkill; skill++ {
		got := skillDuels(s, skill, skill-1, seeds(8, 60))
		t.Logf("level %d against %d: %d %%", skill, skill-1, got)
		if got <= 50 {
			t.Errorf("level %d wins %d %% of its duels with level %d, expected more than half", skill, got, skill-1)
		}
	}
}

func TestLevelFiveBeatsLevelThreeInNineOfTen(t *testing.T) {
	t.Parallel()
	got := skillDuels(setup(t, "duel"), 5, 3, seeds(24, 60))
	t.Logf("level 5 against 3: %d %%", got)
	if got < 90 {
		t.Errorf("level 5 wins %d %% of its duels with level 3, expected 90", got)
	}
}

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
		t.Errorf("a beginner wins %d of %d points from level 1, expected seven tenths", points, 2*n)
	}
}
