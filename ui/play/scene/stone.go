package scene

import "dogfight/ui/canvas"

// lights are the light on each of the normals, in hundredths.
var lights = func() (lights [len(normals)]int) {
	for i, n := range normals {
		lights[i] = (n.x*lightX + n.y*lightY) / 100
	}
	return lights
}()

func (k *patch) stone(x, y, depth, facing int) canvas.Colour {
	tone := k.tone(x, y, depth, lights[facing])
	tone = k.cratered(x, y, tone)
	return canvas.RockOf(k.material(x, y), min(max((tone+50)/100, 0), canvas.RockTones-1))
}

// material returns the material of the tile there, or of the one that overlaps its edge.
func (k *patch) material(x, y int) int {
	for _, by := range [...][2]int{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		if kind := k.boulders.kind((x+by[0])>>2, (y+by[1])>>2); kind != 0 {
			return int(kind) - 1
		}
	}
	return 0
}

// Tones in hundredths.
const (
	face    = 245
	swellBy = 150 // by the height of swells
	relief  = 260 // of edges, by the light
	bevel   = 7 * perStep
	rim     = 8 * perStep / 5  // depth of the outermost line
	seam    = 13 * perStep / 5 // and of the next
)

// tone returns the tone of smooth, broken stone, in hundredths.
func (k *patch) tone(x, y, depth, light int) int {
	tone := face + relief*max(0, bevel+perStep-depth)*light/(bevel*100) + facet(x, y, depth)
	switch {
	case depth <= rim && light > 55:
		return 660 + light*6/10
	case depth <= rim && light > 10:
		return 520
	case depth <= rim && light < -20:
		return 0
	case depth <= seam && light > 40:
		return max(tone, 490)
	}
	return tone
}

// The size of facets and the distance of swells, in sub-pixels.
const (
	facetWidth  = 9
	facetHeight = 7
	swellsApart = 22
)

// facet returns the added tone of a sub-pixel's facet. Each belongs to the nearest of the points scattered over a
// raster, one in each square (Worley 1996).
func facet(x, y, depth int) int {
	column, row := FloorDiv(x, facetWidth), FloorDiv(y, facetHeight)
	nearest, atX, atY, number := 1<<30, 0, 0, uint32(0)
	for j := row - 1; j <= row+1; j++ {
		for i := column - 1; i <= column+1; i++ {
			h := Scatter(i, j, seedFacet)
			px, py := i*facetWidth+int(h&0xff)*facetWidth>>8, j*facetHeight+int(h>>8&0xff)*facetHeight>>8
			if d := (x-px)*(x-px) + (y-py)*(y-py); d < nearest {
				nearest, atX, atY, number = d, px, py, h>>16
			}
		}
	}
	lighter := [...]int{-60, -60, 0, 0, 0, 0, 70, 70}[number&7]
	swell := rasterNoise(atX+3, atY+5, swellsApart, seedSwell) - rasterNoise(atX-3, atY-5, swellsApart, seedSwell)
	return lighter + swell*swellBy*min(depth, bevel)/(bevel*100)
}

// plainStone has one tone and a lit edge.
func (k *patch) plainStone(x, y, depth int) canvas.Colour {
	if depth <= 3*perStep && lights[k.facing(x, y)] > 25 {
		return canvas.RockLit
	}
	return canvas.RockFace
}

// crater is a round hole, in 1/16 sub-pixel.
type crater struct{ x, y, radius int }

const (
	craterRaster = 12                            // sub-pixels of a square side; each square has at most one
	craterFields = 40                            // sub-pixels from a field of many to one of few
	craterLeast  = 35                            // 1/16 sub-pixel of radius
	craterMost   = 86                            //
	craterLip    = 18                            // 1/16 sub-pixel around it
	craterReach  = (craterMost+craterLip)/16 + 1 // sub-pixels
)

// findCraters finds the craters of the piece.
func (k *patch) findCraters() {
	k.craters = k.craters[:0]
	left, right := k.left+margin-craterReach, k.left+patchWidth-margin+craterReach
	top, bottom := k.top+margin-craterReach, k.top+patchHeight-margin+craterReach
	for row := FloorDiv(top, craterRaster); row*craterRaster < bottom; row++ {
		for column := FloorDiv(left, craterRaster); column*craterRaster < right; column++ {
			h := Scatter(column, row, seedCrater)
			c := craterAt(column, row, h)
			x, y := c.x>>4, c.y>>4
			if int(h&0xff) > 20+rasterNoise(x, y, craterFields, seedCraterField)*3/4 || x < left || x >= right || y < top || y >= bottom {
				continue
			}
			c.radius = min(c.radius, (k.depth(x, y)-2*perStep)*16/perStep)
			if c.radius >= craterLeast {
				k.craters = append(k.craters, c)
			}
		}
	}
}

// craterAt returns the crater of a square. It lies inside, so craters never meet.
func craterAt(column, row int, h uint32) crater {
	large := int(h >> 24)
	radius := craterLeast + large*large*(craterMost-craterLeast)>>16 // most are small
	room := 16*craterRaster - 2*radius
	return crater{
		x:      16*column*craterRaster + radius + int(h>>8&0xff)*room>>8,
		y:      16*row*craterRaster + radius + int(h>>16&0xff)*room>>8,
		radius: radius,
	}
}

