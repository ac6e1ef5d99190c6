package bot_test

import (
	"fmt"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

func TestAlone(t *testing.T) {
	s := setup(t, "duel")
	for seed := range uint64(6) {
		for _, bots := range []int{1, 4} {
			m := newMatch(s, seed)
			var ws [4]wake
			var bs [4]*bot.Bot
			for i := range bots {
				b := bot.New(3, seed+uint64(i))
				bs[i] = &b
				m.join(&b, ship{class: uint8(i % len(s.Classes)), weapon: uint8(i % len(s.Weapons))}, 0)
				ws[i].squares = map[game.Point]bool{}
			}
			for tick := range 3600 {
				m.tick(nil)
				for i := range bots {
					x := &m.w.Ships[i]
					ws[i].note(x)
					if ws[i].still > 250 && ws[i].still%50 < 3 {
						fmt.Println(seed, bots, i, "t", tick, x.State, x.X/256, x.Y/256, x.VX, x.VY, "in", x.Input, "boost", x.Boost)
						if ws[i].still == 252 || ws[i].still == 452 {
							fmt.Printf("%+v\n", *bs[i])
						}
						if ws[i].still > 460 {
							return
						}
					}
				}
			}
		}
	}
}
