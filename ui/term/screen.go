package term

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
)

// screen is a tcell.Screen that sends a cell only when it differs from what the
// terminal shows, and a frame only when some cell does. What tcell draws by itself
// does not get through to the terminal.
//
// Its size changes in Clear and Fill only, so it holds still while a frame is
// drawn.
type screen struct {
	tcell.Screen // for all that is not about cells

	tty           *frameTty
	flow          *flow
	width, height int
	cells         []cell // what is drawn, row by row
	sent          []cell // what the terminal shows
	clusters      clusters
	encoder       encoder
	frame         []byte
	paint         paint
	recolour      func(tcell.Style) tcell.Style // nil: every style is as it looks
	looks         map[pen]pen                   // what was found out about both
	cursor        [2]int                        // where it is to be
	style         tcell.Style                   // stands for tcell.StyleDefault
	ascii         bool
	close         func()
}

func newScreen(inner tcell.Screen, tty *frameTty, flow *flow, ti *terminfo.Terminfo, traits Traits, close func()) *screen {
	s := &screen{
		Screen: inner, tty: tty, flow: flow, encoder: newEncoder(ti, traits.Remote), paint: paint{colours: traits.Colours(), faint: ti.Dim != ""},
		ascii: traits.ASCII, close: close,
	}
	s.HideCursor()
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
	if s.clusters.full() {
		s.clusters, s.encoder.lost = clusters{}, true
	}
	c := cell{glyph: glyph(r), width: 1}
	s.resolve(&c, style, &blank)
	for i := range s.cells {
		s.cells[i] = c
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
	s.encoder.lost = true
}

// set puts a character at (x, y). Whatever it covers half of goes blank.
func (s *screen) set(x, y int, c cell, style tcell.Style) {
	if uint(x) >= uint(s.width) || uint(y) >= uint(s.height) {
		return
	}
	row := s.cells[y*s.width : (y+1)*s.width]
	s.resolve(&c, style, &row[x])
	if s.ascii {
		c = inASCII(c)
	}
	if c.width == 2 && x+1 == s.width {
		c.glyph, c.width = ' ', 1
	}
	uncover(row, x)
	row[x] = c
	if c.width == 2 {
		uncover(row, x+1)
		row[x+1] = cell{ink: c.ink, ground: c.ground, manner: c.manner}
	}
}

// uncover blanks the other half of a wide cell that has a half at x.
func uncover(row []cell, x int) {
	switch {
	case row[x].width == 0 && x > 0:
		row[x-1].glyph, row[x-1].width = ' ', 1
	case row[x].width == 2:
		row[x+1].glyph, row[x+1].width = ' ', 1
	}
}

// resolve gives a cell the look of a style. What that leaves open is taken, as tcell
// does, from the default style, and a colour from the cell beneath.
func (s *screen) resolve(c *cell, style tcell.Style, beneath *cell) {
	if style == tcell.StyleDefault {
		style = s.style
	}
	ink, ground, attributes := style.Decompose()
	c.ink, c.ground, c.manner = colourOf(ink), colourOf(ground), mannerOf(attributes)
	if ink == tcell.ColorNone {
		c.ink = beneath.ink
	}
	if ground == tcell.ColorNone {
		c.ground = beneath.ground
	}
}

func (s *screen) SetStyle(style tcell.Style) { s.style = style }

func (s *screen) ShowCursor(x, y int) { s.cursor = [2]int{x, y} }

func (s *screen) HideCursor() { s.cursor = nowhere }

// SetCursorStyle does nothing: the cursor is the one that the user is used to.
func (s *screen) SetCursorStyle(tcell.CursorStyle, ...tcell.Color) {}

func (s *screen) setASCII(on bool) {
	s.encoder.lost = s.encoder.lost || on != s.ascii
	s.ascii = on
}

// setRecolour has every style look like what recolour returns for it. What was
// drawn keeps the style that it was drawn with.
func (s *screen) setRecolour(recolour func(tcell.Style) tcell.Style) {
	s.recolour, s.looks, s.encoder.lost = recolour, nil, true
}

// look returns what a cell is written with.
func (s *screen) look(c *cell) pen {
	drawn := pen{c.ink, c.ground, c.manner}
	if drawn == (pen{}) {
		return drawn
	}
	if look, ok := s.looks[drawn]; ok {
		return look
	}
	if s.looks == nil || len(s.looks) == maxLooks {
		s.looks = map[pen]pen{}
	}
	style := c.style()
	if s.recolour != nil {
		style = s.recolour(style)
	}
	look := s.paint.style(style)
	s.looks[drawn] = look
	return look
}

// maxLooks bounds what is remembered of them.
const maxLooks = 1 << 12

// Show makes the terminal show what was drawn, and writes nothing if it already
// does. Where the terminal has yet to come to what it was sent before, this frame
// is left out: Terminal.Room tells when the next will not be.
func (s *screen) Show() {
	now := time.Now()
	if !s.flow.may(now) {
		return
	}
	if s.tty.disturbed() {
		s.encoder.lost = true
	}
	s.frame = s.encoder.frame(s.frame[:0], s, s.cells, s.sent, s.cursor)
	if len(s.frame) > 0 {
		if s.flow.shows(now) {
			s.frame = append(s.frame, askStatus...)
		}
		s.tty.show(s.frame)
	}
}

// Sync repaints the whole terminal, in case something else wrote on it.
func (s *screen) Sync() {
	s.encoder.lost = true
	s.Show()
}
