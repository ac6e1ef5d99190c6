package settings

import (
	"fmt"
	"strings"
	"unicode"
)

// Problem is the first thing in a settings file that is not understood.
type Problem struct {
	Path string
	Line int    // 0: not known
	What string // was expected, and what was found
	// Broken says that nothing in the file holds; else all but that line does.
	Broken bool
}

func (p *Problem) Error() string {
	if p.Broken {
		return p.placed() + "; the defaults hold until that is mended"
	}
	return p.placed() + "; the other settings hold"
}

// placed returns what is wrong and where.
func (p *Problem) placed() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Path, p.What)
	}
	return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.What)
}

// oneLine makes text out of a file fit for a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
