package scene

import "dogfight/ui/canvas"

// Zoom is how far away the camera is, in steps of which each halves what things
// measure on the screen: 0 is the distance that is usual in the mode.
type Zoom struct {
	Steps int
	Whole bool // far enough for all of the arena, whatever steps says
}

// farthest is the shift at which the largest arena that there can be, 256 tiles
// wide, takes 32 dots.
const farthest = 14

// shift returns the frame's shift.
func (z *Zoom) shift(f *Frame) uint {
	all := wholeArena(f)
	if z.Whole {
		return all
	}
	usual := Usual
	if layers[f.Setup.Mode].distant {
		usual = min(Usual+1, int(all))
	}
	z.Steps = min(max(z.Steps, Usual-usual), max(int(all), Usual)-usual)
	return uint(usual + z.Steps)
}

// wholeArena returns the least shift at which all of the arena shows.
func wholeArena(f *Frame) uint {
	w, h := f.Setup.Arena.Size()
	width, height := f.Dots()
	width -= canvas.Across * f.Covered.Width
	height -= canvas.Down * (overscan + f.Above) // under the HUD lines
	shift := uint(Usual)
	for shift < farthest && (int(w>>shift) > width || int(h>>shift) > height) {
		shift++
	}
	return shift
}

// Out moves the camera away by a step.
func (z *Zoom) Out() { z.move(1) }

// In moves the camera closer by a step.
func (z *Zoom) In() { z.move(-1) }

func (z *Zoom) move(steps int) {
	z.Whole = false
	z.Steps += steps
}
