package hud

import (
	"testing"

	"dogfight/game"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestResultsOfTeamsNameTheTeam(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Status, v.Setup.Mode = game.Closed, game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 3, 5}
	b := Board{Match: &model.Match{View: v}, Ranks: []int{1, 0}}
	if got, _ := b.headline(); got != "TEAM B WINS" {
		t.Errorf("got %q", got)
	}
	v.World.TeamScores[1] = 9
	if got, _ := b.headline(); got != "VICTORY" {
		t.Errorf("got %q", got)
	}
}
