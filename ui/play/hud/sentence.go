package hud

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/play/scene"
)

// classSentence returns the use of a class.
func classSentence(stats []stat) string {
	hp, speed, handling := stats[0].rank, stats[1].rank, stats[2].rank
	switch {
	case speed > 0 || handling > 0:
		return sentence("For hit and run", stats)
	case hp > 0:
		return sentence("For holding ground", stats)
	}
	return sentence("For everything", stats)
}

// weaponSentence returns the use of a weapon.
func weaponSentence(w *game.Weapon, stats []stat) string {
	switch {
	case w.Speed == 0:
		return fmt.Sprintf("For ambush and escape: lies for %d s where it is dropped and hits any ship nearby.", int(w.Life)/game.TickRate)
	case w.Fan > 1:
		return sentence("For close fights, three at once", stats)
	case w.Speed >= scene.RailSpeed:
		return sentence("For long-range shots", stats)
	}
	return sentence("For steady fire", stats)
}

// sentence adds up to three outstanding stats to a use.
func sentence(use string, stats []stat) string {
	var best, worst []string
	for i := range stats {
		switch m := &stats[i]; {
		case m.rank > 0 && len(best) < 2:
			best = append(best, m.best)
		case m.rank < 0 && len(best)+len(worst) < 3:
			worst = append(worst, m.worst)
		}
	}
	good, bad := strings.Join(best, " and "), strings.Join(worst, " and ")
	switch {
	case good != "" && bad != "":
		return use + ": " + good + ", but " + bad + "."
	case good+bad != "":
		return use + ": " + good + bad + "."
	}
	return use + ": no strength or weakness stands out."
}
