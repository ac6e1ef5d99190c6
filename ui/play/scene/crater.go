package scene

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
	for row := floorDiv(top, craterRaster); row*craterRaster < bottom; row++ {
		for column := floorDiv(left, craterRaster); column*craterRaster < right; column++ {
			h := Scatter(column, row, seedCrater)
			c := craterAt(column, row, h)
			x, y := c.x>>4, c.y>>4
			if int(h&0xff) > 20+terrainNoise(x, y, craterFields, seedCraterField)*3/4 || x < left || x >= right || y < top || y >= bottom {
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
		toLight := (dx*terrainLightX + dy*terrainLightY) / 100
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
