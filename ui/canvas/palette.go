package canvas

// Colour is an index into the Palette of a Canvas.
type Colour uint8

// Space is the colour of nothing: the terminal's own background. It is entry 0
// of every Palette, where its Tone is a ground like that: see Ground.
const Space Colour = 0

// Palette says what the colours look like.
type Palette []Tone

// Tone is one colour on terminals of all kinds.
type Tone struct {
	// Rich is an index into the 256 colours; those from 16 on look alike everywhere. 0 is none: a shade of Space that
	// takes more colours to be seen.
	Rich  uint8
	Basic uint8 // index into the 16 colours; with 8 the upper half becomes bold
	Mono  Mono
	// True goes before Rich on a terminal of 16 million colours, unless it is the
	// zero value: an index takes fewer bytes.
	True CellColour
}

// Mono is what stands for a colour where there is none.
type Mono uint8

// The ways to tell things apart without colour.
const (
	Plain      Mono = 0
	MonoStrong Mono = 1
	MonoFaint  Mono = 2
	Solid      Mono = 3 // as a background: reversed
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

// Style returns what ink on a ground looks like on a terminal of so many colours: 0, 8,
// 16, 256 or more. Space on Space is the zero value.
func (p Palette) Style(colours int, ink, ground Colour) Style {
	d := depthOf(colours)
	fore, back := p.shade(d, ink), p.shade(d, ground)
	return fore.on(&back)
}

// Ground returns what may be painted in place of the terminal's own background, on a
// terminal of so many colours; 0 where there are none.
func (p Palette) Ground(colours int) CellColour {
	d := depthOf(colours)
	if d == noColours {
		return 0
	}
	tone := p[Space]
	if d == colours8 {
		tone.Basic &= 7 // bold has no effect on a ground
	}
	return tone.colour(d)
}

// shade is what a colour looks like on one terminal.
type shade struct {
	colour, ground  CellColour // as ink and as ground
	asInk, asGround Manner
	nothing         bool // only space: see Tone.Rich
	dim             bool // that there is no ground of: it is ink on the terminal's own
}

// solid returns a shade that is the same as ink and as ground.
func solid(c CellColour) shade { return shade{colour: c, ground: c} }

// on returns what a shade looks like as ink on another one.
func (s *shade) on(ground *shade) Style {
	return Style{Ink: s.colour, Ground: ground.ground, Manner: s.asInk | ground.asGround}
}

// shades appends those of all colours.
func (p Palette) shades(all []shade, d depth) []shade {
	for k := range p {
		all = append(all, p.shade(d, Colour(k)))
	}
	return all
}

func (p Palette) shade(d depth, k Colour) shade {
	tone := &p[k]
	switch {
	case k == Space, tone.Rich == 0 && (d < trueColour || tone.True == 0):
		return shade{nothing: true}
	case d == noColours:
		return tone.Mono.shade()
	case d == colours8 && tone.Basic == darkGrey:
		return p.dim()
	case d == colours8 && tone.Basic > darkGrey:
		s := solid(Numbered(int(tone.Basic & 7)))
		s.asInk = Bold
		return s
	}
	return solid(tone.colour(d))
}

// darkGrey is the one of 16 colours that 8 have nothing like: bold black is black on many terminals.
const darkGrey = 8

// dim returns what stands for dark grey among 8 colours: faint ink.
func (p Palette) dim() shade {
	s := shade{colour: Numbered(7), asInk: Faint, dim: true}
	if p[Space].Basic&7 == 7 { // paper
		s.colour = Numbered(0)
	}
	return s
}

func (t *Tone) colour(d depth) CellColour {
	switch {
	case d == trueColour && t.True != 0:
		return t.True
	case d >= colours256:
		return Numbered(int(t.Rich))
	}
	return Numbered(int(t.Basic))
}

func (m Mono) shade() shade {
	switch m {
	case MonoStrong:
		return shade{asInk: Bold}
	case MonoFaint:
		return shade{asInk: Faint}
	case Solid:
		return shade{asGround: Reversed}
	}
	return shade{}
}
