package bot_test

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

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
