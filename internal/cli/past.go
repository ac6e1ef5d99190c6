package cli

import (
	"math"
	"slices"

	"dogfight/game/bot/skill"
	"dogfight/internal/home"
	"dogfight/internal/stats"
)

// readPast returns how the user of this process did against bots of late; nothing where that cannot be read, which is told
// when the match begins that cannot be recorded.
func readPast(dirs home.Dirs) (past []skill.Past) {
	matches, _ := stats.ReadLastSolo(dirs.Records(), dirs.Identities(), skill.Considered)
	for i := range slices.Backward(matches) {
		m := &matches[i]
		past = append(past, skill.Past{Rank: m.Place, Ships: m.Ships, Level: skill.Level(math.Round(m.Skill * skill.Tenths))})
	}
	return past
}
