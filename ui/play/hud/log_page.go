package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// ChatLogPage is the page of the whole chat log.
type ChatLogPage struct {
	end   int  // number after the last shown line; 0 follows the newest
	shown int  // lines on the page
	top   bool // nothing older exists
}

const (
	logWidth   = 100
	clockWidth = 9 // columns before a line, for its time
)

// Key scrolls, and reports whether the key does.
func (p *ChatLogPage) Key(ev input.Event, h *ChatLog, hidden *model.Mutes) bool {
	switch ev.Key {
	case input.KeyPgUp:
		p.scroll(h, hidden, -max(p.shown-1, 1))
	case input.KeyPgDn:
		p.scroll(h, hidden, max(p.shown-1, 1))
	case input.KeyUp:
		p.scroll(h, hidden, -1)
	case input.KeyDown:
		p.scroll(h, hidden, 1)
	case input.KeyHome:
		p.scroll(h, hidden, -len(h.lines))
	case input.KeyEnd:
		p.end = 0
	default:
		return false
	}
	return true
}

// scroll moves the page by so many readable lines.
func (p *ChatLogPage) scroll(h *ChatLog, hidden *model.Mutes, by int) {
	end := p.end
	if end == 0 {
		end = h.end()
	}
	for by < 0 && !p.top && end > h.first+1 {
		if end--; h.line(end, hidden) != nil {
			by++
		}
	}
	for by > 0 && end < h.end() {
		if h.line(end, hidden) != nil {
			by--
		}
		end++
	}
	p.top = false // until it is drawn
	if p.end = end; end == h.end() {
		p.end = 0
	}
}

// Draw draws the page down to a row.
func (p *ChatLogPage) Draw(s *canvas.Sheet, m *model.Match, c *ChatBox, bottom int) {
	a := s.Middle(logWidth, bottom-1)
	a.Y = 1
	in := s.Panel(a, "chat log")
	rows := p.rows(&c.Log, m.Mutes, in.Width-clockWidth, in.Height)
	foot := "↑↓ PgUp PgDn scroll   Enter chat   Esc back"
	if c.Typing {
		foot = "PgUp PgDn scroll"
	}
	if p.end > 0 {
		foot = "more below   " + foot
	}
	s.Foot(a, foot)
	if len(rows) == 0 {
		s.Centred(in, in.Height/2, "no messages yet", canvas.LabelInk)
	}
	for i := range rows {
		rows[i].draw(s, m, in, i)
	}
}

// logRow is one row of a wrapped line.
type logRow struct {
	line  *message
	words string
	first bool
}

// rows returns the rows that fit: up to the end, and newer ones if there is room.
func (p *ChatLogPage) rows(h *ChatLog, hidden *model.Mutes, width, height int) []logRow {
	if p.end <= h.first || p.end > h.end() {
		p.end = 0
	}
	end := p.end
	if end == 0 {
		end = h.end()
	}
	var rows []logRow
	p.shown, p.top = 0, true
	for i := end - 1; i >= h.first && height > 0; i-- {
		line := rowsOf(h.line(i, hidden), width)
		if len(rows)+len(line) > height && len(rows) > 0 {
			p.top = false
			break
		}
		rows = append(line, rows...)
		p.shown += min(len(line), 1)
	}
	for ; end < h.end() && len(rows) < height; end++ {
		line := rowsOf(h.line(end, hidden), width)
		if len(rows)+len(line) > height {
			break
		}
		rows = append(rows, line...)
		p.shown += min(len(line), 1)
	}
	if p.end = end; end == h.end() {
		p.end = 0
	}
	return rows[:min(len(rows), max(height, 0))]
}

// rowsOf wraps a line; nil has no rows.
func rowsOf(l *message, width int) (rows []logRow) {
	if l == nil {
		return nil
	}
	for i, words := range l.rows(width) {
		rows = append(rows, logRow{l, words, i == 0})
	}
	return rows
}

func (r *logRow) draw(s *canvas.Sheet, m *model.Match, in canvas.Area, row int) {
	x, y := in.X+clockWidth, in.Y+row
	s.Text(x, y, r.words, r.line.ink(false))
	if r.first {
		s.Right(x-1, y, r.line.clock, canvas.LabelInk)
		s.Text(x, y, cutTo(r.line.speaker(), r.words), r.line.nameInk(m))
	}
}

// cutTo cuts a text to a row's length.
func cutTo(text, row string) string { return text[:min(len(text), len(row))] }
