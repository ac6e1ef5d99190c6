package cli

import (
	"math"

	"dogfight/game/bot/skill"
	"dogfight/internal/home"
	"dogfight/internal/stats"
)

// readPast returns how the user of this process did against bots of late; nothing where that cannot be read, which is told
// when the match begins that cannot be recorded.
func readPast() (past []skill.Past) {
	identity := home.Identity()
	if identity == "" {
		return nil
	}
	matches, _ := stats.ReadPast(home.Records(), identity, skill.Considered)
	for _, m := range matches {
		past = append(past, skill.Past{Rank: m.Rank, Ships: m.Ships, Level: skill.Level(math.Round(m.Skill * skill.Tenths))})
	}
	return past
}
