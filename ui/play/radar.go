package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// The radar shows the whole arena, small, lower right. In braille, which is finer,
// there is room for one on smaller screens too.
const (
	radarWidth     = 24 // columns
	radarMaxHeight = 12 // rows
	radarNeedsX    = 100
	radarNeedsY    = 30

	smallRadarWidth  = 14
	smallRadarNeedsX = 80
	smallRadarNeedsY = 24
)

// radar maps the arena to dots of the canvas.
type radar struct {
	area          area // cells
	left, top     int  // dots
	width, height int  // dots
	w, h          int32
}

// drawRadar draws the radar where the screen has room for it, which a lobby
// takes, and where it tells more than it hides.
func (f *frame) drawRadar(b *blips) {
	width := f.radarWidth()
	if width == 0 || f.waiting() || f.mostShows() {
		return
	}
	r := f.radar(width)
	f.drawFrame(r.area.x-1, r.area.y-1, r.area.width+2, r.area.height+2)
	f.Paint(r.area.x, r.area.y, r.area.width, r.area.height, space)
	f.drawRadarRocks(&r)
	for i := range f.World.Ships {
		if b.flying[i] && i != f.Me {
			f.drawBlip(&r, b.at[i], f.blip(i))
		}
	}
	if f.flying(f.Me) != nil {
		f.drawBlip(&r, b.at[f.Me], f.ownBlip())
	}
}

// blips are where the radar shows the ships.
type blips struct {
	at     [game.MaxShips]game.Point
	flying [game.MaxShips]bool
	taken  time.Time
}

// take looks where the ships are.
func (b *blips) take(f *frame) {
	if f.options.FewerBytes && f.now.Sub(b.taken) < blipTime {
		return
	}
	b.taken = f.now
	for i := range f.World.Ships {
		ship := &f.World.Ships[i]
		b.at[i], b.flying[i] = game.Point{X: ship.X, Y: ship.Y}, f.flying(i) != nil
	}
}

// radarWidth returns how many columns there are for a radar.
func (f *frame) radarWidth() int {
	switch {
	case f.width() >= radarNeedsX && f.height() >= radarNeedsY:
		return radarWidth
	case f.Mode == canvas.Braille && f.width() >= smallRadarNeedsX && f.height() >= smallRadarNeedsY:
		return smallRadarWidth
	}
	return 0
}

// mostShows reports whether three quarters of the arena are on the screen.
func (f *frame) mostShows() bool {
	w, h := f.Setup.Arena.Size()
	width, height := int(w>>f.shift), int(h>>f.shift)
	across, down := f.Dots()
	return 4*min(across, width)*min(down, height) >= 3*width*height
}

func (f *frame) radar(width int) radar {
	w, h := f.Setup.Arena.Size()
	rows := min(max((width*int(h)/int(w)+1)/2, 2), radarMaxHeight)
	fine := f.Mode.Fine()
	r := radar{w: w, h: h, width: fine * width, height: 2 * fine * rows}
	r.area = area{f.width() - 1 - width, f.height() - 2 - rows, width, rows}
	r.left, r.top = fine*r.area.x, 2*fine*r.area.y
	return r
}

// drawRadarRocks draws rock where the middle of a pixel is.
func (f *frame) drawRadarRocks(r *radar) {
	a, fine := f.Setup.Arena, f.Mode.Fine()
	width, height := r.width/fine, r.height/fine
	var columns [radarWidth]int // the tile of each
	for x := range width {
		columns[x] = (2*x + 1) * a.Width / (2 * width)
	}
	for y := range height {
		row := a.Tiles[(2*y+1)*a.Height/(2*height)*a.Width:]
		for x, tx := range columns[:width] {
			if row[tx] == game.Rock {
				f.Pixel(r.area.x+x, 2*r.area.y+y, rockDeep)
			}
		}
	}
}

// drawBlip draws a ship as a pixel, or four dots that say better where it is.
func (f *frame) drawBlip(r *radar, at game.Point, k canvas.Colour) {
	x := int(int64(at.X) * int64(r.width) / int64(r.w))
	y := int(int64(at.Y) * int64(r.height) / int64(r.h))
	if x < 0 || x >= r.width || y < 0 || y >= r.height {
		return
	}
	fine := f.Mode.Fine()
	x, y = r.left+min(x, r.width-fine), r.top+min(y, r.height-fine)
	for dy := range fine {
		for dx := range fine {
			f.Dot(x+dx, y+dy, k)
		}
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
