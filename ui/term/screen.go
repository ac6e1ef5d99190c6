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

// screen is a tcell.Screen that sends a cell only when it differs from what the
// terminal shows, and a frame only when some cell does. What tcell draws by itself
// does not get through to the terminal.
//
// Its size changes in fit only, so it holds still while a frame is drawn.
type screen struct {
	tcell.Screen // for all that is not about cells

	tty      *frameTty
	flow     *flow
	grid     *canvas.Grid // what is drawn
	sent     []cell       // what the terminal shows
	stale    stale        // where that may not be the same
	encoder  encoder
	frame    []byte
	partial  partialUpdate
	paint    paint
	recolour func(canvas.Style) canvas.Style // nil: every style is as it looks
	looks    [1 << 8]look                    // what was found out about both
	cursor   [2]int                          // where it is to be
	style    tcell.Style                     // stands for tcell.StyleDefault
	resolved resolved                        // the last style that was drawn with
	ascii    bool
	close    func()
	bell     bool // is to ring with the next frame
	traits   Traits
	told     Reported // that all is written for
}

func newScreen(inner tcell.Screen, tty *frameTty, flow *flow, ti *terminfo.Terminfo, traits Traits, close func()) *screen {
	s := &screen{
		Screen: inner, tty: tty, flow: flow, grid: canvas.NewGrid(inner.Colors()), encoder: newEncoder(ti, traits.Remote), paint: paint{colours: traits.Colours(), faint: ti.Dim != ""},
		ascii: traits.ASCII, close: close, traits: traits, partial: partialUpdate{size: partialSizeOf(traits), few: fewChanges},
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
	c := cell{Glyph: canvas.CellGlyph(r), Width: 1}
	s.resolve(&c, style, &blank)
	s.grid.FillWith(c)
}

// fit takes on the size of the window.
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

// follow has all be written for what the terminal has told of itself.
func (s *screen) follow(told Reported) {
	if told == s.told {
		return
	}
	s.told = told
	s.encoder.margins = told.Margins == Has
	if told.Synchronised != Untold {
		s.encoder.synchronised = told.Synchronised == Has
	}
	if colours := s.traits.ColoursOf(told.Program); colours != s.grid.Colours() {
		s.grid.SetColours(colours)
		s.paint = paint{colours: colours, faint: s.paint.faint}
		s.setRecolour(s.recolour)
	}
}

// Colors is how many colours there are, of which the terminal may tell later than tcell looked.
func (s *screen) Colors() int { return s.grid.Colours() }

// forget lets go of what was kept for use again, which is as large as the window was.
func (s *screen) forget() {
	s.frame, s.encoder.runs = nil, runs{}
	s.partial.cells, s.partial.before = nil, nil
}

// set puts a character at (x, y). Whatever it covers half of goes blank.
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

// resolve gives a cell the look of a style. What that leaves open is taken, as tcell
// does, from the default style, and a colour from the cell beneath.
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

// resolved is what a style of tcell's is in cells: neighbours mostly share one.
type resolved struct {
	from            tcell.Style
	to              canvas.Style
	noInk, noGround bool
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
func (s *screen) setRecolour(recolour func(canvas.Style) canvas.Style) {
	s.recolour, s.looks, s.encoder.lost = recolour, [len(s.looks)]look{}, true
	bare := s.lookOf(canvas.Style{})
	s.looks[0] = look{pen: bare}
	if s.encoder.erased = blank; bare != (pen{}) {
		s.encoder.erased = nothingDrawn
	}
}

// look is what a style looks like. The zero value is true of all styles but the zero one,
// whose place is the first.
type look struct {
	drawn canvas.Style
	pen   pen
}

// look returns what a cell is written with. Of the styles that share a place among the
// looks, the last one asked for has it.
func (s *screen) look(c *cell) pen {
	drawn := c.Style()
	known := &s.looks[(uint32(drawn.Ink)*31+uint32(drawn.Ground)*7+uint32(drawn.Manner)*97)%uint32(len(s.looks))]
	if known.drawn != drawn {
		*known = look{drawn, s.lookOf(drawn)}
	}
	return known.pen
}

func (s *screen) lookOf(drawn canvas.Style) pen {
	if s.recolour != nil {
		drawn = s.recolour(drawn)
	}
	return s.paint.style(drawn)
}

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

// Beep has the terminal's bell ring with the next frame.
func (s *screen) Beep() error {
	s.bell = true
	return nil
}

// Sync repaints the whole terminal, in case something else wrote on it.
func (s *screen) Sync() {
	s.encoder.lost = true
	s.Show()
}

// The methods of tcell.Screen that put text into cells and read it back. None
// of them lets a control character through: text comes from strangers, and
// tcell would send an escape sequence in it as it is.

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
	s.set(x, y, cell{Glyph: canvas.CellGlyph(main), Width: width}, style)
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

// LockRegion does nothing: there is no picture beside the cells to protect.
func (s *screen) LockRegion(x, y, width, height int, lock bool) {}

// firstCell returns the first cell's worth of str, with width 0 if there is
// none, and what comes after it.
func (s *screen) firstCell(str string) (c cell, remain string) {
	if plainASCII(str) {
		return cell{Glyph: canvas.CellGlyph(str[0]), Width: 1}, str[1:]
	}
	if r, size := utf8.DecodeRuneInString(str); size == len(str) && narrow(r) {
		return cell{Glyph: canvas.CellGlyph(r), Width: 1}, ""
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

// plainASCII reports whether str begins with a printable ASCII character that
// nothing can combine with.
func plainASCII(str string) bool {
	return str != "" && printable(rune(str[0])) && (len(str) == 1 || str[1] < utf8.RuneSelf)
}

func printable(r rune) bool { return r >= ' ' && r < 0x7f }

// narrow reports whether r is one of the boxes, blocks and braille that the game is
// full of, each a cell wide.
func narrow(r rune) bool { return r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff }

// runeWidth returns how many cells r takes: 0, 1 or 2.
func runeWidth(r rune) uint16 {
	switch {
	case printable(r), narrow(r):
		return 1
	case unicode.IsControl(r):
		return 0
	}
	return uint16(min(uniseg.StringWidth(string(r)), 2))
}

// Film makes the bytes that a terminal of some kind would be sent, for one that is not there: whoever plays them later on any
// terminal of the size sees what was drawn. Nothing in them is a question.
type Film struct{ s *screen }

// NewFilm begins one on a terminal with so many columns and rows.
func NewFilm(width, height int, traits Traits) *Film {
	local() // tcell reads the process's environment
	ti := describe(traits)
	s := &screen{
		tty: newFrameTty(nil), grid: canvas.NewGrid(traits.Colours()), encoder: newEncoder(ti, traits.Remote),
		paint: paint{colours: traits.Colours(), faint: ti.Dim != ""}, ascii: traits.ASCII, traits: traits, cursor: nowhere,
	}
	s.tty.width, s.tty.height = min(width, maxWidth), min(height, maxHeight)
	s.encoder.synchronised = false // who plays it shows what comes at once at once
	s.setRecolour(nil)
	s.Fill(' ', tcell.StyleDefault)
	return &Film{s}
}

// Grid returns what is drawn on.
func (f *Film) Grid() *canvas.Grid { return f.s.grid }

// Recolour is as that of a Terminal.
func (f *Film) Recolour(as func(canvas.Style) canvas.Style) { f.s.setRecolour(as) }

// Frame returns what makes the terminal show what was drawn, nothing if it does. It is good until the next call. The first
// clears the terminal and hides its cursor.
func (f *Film) Frame() []byte {
	f.s.encode(false)
	return f.s.frame
}

// End returns what gives the terminal back its cursor and pen, below the picture.
func (f *Film) End() []byte {
	return []byte("\x1b[m" + f.s.encoder.show)
}
