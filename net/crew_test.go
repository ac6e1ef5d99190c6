package net

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
)

func TestBotsShareNoNameWhileThereAreOthers(t *testing.T) {
	var c crew
	s, names := testSetup(t), assets.PilotNames()
	for range game.MaxShips {
		c.addBot(s, &game.World{}, names, 1, rand.New(rand.NewPCG(1, 1)))
	}
	for _, p := range c.pilots {
		if strings.Contains(p.Name, " ") {
			t.Errorf("a bot is called %q though there are %d names for %d bots", p.Name, len(names), game.MaxShips)
		}
	}
	if len(c.pilots) != game.MaxShips {
		t.Errorf("expected %d bots, %d came", game.MaxShips, len(c.pilots))
	}
}

func TestNamesBeyondTheListGetANumber(t *testing.T) {
	var c crew
	chance := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		c.addBot(testSetup(t), &game.World{}, []string{"Only"}, 1, chance)
	}
	if got := []string{c.pilots[0].Name, c.pilots[1].Name, c.pilots[2].Name}; strings.Join(got, ",") != "Only,Only 2,Only 3" {
		t.Errorf("three bots and one name: %q", got)
	}
}
