package term

import (
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	"github.com/rivo/uniseg"

	"dogfight/ui/canvas"
)

// screen is a tcell.Screen that sends only cells that differ from the terminal's, and no frame without such cells.
// tcell's own output is dropped.
//
// Its size changes in fit only, so it is stable while a frame is drawn.
type screen struct {
	tcell.Screen // for the methods that do not concern cells

	tty       *frameTty
	flow      *flow
	grid      *canvas.Grid // as drawn
	sent      []cell       // the cells on the terminal
	stale     stale        // the places where these may differ
	moved     scroll       // of the drawn picture since the last frame,
	knowsMove bool         // if this is known
	encoder   encoder
	frame     []byte
	partial   partialUpdate
	paint     paint
	recolour  func(canvas.Style) canvas.Style // may be nil
	pens      [1 << 8]cachedPen               // cache of recoloured styles
	cursor    [2]int                          // for the next frame
	style     tcell.Style                     // replaces tcell.StyleDefault
	resolved  resolved                        // the last drawn style
	ascii     bool
	close     func()
	bell      bool // ring with the next frame
	traits    Traits
	reported  Reported // already applied
}

func newScreen(inner tcell.Screen, tty *frameTty, flow *flow, ti *terminfo.Terminfo, traits Traits, close func()) *screen {
	s := &screen{
		Screen: inner, tty: tty, flow: flow, grid: canvas.NewGrid(inner.Colors()), encoder: newEncoder(ti, traits.Remote), paint: paint{colours: traits.Colours(), faint: ti.Dim != ""},
		ascii: traits.ASCII, close: close, traits: traits, partial: partialUpdate{size: partialSize, few: fewChanges},
	}
	if traits.Near {
		s.partial.size = nearSize
	}
	s.HideCursor()
	s.Clear()
	return s
}

func (s *screen) Init() error { return nil }

// Fini closes the Terminal.
func (s *screen) Fini() { s.close() }

func (s *screen) Size() (width, height int) { return s.grid.Size() }

func (s *screen) Clear() { s.Fill(' ', tcell.StyleDefault) }

func (s *screen) Fill(r rune, style tcell.Style) {
	s.fit()
	c := cell{Glyph: canvas.Glyph(r), Width: 1}
	s.resolve(&c, style, &blank)
	s.grid.FillWith(c)
}

// fit adopts the size of the window.
func (s *screen) fit() {
	width, height := s.tty.size()
	if width == s.grid.Width && height == s.grid.Height && !s.grid.Clusters.Full() {
		return
	}
	s.grid.Clusters = canvas.Clusters{}
	s.grid.Resize(width, height)
	s.sent, s.stale = make([]cell, width*height), make(stale, height)
	s.forget()
	s.encoder.lost = true
}

// apply applies the reports of the terminal.
func (s *screen) apply(r Reported) {
	if r == s.reported {
		return
	}
	s.reported = r
	s.encoder.margins = r.Margins == Has
	if r.Synchronised != Unknown {
		s.encoder.synchronised = r.Synchronised == Has
	}
	if r.Program != (Program{}) {
		s.encoder.smears = r.Program.Is("XTerm") || r.Program.Multiplexes()
		s.encoder.breaks = s.encoder.smears
	}
	if colours := s.traits.ColoursOf(r.Program); colours != s.grid.Colours() {
		s.grid.SetColours(colours)
		s.paint = paint{colours: colours, faint: s.paint.faint}
		s.setRecolour(s.recolour)
	}
}

// Colors returns the number of colours, which the terminal may report after tcell has read them.
func (s *screen) Colors() int { return s.grid.Colours() }

// forget frees the buffers, which have the size of the old window.
func (s *screen) forget() {
	s.frame, s.encoder.runs = nil, runs{}
	s.partial.cells, s.partial.before = nil, nil
}

// set puts a character at (x, y). A wide character that it cuts goes blank.
func (s *screen) set(x, y int, c cell, style tcell.Style) {
	if uint(x) >= uint(s.grid.Width) || uint(y) >= uint(s.grid.Height) {
		return
	}
	s.resolve(&c, style, &s.grid.Cells[y*s.grid.Width+x])
	if s.ascii {
		c = inASCII(c)
	}
	s.grid.Set(x, y, c)
}

