package bot_test

import (
	"fmt"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

func TestMineDiag(t *testing.T) {
	s := setup(t, "duel")
	s.Weapons[0].Cooldown = 10
	s.Weapons[3].Cooldown, s.Weapons[3].Reach = 6, 8*256
	a, b := bot.New(4, 1), bot.New(4, 2)
	m := newMatch(s, 3)
	m.join(&a, ship{weapon: 0}, 0)
	m.join(&b, ship{weapon: 3}, 0)
	var ev game.Events
	var n [16][2]int
	hist := [10]int{}
	for i := range 3600 {
		ev.List = ev.List[:0]
		m.tick(&ev)
		for _, e := range ev.List {
			n[e.Kind][e.By&1]++
		}
		x, y := &m.w.Ships[0], &m.w.Ships[1]
		if x.State == 1 && y.State == 1 {
			d := max(x.X-y.X, y.X-x.X, x.Y-y.Y, y.Y-x.Y) / 256 / 20
			hist[min(d, 9)]++
		}
		if i < 1500 && i%6 == 0 {
			fmt.Printf("%d  %d: %d,%d v %d,%d in %x hp %d | %d,%d v %d,%d in %x hp %d live %b\n", i, x.State, x.X/256, x.Y/256, x.VX, x.VY, x.Input, x.HP, y.X/256, y.Y/256, y.VX, y.VY, y.Input, y.HP, y.Live)
		}
	}
	fmt.Println("shots", n[1], "hits", n[3], "kills", n[5], "dist/20", hist)
}
