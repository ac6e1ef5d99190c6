package canvas

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
