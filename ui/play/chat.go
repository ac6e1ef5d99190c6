package play

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"dogfight/net"
	"dogfight/ui/canvas"
)

// chat is what was said, lower left, and the line that is being typed.
type chat struct {
	lines  [chatLines]chatLine // the newest last
	typing bool
	entry  []rune
}

// chatLine is one thing said.
type chatLine struct {
	from, words string
	slot        int // of who said it, or -1
	at          time.Time
}

const (
	chatLines = 8
	chatStays = 6 * time.Second
	chatFresh = 5 * time.Second // then the line pales
	chatWidth = 64              // columns
	maxEntry  = 120             // runes
)

// hear takes new lines.
func (c *chat) hear(said []net.ChatLine, now time.Time) {
	for _, line := range said {
		copy(c.lines[:], c.lines[1:])
		heard := chatLine{from: canvas.Clean(line.From), words: canvas.Clean(line.Text), slot: -1, at: now}
		if line.From != "" {
			heard.slot = int(line.Slot)
		}
		c.lines[chatLines-1] = heard
	}
}

// key takes a key while typing. It returns what to say, and whether the line
// is finished.
func (c *chat) key(ev *tcell.EventKey) (say string, finished bool) {
	switch ev.Key() {
	case tcell.KeyEnter:
		say = strings.TrimSpace(string(c.entry))
		finished = true
	case tcell.KeyEscape:
		finished = true
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		c.entry = c.entry[:max(len(c.entry)-1, 0)]
	case tcell.KeyCtrlU:
		c.entry = c.entry[:0]
	case tcell.KeyRune:
		c.insert(ev)
	}
	if finished {
		c.entry, c.typing = c.entry[:0], false
	}
	return say, finished
}

// paste takes a key that is part of a paste: all of it is text.
func (c *chat) paste(ev *tcell.EventKey) {
	switch ev.Key() {
	case tcell.KeyRune:
		c.insert(ev)
	case tcell.KeyEnter, tcell.KeyTab, tcell.KeyCtrlJ:
		c.add(' ')
	}
}

func (c *chat) insert(ev *tcell.EventKey) {
	if ev.Modifiers()&(tcell.ModAlt|tcell.ModCtrl|tcell.ModMeta) == 0 {
		c.add(ev.Rune())
	}
}

func (c *chat) add(r rune) {
	if len(c.entry) < maxEntry && r != utf8.RuneError && unicode.IsPrint(r) {
		c.entry = append(c.entry, r)
	}
}

// draw draws the entry and, above it, what was said of late; in a lobby, where
// the talk has rows of its own, also what was said before.
func (c *chat) draw(f *frame) {
	row := f.height() - 2
	if c.typing {
		c.drawEntry(f, row)
		row--
	}
	width := min(f.width()-4, chatWidth)
	waiting := f.waiting()
	top := max(f.height()/3, f.corner.y+f.corner.height-1)
	if waiting {
		top = f.height() - 2 - talkRows
	}
	for i := chatLines - 1; i >= 0 && row > top; i-- {
		line := &c.lines[i]
		age := f.now.Sub(line.at)
		if line.at.IsZero() || age >= chatStays && !waiting {
			break
		}
		row -= line.draw(f, row, width, age > chatFresh)
	}
}

// draw draws a line upwards from a row and returns how many rows it took.
func (l *chatLine) draw(f *frame, row, width int, pale bool) int {
	from := l.from
	if from != "" {
		from += ": "
	}
	rows := wrap(from+l.words, width)
	for i, words := range rows {
		y := row - len(rows) + 1 + i
		f.Fill(1, y, canvas.Width(words)+2, 1, panel)
		f.Text(2, y, words, l.ink(pale))
		if i == 0 && !pale {
			f.Text(2, y, canvas.Cut(from, width), l.nameInk(f))
		}
	}
	return len(rows)
}

func (l *chatLine) ink(pale bool) canvas.Colour {
	switch {
	case pale:
		return label
	case l.slot < 0:
		return fair // the host speaks
	}
	return text
}

func (l *chatLine) nameInk(f *frame) canvas.Colour {
	if f.World == nil || f.Setup == nil || uint(l.slot) >= uint(len(f.World.Ships)) {
		return strong
	}
	return f.hullOf(l.slot).middle
}

// wrap cuts a text into rows.
func wrap(words string, width int) []string {
	var rows []string
	for words != "" {
		row := canvas.Cut(words, width)
		if row == "" {
			break // not even one glyph fits
		}
		if space := strings.LastIndexByte(row, ' '); len(row) < len(words) && space > len(row)/2 {
			row = row[:space+1]
		}
		rows = append(rows, row)
		words = words[len(row):]
	}
	return rows
}

// drawEntry draws the line being typed; of a long one its end.
func (c *chat) drawEntry(f *frame, row int) {
	const prompt = " say: "
	width := f.width() - 2
	typed := string(c.entry)
	for typed != "" && canvas.Width(typed) > width-len(prompt)-1 {
		_, size := utf8.DecodeRuneInString(typed)
		typed = typed[size:]
	}
	f.Fill(1, row, width, 1, panelMarked)
	x := f.Text(1, row, prompt, accent)
	x = f.Text(x, row, typed, strong)
	f.Text(x, row, "_", accent)
}
