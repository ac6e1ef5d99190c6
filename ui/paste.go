package ui

import (
	"strings"
	"unicode"

	"dogfight/ui/input"
)

// paste collects the keys of a pasted text, which must not act as keys. The
// zero value is ready.
type paste struct {
	text strings.Builder
	on   bool
}

// maxPaste bounds what of a paste is kept; no field takes more.
const maxPaste = 1024

// take takes an event if it belongs to a paste. With the last one it returns
// the text, in one line.
func (p *paste) take(ev input.Event) (text string, taken bool) {
	switch ev.Kind {
	case input.PasteStart, input.PasteEnd:
		p.on = ev.Kind == input.PasteStart
		text = strings.TrimSpace(p.text.String())
		p.text.Reset()
		return text, true
	case input.Press, input.Repeat:
		if p.on {
			p.add(ev)
		}
	}
	return "", p.on
}

func (p *paste) add(ev input.Event) {
	if p.text.Len() >= maxPaste {
		return
	}
	if char := ev.Character(); unicode.IsPrint(char) {
		p.text.WriteRune(char)
	} else {
		p.text.WriteByte(' ') // the end of a line, a tab
	}
}
