package term

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2/terminfo"

	"dogfight/ui/canvas"
)

// encoder encodes the changes of a screen in few bytes. It tracks the terminal's pen and cursor, and writes only the
// differences. The sequences are those of ECMA-48, which every terminal with a description here understands.
type encoder struct {
	// Static after construction.
	synchronised bool   // the terminal shows everything between beginFrame and endFrame at once
	show, hide   string // the cursor; "" if it is always visible
	breaks       bool   // text is cut beside blocks: see blurs. Unknown programs far away get fewer bytes instead
	smears       bool   // blocks leave strokes in the neighbouring cells: xterm, and multiplexers, which may be in it
	edits        bool   // the terminal can insert and delete rows and columns, and shows no intermediate step or is far away
	margins      bool   // rows can be moved between margins at the sides
	bright       bool   // the upper 8 of 16 colours are 90 to 97, which not all terminals with 256 know

	// erased is a cell that the terminal has cleared: a blank, or nothingDrawn if blanks have another ground than the
	// terminal's own.
	erased cell

	// State of the terminal.
	lost   bool // all of the following is unknown
	pen    pen
	column int // of the cursor, from 0; -1 if unknown
	row    int
	shown  bool // the cursor

	// Of a frame, reused.
	runs    runs
	changed []bool  // by cell of a row
	news    []int32 // cells with new content
	moved   []cell  // a row
	gains   []int32 // by column: see movedColumns
}

// The bytes around a frame on a terminal with synchronised output.
const (
	beginFrame = "\x1b[?2026h"
	endFrame   = "\x1b[?2026l"
)

const clearScreen = "\x1b[m\x1b[H\x1b[2J"

func newEncoder(ti *terminfo.Terminfo, remote bool) encoder {
	return encoder{
		synchronised: ti.XTermLike,
		show:         withoutDelays(ti.ShowCursor), hide: withoutDelays(ti.HideCursor),
		bright: ti.Colors == 16, breaks: !remote, edits: (remote || ti.XTermLike) && !slices.Contains(noEditors, ti.Name), lost: true, erased: blank,
	}
}

// noEditors are terminals older than the VT220, which cannot insert a row or a column.
var noEditors = []string{"ansi", "vt52", "vt100", "vt102"}

// withoutDelays removes the delays from a string of terminfo. Only mechanical terminals needed them.
func withoutDelays(s string) string {
	for {
		before, rest, found := strings.Cut(s, "$<")
		if !found {
			return s
		}
		_, after, _ := strings.Cut(rest, ">")
		s = before + after
	}
}

// nowhere is the place of a hidden cursor.
var nowhere = [2]int{-1, -1}

// frame appends the bytes that change a screen from sent to cells and move the cursor, or hide it if it is not on the
// screen. It appends nothing without a change. sent equals cells afterwards.
func (e *encoder) frame(out []byte, s *screen, cells, sent []cell, cursor [2]int) []byte {
	start := len(out)
	if e.synchronised {
		out = append(out, beginFrame...)
	}
	begun := len(out)
	if e.lost {
		out = append(append(out, clearScreen...), e.hide...)
		e.lost, e.pen, e.column, e.row, e.shown = false, pen{}, 0, 0, false
		e.fill(sent)
		s.stale.all()
	}
	if e.edits && s.grid.Width < maxWidth && s.grid.Height < maxHeight && (s.tty.clipped == nil || !s.tty.clipped()) { // otherwise the window may be only a part of the terminal's
		out = e.scroll(out, s, cells, sent)
	}
	out = e.write(out, s, cells, sent)
	if uint(cursor[0]) >= uint(s.grid.Width) || uint(cursor[1]) >= uint(s.grid.Height) {
		cursor = nowhere
	}
	out = e.place(out, cursor)
	if len(out) == begun {
		return out[:start]
	}
	if e.synchronised {
		out = append(out, endFrame...)
	}
	return out
}

// write appends the changes. Rows with characters of several cells or runes are written from left to right, as the
// neighbours may be affected; all others in the order with the fewest bytes.
func (e *encoder) write(out []byte, s *screen, cells, sent []cell) []byte {
	e.runs.clear()
	for row := range s.grid.Height {
		stale := s.stale[row]
		if stale == 0 {
			continue
		}
		s.stale[row] = 0
		if e.smears {
			stale |= stale<<1 | stale>>1 // for neighbours: see compare
		}
		cells, sent := cells[row*s.grid.Width:][:s.grid.Width], sent[row*s.grid.Width:][:s.grid.Width]
		if simple, changed := e.compare(cells, sent, stale); !simple {
			out = e.line(out, s, row, cells, sent)
		} else if changed {
			e.runs.find(s, row, cells, e.changed, stale)
			copy(sent, cells)
		}
	}
	e.runs.sort(e.pen)
	for group := e.runs.nextGroup(e.pen); group != nil; group = e.runs.nextGroup(e.pen) {
		group.written = true
		if group.bare && e.pen.manner == 0 {
			group.pen.ink = e.pen.ink
		}
		out = e.pen.change(out, group.pen, e.bright)
		for at := group.first; at >= 0; at = int(e.runs.all[at].next) {
			out = e.run(out, s, &e.runs.all[at], cells)
		}
	}
	return out
}