// resolve sets the style of a cell. As in tcell, open parts are those of the default style, and an open colour is that
// of the cell beneath.
func (s *screen) resolve(c *cell, style tcell.Style, beneath *cell) {
	if style == tcell.StyleDefault {
		style = s.style
	}
	if style != s.resolved.from {
		ink, ground, attributes := style.Decompose()
		s.resolved = resolved{style, canvas.Style{Ink: colourOf(ink), Ground: colourOf(ground), Manner: mannerOf(attributes)}, ink == tcell.ColorNone, ground == tcell.ColorNone}
	}
	r := &s.resolved
	c.Ink, c.Ground, c.Manner = r.to.Ink, r.to.Ground, r.to.Manner
	if r.noInk {
		c.Ink = beneath.Ink
	}
	if r.noGround {
		c.Ground = beneath.Ground
	}
}

// resolved is a style of tcell's in cells: most neighbours share one.
type resolved struct {
	from            tcell.Style
	to              canvas.Style
	noInk, noGround bool
}

func (s *screen) SetStyle(style tcell.Style) { s.style = style }

func (s *screen) ShowCursor(x, y int) { s.cursor = [2]int{x, y} }

func (s *screen) HideCursor() { s.cursor = nowhere }

// SetCursorStyle does nothing: the cursor keeps the user's style.
func (s *screen) SetCursorStyle(tcell.CursorStyle, ...tcell.Color) {}

func (s *screen) setASCII(on bool) {
	s.encoder.lost = s.encoder.lost || on != s.ascii
	s.ascii = on
}

// setRecolour changes the style of everything to the result of recolour. The cells keep their drawn styles.
func (s *screen) setRecolour(recolour func(canvas.Style) canvas.Style) {
	s.recolour, s.pens, s.encoder.lost = recolour, [len(s.pens)]cachedPen{}, true
	bare := s.penOf(canvas.Style{})
	s.pens[0] = cachedPen{pen: bare}
	if s.encoder.erased = blank; bare != (pen{}) {
		s.encoder.erased = nothingDrawn
	}
}

// cachedPen is the pen of a style. The zero value is valid for all styles but the zero one, which has the first place.
type cachedPen struct {
	drawn canvas.Style
	pen   pen
}

// penFor returns the pen of a cell. Styles with the same place in pens evict each other.
func (s *screen) penFor(c *cell) pen {
	drawn := c.Style()
	known := &s.pens[(uint32(drawn.Ink)*31+uint32(drawn.Ground)*7+uint32(drawn.Manner)*97)%uint32(len(s.pens))]
	if known.drawn != drawn {
		*known = cachedPen{drawn, s.penOf(drawn)}
	}
	return known.pen
}

func (s *screen) penOf(drawn canvas.Style) pen {
	if s.recolour != nil {
		drawn = s.recolour(drawn)
	}
	return s.paint.style(drawn)
}

// Show sends the changed cells, if any. If the terminal lags behind, it skips the frame: Terminal.Room receives when
// the next one will be shown.
func (s *screen) Show() {
	now := time.Now()
	if !s.flow.may(now) {
		return
	}
	if s.tty.disturbed.Swap(false) {
		s.encoder.lost = true
	}
	s.encode(s.flow.isCrowded(now))
	if s.bell {
		s.bell = false
		s.frame = append(s.frame, '\a')
	}
	if len(s.frame) > 0 {
		if s.flow.shows(now) {
			s.frame = append(s.frame, askStatus...)
		}
		s.tty.show(s.frame)
	}
}

// Beep rings the terminal's bell with the next frame.
func (s *screen) Beep() error {
	s.bell = true
	return nil
}

// Sync repaints the whole terminal, for output of other programs.
func (s *screen) Sync() {
	s.encoder.lost = true
	s.Show()
}

// The methods of tcell.Screen that put text into cells and read it back. None of them accepts control characters: the
// text may be a stranger's, and tcell would send an escape sequence unchanged.

func (s *screen) Put(x, y int, str string, style tcell.Style) (remain string, width int) {
	c, remain := s.firstCell(str)
	if c.Width > 0 {
		s.set(x, y, c, style)
	}
	return remain, int(c.Width)
}

func (s *screen) PutStr(x, y int, str string) { s.PutStrStyled(x, y, str, tcell.StyleDefault) }

func (s *screen) PutStrStyled(x, y int, str string, style tcell.Style) {
	for width := 0; str != "" && x < s.grid.Width; x += width {
		str, width = s.Put(x, y, str, style)
	}
}

