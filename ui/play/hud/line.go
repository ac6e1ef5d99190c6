package hud

import (
	"strconv"

	"dogfight/game"
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
