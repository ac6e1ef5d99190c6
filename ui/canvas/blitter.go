package canvas

import (
	"math/bits"
	"slices"
)

// blitter turns dots into characters, in the colours of one screen.
type blitter struct {
	depth     depth
	font      *font
	ascii     bool
	sky       Colour
	scenery   Colour
	shades    []shade
	same      [256]Colour // for each colour the first one that looks the same
	rgb       [256]rgb
	light     [256]int16   // brightness, to compare
	luminance [256]float32 // relative luminance + 0.05, for contrasts (WCAG 2.2)
	known     [512]cachedSymbol
	from      *Tone // first entry of the Palette that all this comes from
}

// rgb is red, green and blue from 0 to 255, or sums of them.
type rgb [3]int16

// cachedSymbol caches the symbol of a cell without a figure, by a hash of its dots. Rock consists of few kinds of cells, and a
// camera that moves needs all of them again.
type cachedSymbol struct {
	dots   uint64
	symbol symbol // glyph is none in an empty entry
}

// prepare sets the palette, mode and number of colours, and drops cached symbols of others.
func (b *blitter) prepare(p Palette, m Mode, d depth) {
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
		b.luminance[k] = float32(Luminance(hex)) + 0.05
	}
}

// symbol is the character and colours of a cell.
type symbol struct {
	glyph       glyph
	ink, ground Colour
}

// symbol returns the symbol of a cell without a glyph. It depends on that cell alone.
func (b *blitter) symbol(at *cell) symbol {
	if at.figure != 0 {
		return b.solve(at)
	}
	dots := at.dots.number()
	known := &b.known[dots*0x9e3779b97f4a7c15>>(64-9)]
	if known.dots != dots || known.symbol.glyph == none {
		*known = cachedSymbol{dots, b.solve(at)}
	}
	return known.symbol
}

// number returns the dots as one number.
func (d *dots) number() uint64 {
	return uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
		uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
}

// solve computes the symbol of a cell.
func (b *blitter) solve(at *cell) symbol {
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

// hatched fills a cell with a colour that has no ground.
const hatched glyph = '▒'

// plain returns a cell of one colour.
func (b *blitter) plain(k Colour) symbol {
	if b.shades[k].dim {
		return symbol{hatched, k, Space}
	}
	return symbol{' ', k, k}
}

// toned replaces each colour by the first one that looks the same.
func (b *blitter) toned(d *dots) (toned dots) {
	for i, k := range d {
		toned[i] = b.same[k]
	}
	return toned
}

// bare removes the sky behind a figure, so that figures of one colour need only one change of style. One cell of missing sky
// is not noticed.
func (b *blitter) bare(d *dots, at *cell) {
	for i := range d {
		if at.figure>>i&1 == 0 && at.dots[i] <= b.sky {
			d[i] = Space
		}
	}
}

// style returns the style of a symbol.
func (b *blitter) style(l symbol) Style { return b.shades[l.ink].on(&b.shades[l.ground]) }

// figure returns a symbol that keeps the outline of a figure: its dots decide the shape, and each side gets its commonest
// colour. It fails if these are the same.
func (b *blitter) figure(d *dots, of mask) (symbol, bool) {
	ink, ground := commonest(d, of), commonest(d, ^of)
	if ink == ground {
		return symbol{}, false
	}
	return b.orient(b.nearestShape(of, ground == Space), ink, ground), true
}

// nearestShape returns the shape of the font most like a figure. A lost dot costs more than an added one. Against an empty
// ground the shape needs a character of its own, as its complement would need ink in the colour of nothing.
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

// orient decides which side of a shape is ink. The smaller side is, so that neighbours share their ground; of halves the
// brighter one. Space is never ink and a colour without a ground always is, if the font allows it.
func (b *blitter) orient(shape mask, ink, ground Colour) symbol {
	is, other := b.font.glyphs[shape], b.font.glyphs[^shape]
	n := bits.OnesCount8(uint8(shape))
	smaller := n < 4 || n == 4 && b.light[ink] >= b.light[ground]
	if is == none || other != none && (ink == Space || ground != Space && !smaller && !b.shades[ink].dim && !b.shades[ground].dim) {
		return symbol{other, ground, ink}
	}
	return symbol{is, ink, ground}
}

// split cuts the cell along the shape of the font that leaves the least variance within both parts. The sum of squares falls
// by |sum|^2/n of each part, so sums are enough.
func (b *blitter) split(d *dots) symbol {
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

// parts shows each of two parts in its commonest colour.
func (b *blitter) parts(d *dots, shape mask) symbol {
	ink, ground := commonest(d, shape), commonest(d, ^shape)
	if ink == ground {
		return b.plain(ground)
	}
	return b.orient(shape, ink, ground)
}

// nearest splits the dots between the two colours that differ most.
func (b *blitter) nearest(d *dots) symbol {
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

// apart returns the weighted square distance of two colours.
func (b *blitter) apart(j, k Colour) (sum int) {
	for i, weight := range [...]int{3, 6, 1} {
		part := int(b.rgb[j][i] - b.rgb[k][i])
		sum += weight * part * part
	}
	return sum
}

// only reports whether all dots of a mask have one colour.
func only(d *dots, of mask, k Colour) bool {
	for ; of != 0; of &= of - 1 {
		if d[bits.TrailingZeros8(uint8(of))] != k {
			return false
		}
	}
	return true
}

// commonest returns the most frequent colour among the dots of a mask. A mean would be one more colour, and would change
// with every move.
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
