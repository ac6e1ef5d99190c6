package canvas

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
	return "?"
}

// plainPixels returns an ASCII character for a cell with pixels in it.
func (at *cell) plainPixels() string {
	switch {
	case at.upper == Space && at.lower == Space:
		return " "
	case at.lower == Space:
		return "'"
	case at.upper == Space:
		return "."
	case at.upper == at.lower:
		return "#"
	}
	return ":"
}
