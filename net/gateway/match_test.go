package gateway

import (
	"testing"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/lightracer"
)

// One of each dialect comes into a lobby. The match starts, and ends, and another follows
// that is played in teams.
func TestPlayersOfAllDialectsGoFromMatchToMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	lobby := duelSetup(t)
	lobby.Lobby = true
	match := dogfight.FixedMatch(lobby, dogfight.MatchOptions{Mode: game.Teams, Arena: "duel"}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	var players []*regular
	for _, name := range Names() {
		players = append(players, &regular{guest: r.comes(r.open(name + "=:0"))})
	}
	for _, p := range players {
		if racer, ok := p.guest.(*racing); ok {
			racerHears(racer, &racer.welcome)
			racer.opens("tcp")
			racer.says(&lightracer.Ready{}) // the only dialect that has a word for it
		}
	}
	r.waits("that all are ready", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == len(players) })
	for _, p := range players {
		if _, ok := p.guest.(*racing); !ok {
			r.boards(p.guest)
		}
		p.begin()
		defer p.leave()
		defer p.stop()
	}
	r.follows(players, "of the first match")
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("teams", func(w *game.World) bool {
		sizes := map[uint8]int{}
		for i := range w.Ships {
			if w.Ships[i].State == game.Flying {
				sizes[w.Ships[i].Team]++
			}
		}
		return w.Status == game.InProgress && sizes[1] == len(players)/2 && sizes[2] == len(players)/2
	})
	r.follows(players, "of the next match")
}

// follows waits until all of them have seen much more of their own ships.
func (r *rig) follows(players []*regular, what string) {
	r.Helper()
	var before []int64
	for _, p := range players {
		before = append(before, p.own.Load())
	}
	r.waits("that all have news "+what, func(*game.World) bool {
		for i, p := range players {
			if p.own.Load() < before[i]+15 {
				return false
			}
		}
		return true
	})
}
