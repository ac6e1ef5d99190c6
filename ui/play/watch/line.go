package watch

import (
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
)

// line is the time line under the match: what there is of it, where it stands, and what happened when.
type line struct {
	canvas      canvas.Canvas
	bar         draw.Area // of the time line's own rows
	top         int       // the row of the terminal in which these begin
	first, last game.Tick // of which the columns tell
	columns     []column
	pressed     bool // the mouse is, on the bar

	second  game.Tick // that the texts are of
	elapsed string
	total   string
}

// How much room a time line takes.
const (
	tallFrom = 24 // rows of a terminal, from which on deeds have a row of their own
	signs    = 9  // columns before the time: how it plays
)

// Rows returns how many rows of a terminal the time line takes.
func Rows(t canvas.Screen) int {
	if _, height := t.Size(); height < tallFrom {
		return 1
	}
	return 2
}

// Draw draws the time line on the last rows of a terminal, in the colours and signs of a canvas.
func (w *Watch) Draw(t canvas.Screen, like *canvas.Canvas, m *model.Match, c Subject) {
	l := &w.line
	width, height := t.Size()
	rows := Rows(t)
	l.top = height - rows
	l.canvas.Mode, l.canvas.Sky, l.canvas.Scenery = like.Mode, like.Sky, like.Scenery
	l.canvas.Palette = like.Palette
	l.canvas.Fit(width, rows)
	l.canvas.Fill(0, 0, width, rows, palette.Panel)
	l.write(w)
	l.lay(width, rows)
	l.mark(w.match.Moments(), m)
	l.drawSigns(w, rows)
	l.drawBar(w, m)
	if rows > 1 {
		l.drawDeeds(m)
		l.canvas.Text(1, 0, w.directs(c), palette.Label)
	}
	l.canvas.Draw(&draw.Inset{Screen: t, Y: l.top, Width: width, Height: rows})
}

// Subject is who is looked at.
type Subject struct{ Free bool }

// directs says who turns the camera.
func (w *Watch) directs(c Subject) string {
	switch {
	case c.Free:
		return "free camera"
	case w.chosen || w.own != "":
		return "following"
	}
	return "director"
}

// write writes the times, once a second of the match.
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

// clock writes seconds as minutes, and hours if there are some.
func clock(seconds game.Tick) string {
	two := func(n game.Tick) string { return strconv.Itoa(int(n) + 100)[1:] }
	if hours := seconds / 3600; hours > 0 {
		return strconv.Itoa(int(hours)) + ":" + two(seconds/60%60) + ":" + two(seconds%60)
	}
	return strconv.Itoa(int(seconds/60)) + ":" + two(seconds%60)
}

// lay places the bar between the times.
func (l *line) lay(width, rows int) {
	x := signs + len(l.total) + 1
	l.bar = draw.Rect(x, rows-1, max(width-x-len(l.total)-2, 1), 1)
}

// drawSigns draws how the match plays, and the times.
func (l *line) drawSigns(w *Watch, rows int) {
	c, y := &l.canvas, rows-1
	sign, ink := "►", palette.Good
	switch p := w.match; {
	case !p.Playing() && c.Mode == canvas.ASCII:
		sign, ink = "||", palette.Fair
	case !p.Playing():
		sign, ink = "▌▌", palette.Fair
	case p.Backwards():
		sign = "◄"
	}
	c.Text(1, y, sign, ink)
	c.Text(4, y, speedOf(w.match.Speed()), palette.Strong)
	c.Text(l.bar.X-1-len(l.elapsed), y, l.elapsed, palette.Strong)
	c.Text(l.bar.X+l.bar.Width+1, y, l.total, palette.Label)
}

// speedOf writes a speed, given in eighths.
func speedOf(eighths int) string {
	speeds := [...]string{1: "1/8x", 2: "1/4x", 4: "1/2x", 8: "1x", 16: "2x", 32: "4x", 64: "8x", 128: "16x"}
	if eighths < len(speeds) {
		return speeds[eighths]
	}
	return ""
}

// drawBar draws what was played and what is left.
func (l *line) drawBar(w *Watch, m *model.Match) {
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
			c.Text(x, y, stands, palette.Strong)
		case l.bar.Y == 0 && l.columns[i].told(): // deeds have no row of their own
			c.Text(x, y, l.columns[i].sign(1), l.columns[i].ink(m))
		case i < at:
			c.Text(x, y, played, palette.Accent)
		default:
			c.Text(x, y, left, palette.Label)
		}
	}
}

// columnOf returns in which column of the bar a tick is.
func (l *line) columnOf(t game.Tick) int {
	t = min(max(t, l.first), l.last)
	return int(uint64(t-l.first) * uint64(l.bar.Width-1) / uint64(max(l.last-l.first, 1)))
}

// Mouse takes what the mouse did on a terminal, and reports whether that was for the time line: who presses it on the bar goes
// there, and along with it until it is let go.
func (w *Watch) Mouse(ev keys.Event) bool {
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
