// Package skill decides how good the bots of a match should be for the players in it: from how the last matches went
// follows the level at which they come in behind the best bots and before most, and from the level what each bot can.
//
// It is pure: the same matches give the same level, and the same level the same bots.
package bot

import (
	"fmt"
)

// Level is how good the bots of a match are on average, in tenths of the levels of package bot.
type Level int

const (
	Tenths = 10 // of one of the bots' levels

	Least Level = 0                 // all are novices, which fly and hardly shoot
	Most  Level = MaxSkill * Tenths // all are of the highest level
	First Level = 17                // for players of whom nothing is known
)

// Novice is the skill of a bot below those of package bot: it flies as the lowest does, and shoots as bot.Hesitant says.
const Novice = 0

// String writes the level as players read it.
func (l Level) String() string { return fmt.Sprintf("%d.%d", l/Tenths, l%Tenths) }