// compare marks the changed cells of a row among the stale ones. It reports whether there are some, and whether all of
// them are and were a rune and a cell each. On a terminal that smears the neighbours of a block
// that goes are written again.
func (e *encoder) compare(cells, sent []cell, stale canvas.BlockSet) (simple, some bool) {
	if len(e.changed) != len(cells) {
		e.changed = make([]bool, len(cells))
	}
	simple = true
	for from, to, stale := stale.Next(len(cells)); to > 0; from, to, stale = stale.Next(len(cells)) {
		for i := from; i < to; i++ {
			is, was := &cells[i], &sent[i]
			differs := *is != *was
			e.changed[i] = differs || e.smears && is.Width == 1 && !is.Glyph.Several() && besideGone(cells, sent, i)
			if differs {
				some = true
				simple = simple && is.Width == 1 && was.Width == 1 && !(is.Glyph | was.Glyph).Several()
			}
		}
	}
	return simple, some
}

// besideGone reports whether a neighbour of a cell is no block any more.
func besideGone(cells, sent []cell, i int) bool {
	return i > 0 && isBlock(&sent[i-1]) && !isBlock(&cells[i-1]) || i+1 < len(cells) && isBlock(&sent[i+1]) && !isBlock(&cells[i+1])
}

// run appends cells with the present pen.
func (e *encoder) run(out []byte, s *screen, at *run, cells []cell) []byte {
	y, from, to := int(at.row), int(at.from), int(at.to)
	row := cells[y*s.grid.Width:][:s.grid.Width]
	for i := from; i < to; i++ {
		if i > from && e.breaks && blurs(row[i-1:]) {
			out = append(out, breakRun)
		}
		out = e.goTo(out, s, y, i, row)
		out = s.grid.Clusters.Append(out, row[i].Glyph)
		e.wrote(&row[i], s.grid.Width)
	}
	return out
}

// line appends the changes of a row, from left to right.
func (e *encoder) line(out []byte, s *screen, row int, cells, sent []cell) []byte {
	for i := same(cells, sent); i < len(cells); i += 1 + same(cells[i+1:], sent[i+1:]) {
		c := &cells[i]
		sent[i] = *c
		if c.Width == 0 {
			continue // its left half includes it
		}
		begun := len(out)
		out = e.goTo(out, s, row, i, cells)
		out = e.pen.change(out, s.penFor(c), e.bright)
		if len(out) == begun && i > 0 && e.breaks && blurs(cells[i-1:]) {
			out = append(out, breakRun)
		}
		out = s.grid.Clusters.Append(out, c.Glyph)
		e.wrote(c, s.grid.Width)
		if c.Width == 2 && i+1 < len(sent) {
			sent[i+1] = cells[i+1]
		}
		if c.Glyph.Several() {
			forget(sent[i+int(c.Width):], s.grid.Clusters.Text(c.Glyph))
		}
	}
	return out
}

// blurs reports whether the first two cells of a row must be written apart. xterm smooths the edges of blocks, which
// extend a little beyond their cells; it clips them at the end of a piece of text.
func blurs(cells []cell) bool {
	return cells[0].Glyph != cells[1].Glyph && (isBlock(&cells[0]) || isBlock(&cells[1]))
}

// breakRun ends a piece of text and does nothing else: it is SI (ECMA-48 8.3.119), which selects the present character
// set.
const breakRun = '\x0f'

func blocky(c cell) bool { return isBlock(&c) }

// isBlock reports whether a character is one of Unicode's block elements.
func isBlock(c *cell) bool { return c.Glyph >= 0x2580 && c.Glyph < 0x25a0 }

// forget marks the cells after a character of several runes as unknown. A terminal that does not combine them puts
// each rune into a cell of its own.
func forget(sent []cell, text string) {
	for i := range min(len(sent), 2*utf8.RuneCountInString(text)) {
		sent[i] = cell{}
	}
}

// suits reports whether cells can be written with the present pen, a byte each.
func (e *encoder) suits(s *screen, cells []cell) bool {
	for i := range cells {
		c := &cells[i]
		if c.Glyph >= 0x7f || c.Width != 1 {
			return false
		}
		look := s.penFor(c)
		if look != e.pen && !(c.Glyph == ' ' && look.manner == 0 && e.pen.suitsSpace(look.ground)) {
			return false
		}
	}
	return true
}

// wrote updates the cursor after a cell. Terminals agree only on the width of the characters that the game uses, and
// not on the cursor behind the last column.
func (e *encoder) wrote(c *cell, width int) {
	e.column++
	certain := c.Glyph < 0x7f || c.Glyph >= 0x2500 && c.Glyph < 0x25a0 || c.Glyph >= 0x2800 && c.Glyph < 0x2900
	if !certain || e.column >= width {
		e.column = -1
	}
}
