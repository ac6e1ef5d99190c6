package scene

import (
	"math"

	"dogfight/ui/canvas"
)

// The reach of fire's light, in dots.
const (
	rockLight = 30
	dustLight = 24.0
)

// DrawLight lights dust and rock around fires.
func (b *Bursts) DrawLight(f *Frame) {
	if f.Sheet.FewerFlashes || f.Sheet.LowBandwidth || f.Sheet.Mode == canvas.ASCII || f.far() {
		return
	}
	for i := range b.ring {
		if glow := b.ring[i].glow(f); glow > 0 {
			px, py := f.Locate(b.ring[i].at.X, b.ring[i].at.Y)
			f.shine(px, py, glow)
		}
	}
}

// glow returns the light of a burst, from 0 to 1, in steps: a change in each picture would take as many bytes as
// everything else.
func (b *burst) glow(f *Frame) float64 {
	size, fire := b.kind.fires()
	age := f.Sheet.Now.Sub(b.start)
	if !fire || size == 0 || age < 0 || age >= b.kind.life() {
		return 0
	}
	step := int(5 * age / b.kind.life())
	return [...]float64{1, 0.85, 0.6, 0.35, 0.15}[step]
}

func (f *Frame) shine(px, py int, glow float64) {
	left, top := f.Sheet.Cell(px-rockLight, py-rockLight)
	right, bottom := f.Sheet.Cell(px+rockLight, py+rockLight)
	for y := max(top, 1); y <= min(bottom, f.Sheet.Height()-2); y++ {
		for x := max(left, 0); x <= min(right, f.Sheet.Width()-1); x++ {
			dx, dy := canvas.Across*x+1-px, canvas.Down*y+2-py
			squared := dx*dx + dy*dy
			switch {
			case squared > rockLight*rockLight:
			case f.Sheet.Blank(x, y):
				f.shineOnDust(x, y, glow*(1-math.Sqrt(float64(squared))/dustLight))
			case glow*(1-(math.Sqrt(float64(squared))-cellReach)/rockLight) > warmLight[0]:
				f.shineOnRock(x, y, px, py, glow)
			}
		}
	}
}

// cellReach is the greatest distance of a cell's dots from its middle, and a little more.
const cellReach = 3

// shineOnDust tints a cell of space, in dithered steps.
func (f *Frame) shineOnDust(x, y int, light float64) {
	order := float64(dither(x+f.Left/canvas.Across, y+f.Top/canvas.Down)) / 16
	if tone := int(light*canvas.GlowTones + order); light > 0 && tone > 0 {
		f.Sheet.Tint(x, y, canvas.Glow+canvas.Colour(min(tone, canvas.GlowTones)-1))
	}
}

// warmLight is the light needed for each step of warmth.
var warmLight = [canvas.Warmth]float64{0.14, 0.24, 0.36, 0.5, 0.68}

// shineOnRock warms the rock dots of a cell, most those that face the light.
func (f *Frame) shineOnRock(x, y, px, py int, glow float64) {
	for i := range canvas.Across * canvas.Down {
		dx, dy := canvas.Across*x+i%canvas.Across, canvas.Down*y+i/canvas.Across
		k := f.Sheet.At(dx, dy)
		if !canvas.IsRock(k) {
			continue
		}
		wayX, wayY := px-dx, py-dy
		away := math.Sqrt(float64(wayX*wayX+wayY*wayY)) + 1
		bright := glow * (1 - away/rockLight)
		if bright <= warmLight[0] {
			continue
		}
		nx, ny := f.Land.Normal(f.Left+dx, f.Top+dy)
		faces := float64(nx*wayX+ny*wayY) / 100 / away
		if steps := warmth(bright * (0.45 + 0.55*max(faces, 0))); steps > 0 {
			f.Sheet.Dot(dx, dy, canvas.Warm(k, steps))
		}
	}
}

// warmth returns the steps of warmth for a light.
func warmth(light float64) (steps int) {
	for steps < len(warmLight) && light > warmLight[steps] {
		steps++
	}
	return steps
}