func (s *screen) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) == 0 {
		ch = []rune{' '}
	}
	s.SetContent(x, y, ch[0], ch[1:], style)
}

func (s *screen) SetContent(x, y int, main rune, combining []rune, style tcell.Style) {
	if len(combining) > 0 {
		s.Put(x, y, string(append([]rune{main}, combining...)), style)
		return
	}
	width := runeWidth(main)
	if width == 0 {
		main, width = ' ', 1
	}
	s.set(x, y, cell{Glyph: canvas.Glyph(main), Width: width}, style)
}

func (s *screen) Get(x, y int) (str string, style tcell.Style, width int) {
	str, drawn, width := s.grid.Get(x, y)
	return str, tcellStyle(drawn), width
}

func (s *screen) GetContent(x, y int) (main rune, combining []rune, style tcell.Style, width int) {
	str, style, width := s.Get(x, y)
	if runes := []rune(str); len(runes) > 0 {
		main, combining = runes[0], runes[1:]
	}
	return main, combining, style, width
}

// LockRegion does nothing: there are no graphics to protect.
func (s *screen) LockRegion(x, y, width, height int, lock bool) {}

// firstCell returns the first cell of str, with width 0 if there is none, and the rest of str.
func (s *screen) firstCell(str string) (c cell, remain string) {
	if plainASCII(str) {
		return cell{Glyph: canvas.Glyph(str[0]), Width: 1}, str[1:]
	}
	if r, size := utf8.DecodeRuneInString(str); size == len(str) && narrow(r) {
		return cell{Glyph: canvas.Glyph(r), Width: 1}, ""
	}
	for state := -1; str != "" && c.Width == 0; {
		var cluster string
		var width int
		cluster, str, width, state = uniseg.FirstGraphemeClusterInString(str, state)
		main, _ := utf8.DecodeRuneInString(cluster)
		if width == 0 || unicode.IsControl(main) {
			continue
		}
		c = cell{Glyph: s.grid.Glyph(cluster), Width: uint16(min(width, 2))}
	}
	return c, str
}

// plainASCII reports whether str starts with a printable ASCII character without combining ones.
func plainASCII(str string) bool {
	return str != "" && printable(rune(str[0])) && (len(str) == 1 || str[1] < utf8.RuneSelf)
}

func printable(r rune) bool { return r >= ' ' && r < 0x7f }

// narrow reports whether r is one of the game's boxes, blocks and braille, each a cell wide.
func narrow(r rune) bool { return r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff }

// runeWidth returns the width of r in cells: 0, 1 or 2.
func runeWidth(r rune) uint16 {
	switch {
	case printable(r), narrow(r):
		return 1
	case unicode.IsControl(r):
		return 0
	}
	return uint16(min(uniseg.StringWidth(string(r)), 2))
}

// Recording renders pictures as the bytes for a terminal of some kind, without a terminal. They play later on any terminal
// of the size. They contain no queries.
type Recording struct{ s *screen }

// NewRecording returns a Recording for a terminal with so many columns and rows.
func NewRecording(width, height int, traits Traits) *Recording {
	local() // tcell reads the process's environment
	ti := describe(traits)
	s := &screen{
		tty: newFrameTty(nil), grid: canvas.NewGrid(traits.Colours()), encoder: newEncoder(ti, traits.Remote),
		paint: paint{colours: traits.Colours(), faint: ti.Dim != ""}, ascii: traits.ASCII, traits: traits, cursor: nowhere,
	}
	s.tty.width, s.tty.height = min(width, maxWidth), min(height, maxHeight)
	s.encoder.synchronised = false // a player shows each frame at once
	s.setRecolour(nil)
	s.Fill(' ', tcell.StyleDefault)
	return &Recording{s}
}

// Grid returns the cells to draw on.
func (f *Recording) Grid() *canvas.Grid { return f.s.grid }

// Recolour is like Terminal.Recolour.
func (f *Recording) Recolour(as func(canvas.Style) canvas.Style) { f.s.setRecolour(as) }

// Frame returns the bytes for the drawn cells, none without a change. They are valid until the next call. The first
// frame clears the terminal and hides its cursor.
func (f *Recording) Frame() []byte {
	f.s.encode(false)
	return f.s.frame
}

// End returns the bytes that restore the cursor and the pen, below the picture.
func (f *Recording) End() []byte {
	return []byte("\x1b[m" + f.s.encoder.show)
}
