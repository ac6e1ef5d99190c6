package bot_test

import (
	"reflect"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// scene is a World with ships in the places that a test sets. The bot under
// test has slot 0.
type scene struct {
	*game.Setup
	game.World
}

func newScene(s *game.Setup) *scene { return &scene{s, game.NewWorld(s, 1)} }

// put puts a ship to a place, in units.
func (sc *scene) put(slot int, x, y int32) *game.Ship {
	ship := &sc.Ships[slot]
	*ship = game.Ship{State: game.Flying, HP: 5, Facing: game.Up, X: x * game.One, Y: y * game.One}
	return ship
}

// fly lets the bot fly for a number of ticks; all others do not move.
func (sc *scene) fly(b *bot.Bot, ticks int) {
	for range ticks {
		sc.tick(b)
	}
}

// fires lets the bot fly until it fires, for at most a number of ticks. It returns the tick of the shot, or -1.
func (sc *scene) fires(b *bot.Bot, ticks int) int {
	for tick := range ticks {
		if sc.tick(b).Holds(game.Fire) {
			return tick
		}
	}
	return -1
}

func (sc *scene) tick(b *bot.Bot) game.Input {
	in := b.Fly(&sc.World, sc.Setup, 0)
	sc.Step(sc.Setup, []game.Order{{Kind: game.OrderInput, Slot: 0, Input: in}}, nil)
	return in
}

// A ship that appears before a bot that is ready to fire is not shot at within
// a fifth of a second, at any level, and nearly always soon after at the highest.
func TestNoBotShootsWithinAFifthOfASecond(t *testing.T) {
	s := emptySpace(t)
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		const tries, soon = 100, game.TickRate
		soonest, fired := soon, 0
		for seed := range uint64(tries) {
			sc := newScene(s)
			b := bot.New(skill, seed)
			sc.put(0, 200, 80)
			if at := sc.fires(&b, 60+int(seed)); at >= 0 {
				t.Fatalf("level %d fires in empty space", skill)
			}
			me := &sc.Ships[0]
			sc.put(1, me.X/game.One-70, me.Y/game.One)
			sc.put(2, me.X/game.One+70, me.Y/game.One)
			sc.put(3, me.X/game.One, me.Y/game.One-70)
			sc.put(4, me.X/game.One, me.Y/game.One+70)
			if at := sc.fires(&b, soon); at >= 0 {
				fired++
				soonest = min(soonest, at)
			}
		}
		t.Logf("level %d: the first shot after %d ticks, %d of %d within a second", skill, soonest, fired, tries)
		if soonest < game.TickRate/5 {
			t.Errorf("level %d: a shot %d ticks after the target came into sight, expected %d at least", skill, soonest, game.TickRate/5)
		}
		if skill == bot.MaxSkill && fired < tries*8/10 {
			t.Errorf("level %d: %d of %d bots fired within a second, expected most", skill, fired, tries)
		}
	}
}

func TestBotsLeaveFreshShipsAlone(t *testing.T) {
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		fired, nearer := 0, 0
		for seed := range uint64(20) {
			sc := newScene(emptySpace(t))
			b := bot.New(skill, seed)
			sc.put(0, 120, 80)
			fresh := sc.put(1, 200, 80)
			fresh.Protect = 180
			if sc.fires(&b, 170) >= 0 {
				t.Fatalf("level %d, seed %d: a shot at a ship that is protected", skill, seed)
			}
			if x, y := (fresh.X-sc.Ships[0].X)/game.One, (fresh.Y-sc.Ships[0].Y)/game.One; max(x, -x, y, -y) < 40 {
				nearer++
			}
			if sc.put(1, 200, 160); sc.fires(&b, 300) >= 0 {
				fired++
			}
		}
		if nearer > 5 {
			t.Errorf("level %d: %d of 20 bots wait beside a fresh ship", skill, nearer)
		}
		if fired < 15 {
			t.Errorf("level %d: %d of 20 bots fire when the protection is over, expected most", skill, fired)
		}
	}
}

// cage is a foe in a box of rock, near the bot, and room beyond.
const cage = `
........................................
........................................
..........#####.........................
..........#...#.........................
..........#...#.........................
..........#...#.........................
..........#####.........................
........................................
........................................
........................................
......................................@.
........................................
`

func TestBotsStopChasingAFoeThatTheyCannotReach(t *testing.T) {
	a, err := game.ParseArena("cage", strings.TrimSpace(cage))
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		gone := 0
		for seed := range uint64(20) {
			sc := newScene(s)
			b := bot.New(skill, seed).As(bot.Collector)
			sc.put(0, 70, 36)
			sc.put(1, 100, 36)
			sc.put(2, 302, 20)
			if sc.fires(&b, 20*game.TickRate) >= 0 {
				gone++
			}
		}
		if gone < 15 {
			t.Errorf("level %d: %d of 20 bots found another foe than one in a cage within 20 s, expected most", skill, gone)
		}
	}
}

