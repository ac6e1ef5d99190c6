package term

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

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
