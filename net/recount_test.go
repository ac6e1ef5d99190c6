package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
)

// flightLines writes flights as lines, without what a replay does not know.
func flightLines(flights []Flight) string {
	var lines []string
	for _, f := range flights {
		f.Identity, f.Novice = "", false
		lines = append(lines, fmt.Sprintf("%+v", f))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestAReplayIsCountedAsItsHostCounted(t *testing.T) {
	skipIfShort(t)
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		bubble(t, func(t *testing.T) {
			var film reels
			var told results
			setup := *briefSetup(t, 40)
			setup.Mode = mode
			m := startMatch(t, HostConfig{Result: told.take, Film: Film{Record: film.take}}, played{Setup: &setup, Bots: 5, Skill: 4})
			stays, leaves := newPlayer("Rex", m.pipe, 1), newPlayer("Ann", m.pipe, 2)
			m.fly(tickTime(900), stays, leaves)
			leaves.Leave()
			m.flyUntil(func() bool { return len(told.all()) > 0 }, stays)
			m.end()
			want := told.all()[0]
			got, err := Recount(film.verified(t, 0))
			if err != nil {
				t.Fatal(err)
			}
			if len(want.Flights) < 7 || flightLines(got.Flights) != flightLines(want.Flights) {
				t.Errorf("%s: counted\n%s\nexpected\n%s", mode.Name(), flightLines(got.Flights), flightLines(want.Flights))
			}
			if got.TeamScores != want.TeamScores || got.Lasted != want.Lasted || got.Finished != want.Finished || len(got.Kills) != len(want.Kills) {
				t.Errorf("%s: counted %v, %v, %t, %d kills, expected %v, %v, %t, %d", mode.Name(), got.TeamScores, got.Lasted, got.Finished, len(got.Kills),
					want.TeamScores, want.Lasted, want.Finished, len(want.Kills))
			}
		})
	}
}