// cratered returns the tone of a sub-pixel with the effect of its craters.
func (k *patch) cratered(x, y, tone int) int {
	for i := range k.craters {
		c := &k.craters[i]
		dx, dy := 16*x+8-c.x, 16*y+8-c.y
		square, lip := dx*dx+dy*dy, c.radius+craterLip
		toLight := (dx*lightX + dy*lightY) / 100
		switch inside := square < c.radius*c.radius; {
		case inside && toLight*10 > -c.radius:
			return 110 // in the shadow of its edge
		case inside && toLight*100 > -55*c.radius:
			return min(tone-80, 210)
		case inside:
			return max(tone+50, 310) // where light falls in
		case square < lip*lip && toLight < 0 && toLight*toLight*100 > 12*square:
			return max(tone+120, 440)
		}
	}
	return tone
}

// Depths count in fifths of a sub-pixel: 5 a step, 7 a diagonal one.
const (
	perStep  = 5
	perSlant = 7
	deepest  = 9 * perStep // beyond, nothing changes
	reach    = 3           // sub-pixels each way for a normal
)

// measureDepths measures the distance of each sub-pixel of rock from space, by two chamfer passes (Borgefors 1986). A
// depth up to deepest depends on sub-pixels at most that far away, so it is right in the whole patch except its
// margin.
func (k *patch) measureDepths() {
	for y := range patchHeight {
		for x := range patchWidth {
			k.deepen(x, y, 1)
		}
	}
	for y := patchHeight - 1; y >= 0; y-- {
		for x := patchWidth - 1; x >= 0; x-- {
			k.deepen(x, y, -1)
		}
	}
}

// deepen applies the neighbours that the pass has visited.
func (k *patch) deepen(x, y, step int) {
	at := &k.depths[y][x]
	if *at == 0 {
		return
	}
	if before := x - step; uint(before) < patchWidth {
		*at = min(*at, k.depths[y][before]+perStep)
	}
	above := y - step
	if uint(above) >= patchHeight {
		return
	}
	row := &k.depths[above]
	*at = min(*at, row[x]+perStep)
	if x > 0 {
		*at = min(*at, row[x-1]+perSlant)
	}
	if x+1 < patchWidth {
		*at = min(*at, row[x+1]+perSlant)
	}
}

// depth returns the depth of a sub-pixel, 0 for space.
func (k *patch) depth(x, y int) int { return int(k.depths[y-k.top][x-k.left]) }

// normals are the directions of rock faces, in hundredths: none, and every 30 degrees clockwise from the right.
var normals = [13]struct{ x, y int }{
	{}, {100, 0}, {87, 50}, {50, 87}, {0, 100}, {-50, 87}, {-87, 50},
	{-100, 0}, {-87, -50}, {-50, -87}, {0, -100}, {50, -87}, {87, -50},
}

// facing returns the index of a rock sub-pixel's normal, against the slope of the depths.
func (k *patch) facing(x, y int) int {
	if k.depth(x, y) >= deepest {
		return 0
	}
	nx, ny := 0, 0
	for d := 1; d <= reach; d++ {
		nx += k.depth(x-d, y) - k.depth(x+d, y)
		ny += k.depth(x, y-d) - k.depth(x, y+d)
	}
	if nx == 0 && ny == 0 {
		return 0
	}
	best, most := 0, 0
	for i, n := range normals {
		if along := nx*n.x + ny*n.y; along > most {
			best, most = i, along
		}
	}
	return best
}

// Scatter returns a random-looking number, fixed for a place and a seed (the finalizer of MurmurHash3, Appleby 2011).
func Scatter(x, y int, seed uint32) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca6b ^ seed*0xc2b2ae35
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

const (
	seedOutline uint32 = 1 + iota
	seedMaterial
	seedFacet
	seedSwell
	seedCrater
	seedCraterField
	seedBlue // and the two after it
	_
	_
	seedViolet // and the two after it
)

// rasterNoise returns 0 to 255, smooth between places that are apart by so many sub-pixels or cells.
func rasterNoise(x, y, apart int, seed uint32) int {
	return wrapped(x, y, apart, -1, -1, seed)
}

// wrapped is noise that repeats: lastX and lastY are masks of its places.
func wrapped(x, y, apart, lastX, lastY int, seed uint32) int {
	column, row := FloorDiv(x, apart), FloorDiv(y, apart)
	fx, fy := ease(x-column*apart, apart), ease(y-row*apart, apart)
	at := func(x, y int) int { return int(Scatter(x&lastX, y&lastY, seed) & 0xff) }
	upper := at(column, row)<<8 + (at(column+1, row)-at(column, row))*fx
	lower := at(column, row+1)<<8 + (at(column+1, row+1)-at(column, row+1))*fx
	return (upper<<8 + (lower-upper)*fy) >> 16
}

// ease returns the way between two places, of 256, slow at both ends.
func ease(at, apart int) int {
	t := at << 8 / apart
	return t * t * (3<<8 - 2*t) >> 16
}
