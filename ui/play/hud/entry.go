package hud

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// entry is the line being typed, with a history. The zero value is ready.
type entry struct {
	text   string
	cursor int    // in bytes of text, between two glyphs
	Reason string // why it was not sent, until the next key

	history []string // the newest last
	back    int      // place in said from its end; 0: the draft
	draft   string   // the draft, meanwhile
}

const (
	maxHistory = 50
	// countFrom is the length from which the byte count shows.
	countFrom = proto.MaxChat - 50
)

// key handles a key. It returns the line to send, and whether typing is finished.
func (e *entry) key(ev input.Event) (say string, finished bool) {
	e.Reason = ""
	switch ev.Key {
	case input.KeyEnter:
		return e.finish(), true
	case input.KeyEscape:
		e.Set("")
		return "", true
	case input.KeyUp:
		e.recall(1)
	case input.KeyDown:
		e.recall(-1)
	default:
		if ev.Key.IsCharacter() && ev.Mods&input.Chord == 0 {
			e.insert(rune(ev.Key))
		} else {
			e.edit(ev)
		}
	}
	return "", false
}

// edit handles a key that moves the cursor or deletes.
func (e *entry) edit(ev input.Event) {
	word := ev.Mods&(input.Ctrl|input.Alt) != 0
	switch {
	case ev.Key == input.KeyLeft:
		e.cursor = e.left(word)
	case ev.Key == input.KeyRight:
		e.cursor = e.right(word)
	case ev.Key == input.KeyHome, ev.IsCtrl('a'):
		e.cursor = 0
	case ev.Key == input.KeyEnd, ev.IsCtrl('e'):
		e.cursor = len(e.text)
	case ev.Key == input.KeyBackspace:
		e.cut(e.left(word), e.cursor)
	case ev.Key == input.KeyDelete, ev.IsCtrl('d'):
		e.cut(e.cursor, e.right(word))
	case ev.IsCtrl('w'):
		e.cut(e.left(true), e.cursor)
	case ev.IsCtrl('u'):
		e.cut(0, e.cursor)
	case ev.IsCtrl('k'):
		e.cut(e.cursor, len(e.text))
	}
}

// Paste handles a pasted key: all of it is text.
func (e *entry) Paste(ev input.Event) {
	switch {
	case ev.Character() != 0:
		e.insert(ev.Character())
	case ev.Key == input.KeyEnter, ev.Key == input.KeyTab, ev.IsCtrl('j'):
		e.insert(' ')
	}
}

// insert puts a character at the cursor if the line stays valid.
func (e *entry) insert(r rune) {
	text := e.text[:e.cursor] + string(r) + e.text[e.cursor:]
	if proto.ValidChat(text) == nil {
		e.text, e.cursor = text, e.cursor+len(string(r))
	}
}

func (e *entry) cut(from, to int) {
	e.text, e.cursor = e.text[:from]+e.text[to:], from
}

// left returns where the glyph, or the word, before the cursor begins.
func (e *entry) left(word bool) int {
	before := e.text[:e.cursor]
	if word {
		return strings.LastIndexByte(strings.TrimRight(before, " "), ' ') + 1
	}
	at := 0
	for next := 0; next < len(before); {
		at = next
		next += canvas.GlyphLen(before[next:])
	}
	return at
}

// right returns where the glyph, or the word, after the cursor ends.
func (e *entry) right(word bool) int {
	after := e.text[e.cursor:]
	switch {
	case after == "":
		return e.cursor
	case !word:
		return e.cursor + canvas.GlyphLen(after)
	}
	spaces := len(after) - len(strings.TrimLeft(after, " "))
	if end := strings.IndexByte(after[spaces:], ' '); end >= 0 {
		return e.cursor + spaces + end
	}
	return len(e.text)
}

// recall moves through the history.
func (e *entry) recall(by int) {
	back := min(max(e.back+by, 0), len(e.history))
	if back == e.back {
		return
	}
	if e.back == 0 {
		e.draft = e.text
	}
	if e.back = back; back == 0 {
		e.text = e.draft
	} else {
		e.text = e.history[len(e.history)-back]
	}
	e.cursor = len(e.text)
}

// isLost reports whether r is dropped at the start of a line: a space, or a combining mark without a base.
func isLost(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.M, r) }

// finish empties the entry and returns its line.
func (e *entry) finish() string {
	say := strings.TrimSpace(strings.TrimLeftFunc(e.text, isLost))
	e.Set("")
	if n := len(e.history); say != "" && (n == 0 || e.history[n-1] != say) {
		e.history = append(slices.Delete(e.history, 0, max(n+1-maxHistory, 0)), say)
	}
	return say
}

// Set replaces the text.
func (e *entry) Set(text string) {
	e.text, e.cursor, e.back, e.draft = text, len(text), 0, ""
}

const prompt = " say: "

// rows wraps the line with its cursor.
func (e *entry) rows(width int) []string {
	cursor := "_"
	if e.cursor < len(e.text) {
		cursor = "│"
	}
	return canvas.Wrap(e.text[:e.cursor]+cursor+e.text[e.cursor:], max(width-len(prompt)-1, 1))
}

// Draw draws the line upwards from a row with its note above, and returns the rows taken.
func (e *entry) Draw(s *canvas.Sheet, bottom int) int {
	width := s.Width() - 2
	rows := e.rows(width)
	top := bottom - len(rows) + 1
	s.Fill(1, top, width, len(rows), canvas.PanelMarked)
	s.Text(1, top, prompt, canvas.Accent)
	for i, row := range rows {
		s.Text(1+len(prompt), top+i, row, canvas.Strong)
	}
	taken := len(rows)
	if note, ink := e.note(); note != "" {
		s.Fill(1, top-1, width, 1, canvas.PanelMarked)
		s.CutText(2, top-1, note, width-2, ink)
		taken++
	}
	return taken
}

// note returns why the line was not sent or, near the limit, its length.
func (e *entry) note() (string, canvas.Colour) {
	switch {
	case e.Reason != "":
		return "not sent: " + e.Reason, canvas.Bad
	case len(e.text) < countFrom:
		return "", canvas.LabelInk
	}
	count := strconv.Itoa(len(e.text)) + " of " + strconv.Itoa(proto.MaxChat) + " bytes"
	if len(e.text) > proto.MaxChat-4 {
		return count + ": full", canvas.Bad
	}
	return count, canvas.Fair
}
