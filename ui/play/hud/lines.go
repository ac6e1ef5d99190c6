package hud

import (
	"slices"
	"strings"
)

// Lines caches joined words: most are the same in the next picture, and joining them again would allocate.
type Lines struct {
	lines [16]joined
	next  int
}

type joined struct {
	parts [5]string
	words string
}

// join joins up to five parts.
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
