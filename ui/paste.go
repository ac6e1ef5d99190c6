package ui

import (
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
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
func (p *paste) take(ev tcell.Event) (text string, taken bool) {
	switch ev := ev.(type) {
	case *tcell.EventPaste:
		p.on = ev.Start()
		text = strings.TrimSpace(p.text.String())
		p.text.Reset()
		return text, true
	case *tcell.EventKey:
		if p.on {
			p.add(ev)
		}
	}
	return "", p.on
}

func (p *paste) add(ev *tcell.EventKey) {
	if p.text.Len() >= maxPaste {
		return
	}
	if ev.Key() == tcell.KeyRune && unicode.IsPrint(ev.Rune()) {
		p.text.WriteRune(ev.Rune())
	} else {
		p.text.WriteByte(' ') // the end of a line, a tab
	}
}
