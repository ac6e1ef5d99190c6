package hud

import (
	"strconv"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// line is the time line under a recorded match: events and progress.
type line struct {
	canvas      canvas.Canvas
	bar         canvas.Area // in the time line's own rows
	top         int         // its first row on the terminal
	on          canvas.Inset
	first, last game.Tick // range of the columns
	columns     []column
	pressed     bool // the mouse is pressed on the bar

	second  game.Tick // of the texts
	elapsed string
	total   string
}

// WatchRows is the rows of the time line: events, and the bar.
const WatchRows = 2

// signs is the columns before the times, for the play state.
const signs = 9

// Draw draws the time line on the last rows of a terminal, in the style of a canvas.
func (w *Watch) Draw(t canvas.Screen, like *canvas.Canvas, m *model.Match, free bool) {
	l := &w.line
	width, height := t.Size()
	l.top = height - WatchRows
	l.canvas.Mode, l.canvas.Sky, l.canvas.Scenery = like.Mode, like.Sky, like.Scenery
	l.canvas.Palette = like.Palette
	l.canvas.Fit(width, WatchRows)
	l.canvas.Fill(0, 0, width, WatchRows, canvas.PanelInk)
	l.write(w)
	l.lay(width)
	l.mark(w.match.Moments(), m)
	l.drawDeeds(m)
	l.drawSigns(w)
	l.drawBar(w)
	l.canvas.Text(1, 0, w.directs(free), canvas.LabelInk)
	l.on = canvas.Inset{Screen: t, Y: l.top, Width: width, Height: WatchRows}
	l.canvas.Draw(&l.on)
}

// directs names the control of the camera.
func (w *Watch) directs(free bool) string {
	switch {
	case free:
		return "free camera"
	case w.directed:
		return "director"
	}
	return "following"
}

// write formats the times, once a second of the match.
func (l *line) write(w *Watch) {
	p := w.match
	second := (p.Tick() - p.First()) / game.TickRate
	if l.total == "" || l.last != p.Last() || l.first != p.First() {
		l.total = clock((p.Last() - p.First()) / game.TickRate)
		l.elapsed, l.columns = "", l.columns[:0]
		l.first, l.last = p.First(), p.Last()
	}
	if l.elapsed == "" || second != l.second {
		l.second, l.elapsed = second, clock(second)
	}
}

// clock writes seconds as [h:]m:ss.
func clock(seconds game.Tick) string {
	two := func(n game.Tick) string { return strconv.Itoa(int(n) + 100)[1:] }
	if hours := seconds / 3600; hours > 0 {
		return strconv.Itoa(int(hours)) + ":" + two(seconds/60%60) + ":" + two(seconds%60)
	}
	return strconv.Itoa(int(seconds/60)) + ":" + two(seconds%60)
}

// lay places the bar between the times.
func (l *line) lay(width int) {
	x := signs + len(l.total) + 1
	l.bar = canvas.Rect(x, WatchRows-1, max(width-x-len(l.total)-2, 1), 1)
}

// drawSigns draws the play state and the times.
func (l *line) drawSigns(w *Watch) {
	c, y := &l.canvas, l.bar.Y
	sign, ink := "►", canvas.Good
	switch p := w.match; {
	case !p.Playing() && c.Mode == canvas.ASCII:
		sign, ink = "||", canvas.Fair
	case !p.Playing():
		sign, ink = "▌▌", canvas.Fair
	case p.Backwards():
		sign = "◄"
	}
	c.Text(1, y, sign, ink)
	c.Text(4, y, speedOf(w.match.Speed()), canvas.Strong)
	c.Text(l.bar.X-1-len(l.elapsed), y, l.elapsed, canvas.Strong)
	c.Text(l.bar.X+l.bar.Width+1, y, l.total, canvas.LabelInk)
}

// speedOf writes a speed in eighths.
func speedOf(eighths int) string {
	speeds := [...]string{1: "1/8x", 2: "1/4x", 4: "1/2x", 8: "1x", 16: "2x", 32: "4x", 64: "8x", 128: "16x"}
	if eighths < len(speeds) {
		return speeds[eighths]
	}
	return ""
}

// drawBar draws the played part and the rest.
func (l *line) drawBar(w *Watch) {
	c := &l.canvas
	played, left, stands := "━", "─", "●"
	if c.Mode == canvas.ASCII {
		played, left, stands = "=", "-", "O"
	}
	at := l.columnOf(w.match.Tick())
	for i := range l.bar.Width {
		x, y := l.bar.X+i, l.bar.Y
		switch {
		case i == at:
			c.Text(x, y, stands, canvas.Strong)
		case i < at:
			c.Text(x, y, played, canvas.Accent)
		default:
			c.Text(x, y, left, canvas.LabelInk)
		}
	}
}

// columnOf returns the column of a tick.
func (l *line) columnOf(t game.Tick) int {
	t = min(max(t, l.first), l.last)
	return int(uint64(t-l.first) * uint64(l.bar.Width-1) / uint64(max(l.last-l.first, 1)))
}

// Mouse handles a mouse event, and reports whether it was on the time line: pressing the bar jumps there, dragging
// follows.
func (w *Watch) Mouse(ev input.Event) bool {
	l := &w.line
	down := ev.Buttons != 0
	if !l.pressed && (!down || ev.Y < l.top || l.bar.Width == 0) {
		return false
	}
	if l.pressed = down; down {
		i := uint64(min(max(ev.X-l.bar.X, 0), l.bar.Width-1))
		w.match.SeekTo(l.first + game.Tick(i*uint64(l.last-l.first)/uint64(max(l.bar.Width-1, 1))))
	}
	return true
}

// column is the events in one column of the time line.
type column struct {
	kills  uint8
	by     uint8 // slot of the first killer
	deed   uint8 // 1 + slot of the latest deed for a side; 0: none
	marked bool
}

// eventful reports whether anything happened.
func (c *column) eventful() bool { return c.kills > 0 || c.deed > 0 || c.marked }

func (c *column) ink(m *model.Match) canvas.Colour {
	switch {
	case c.marked:
		return canvas.Strong
	case c.deed > 0:
		return m.HullOf(int(c.deed) - 1).Middle
	case m.OfDrones(int(c.by)):
		return canvas.LabelInk
	}
	return m.HullOf(int(c.by)).Middle
}

// Signs for numbers of kills, in ASCII and elsewhere.
var digits = [...]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

var heights = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// sign returns the glyph of the column, where most is the highest number of kills.
func (c *column) sign(m canvas.Mode, most uint8) string {
	switch {
	case c.marked:
		return "♦"
	case c.deed > 0:
		return "▲"
	case m == canvas.ASCII:
		return digits[min(c.kills, 9)]
	}
	most = max(most, 4)
	return heights[min(int(c.kills)*len(heights)/int(most), len(heights))-1]
}

// mark fills the columns from the moments, if the bar or the match has changed.
func (l *line) mark(moments []replay.Note, m *model.Match) {
	if len(l.columns) == l.bar.Width {
		return
	}
	if cap(l.columns) < l.bar.Width {
		l.columns = make([]column, l.bar.Width)
	}
	l.columns = l.columns[:l.bar.Width]
	clear(l.columns)
	for i := range moments {
		moment := &moments[i]
		if moment.Tick < l.first || moment.Tick > l.last {
			continue
		}
		c, deed := &l.columns[l.columnOf(moment.Tick)], &moment.Deed
		switch deed.Kind {
		case 0:
			c.marked = true
		case game.EventKill:
			if m.OfDrones(int(deed.Slot)) {
				continue // too many
			}
			if c.kills == 0 && deed.By < game.MaxShips {
				c.by = deed.By
			}
			c.kills = min(c.kills+1, 255-1)
		case game.EventCapture, game.EventFinish, game.EventRoundWon, game.EventRepelled:
			if deed.Slot < game.MaxShips {
				c.deed = deed.Slot + 1
			}
		}
	}
}

// drawDeeds draws the columns above the bar.
func (l *line) drawDeeds(m *model.Match) {
	most := uint8(1)
	for i := range l.columns {
		most = max(most, l.columns[i].kills)
	}
	for i := range l.columns {
		if c := &l.columns[i]; c.eventful() {
			l.canvas.Text(l.bar.X+i, l.bar.Y-1, c.sign(l.canvas.Mode, most), c.ink(m))
		}
	}
}
