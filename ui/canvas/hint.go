package canvas

import "strings"

// PadHint has a line that tells what the keys of a keyboard do on a page tell of a pad's.
func PadHint(line string) string { return padHints.Replace(line) }

// Of two that begin at one place, the first goes.
var padHints = strings.NewReplacer(
	"↑↓ PgUp PgDn", "STICK", "PgUp PgDn", "STICK", "↑↓←→", "STICK", "↑↓", "STICK", "←→", "STICK",
	"Enter", "OK", "Esc menu", "MENU", "Esc back", "BACK", "Esc", "BACK", "any key", "any button", "a key", "a button",
)

// Hint returns a line that tells of keys as the player is to read it.
func (s *Sheet) Hint(line string) string {
	if s.Pad {
		return PadHint(line)
	}
	return line
}
