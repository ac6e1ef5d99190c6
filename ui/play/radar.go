package play

import (
	"time"

	"dogfight/ui/canvas"
)

// The radar shows the whole arena, small, lower right.
const (
	radarWidth     = 24 // pixels
	radarMaxHeight = 24
	radarNeedsX    = 100 // columns
	radarNeedsY    = 30  // rows
)

// radar maps the arena to pixels of the canvas.
type radar struct {
	left, top     int // pixels of the canvas
	width, height int // pixels
	w, h          int32
}

// drawRadar draws the radar where the screen has room for it, which a lobby
// takes, and where it tells more than it hides.
func (f *frame) drawRadar() {
	if f.width() < radarNeedsX || f.height() < radarNeedsY || f.waiting() || f.mostShows() {
		return
	}
	r := f.radar()
	f.drawFrame(r.left-1, r.top/2-1, r.width+2, r.height/2+2)
	f.Paint(r.left, r.top/2, r.width, r.height/2, space)
	f.drawRadarRocks(&r)
	for i := range f.World.Ships {
		if f.flying(i) != nil && i != f.Me {
			f.drawBlip(&r, i, f.blip(i))
		}
	}
	if f.flying(f.Me) != nil {
		f.drawBlip(&r, f.Me, f.ownBlip())
	}
}

// mostShows reports whether three quarters of the arena are on the screen.
func (f *frame) mostShows() bool {
	w, h := f.Setup.Arena.Size()
	width, height := int(w>>f.shift), int(h>>f.shift)
	across, down := f.Dots()
	return 4*min(across, width)*min(down, height) >= 3*width*height
}

func (f *frame) radar() radar {
	w, h := f.Setup.Arena.Size()
	r := radar{width: radarWidth, w: w, h: h}
	r.height = min(max(radarWidth*int(h)/int(w), 4), radarMaxHeight) &^ 1
	r.left = f.width() - 1 - r.width
	r.top = 2*(f.height()-2) - r.height
	return r
}

// drawRadarRocks draws rock, looked up once for each pixel.
func (f *frame) drawRadarRocks(r *radar) {
	for y := range r.height {
		for x := range r.width {
			ax := int32((2*int64(x) + 1) * int64(r.w) / int64(2*r.width))
			ay := int32((2*int64(y) + 1) * int64(r.h) / int64(2*r.height))
			if f.Setup.Arena.Solid(ax, ay) {
				f.Pixel(r.left+x, r.top+y, padMark)
			}
		}
	}
}

func (f *frame) drawBlip(r *radar, slot int, k canvas.Colour) {
	ship := &f.World.Ships[slot]
	x := int(int64(ship.X) * int64(r.width) / int64(r.w))
	y := int(int64(ship.Y) * int64(r.height) / int64(r.h))
	if x >= 0 && x < r.width && y >= 0 && y < r.height {
		f.Pixel(r.left+x, r.top+y, k)
	}
}

// blip is the colour of another's ship.
func (f *frame) blip(slot int) canvas.Colour {
	if f.ghost(slot) {
		return f.hullOf(slot).dark
	}
	return f.hullOf(slot).middle
}

func (f *frame) ownBlip() canvas.Colour {
	if f.beat(400*time.Millisecond, 2) == 0 {
		return accent
	}
	return white
}
