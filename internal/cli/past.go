package cli

import (
	"math"
	"slices"

	"dogfight/game/bot"
	"dogfight/internal/config"
	"dogfight/internal/records"
)

// readPast returns how the user of this process did against bots of late; nothing where that cannot be read, which is told
// when the match begins that cannot be recorded.
func readPast(dirs config.Dirs) (past []bot.PastMatch) {
	matches, _ := records.ReadLastSolo(dirs.Records(), dirs.Identities(), bot.Considered)
	for i := range slices.Backward(matches) {
		m := &matches[i]
		past = append(past, bot.PastMatch{Rank: m.Place, Ships: m.Ships, Level: bot.Level(math.Round(m.Skill * bot.Tenths))})
	}
	return past
}
