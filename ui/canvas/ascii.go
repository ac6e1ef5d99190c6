package canvas

import "unicode/utf8"

// plain returns an ASCII character to stand for the glyph.
func plain(glyph string) string {
	if len(glyph) == 1 {
		return glyph
	}
	switch glyph {
	case "♥":
		return "#"
	case "•":
		return "o"
	case "·":
		return "."
	case "█", "■", "▓":
		return "="
	case "░", "▒":
		return "-"
	case "─", "═", "—":
		return "-"
	case "│":
		return "|"
	case "╭", "╮", "╰", "╯", "┌", "┐", "└", "┘", "├", "┤":
		return "+"
	case "▲", "↑":
		return "^"
	case "▼", "↓":
		return "v"
	case "◄", "←", "«":
		return "<"
	case "►", "→", "»":
		return ">"
	case "♦":
		return "*"
	case "≡":
		return "="
	case "☼":
		return "@"
	case "√":
		return "x"
	case "±":
		return "~"
	case "▁":
		return "_"
	case "▂":
		return "."
	case "▃":
		return ":"
	case "▄":
		return "-"
	case "▅":
		return "+"
	case "▆":
		return "*"
	case "▇":
		return "#"
	}
	r, _ := utf8.DecodeRuneInString(glyph)
	switch {
	case r < utf8.RuneSelf: // with an accent above or below it
		return glyph[:1]
	case r >= firstLetter && r-firstLetter < rune(len(plainLetters)):
		return plainLetters[r-firstLetter:][:1]
	}
	return "?"
}

// plainLetters are what stands for the letters from U+00C0 to U+00FF, so that most of
// the names of Europe can be read. Nothing does for the signs of times and division.
const (
	firstLetter  = 0xc0
	plainLetters = "AAAAAAACEEEEIIIIDNOOOOO?OUUUUYTsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
)

// plainPixels returns an ASCII character for a cell with pixels in it.
func (at *cell) plainPixels() glyph {
	switch {
	case at.upper == Space && at.lower == Space:
		return ' '
	case at.lower == Space:
		return '\''
	case at.upper == Space:
		return '.'
	case at.upper == at.lower:
		return '#'
	}
	return ':'
}
