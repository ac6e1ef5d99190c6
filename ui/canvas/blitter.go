package canvas

import (
	"math/bits"
	"slices"

	"dogfight/ui/cells"
)

// blitter makes characters of dots. It follows the colours as one screen shows them.
type blitter struct {
	depth   depth
	font    *font
	ascii   bool
	sky     Colour
	scenery Colour
	shades  []shade
	same    [256]Colour // for each colour the first that looks just like it
	rgb     [256]rgb
	light   [256]int16   // how bright each is
	shines  [256]float32 // likewise as WCAG 2.2 has it for contrasts: its relative luminance and 0.05
	known   [512]knownBy // by a hash
	from    *Tone        // the Palette that all is from
}

// rgb is the parts of a colour, from 0 to 255, or a sum of such.
type rgb [3]int16

// knownBy is how a cell without a figure looks. Rock is made of few kinds of cells, and all of them are looked at anew
// whenever the camera moves.
type knownBy struct {
	dots uint64
	look look // none of no glyph
}

// settle makes it ready for a palette on a screen of so many colours.
func (b *blitter) settle(p Palette, m Mode, d depth) {
	if b.from == &p[0] && len(b.shades) == len(p) && b.depth == d && b.font == &fonts[m] {
		return
	}
	was := len(b.shades)
	b.shades = p.shades(b.shades, d)
	if was > 0 && slices.Equal(b.shades[:was], b.shades[was:]) && b.depth == d && b.font == &fonts[m] {
		b.shades, b.from = b.shades[:was], &p[0]
		return
	}
	b.from = &p[0]
	clear(b.known[:])
	b.shades = append(b.shades[:0], b.shades[was:]...)
	b.depth, b.font, b.ascii = d, &fonts[m], m == ASCII
	first := map[shade]Colour{}
	for k, s := range b.shades {
		if _, known := first[s]; !known {
			first[s] = Colour(k)
		}
		b.same[k] = first[s]
		c := s.colour
		if c == 0 {
			c = p.Ground(256)
		}
		hex, _ := c.Hex()
		b.rgb[k] = rgb{int16(hex >> 16), int16(hex >> 8 & 0xff), int16(hex & 0xff)}
		b.light[k] = 3*b.rgb[k][0] + 6*b.rgb[k][1] + b.rgb[k][2]
		b.shines[k] = float32(cells.Luminance(hex)) + 0.05
	}
}

// look is the character that shows a cell, and its colours.
type look struct {
	glyph       glyph
	ink, ground Colour
}

// look returns how a cell without a glyph looks. The same cell always looks the same, whatever is beside it.
func (b *blitter) look(at *cell) look {
	if at.figure != 0 {
		return b.solve(at)
	}
	dots := at.dots.number()
	known := &b.known[dots*0x9e3779b97f4a7c15>>(64-9)]
	if known.dots != dots || known.look.glyph == none {
		*known = knownBy{dots, b.solve(at)}
	}
	return known.look
}

// number is another one for all other dots.
func (d *dots) number() uint64 {
	return uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
		uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
}

// solve finds out how a cell looks.
func (b *blitter) solve(at *cell) look {
	d, rest := b.toned(&at.dots), mask(0)
	if at.figure != 0 {
		b.bare(&d, at)
	}
	for i := 1; i < len(d); i++ {
		if d[i] != d[0] {
			rest |= 1 << i
		}
	}
	switch {
	case b.ascii || b.depth == noColours:
		return b.outline(&d, at.figure)
	case rest == 0:
		return b.plain(d[0])
	case at.figure != 0 && bits.OnesCount8(uint8(at.figure)) < 7:
		if l, ok := b.figure(&d, at.figure); ok {
			return l
		}
	}
	if two := d[bits.TrailingZeros8(uint8(rest))]; b.font.glyphs[rest] != none && only(&d, rest, two) {
		return b.orient(rest, two, d[0])
	}
	if b.font.every {
		return b.nearest(&d)
	}
	return b.split(&d)
}

// dimmed is a cell that is full of a colour that there is no ground of.
const dimmed glyph = '▒'

// plain returns a cell of one colour.
func (b *blitter) plain(k Colour) look {
	if b.shades[k].dim {
		return look{dimmed, k, Space}
	}
	return look{' ', k, k}
}

// toned returns dots with one colour for all that look alike.
func (b *blitter) toned(d *dots) (toned dots) {
	for i, k := range d {
		toned[i] = b.same[k]
	}
	return toned
}

// bare takes the sky away behind a figure, so that all figures in one colour share a pen. In a cell or two it is not missed.
func (b *blitter) bare(d *dots, at *cell) {
	for i := range d {
		if at.figure>>i&1 == 0 && at.dots[i] <= b.sky {
			d[i] = Space
		}
	}
}

// only reports whether some of the dots are all of one colour.
func only(d *dots, of mask, k Colour) bool {
	for ; of != 0; of &= of - 1 {
		if d[bits.TrailingZeros8(uint8(of))] != k {
			return false
		}
	}
	return true
}

// commonest returns the colour that most of some dots have: never the mean of them, which would be one colour more, and
// another one whenever something moves.
func commonest(d *dots, of mask) (k Colour) {
	most := 0
	for left := of; left != 0; left &= left - 1 {
		i, n := bits.TrailingZeros8(uint8(left)), 0
		for other := left; other != 0; other &= other - 1 {
			if d[bits.TrailingZeros8(uint8(other))] == d[i] {
				n++
			}
		}
		if n > most {
			k, most = d[i], n
		}
	}
	return k
}

// figure returns what keeps the outline of ships and shots: they decide the shape, and the colours are the commonest of
// them and of what is behind them.
func (b *blitter) figure(d *dots, of mask) (look, bool) {
	ink, ground := commonest(d, of), commonest(d, ^of)
	if ink == ground {
		return look{}, false
	}
	return b.orient(b.nearestShape(of, ground == Space), ink, ground), true
}

