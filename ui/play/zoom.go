package play

import "dogfight/ui/canvas"

// zoom is how far away the camera is, in steps of which each halves what things
// measure on the screen: 0 is the usual distance, negative ones are nearer.
type zoom struct {
	steps int
	whole bool // far enough for all of the arena, whatever steps says
}

// farthest is the shift at which the largest arena that there can be, 256 tiles
// wide, takes 32 dots.
const farthest = 14

// usual returns the shift of the usual distance: a column is 4 units wide.
func usual(m canvas.Mode) uint {
	if m == canvas.Braille {
		return pixelShift - 1
	}
	return pixelShift
}

// far reports whether things are too small for their pictures.
func (f *frame) far() bool { return f.shift > usual(f.Mode) }

// nearest returns the least shift for which there are pictures of the ships.
func nearest(m canvas.Mode) uint {
	if m == canvas.ASCII {
		return pixelShift
	}
	return pixelShift - 1
}

// shift returns the frame's shift.
func (z *zoom) shift(f *frame) uint {
	all := wholeArena(f)
	if z.whole {
		return all
	}
	near := int(nearest(f.Mode))
	far := max(int(all), int(usual(f.Mode)))
	z.steps = min(max(z.steps, near-int(usual(f.Mode))), far-int(usual(f.Mode)))
	return uint(int(usual(f.Mode)) + z.steps)
}

// wholeArena returns the least shift at which all of the arena shows.
func wholeArena(f *frame) uint {
	w, h := f.Setup.Arena.Size()
	width, height := f.Dots()
	width -= f.Mode.Fine() * f.corner.width
	height -= 2 * f.Mode.Fine() * (overscan + f.above) // under the HUD lines
	shift := nearest(f.Mode)
	for shift < farthest && (int(w>>shift) > width || int(h>>shift) > height) {
		shift++
	}
	return shift
}

// out moves the camera away by a step.
func (z *zoom) out() { z.move(1) }

// in moves the camera closer by a step.
func (z *zoom) in() { z.move(-1) }

func (z *zoom) move(steps int) {
	z.whole = false
	z.steps += steps
}
