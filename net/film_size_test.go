package net

import (
	"testing"

	"dogfight/game"
)

func TestALogTakesLittleOfALine(t *testing.T) {
	skipIfShort(t)
	for _, players := range []int{4, 16, 64} {
		var f footage
		s := newStage(HostConfig{Film: Film{Record: f.take, State: true}}, played{Setup: expanse(t)})
		for range players {
			s.admit(&thin{stage: s})
		}
		s.pass(10 * game.TickRate)
		f = footage{}
		s.pass(20 * game.TickRate)
		t.Logf("%d players: %d bytes a second", players, f.bytes/20)
		if f.bytes/20 > 200*players+1000 {
			t.Errorf("%d players: %d bytes a second", players, f.bytes/20)
		}
	}
}