// nearestShape returns the shape of the font that is most like that of a figure. A dot of it that is lost counts more than
// one that is added. On nothing it must have a character of its own: the complement would be nothing's ink, for which
// ink and ground have to change places, and back again.
func (b *blitter) nearestShape(of mask, onNothing bool) mask {
	if b.font.glyphs[of] != none {
		return of
	}
	best, least := allDots, 100
	for _, split := range b.font.splits {
		for _, shape := range [...]mask{split, ^split} {
			if onNothing && b.font.glyphs[shape] == none {
				continue
			}
			cost := 3*bits.OnesCount8(uint8(of&^shape)) + 2*bits.OnesCount8(uint8(shape&^of))
			if cost < least {
				best, least = shape, cost
			}
		}
	}
	return best
}

// orient returns a shape of a colour on a ground. What covers less of the cell is the ink, so that neighbours share their
// ground; of halves the brighter one. Nothing is never the ink, and what there is no ground of is always, if the font can
// help it.
func (b *blitter) orient(shape mask, ink, ground Colour) look {
	is, other := b.font.glyphs[shape], b.font.glyphs[^shape]
	n := bits.OnesCount8(uint8(shape))
	smaller := n < 4 || n == 4 && b.light[ink] >= b.light[ground]
	switch {
	case is == none, other != none && (ink == Space || ground != Space && !smaller && !b.shades[ink].dim && !b.shades[ground].dim):
		return look{other, ground, ink}
	}
	return look{is, ink, ground}
}

// split returns the two parts of the cell, of those that the font has, in which the dots differ least from their mean: the
// sum of squares falls by |sum|^2/n of each part, so that sums will do.
func (b *blitter) split(d *dots) look {
	var all rgb
	for _, k := range d {
		all.add(&b.rgb[k])
	}
	best, most := mask(0), -1
	for _, shape := range b.font.splits {
		var part rgb
		for left := shape; left != 0; left &= left - 1 {
			part.add(&b.rgb[d[bits.TrailingZeros8(uint8(left))]])
		}
		n := bits.OnesCount8(uint8(shape))
		fall := 0
		for i, weight := range [...]int{3, 6, 1} {
			sum, rest := int(part[i]), int(all[i]-part[i])
			fall += weight * (sum*sum/n + rest*rest/(8-n))
		}
		if fall > most {
			best, most = shape, fall
		}
	}
	return b.parts(d, best)
}

func (c *rgb) add(other *rgb) {
	c[0] += other[0]
	c[1] += other[1]
	c[2] += other[2]
}

// parts returns two parts of a cell, each in its commonest colour.
func (b *blitter) parts(d *dots, shape mask) look {
	ink, ground := commonest(d, shape), commonest(d, ^shape)
	if ink == ground {
		return b.plain(ground)
	}
	return b.orient(shape, ink, ground)
}

// nearest splits the dots between the two colours that differ most.
func (b *blitter) nearest(d *dots) look {
	one, two, far := d[0], d[0], -1
	for i := range d {
		for j := i + 1; j < len(d); j++ {
			if d[i] != d[j] && b.apart(d[i], d[j]) > far {
				one, two, far = d[i], d[j], b.apart(d[i], d[j])
			}
		}
	}
	var shape mask
	for i, k := range d {
		if b.apart(k, two) < b.apart(k, one) {
			shape |= 1 << i
		}
	}
	return b.parts(d, shape)
}

// apart returns how much two colours differ.
func (b *blitter) apart(j, k Colour) (sum int) {
	for i, weight := range [...]int{3, 6, 1} {
		part := int(b.rgb[j][i] - b.rgb[k][i])
		sum += weight * part * part
	}
	return sum
}

// outline returns what shows in ASCII or without colours: where there is something, in the commonest of its colours. A
// figure shows alone, so that what is behind it keeps off.
func (b *blitter) outline(d *dots, figure mask) look {
	var set mask
	for i, k := range d {
		if k != Space && (figure == 0 || figure>>i&1 == 1) {
			set |= 1 << i
		}
	}
	ink := commonest(d, set)
	switch {
	case b.ascii && figure != 0:
		return look{plainFigure(set), ink, Space}
	case b.ascii:
		return look{plainDots(set), ink, Space}
	case set == 0:
		return look{' ', Space, Space}
	}
	return look{b.font.glyphs[b.nearestShape(set, true)], ink, Space}
}

// legible is the least contrast that text needs (WCAG 2.2).
const legible = 4.5

// behind returns the ground of a glyph: of the colours in its cell the one that it stands out from most, or in most cases
// the only one. Over scenery that it does not stand out from it has nothing behind it.
func (b *blitter) behind(at *cell) Colour {
	if at.glyph.empty() { // which need not be read, and would stand in a hole in the dust
		return b.same[at.dots[0]]
	}
	best, most, scenery := at.dots[0], float32(0), true
	for _, k := range at.dots {
		scenery = scenery && k <= b.scenery
		if contrast := b.contrast(k, at.ink); contrast > most {
			best, most = k, contrast
		}
	}
	if scenery && most < legible && b.depth != noColours && !b.ascii && b.contrast(Space, at.ink) > most {
		return Space
	}
	return b.same[best]
}

// contrast returns that of two colours, from 1 to 21.
func (b *blitter) contrast(j, k Colour) float32 {
	if b.shines[j] < b.shines[k] {
		j, k = k, j
	}
	return b.shines[j] / b.shines[k]
}

// style returns what a look is written with.
func (b *blitter) style(l look) cells.Style { return b.shades[l.ink].on(&b.shades[l.ground]) }
