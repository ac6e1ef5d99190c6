package ui

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

func (j *joinPage) Draw(s tcell.Screen, now time.Time) {
	j.look(now)
	if j.app.flight != nil {
		return
	}
	width, height := s.Size()
	w, h := min(joinWidth, width), min(joinHeight, height)
	cover(s, (width-w)/2, (height-h)/2, w, h)
	j.frame.SetRect((width-w)/2, (height-h)/2, w, h)
	j.frame.Draw(s)
	x, y, w, h := j.frame.GetInnerRect()
	foot := y + h - 1 - problemRows - len(joinActions) - 1
	if len(j.list) > 0 {
		j.drawMatches(s, x, y, w, foot-y)
	} else {
		j.drawNone(s, x, y, w, now)
	}
	j.drawFoot(s, x, foot+1, w)
}

// drawFoot draws the actions and, below them, the problem and the key hints.
func (j *joinPage) drawFoot(s tcell.Screen, x, y, w int) {
	for i, d := range joinActions {
		j.drawRow(s, x, y+i, w, len(j.list)+i, func(ink tcell.Color) {
			put(s, fmt.Sprintf("(%c) %s", d.key, d.name), x, y+i, w, ink)
		})
	}
	y += len(joinActions)
	for i, line := range tview.WordWrap(tview.Escape(j.problem), w) {
		if i < problemRows {
			tview.Print(s, line, x, y+i, w, tview.AlignLeft, badColor)
		}
	}
	put(s, j.hints(w), x, y+problemRows, w, labelColor)
}

// hints names the keys in so many columns, and tells where browsers may play the selected match.
func (j *joinPage) hints(width int) string {
	line := j.app.hint("Enter joins · ↑↓ choose · Esc back")
	if j.row >= len(j.list) || j.list[j.row].Web == "" {
		return line
	}
	line += " · i browser"
	if longer := line + ": " + j.list[j.row].Web; canvas.Width(longer) <= width {
		return longer
	}
	return line
}

// drawNone says that no match was found, and what to do about it.
func (j *joinPage) drawNone(s tcell.Screen, x, y, w int, now time.Time) {
	dots := "..."[:1+now.UnixMilli()/500%3]
	if j.fleet != "" {
		put(s, "Asking what is played there "+dots, x, y, w, textColor)
		if p, ok := j.finder.(interface{ Problem() error }); ok && p.Problem() != nil {
			for i, line := range tview.WordWrap(tview.Escape(p.Problem().Error()), w) {
				put(s, line, x, y+2+i, w, badColor)
			}
		}
		return
	}
	put(s, "Looking for matches on this network "+dots, x, y, w, textColor)
	if now.Sub(j.since) >= looking {
		put(s, "None found yet.", x, y+2, w, labelColor)
		put(s, "To join one elsewhere, press a and type its address.", x, y+3, w, labelColor)
		put(s, "Or press h to host one that others here can join.", x, y+4, w, labelColor)
	}
}

// drawMatches draws as many matches as there is room for, the selected one among them.
func (j *joinPage) drawMatches(s tcell.Screen, x, y, w, h int) {
	columns := columnsIn(w)
	columns.draw(s, x, y, [...]string{"TITLE", "ARENA", "MODE", "PLAYERS", "PING"}, labelColor)
	room := h - 1
	if j.row < len(j.list) {
		j.top = min(max(j.top, j.row-room+1), j.row)
	}
	j.top = max(min(j.top, len(j.list)-room), 0)
	for i := j.top; i < min(j.top+room, len(j.list)); i++ {
		at := y + 1 + i - j.top
		j.drawRow(s, x, at, w, i, func(ink tcell.Color) {
			cells := cellsOf(&j.list[i], w)
			cells[0] = titleIn(j.list, i, columns[0])
			columns.draw(s, x, at, cells, ink)
		})
	}
	if hidden := len(j.list) - room; hidden > 0 {
		put(s, fmt.Sprintf("%d of %d", room, len(j.list)), x, y+h, w, labelColor)
	}
}

// drawRow draws a row, highlighted if it is selected.
func (j *joinPage) drawRow(s tcell.Screen, x, y, w, row int, draw func(ink tcell.Color)) {
	if row != j.row {
		draw(textColor)
		return
	}
	ink, _, _ := selected.Decompose()
	for at := x - 1; at <= x+w; at++ {
		s.SetContent(at, y, ' ', nil, selected)
	}
	s.SetContent(x-1, y, '▸', nil, selected) // colour is not the only sign
	draw(ink)
}

// cellsOf is the row of a match in a list that wide.
func cellsOf(m *lan.FoundMatch, width int) [5]string {
	players := fmt.Sprint(m.Players)
	if m.Bots > 0 {
		players += fmt.Sprintf(" +%d", m.Bots)
	}
	if m.Bots > 0 && width >= roomy {
		players += " bots"
	}
	ping := fmt.Sprintf("%d ms", m.Ping.Milliseconds())
	switch {
	case m.Ping == 0:
		ping = "?"
	case m.Ping < time.Millisecond:
		ping = "<1 ms"
	}
	if !m.Ours() {
		ping = "other version"
	}
	mode := m.Mode.Name()
	if m.Mode == proto.AnyMode { // of a fleet, whose door chooses
		mode = "any"
	}
	return [...]string{m.Title, m.Arena, mode, players, ping}
}

// columns are the widths of the list's.
type columns [5]int

const (
	columnGap = 2  // between two of them
	roomy     = 70 // the width that lets the list say all in full
)

// columnsIn gives the title what the others leave.
func columnsIn(width int) columns {
	c := columns{0, 7, 10, 7, 6}
	if width >= roomy {
		c = columns{0, 10, 10, 10, 13}
	}
	c[0] = width
	for _, w := range c[1:] {
		c[0] -= w + columnGap
	}
	return c
}

func (c columns) draw(s tcell.Screen, x, y int, cells [5]string, ink tcell.Color) {
	for i, text := range cells {
		put(s, text, x, y, c[i], ink)
		x += c[i] + columnGap
	}
}

// put writes a text as far as there is room, on the ground that is there.
func put(s tcell.Screen, text string, x, y, width int, ink tcell.Color) {
	tview.Print(s, tview.Escape(text), x, y, width, tview.AlignLeft, ink)
}
