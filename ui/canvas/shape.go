package canvas

import "math/bits"

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
