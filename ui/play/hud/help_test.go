package hud

import (
	"strings"
	"testing"

	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestTheHelpNamesTheKeyOfEveryAction(t *testing.T) {
	keys, all := input.Bindings{}, ""
	help := Help{Match: &model.Match{View: playtest.View("Nova")}, Keys: &keys}
	for _, line := range help.keyLines() {
		all += line.keys + " "
	}
	for a := input.Fire; a < input.Actions; a++ {
		if a == input.Help || a == input.Ready || a == input.Team {
			continue // it shows the help, or is for lobbies, which name it
		}
		if !strings.Contains(all, keys.First(a)) {
			t.Errorf("%s, %s is not in the help", a, keys.First(a))
		}
	}
}
