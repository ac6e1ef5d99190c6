package play

import (
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// chat is what was said of late, lower left, and the line that is being typed.
type chat struct {
	history history
	typing  bool
	entry   entry
}

const (
	chatLines = 8
	chatStays = 6 * time.Second
	chatFresh = 5 * time.Second // then the line pales
	chatWidth = 64              // columns
)

// key takes a key while typing, and returns what to say.
func (c *chat) key(ev *tcell.EventKey) (say string) {
	say, finished := c.entry.key(ev)
	c.typing = !finished
	return say
}

// draw draws the entry and, above it, what was said of late; in a lobby, where
// the talk has rows of its own, and to somebody who types, also what was said
// before.
func (c *chat) draw(f *frame) {
	row := f.height() - 2
	if f.World != nil && f.World.Status == game.InProgress && f.dead() {
		row -= stripRows
	}
	if c.typing {
		row -= c.entry.draw(f, row)
	}
	width := min(f.width()-4, chatWidth)
	waiting := f.waiting()
	top := max(f.height()/3, f.corner.y+f.corner.height-1)
	if waiting {
		top = f.height() - 2 - talkRows
	}
	shown := 0
	for i := c.history.end() - 1; i >= c.history.first && row > top && shown < chatLines; i-- {
		line := c.history.line(i, f.mutes)
		if line == nil {
			continue
		}
		age := f.now.Sub(line.at)
		if age >= chatStays && !waiting && !c.typing {
			break
		}
		row -= line.draw(f, row, width, age > chatFresh)
		shown++
	}
}

// draw draws a line upwards from a row and returns how many rows it took.
func (l *chatLine) draw(f *frame, row, width int, pale bool) int {
	rows := l.rows(width)
	for i, words := range rows {
		y := row - len(rows) + 1 + i
		f.Fill(1, y, canvas.Width(words)+2, 1, panel)
		f.Text(2, y, words, l.ink(pale))
		if i == 0 && !pale {
			f.Text(2, y, canvas.Cut(l.speaker(), width), l.nameInk(f))
		}
	}
	return len(rows)
}

// rows returns the line in rows of that many columns.
func (l *chatLine) rows(width int) []string { return wrap(l.speaker()+l.words, width) }

// speaker is what comes before the words.
func (l *chatLine) speaker() string {
	if l.from == "" {
		return ""
	}
	return l.from + ": "
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
