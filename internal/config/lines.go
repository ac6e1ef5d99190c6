package config

import (
	"iter"
	"strings"
)

// tableLines returns the lines of the headings [[name]] of a text that is TOML. The parser knows that of the last alone.
func tableLines(text, name string) (lines []int) {
	for number, line := range outside(text) {
		heading, isHeading := strings.CutPrefix(line, "[[")
		heading, _, closed := strings.Cut(heading, "]]")
		if isHeading && closed && bare(heading) == name {
			lines = append(lines, number)
		}
	}
	return lines
}

// keyLine returns the line of a key that is not in a table, 0 if it is none that begins with it. The parser knows that in which
// the value ends.
func keyLine(text, name string) int {
	for number, line := range outside(text) {
		key, _, assigned := strings.Cut(line, "=")
		switch {
		case strings.HasPrefix(line, "["):
			return 0
		case assigned && bare(key) == name:
			return number
		}
	}
	return 0
}

// bare returns a key without the quotation marks that it may have.
func bare(key string) string { return strings.Trim(key, " \t\"'") }

// outside goes through the lines of a text that is TOML, without the space before them. What stands in texts of several lines is
// none of them.
func outside(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number, inside := 0, ""
		for line := range strings.Lines(text) {
			number++
			if inside == "" && !yield(number, strings.TrimLeft(line, " \t")) {
				return
			}
			inside = after(line, inside)
		}
	}
}

// after returns what ends the text of several lines that goes on after a line, which begins in one too unless inside is "".
func after(line, inside string) string {
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		switch {
		case inside == `"""` && line[i] == '\\', inside == `"` && line[i] == '\\':
			i++
		case inside != "":
			if strings.HasPrefix(rest, inside) {
				i += len(inside) - 1
				inside = ""
			}
		case line[i] == '#':
			return ""
		case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, `'''`):
			inside = rest[:3]
			i += 2
		case line[i] == '"' || line[i] == '\'':
			inside = rest[:1]
		}
	}
	if len(inside) == 1 { // which ends with its line
		return ""
	}
	return inside
}
