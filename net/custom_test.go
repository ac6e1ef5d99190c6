package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

// oddSetup is played with an arena, ships and guns that no file of ours has.
func oddSetup(t *testing.T) *game.Setup {
	t.Helper()
	arena, err := game.ParseArena("odd", ""+
		"######.#######\n"+
		"#....#.......#\n"+
		"#.@..#...o.@.#\n"+
		"#........+...#\n"+
		"#..o.........#\n"+
		"#.......##...#\n"+
		"#.@...+......#\n"+
		"#............#\n"+
		"##############\n")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{
		Arena: arena,
		Classes: []game.Class{
			{Name: "slug", Title: "Slug", HP: 15, TopSpeed: 100, Thrust: 3, Brake: 1},
			{Name: "wasp", Title: "Wasp", HP: 1, TopSpeed: 853, Thrust: 400, Brake: 0},
			{Name: "tram", Title: "Tram", HP: 7, TopSpeed: 300, Thrust: 1, Brake: 200},
		},
		Weapons: []game.Weapon{
			{Name: "pea", Title: "Pea", Shots: 8, Fan: 1, Speed: 700, Damage: 1, Cooldown: 1, Life: 40},
			{Name: "wall", Title: "Wall", Shots: 6, Fan: 3, Speed: 90, Damage: 9, Cooldown: 50, Life: 400, Reach: 4000},
			{Name: "egg", Title: "Egg", Shots: 3, Fan: 1, Speed: 0, Damage: 3, Cooldown: 9, Life: 3000, Reach: 1000},
		},
		ScoreLimit: 1000,
	}
}

func TestAHostsOwnTablesArePlayedByWhoHasOnlyOurs(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := oddSetup(t)
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 6, Seed: 4})
		defer m.end()
		p := newPlayer("Guest", m.dial(lossy.Conditions{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.02, Seed: 3}), 5)
		p.conf.Class, p.conf.Weapon = "tram", "egg"
		m.fly(time.Minute, p)
		m.plays(p)
		if p.view.Setup == setup {
			t.Fatal("the client has the host's own tables: this test proves nothing")
		}
		if got := p.view.Setup.Arena.Text(); got != setup.Arena.Text() {
			t.Errorf("the client flies in\n%s", got)
		}
		ship := p.me()
		if class, gun := p.view.Setup.Classes[ship.Class].Name, p.view.Setup.Weapons[ship.Weapon].Name; class != "tram" || gun != "egg" {
			t.Errorf("the client flies a %s with %s", class, gun)
		}
		if p.view.Lag.Desyncs != 0 || p.view.Lag.Keyframes != 1 {
			t.Errorf("desyncs %d, keyframes %d", p.view.Lag.Desyncs, p.view.Lag.Keyframes)
		}
	})
}
