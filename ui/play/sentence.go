package play

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// classSentence says what a class is good for.
func classSentence(merits []merit) string {
	hp, speed, handling := merits[0].rank, merits[1].rank, merits[2].rank
	switch {
	case speed > 0 || handling > 0:
		return sentence("For hit and run", merits)
	case hp > 0:
		return sentence("For standing fast", merits)
	}
	return sentence("For every task", merits)
}

// weaponSentence says what a weapon is good for.
func weaponSentence(w *game.Weapon, merits []merit) string {
	switch {
	case w.Speed == 0:
		return fmt.Sprintf("For ambush and flight: lies for %d s where it is dropped, and hits whoever comes near.", int(w.Life)/game.TickRate)
	case w.Fan > 1:
		return sentence("For close fights, three at once", merits)
	case w.Speed >= railSpeed:
		return sentence("For sure shots from afar", merits)
	}
	return sentence("For a steady fire", merits)
}

// sentence goes on with what stands out, three things at most.
func sentence(use string, merits []merit) string {
	var best, worst []string
	for i := range merits {
		switch m := &merits[i]; {
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
	return use + ": no strength and no weakness stands out."
}

// drawWrapped writes words into an area, line below line, as far as they fit.
func (f *frame) drawWrapped(a area, words string) {
	line, y := "", a.y
	for _, word := range strings.Fields(words) {
		if line != "" && canvas.Width(line)+1+canvas.Width(word) > a.width {
			f.Text(a.x, y, line, text)
			line, y = "", y+1
		}
		if y == a.y+a.height {
			return
		}
		line = strings.TrimSpace(line + " " + word)
	}
	f.Text(a.x, y, canvas.Cut(line, a.width), text)
}
