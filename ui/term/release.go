package term

import (
	"encoding/base64"

	"github.com/gdamore/tcell/v2"
)

// KeyRelease is the release of a key: the event that its press would be,
// without modifiers. A letter may have been pressed as a capital.
type KeyRelease struct{ *tcell.EventKey }

// clipboard returns an answer from the clipboard, the only event of tcell's that
// carries bytes of ours.
func clipboard(text string) []byte {
	return []byte("\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a")
}

// isClipboard reports whether ev is what clipboard(text) became.
func isClipboard(ev tcell.Event, text string) bool {
	c, ok := ev.(*tcell.EventClipboard)
	return ok && string(c.Data()) == text
}

// keyReport is a key that was pressed, or released, and what tcell makes the
// event of its press of; nil if nothing.
type keyReport struct {
	press    []byte
	released bool
}

// marks go around a press that is to become a release.
type marks struct{ begin, end []byte }

// releases makes the keys between two marks into their releases.
type releases struct {
	name   string // impossible to guess
	inside bool
}

func (r *releases) marks() marks {
	return marks{clipboard(r.name + "begin"), clipboard(r.name + "end")}
}

// take returns what an event of tcell's means, and nil for a mark.
func (r *releases) take(ev tcell.Event) tcell.Event {
	switch {
	case isClipboard(ev, r.name+"begin"):
		r.inside = true
		return nil
	case isClipboard(ev, r.name+"end"):
		r.inside = false
		return nil
	}
	if key, ok := ev.(*tcell.EventKey); ok && r.inside {
		return KeyRelease{key}
	}
	return ev
}
