package term

import "github.com/gdamore/tcell/v2"

// paint turns tcell's colours into those that the terminal has.
type paint struct {
	colours int  // 0, 8, 16, 256 or 1<<24
	faint   bool // it has faint text
	known   map[tcell.Color]colour
}

// style returns what a style looks like there. Where there are no colours, dark ink is
// meant for a bright ground.
func (p *paint) style(style tcell.Style) pen {
	ink, ground, attributes := style.Decompose()
	if p.colours == 0 && p.dark(ink) {
		attributes ^= tcell.AttrReverse
	}
	if !p.faint {
		attributes &^= tcell.AttrDim
	}
	return pen{p.of(ink), p.of(ground), mannerOf(attributes)}
}

// of returns the colour that comes closest.
func (p *paint) of(c tcell.Color) colour {
	if c&tcell.ColorIsRGB == 0 && c.Valid() && int(c&0xffffff) < p.colours {
		return colour(c&0xffffff) + 1
	}
	if !c.Valid() || p.colours == 0 {
		return 0
	}
	if p.colours > 256 {
		return anyRGB | colour(c.Hex())
	}
	if k, ok := p.known[c]; ok {
		return k
	}
	if p.known == nil {
		p.known = map[tcell.Color]colour{}
	}
	k := colour(tcell.FindColor(c, palette[:p.colours])&0xffffff) + 1
	p.known[c] = k
	return k
}

func (p *paint) dark(c tcell.Color) bool {
	return c.Valid() && tcell.FindColor(c, blackAndWhite) == tcell.ColorBlack
}

var blackAndWhite = []tcell.Color{tcell.ColorBlack, tcell.ColorWhite}

// palette is that of xterm.
var palette = func() (colours []tcell.Color) {
	for i := range 256 {
		colours = append(colours, tcell.PaletteColor(i))
	}
	return colours
}()
