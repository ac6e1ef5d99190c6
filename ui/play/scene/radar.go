package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// WidestRadar is the most columns of a radar.
const WidestRadar = 60

// Radar maps the arena to dots of the canvas.
type Radar struct {
	frame         *Frame
	area          canvas.Area // cells
	left, top     int         // dots
	width, height int         // dots
	w, h          int32
}

// Draw draws the arena and the ships.
func (r *Radar) Draw(b *Blips) {
	r.frame.Sheet.Paint(r.area.X, r.area.Y, r.area.Width, r.area.Height, canvas.PanelMarked)
	r.drawRocks()
	if r.frame.Sheet.Mode != canvas.ASCII { // in ASCII it would look like rock
		r.drawSight()
	}
	if draw := layers[r.frame.Match.Setup.Mode.State()].blips; draw != nil {
		draw(r)
	}
	for i := range r.frame.Match.World.Ships {
		if b.flying[i] && i != r.frame.Match.Me {
			ink := r.frame.Match.HullOf(i).Middle
			if r.frame.Match.Ghost(i) {
				ink = r.frame.Match.HullOf(i).Dark
			}
			r.drawBlip(b.at[i], ink)
		}
	}
	switch me := r.frame.Match.Me; {
	case r.frame.Match.Flying(me) == nil:
	case r.frame.Sheet.Mode == canvas.ASCII:
		r.drawBlip(b.at[me], canvas.Accent)
	default:
		r.cross(r.across(int(b.at[me].X)), r.down(int(b.at[me].Y)), 1, canvas.Accent)
	}
}

// cross draws a cross with arms of a length, as far as it is on the radar.
func (r *Radar) cross(x, y, arm int, ink canvas.Colour) {
	for i := -arm; i <= arm; i++ {
		for _, at := range [...][2]int{{x + i, y}, {x, y + i}} {
			if at[0] >= 0 && at[0] < r.width && at[1] >= 0 && at[1] < r.height {
				r.frame.Sheet.Figure(r.left+at[0], r.top+at[1], ink)
			}
		}
	}
}

// Blips are the ships on the radar.
type Blips struct {
	at      [game.MaxShips]game.Point
	flying  [game.MaxShips]bool
	updated time.Time
}

// blipTime is the time between updates with low bandwidth.
const blipTime = time.Second

// Update updates the places of the ships.
func (b *Blips) Update(m *model.Match, now time.Time, lowBandwidth bool) {
	if lowBandwidth && now.Sub(b.updated) < blipTime {
		return
	}
	b.updated = now
	for i := range m.World.Ships {
		ship := &m.World.Ships[i]
		b.at[i], b.flying[i] = game.Point{X: ship.X, Y: ship.Y}, m.Flying(i) != nil
	}
}

// RadarRows returns the rows for the arena's proportions in so many columns.
func (f *Frame) RadarRows(width, most int) int {
	w, h := f.Match.Setup.Arena.Size()
	return min(max((width*int(h)/int(w)+1)/2, 2), most)
}

// RadarIn returns a radar in those cells.
func (f *Frame) RadarIn(a canvas.Area) Radar {
	w, h := f.Match.Setup.Arena.Size()
	return Radar{
		frame: f, area: a, left: canvas.Across * a.X, top: canvas.Down * a.Y, width: canvas.Across * a.Width, height: canvas.Down * a.Height, w: w, h: h,
	}
}

// radarRock is the dim tone of rock on the radar, for ships to show.
const radarRock = 3

// drawRocks draws a pixel where its middle is rock.
func (r *Radar) drawRocks() {
	a := r.frame.Match.Setup.Arena
	width, height := r.area.Width, 2*r.area.Height
	var columns [WidestRadar]int // the tile of each
	for x := range width {
		columns[x] = (2*x + 1) * a.Width / (2 * width)
	}
	for y := range height {
		row := a.Tiles[(2*y+1)*a.Height/(2*height)*a.Width:]
		for x, tx := range columns[:width] {
			if row[tx] == game.Rock {
				r.frame.Sheet.Pixel(r.area.X+x, 2*r.area.Y+y, canvas.RockOf(0, radarRock))
			}
		}
	}
}

// drawSight draws a thin frame around the visible part of the arena. Its lines are at the upper and lower edges of
// cells, where every font can draw them.
func (r *Radar) drawSight() {
	width, height := r.frame.Sheet.Dots()
	left, top := r.across(r.frame.Left*r.frame.Grain), r.down((r.frame.Top+canvas.Down)*r.frame.Grain)&^(canvas.Down-1)
	right, bottom := r.across((r.frame.Left+width-1)*r.frame.Grain), r.down((r.frame.Top+height-canvas.Down-1)*r.frame.Grain)|(canvas.Down-1)
	for x := left; x <= right; x++ {
		r.frame.Sheet.Figure(r.left+x, r.top+top, canvas.ShieldWorn)
		r.frame.Sheet.Figure(r.left+x, r.top+bottom, canvas.ShieldWorn)
	}
	for y := top; y <= bottom; y++ {
		r.frame.Sheet.Figure(r.left+left, r.top+y, canvas.ShieldWorn)
		r.frame.Sheet.Figure(r.left+right, r.top+y, canvas.ShieldWorn)
	}
}

// across returns the nearest column of dots for a position.
func (r *Radar) across(x int) int {
	return min(max(int(int64(x)*int64(r.width)/int64(r.w)), 0), r.width-1)
}

// down returns the row likewise.
func (r *Radar) down(y int) int {
	return min(max(int(int64(y)*int64(r.height)/int64(r.h)), 0), r.height-1)
}

// drawBlip draws a ship as a pixel, or in ASCII as a character.
func (r *Radar) drawBlip(at game.Point, k canvas.Colour) {
	x := int(int64(at.X) * int64(r.width) / int64(r.w))
	y := int(int64(at.Y) * int64(r.height) / int64(r.h))
	if x < 0 || x >= r.width || y < 0 || y >= r.height {
		return
	}
	if r.frame.Sheet.Mode == canvas.ASCII {
		mark := "o"
		if k == canvas.Accent { // the own ship
			mark = "@"
		}
		r.frame.Sheet.Text(r.left+x, (r.top+y)>>1, mark, k)
		return
	}
	x, y = (r.left+x)&^1, (r.top+y)&^1
	for i := range 4 {
		r.frame.Sheet.Figure(x+i&1, y+i>>1, k)
	}
}
