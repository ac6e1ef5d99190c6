package term

import (
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// screen is a tcell.Screen that sends a cell only when it differs from what the
// terminal shows, and a frame only when some cell does. tcell alone sends again
// whatever was cleared and drawn anew.
//
// Its size changes in Clear and Fill only, so it holds still while a frame is
// drawn.
type screen struct {
	tcell.Screen // for all that is not about cells

	width, height int
	cells         []cell      // what is drawn, row by row
	sent          []cell      // what the inner screen has
	stale         bool        // sent says nothing
	cursor, shown [2]int      // where the cursor is to be and where it is; -1, -1 for nowhere
	style         tcell.Style // stands for tcell.StyleDefault
	ascii         bool
	recolour      func(tcell.Style) tcell.Style // nil: every style is as it looks
	close         func()
}

// cell is what one cell of the terminal shows.
type cell struct {
	main  rune
	rest  string // the runes that combine with main
	width uint8  // 1 or 2, and 0 for the right half of a wide cell
	style tcell.Style
}

func newScreen(inner tcell.Screen, ascii bool, close func()) *screen {
	s := &screen{Screen: inner, ascii: ascii, close: close}
	s.HideCursor()
	s.shown = s.cursor
	s.Clear()
	return s
}

func (s *screen) Init() error { return nil }

// Fini closes the Terminal.
func (s *screen) Fini() { s.close() }

func (s *screen) Size() (width, height int) { return s.width, s.height }

func (s *screen) Clear() { s.Fill(' ', tcell.StyleDefault) }

func (s *screen) Fill(r rune, style tcell.Style) {
	s.fit()
	blank := cell{main: r, width: 1, style: s.resolve(style, tcell.StyleDefault)}
	for i := range s.cells {
		s.cells[i] = blank
	}
}

// fit takes on the size of the window.
func (s *screen) fit() {
	width, height := s.Screen.Size()
	if width == s.width && height == s.height {
		return
	}
	s.width, s.height = width, height
	s.cells = make([]cell, width*height)
	s.sent = make([]cell, width*height)
	s.stale = true
}

// set puts a cell at (x, y). Whatever it covers half of goes blank.
func (s *screen) set(x, y int, c cell) {
	if uint(x) >= uint(s.width) || uint(y) >= uint(s.height) {
		return
	}
	row := s.cells[y*s.width : (y+1)*s.width]
	c.style = s.resolve(c.style, row[x].style)
	if s.ascii {
		c = inASCII(c)
	}
	if c.width == 2 && x+1 == s.width {
		c.main, c.rest, c.width = ' ', "", 1
	}
	uncover(row, x)
	row[x] = c
	if c.width == 2 {
		uncover(row, x+1)
		row[x+1] = cell{style: c.style}
	}
}

// uncover blanks the other half of a wide cell that has a half at x.
func uncover(row []cell, x int) {
	switch {
	case row[x].width == 0 && x > 0:
		row[x-1].main, row[x-1].rest, row[x-1].width = ' ', "", 1
	case row[x].width == 2:
		row[x+1].main, row[x+1].width = ' ', 1
	}
}

// resolve replaces what style leaves open, as tcell does: everything by the
// default style, a colour by the one beneath.
func (s *screen) resolve(style, beneath tcell.Style) tcell.Style {
	if style == tcell.StyleDefault {
		return s.style
	}
	fg, bg, _ := style.Decompose()
	if fg != tcell.ColorNone && bg != tcell.ColorNone {
		return style
	}
	under, behind, _ := beneath.Decompose()
	if fg == tcell.ColorNone {
		style = style.Foreground(under)
	}
	if bg == tcell.ColorNone {
		style = style.Background(behind)
	}
	return style
}

func (s *screen) SetStyle(style tcell.Style) { s.style = style }

func (s *screen) ShowCursor(x, y int) { s.cursor = [2]int{x, y} }

func (s *screen) HideCursor() { s.ShowCursor(-1, -1) }

// SetCursorStyle does nothing: the cursor is the one that the user is used to.
func (s *screen) SetCursorStyle(tcell.CursorStyle, ...tcell.Color) {}

func (s *screen) setASCII(on bool) {
	s.stale = s.stale || on != s.ascii
	s.ascii = on
}

// setRecolour has every style look like what recolour returns for it. What was
// drawn keeps the style that it was drawn with.
func (s *screen) setRecolour(recolour func(tcell.Style) tcell.Style) {
	s.recolour, s.stale = recolour, true
}

// Show makes the terminal show what was drawn, and writes nothing if it already
// does.
func (s *screen) Show() {
	if s.send() {
		s.Screen.Show()
	}
}

// Sync repaints the whole terminal, in case something else wrote on it.
func (s *screen) Sync() {
	s.send()
	s.Screen.Sync()
}

// send hands what changed to the inner screen and reports whether anything did.
func (s *screen) send() (changed bool) {
	if s.cursor != s.shown {
		changed = true
		s.shown = s.cursor
		s.Screen.ShowCursor(s.cursor[0], s.cursor[1])
	}
	for i := range s.cells {
		c := &s.cells[i]
		if *c == s.sent[i] && !s.stale {
			continue
		}
		changed = true
		s.sent[i] = *c
		if c.width > 0 { // the right half goes with the left
			s.Screen.Put(i%s.width, i/s.width, c.text(), s.look(c.style))
		}
	}
	s.stale = false
	return changed
}

func (s *screen) look(style tcell.Style) tcell.Style {
	if s.recolour == nil {
		return style
	}
	return s.recolour(style)
}

// text returns what a cell shows as a string.
func (c *cell) text() string {
	if c.rest == "" && c.main < utf8.RuneSelf {
		return ascii[c.main : c.main+1]
	}
	return string(c.main) + c.rest
}
