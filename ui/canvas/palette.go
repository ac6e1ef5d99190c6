package canvas

import "github.com/gdamore/tcell/v2"

// Colour is an index into the Palette of a Canvas.
type Colour uint8

// Space is the colour of nothing: the terminal's own background. It is entry 0
// of every Palette.
const Space Colour = 0

// Palette says what the colours look like.
type Palette []Tone

// Tone is one colour on terminals of all kinds.
type Tone struct {
	Rich  uint8 // index into the 256 colours; those from 16 on look alike everywhere
	Basic uint8 // index into the 16 colours; with 8 the upper half becomes bold
	Mono  Mono
	// True goes before Rich on a terminal of 16 million colours, unless it is the
	// zero value: an index takes fewer bytes.
	True tcell.Color
}

// Mono is what stands for a colour where there is none.
type Mono uint8

// The ways to tell things apart without colour.
const (
	Plain  Mono = 0
	Strong Mono = 1
	Faint  Mono = 2
	Solid  Mono = 3 // as a background: reversed
)

// depth is how many colours a terminal has.
type depth uint8

const (
	noColours  depth = 0
	colours8   depth = 1
	colours16  depth = 2
	colours256 depth = 3
	trueColour depth = 4
)

// depthOf takes what tcell.Screen.Colors returns.
func depthOf(colours int) depth {
	switch {
	case colours > 256:
		return trueColour
	case colours == 256:
		return colours256
	case colours >= 16:
		return colours16
	case colours >= 8:
		return colours8
	}
	return noColours
}

// Style returns what ink on a ground looks like on a terminal of so many colours,
// as tcell.Screen's Colors counts them.
func (p Palette) Style(colours int, ink, ground Colour) tcell.Style {
	return p.style(depthOf(colours), ink, ground)
}

// style returns what ink on a ground of that colour looks like. Space on Space
// is tcell.StyleDefault.
func (p Palette) style(d depth, ink, ground Colour) tcell.Style {
	fore, back := &p[ink], &p[ground]
	style := tcell.StyleDefault
	if d == noColours {
		return style.Attributes(monoAttributes(fore.Mono, back.Mono))
	}
	if ink != Space {
		style = style.Foreground(fore.colour(d))
		if d == colours8 && fore.Basic >= 8 {
			style = style.Bold(true)
		}
	}
	if ground != Space {
		style = style.Background(back.colour(d))
	}
	return style
}

func (t *Tone) colour(d depth) tcell.Color {
	switch {
	case d == trueColour && t.True != tcell.ColorDefault:
		return t.True
	case d >= colours256:
		return tcell.PaletteColor(int(t.Rich))
	case d == colours16:
		return tcell.PaletteColor(int(t.Basic))
	}
	return tcell.PaletteColor(int(t.Basic & 7))
}

func monoAttributes(ink, ground Mono) tcell.AttrMask {
	var attributes tcell.AttrMask
	switch ink {
	case Strong:
		attributes = tcell.AttrBold
	case Faint:
		attributes = tcell.AttrDim
	}
	if ground == Solid {
		attributes |= tcell.AttrReverse
	}
	return attributes
}
