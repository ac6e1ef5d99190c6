package game_test

import (
	"strings"
	"testing"

	"dogfight/game"
)

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
