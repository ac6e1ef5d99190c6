package hud

import (
	"slices"
	"strings"
)

// Lines are words of the last pictures that were put together: most are the same in the next, and to put them together again would
// take memory in each.
type Lines struct {
	lines [16]joined
	next  int
}

type joined struct {
	parts [5]string
	words string
}

// join puts words together, five parts at most.
func (l *Lines) join(parts ...string) string {
	if l == nil {
		return strings.Join(parts, "")
	}
	var of joined
	copy(of.parts[:], parts)
	for i := range l.lines {
		if l.lines[i].words != "" && l.lines[i].parts == of.parts {
			return l.lines[i].words
		}
	}
	of.words = strings.Join(slices.Clone(of.parts[:]), "")
	l.lines[l.next] = of
	l.next = (l.next + 1) % len(l.lines)
	return of.words
}
