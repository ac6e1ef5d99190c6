package canvas

import "math"

// Colour is an index into the Palette of a Canvas.
type Colour uint8

// Space is empty space: the terminal's own background. It is entry 0 of every Palette; its Tone is a similar colour, for
// Ground.
const Space Colour = 0

// Palette has the tone of each Colour.
type Palette []Tone

// Tone is one colour on all kinds of terminals.
type Tone struct {
	Rich  uint8 // entry of the 256 colours, from 16 on; 0 for a shade of Space that only 16 million colours can show
	Basic uint8 // entry of the 16 colours; with 8 the upper half becomes bold
	Mono  Mono
	True  TermColour // replaces Rich on a terminal of 16 million colours, unless 0: Rich takes fewer bytes
}

// Mono shows a colour on a terminal without colours.
type Mono uint8

const (
	MonoPlain  Mono = 0
	MonoStrong Mono = 1
	MonoFaint  Mono = 2
	MonoSolid  Mono = 3 // a reversed ground
)

// depth is the number of colours of a terminal, in classes.
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

// Style returns ink on a ground for a terminal of 0, 8, 16, 256 or more colours. Space on Space is the zero value.
func (p Palette) Style(colours int, ink, ground Colour) Style {
	d := depthOf(colours)
	fore, back := p.shade(d, ink), p.shade(d, ground)
	return fore.on(&back)
}

// Ground returns a colour to paint instead of the terminal's own background; 0 on a terminal without colours.
func (p Palette) Ground(colours int) TermColour {
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

// Light reports whether the palette is for light backgrounds.
func (p Palette) Light() bool { return p != nil && p[Space].Basic&7 == 7 }

// shade is a colour on one terminal.
type shade struct {
	colour, ground  TermColour // as ink and as ground
	asInk, asGround Manner
	nothing         bool // looks like Space: see Tone.Rich
	dim             bool // has no ground of its own, only ink
}

// solid returns a shade that is the same as ink and ground.
func solid(c TermColour) shade { return shade{colour: c, ground: c} }

// on returns the style of ink on a ground.
func (s *shade) on(ground *shade) Style {
	return Style{Ink: s.colour, Ground: ground.ground, Manner: s.asInk | ground.asGround}
}

// shades appends the shades of all colours.
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

// darkGrey has no counterpart among 8 colours: bold black is black on many terminals.
const darkGrey = 8

// dim returns the substitute for dark grey on 8 colours: faint ink.
func (p Palette) dim() shade {
	s := shade{colour: Numbered(7), asInk: Faint, dim: true}
	if p.Light() {
		s.colour = Numbered(0)
	}
	return s
}

func (t *Tone) colour(d depth) TermColour {
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
	case MonoSolid:
		return shade{asGround: Reversed}
	}
	return shade{}
}

// Luminance returns the relative luminance of 0xRRGGBB, from 0 for black to 1 for white (WCAG 2.2; curve of IEC 61966-2-1).
func Luminance(hex int) float64 {
	return 0.2126*linear[hex>>16&0xff] + 0.7152*linear[hex>>8&0xff] + 0.0722*linear[hex&0xff]
}

// linear is the light of each value of red, green and blue. It is a table because checking a palette needs some 10,000 values.
var linear = func() (light [256]float64) {
	for part := range light {
		v := float64(part) / 255
		if v <= 0.04045 {
			light[part] = v / 12.92
		} else {
			light[part] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}()

// Contrast returns the contrast of two colours 0xRRGGBB, from 1 to 21 (WCAG 2.2). Readable text needs 4.5.
func Contrast(a, b int) float64 {
	dark, light := Luminance(a), Luminance(b)
	if dark > light {
		dark, light = light, dark
	}
	return (light + 0.05) / (dark + 0.05)
}

// Hex returns the colour as 0xRRGGBB, palette entries as xterm shows them (other terminals differ in the first 16); false for
// the terminal's default.
func (c TermColour) Hex() (hex int, ok bool) {
	if hex, ok := c.RGB(); ok {
		return hex, true
	}
	n, ok := c.Number()
	switch {
	case !ok || n > 255:
		return 0, false
	case n < len(basic):
		return basic[n], true
	case n >= firstGrey:
		return (8 + 10*(n-firstGrey)) * 0x010101, true
	}
	n -= len(basic)
	return cubeSteps[n/36]<<16 | cubeSteps[n/6%6]<<8 | cubeSteps[n%6], true
}

const firstGrey = 232

var cubeSteps = [6]int{0, 95, 135, 175, 215, 255}

// basic are xterm's defaults for the 16 colours.
var basic = [16]int{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}
