package assets

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/game/bot"
)

// pilots is the call-signs for bots, and what each stands for.
var pilots = readPilots(file("pilots.txt"))

type pilotTable struct {
	names         []string
	personalities map[string]bot.Personality
}

// readPilots reads words: a personality with a colon, and then the call-signs that
// stand for it.
func readPilots(text string) pilotTable {
	t := pilotTable{personalities: map[string]bot.Personality{}}
	var now bot.Personality
	for _, word := range strings.Fields(text) {
		heading, ok := strings.CutSuffix(word, ":")
		if ok {
			now, _ = bot.PersonalityNamed(heading)
			continue
		}
		t.names = append(t.names, word)
		t.personalities[word] = now
	}
	return t
}

// PilotNames returns call-signs for bots: printable ASCII, at most 12
// characters, no two alike.
func PilotNames() []string { return slices.Clone(pilots.names) }

// Personality returns what a bot of the name is like, and whether the name is one
// of ours.
func Personality(name string) (bot.Personality, bool) {
	p, ok := pilots.personalities[name]
	return p, ok
}

// botList says of each personality what to expect of it, for the help.
func botList() string {
	var lines []string
	for p := range bot.Personality(bot.Personalities) {
		lines = append(lines, fmt.Sprintf("  %-10s %s", p, p.Summary()))
	}
	return strings.Join(lines, "\n")
}
