package scene

import (
	"dogfight/ui/canvas"
)

const (
	terrainLightX = -50
	terrainLightY = -87
)

// lights are the light on each of the normals, in hundredths.
var lights = func() (lights [len(normals)]int) {
	for i, n := range normals {
		lights[i] = (n.x*terrainLightX + n.y*terrainLightY) / 100
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
	column, row := floorDiv(x, facetWidth), floorDiv(y, facetHeight)
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
	swell := terrainNoise(atX+3, atY+5, swellsApart, seedSwell) - terrainNoise(atX-3, atY-5, swellsApart, seedSwell)
	return lighter + swell*swellBy*min(depth, bevel)/(bevel*100)
}

// plainStone has one tone and a lit edge.
func (k *patch) plainStone(x, y, depth int) canvas.Colour {
	if depth <= 3*perStep && lights[k.facing(x, y)] > 25 {
		return canvas.RockLit
	}
	return canvas.RockFace
}
