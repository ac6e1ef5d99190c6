package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// The radar shows the whole arena, small: in the panel, or in a corner of the field. In
// braille, which is finer, there is room for one on smaller screens too.
const (
	radarWidth     = 24 // columns
	radarMaxHeight = 12 // rows
	radarNeedsX    = 100
	radarNeedsY    = 30

	smallRadarWidth  = 14
	smallRadarNeedsX = 80
	smallRadarNeedsY = 24

	widestRadar = widePanelWidth - 3
)

// radar maps the arena to dots of the canvas.
type radar struct {
	area          area // cells
	left, top     int  // dots
	width, height int  // dots
	w, h          int32
	sight         bool // show what part of the arena the field does
}

// drawCornerRadar draws the radar in a corner of the field, if it has one.
func (f *frame) drawCornerRadar(b *blips) {
	at := f.radarAt
	if at.width == 0 {
		return
	}
	f.drawFrame(at.x, at.y, at.width, at.height)
	r := f.radar(area{at.x + 1, at.y + 1, at.width - 2, at.height - 2})
	f.drawRadar(b, &r)
}

// drawRadar draws the arena and where the ships are.
func (f *frame) drawRadar(b *blips, r *radar) {
	f.Fill(r.area.x, r.area.y, r.area.width, r.area.height, space)
	f.drawRadarRocks(r)
	if r.sight && f.Mode != canvas.ASCII { // in which it would look like rock
		f.drawSight(r)
	}
	for i := range f.World.Ships {
		if b.flying[i] && i != f.Me {
			f.drawBlip(r, b.at[i], f.blip(i))
		}
	}
	switch {
	case f.flying(f.Me) == nil:
	case r.sight:
		f.drawOwnCross(r, b.at[f.Me])
	default:
		f.drawBlip(r, b.at[f.Me], f.ownBlip())
	}
}

// drawOwnCross draws where the own ship is on a radar that has the room for it: its form
// tells it from others, so that it need not blink.
func (f *frame) drawOwnCross(r *radar, at game.Point) {
	step := int32(f.Mode.Fine()) * r.w / int32(r.width)
	if f.Mode != canvas.ASCII {
		for _, way := range [...]game.Point{{X: -step}, {X: step}, {Y: -step}, {Y: step}} {
			f.drawBlip(r, game.Point{X: at.X + way.X, Y: at.Y + way.Y}, accent)
		}
	}
	f.drawBlip(r, at, accent)
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

// cornerRadar returns how many cells the radar in a corner takes with its frame: none
// where there is no room for it, in a lobby, beside results and in lessons, and where it
// would tell no more than it hides.
func (f *frame) cornerRadar() area {
	width := 0
	switch {
	case f.side > 0 || f.World.Status != game.InProgress || f.above > 0 || f.mostShows(): // lessons point the way themselves
	case f.width() >= radarNeedsX && f.height() >= radarNeedsY:
		width = radarWidth
	case f.Mode == canvas.Braille && f.width() >= smallRadarNeedsX && f.height() >= smallRadarNeedsY:
		width = smallRadarWidth
	}
	if width == 0 {
		return area{}
	}
	return area{width: width + 2, height: f.radarRows(width, radarMaxHeight) + 2}
}

// radarRows returns how many rows show the arena as it is in so many columns.
func (f *frame) radarRows(width, most int) int {
	w, h := f.Setup.Arena.Size()
	return min(max((width*int(h)/int(w)+1)/2, 2), most)
}

// mostShows reports whether three quarters of the arena are on the screen.
func (f *frame) mostShows() bool {
	w, h := f.Setup.Arena.Size()
	width, height := int(w>>f.shift), int(h>>f.shift)
	across, down := f.Dots()
	return 4*min(across, width)*min(down, height) >= 3*width*height
}

// radar returns the radar that fills those cells.
func (f *frame) radar(a area) radar {
	w, h := f.Setup.Arena.Size()
	fine := f.Mode.Fine()
	return radar{
		area: a, left: fine * a.x, top: 2 * fine * a.y, width: fine * a.width, height: 2 * fine * a.height, w: w, h: h,
	}
}

// drawRadarRocks draws rock where the middle of a pixel is.
func (f *frame) drawRadarRocks(r *radar) {
	a, fine := f.Setup.Arena, f.Mode.Fine()
	width, height := r.width/fine, r.height/fine
	var columns [widestRadar]int // the tile of each
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

// drawSight draws a frame around the part of the arena that the field shows, or as much
// of it as is in the arena.
func (f *frame) drawSight(r *radar) {
	width, height := f.Dots()
	line := 2 * f.Mode.Fine() // HUD lines
	left, top := r.across(f.left<<f.shift), r.down((f.top+line)<<f.shift)
	right, bottom := r.across((f.left+width-1)<<f.shift), r.down((f.top+height-line-1)<<f.shift)
	for x := left; x <= right; x++ {
		if f.Mode == canvas.Braille || min(x-left, right-x) < 2 { // in blocks all of it would be too much
			f.Dot(r.left+x, r.top+top, border)
			f.Dot(r.left+x, r.top+bottom, border)
		}
	}
	for y := top; y <= bottom; y++ {
		if f.Mode == canvas.Braille || min(y-top, bottom-y) < 2 {
			f.Dot(r.left+left, r.top+y, border)
			f.Dot(r.left+right, r.top+y, border)
		}
	}
}

// across returns the column of dots for a position in the arena, the nearest if it is
// beside it.
func (r *radar) across(x int) int {
	return min(max(int(int64(x)*int64(r.width)/int64(r.w)), 0), r.width-1)
}

// down is across for rows.
func (r *radar) down(y int) int {
	return min(max(int(int64(y)*int64(r.height)/int64(r.h)), 0), r.height-1)
}

// drawBlip draws a ship as a pixel, or four dots that say better where it is; in ASCII,
// where a pixel could be anything, as a character.
func (f *frame) drawBlip(r *radar, at game.Point, k canvas.Colour) {
	x := int(int64(at.X) * int64(r.width) / int64(r.w))
	y := int(int64(at.Y) * int64(r.height) / int64(r.h))
	if x < 0 || x >= r.width || y < 0 || y >= r.height {
		return
	}
	if f.Mode == canvas.ASCII {
		mark := "o"
		if k == accent || k == white { // the own one
			mark = "@"
		}
		f.Text(r.left+x, (r.top+y)>>1, mark, k)
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
