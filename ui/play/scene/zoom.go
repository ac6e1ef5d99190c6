package scene

import "dogfight/ui/canvas"

// Zoom is the distance of the camera. Each step halves sizes on the screen; 0 is the usual distance of the mode.
type Zoom struct {
	Steps int
	Whole bool // show all of the arena, whatever Steps
}

// farthest is the shift at which the largest arena, 256 tiles wide, takes 32 dots.
const farthest = 14

func (z *Zoom) shift(f *Frame) uint {
	all := wholeArena(f)
	if z.Whole {
		return all
	}
	usual := Usual
	if layers[f.Match.Setup.Mode].distant {
		usual = min(Usual+1, int(all))
	}
	z.Steps = min(max(z.Steps, Usual-usual), max(int(all), Usual)-usual)
	return uint(usual + z.Steps)
}

// wholeArena returns the least shift that shows all of the arena.
func wholeArena(f *Frame) uint {
	w, h := f.Match.Setup.Arena.Size()
	width, height := f.Sheet.Dots()
	width -= canvas.Across * f.Sheet.Covered.Width
	height -= canvas.Down * (overscan + f.Sheet.Above) // under the HUD lines
	shift := uint(Usual)
	for shift < farthest && (int(w>>shift) > width || int(h>>shift) > height) {
		shift++
	}
	return shift
}

func (z *Zoom) Out() { z.move(1) }

func (z *Zoom) In() { z.move(-1) }

func (z *Zoom) move(steps int) {
	z.Whole = false
	z.Steps += steps
}
