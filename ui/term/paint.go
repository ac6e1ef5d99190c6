package term

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

// paint turns colours into those that the terminal has.
type paint struct {
	colours int  // 0, 8, 16, 256 or 1<<24
	faint   bool // it has faint text
	known   map[canvas.CellColour]colour
}

// style returns what a style looks like there. Where there are no colours, dark ink is
// meant for a bright ground.
func (p *paint) style(style canvas.Style) pen {
	if p.colours == 0 && dark(style.Ink) {
		style.Manner ^= canvas.Reversed
	}
	if !p.faint {
		style.Manner &^= canvas.Faint
	}
	return pen{p.of(style.Ink), p.of(style.Ground), manner(style.Manner)}
}

// of returns the colour that comes closest.
func (p *paint) of(c canvas.CellColour) colour {
	if n, ok := c.Number(); ok && n < p.colours {
		return colour(c)
	}
	if _, toneless := c.Role(); toneless || c == 0 || p.colours == 0 {
		return 0
	}
	if p.colours > 256 {
		return colour(c)
	}
	if k, ok := p.known[c]; ok {
		return k
	}
	if p.known == nil {
		p.known = map[canvas.CellColour]colour{}
	}
	k := colour(colourOf(tcell.FindColor(tcellColour(c), palette[:p.colours])))
	p.known[c] = k
	return k
}

func dark(c canvas.CellColour) bool {
	return c != 0 && tcell.FindColor(tcellColour(c), blackAndWhite) == tcell.ColorBlack
}

var blackAndWhite = []tcell.Color{tcell.ColorBlack, tcell.ColorWhite}

// palette is that of xterm.
var palette = func() (colours []tcell.Color) {
	for i := range 256 {
		colours = append(colours, tcell.PaletteColor(i))
	}
	return colours
}()