// Between a repair on one side and a foe on the other.
func TestBotsThatAreHurtGoForRepair(t *testing.T) {
	for _, hp := range []uint8{1, 5} {
		repaired := 0
		for seed := range uint64(40) {
			sc := newScene(emptySpace(t))
			b := bot.New(3, seed)
			sc.put(0, 200, 80).HP = hp
			foe := sc.put(1, 330, 80)
			sc.Items[0] = game.Item{Kind: game.HPPlusOne, X: 90 * game.One, Y: 80 * game.One, Timer: 999}
			for range 10 {
				foe.Input = game.Steer(game.Up) // and down, by turns
				sc.fly(&b, 15)
				foe.Input = game.Steer(game.Down)
				sc.fly(&b, 15)
			}
			if sc.Items[0].Kind == game.NoItem {
				repaired++
			}
		}
		t.Logf("with %d hp %d of 40 bots go for repair", hp, repaired)
		if hp == 1 && repaired < 30 || hp == 5 && repaired > 15 {
			t.Errorf("with %d hp %d of 40 bots go for repair", hp, repaired)
		}
	}
}

// farPad returns a wide arena with a pad at its left edge.
func farPad(t *testing.T) *game.Setup {
	row := strings.Repeat(".", 100)
	a, err := game.ParseArena("pad", strings.Repeat(row+"\n", 10)+"..+"+row[:95]+"@.\n"+strings.Repeat(row+"\n", 10))
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// A pad that was seen is remembered when it is out of sight.
func TestBotsThatAreHurtRememberPads(t *testing.T) {
	s := farPad(t)
	for _, hp := range []uint8{1, 5} {
		back := 0
		for seed := range uint64(20) {
			sc := newScene(s)
			b := bot.New(3, seed).As(bot.Hunter)
			sc.put(0, 100, 84)
			sc.fly(&b, 60)
			sc.put(0, 400, 84).HP = hp
			sc.fly(&b, 200)
			if sc.Ships[0].X < 200*game.One {
				back++
			}
		}
		t.Logf("with %d hp %d of 20 bots fly back to a pad", hp, back)
		if hp == 1 && back < 18 || hp == 5 && back > 9 {
			t.Errorf("with %d hp %d of 20 bots fly back to a pad", hp, back)
		}
	}
}

// With two of five hp a hunter alone, or of a high level, stays where the drones are.
func TestWeakPilotsOfWavesLeaveTheDronesToTheirMates(t *testing.T) {
	s := farPad(t)
	s.Mode = game.Waves
	for _, c := range []struct {
		level int
		mate  bool
		leave bool
	}{{2, true, true}, {2, false, false}, {4, true, false}} {
		back := 0
		for seed := range uint64(20) {
			sc := newScene(s)
			sc.Assault.Timer = 0
			b := bot.New(c.level, seed).As(bot.Hunter)
			sc.put(0, 100, 84).Team = 1
			if c.mate {
				sc.put(1, 400, 30).Team = 1
			}
			sc.fly(&b, 60)
			me := sc.put(0, 400, 84)
			me.Team, me.HP = 1, 2
			sc.fly(&b, 200)
			if sc.Ships[0].X < 200*game.One {
				back++
			}
		}
		t.Logf("level %d, with a mate %v: %d of 20 bots fly back to a pad", c.level, c.mate, back)
		if c.leave && back < 14 || !c.leave && back > 7 {
			t.Errorf("level %d, with a mate %v: %d of 20 bots fly back to a pad", c.level, c.mate, back)
		}
	}
}

func TestMinersMineThePads(t *testing.T) {
	s := setup(t, "open")
	const mines = 3
	minutes := seeds(4, 10)
	for p := range bot.Personality(bot.Personalities) {
		laid := 0
		for seed := range uint64(minutes) {
			m := newMatch(s, seed)
			b := bot.New(2, seed).As(p)
			m.join(&b, ship{weapon: mines}, 0)
			events := game.Events{}
			for range 60 * game.TickRate {
				m.tick(&events)
			}
			for _, ev := range events.List {
				if ev.Kind == game.EventShot {
					laid++
				}
			}
		}
		t.Logf("a %v alone lays %d mines in %d minutes", p, laid, minutes)
		if (laid > 0) != (p == bot.Miner) {
			t.Errorf("a %v alone lays %d mines in %d minutes, expected that of a miner alone", p, laid, minutes)
		}
	}
}

// A Bot is saved by assignment, and compared by ==.
func TestABotIsAPlainValue(t *testing.T) {
	var check func(reflect.Type)
	check = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				check(of.Field(i).Type)
			}
		case reflect.Array:
			check(of.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.String, reflect.Func, reflect.Interface, reflect.Chan, reflect.Float32, reflect.Float64:
			t.Errorf("a Bot holds a %v", of)
		}
	}
	check(reflect.TypeFor[bot.Bot]())
}
