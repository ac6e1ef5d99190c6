package gateway

import (
	"fmt"
	"slices"
	"testing"

	"dogfight/game"
	dogfight "dogfight/net"
)

func TestTheLeaderIsTheFirstToHaveJoinedOfThosePresent(t *testing.T) {
	t.Parallel()
	for range 3 { // which racer ticks first must not matter
		r := newRig(t, dogfight.HostConfig{})
		var set []string
		g := r.openWith("lightracer=:0", Config{Dial: r.dial, Set: func(key, value string) error {
			set = append(set, key+"="+value) // by the leader: one at a time
			return nil
		}})
		var racers []*racing
		for _, name := range []string{"Ann", "Bob", "Cid", "Dan"} {
			racers = append(racers, r.race(g, name))
		}
		for i, leader := range racers {
			for _, other := range racers[i+1:] {
				if other.changes("bots", "1") {
					t.Error("a racer who does not lead has changed a setting")
				}
			}
			r.waits("another leader", func(*game.World) bool { return leader.changes("bots", fmt.Sprint(i)) })
			leader.leave()
		}
		if want := []string{"bots=0", "bots=1", "bots=2", "bots=3"}; !slices.Equal(set, want) {
			t.Errorf("what was set is %q", set)
		}
	}
}
