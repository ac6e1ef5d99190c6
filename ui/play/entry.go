package play

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"dogfight/proto"
	"dogfight/ui/canvas"
)

// entry is the line that is being typed, and those that were said before. The
// zero value is ready.
type entry struct {
	text   string
	cursor int    // in bytes of text, between two glyphs
	reason string // why it was not sent, until the next key

	said []string // the newest last
	back int      // how many of them back one is; 0 is at the draft
	kept string   // the draft, meanwhile
}

const (
	maxSaid = 50
	// countFrom is from how many bytes on it shows how many there are.
	countFrom = proto.MaxChat - 50
)

// key takes a key. It returns what to say, and whether the line is finished.
func (e *entry) key(ev *tcell.EventKey) (say string, finished bool) {
	e.reason = ""
	switch ev.Key() {
	case tcell.KeyEnter:
		return e.finish(), true
	case tcell.KeyEscape:
		e.set("")
		return "", true
	case tcell.KeyUp:
		e.recall(1)
	case tcell.KeyDown:
		e.recall(-1)
	case tcell.KeyRune:
		if ev.Modifiers()&(tcell.ModAlt|tcell.ModCtrl|tcell.ModMeta) == 0 {
			e.insert(ev.Rune())
		}
	default:
		e.edit(ev)
	}
	return "", false
}

// edit takes a key that moves the cursor or takes something back.
func (e *entry) edit(ev *tcell.EventKey) {
	word := ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) != 0
	switch ev.Key() {
	case tcell.KeyLeft:
		e.cursor = e.left(word)
	case tcell.KeyRight:
		e.cursor = e.right(word)
	case tcell.KeyHome, tcell.KeyCtrlA:
		e.cursor = 0
	case tcell.KeyEnd, tcell.KeyCtrlE:
		e.cursor = len(e.text)
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		e.cut(e.left(word), e.cursor)
	case tcell.KeyDelete, tcell.KeyCtrlD:
		e.cut(e.cursor, e.right(word))
	case tcell.KeyCtrlW:
		e.cut(e.left(true), e.cursor)
	case tcell.KeyCtrlU:
		e.cut(0, e.cursor)
	case tcell.KeyCtrlK:
		e.cut(e.cursor, len(e.text))
	}
}

// paste takes a key that is part of a paste: all of it is text.
func (e *entry) paste(ev *tcell.EventKey) {
	switch ev.Key() {
	case tcell.KeyRune:
		e.insert(ev.Rune())
	case tcell.KeyEnter, tcell.KeyTab, tcell.KeyCtrlJ:
		e.insert(' ')
	}
}

// insert puts a character at the cursor, if the line could still be sent with
// it.
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
		next += canvas.Glyph(before[next:])
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
		return e.cursor + canvas.Glyph(after)
	}
	spaces := len(after) - len(strings.TrimLeft(after, " "))
	if end := strings.IndexByte(after[spaces:], ' '); end >= 0 {
		return e.cursor + spaces + end
	}
	return len(e.text)
}

// recall replaces the line by one said before it, or after.
func (e *entry) recall(by int) {
	back := min(max(e.back+by, 0), len(e.said))
	if back == e.back {
		return
	}
	if e.back == 0 {
		e.kept = e.text
	}
	if e.back = back; back == 0 {
		e.text = e.kept
	} else {
		e.text = e.said[len(e.said)-back]
	}
	e.cursor = len(e.text)
}

// isLost reports whether r is lost at the beginning of a line: a space, or an accent
// with nothing below it.
func isLost(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.M, r) }

// finish empties the line and returns what it said.
func (e *entry) finish() string {
	say := strings.TrimSpace(strings.TrimLeftFunc(e.text, isLost))
	e.set("")
	if n := len(e.said); say != "" && (n == 0 || e.said[n-1] != say) {
		e.said = append(slices.Delete(e.said, 0, max(n+1-maxSaid, 0)), say)
	}
	return say
}

// set begins with a text.
func (e *entry) set(text string) {
	e.text, e.cursor, e.back, e.kept = text, len(text), 0, ""
}

const prompt = " say: "

// rows returns the line in rows of that many columns, with the cursor.
func (e *entry) rows(width int) []string {
	cursor := "_"
	if e.cursor < len(e.text) {
		cursor = "│"
	}
	return wrap(e.text[:e.cursor]+cursor+e.text[e.cursor:], max(width-len(prompt)-1, 1))
}

// draw draws the line upwards from a row, and above it why it was not sent. It
// returns how many rows that took.
func (e *entry) draw(f *frame, bottom int) int {
	width := f.width() - 2
	rows := e.rows(width)
	top := bottom - len(rows) + 1
	f.Fill(1, top, width, len(rows), panelMarked)
	f.Text(1, top, prompt, accent)
	for i, row := range rows {
		f.Text(1+len(prompt), top+i, row, strong)
	}
	taken := len(rows)
	if note, ink := e.note(); note != "" {
		f.Fill(1, top-1, width, 1, panelMarked)
		f.Text(2, top-1, canvas.Cut(note, width-2), ink)
		taken++
	}
	return taken
}

// note says why the line was not sent or, near its longest, how long it is.
func (e *entry) note() (string, canvas.Colour) {
	switch {
	case e.reason != "":
		return "not sent: " + e.reason, bad
	case len(e.text) < countFrom:
		return "", label
	}
	count := strconv.Itoa(len(e.text)) + " of " + strconv.Itoa(proto.MaxChat) + " bytes"
	if len(e.text) > proto.MaxChat-4 {
		return count + ": full", bad
	}
	return count, fair
}
