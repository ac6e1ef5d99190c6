package canvas

import (
	"math"
)

// sight is a way to see colours: a matrix on linear red, green and blue.
type sight struct {
	name   string
	matrix [3][3]float64
}

// The colour-blind see by the matrices of Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
// of severity 1.
var (
	normal       = sight{"normal sight", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	protanopia   = sight{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}
	deuteranopia = sight{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}
	tritanopia   = sight{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}
)

// triple is a colour in whatever space: sRGB from 0 to 1, linear RGB, or L, a and
// b of CIE 1976.
type triple [3]float64

// rgbOf returns the parts of a colour 0xRRGGBB.
func rgbOf(hex int) triple {
	return triple{float64(hex>>16) / 255, float64(hex>>8&0xff) / 255, float64(hex&0xff) / 255}
}

// linear undoes the curve of sRGB (IEC 61966-2-1).
func (c triple) linear() triple {
	for i, v := range c {
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

func (c triple) times(m [3][3]float64) (product triple) {
	for row := range m {
		for column, v := range c {
			product[row] += m[row][column] * v
		}
	}
	return product
}

// lab turns linear RGB into L, a and b, under D65.
func (c triple) lab() triple {
	xyz := c.times([3][3]float64{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}})
	for i, whitest := range (triple{0.95047, 1, 1.08883}) {
		if t := xyz[i] / whitest; t > 216.0/24389 {
			xyz[i] = math.Cbrt(t)
		} else {
			xyz[i] = (24389.0/27*t + 16) / 116
		}
	}
	return triple{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// lab returns what a colour looks like to that sight.
func (s *sight) lab(hex int) triple {
	seen := rgbOf(hex).linear().times(s.matrix)
	for i, v := range seen {
		seen[i] = min(max(v, 0), 1)
	}
	return seen.lab()
}

// distance is how far apart two colours look: 2.3 is just to be seen (CIE 1976).
func (s *sight) distance(a, b int) float64 {
	p, q := s.lab(a), s.lab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// nearest returns the least distance between any two of some colours of a palette, on a terminal of so many.
func (s *sight) nearest(p Palette, colours int, group []Colour) float64 {
	least := math.Inf(1)
	for i, a := range group {
		for _, b := range group[:i] {
			least = min(least, s.distance(hexOf(p, colours, a), hexOf(p, colours, b)))
		}
	}
	return least
}
