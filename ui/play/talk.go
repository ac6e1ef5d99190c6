package play

import (
	"github.com/gdamore/tcell/v2"
)

// talkPage shows all that was said, as far back as it is kept.
type talkPage struct {
	end   int  // number after the last line that is shown; 0 follows the newest
	shown int  // lines on the page
	top   bool // nothing is older than what is shown
}

const (
	talkWidth  = 100
	clockWidth = 9 // columns before a line, for when it was said
)

// key scrolls, and reports whether the key is one for that.
func (p *talkPage) key(ev *tcell.EventKey, h *history, hidden *mutes) bool {
	switch ev.Key() {
	case tcell.KeyPgUp:
		p.scroll(h, hidden, -max(p.shown-1, 1))
	case tcell.KeyPgDn:
		p.scroll(h, hidden, max(p.shown-1, 1))
	case tcell.KeyUp:
		p.scroll(h, hidden, -1)
	case tcell.KeyDown:
		p.scroll(h, hidden, 1)
	case tcell.KeyHome:
		p.scroll(h, hidden, -len(h.lines))
	case tcell.KeyEnd:
		p.end = 0
	default:
		return false
	}
	return true
}

// scroll moves the page by so many lines that are to be read.
func (p *talkPage) scroll(h *history, hidden *mutes, by int) {
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

// draw draws the page over the match, down to a row.
func (p *talkPage) draw(f *frame, c *chat, bottom int) {
	a := f.middleArea(talkWidth, bottom-1)
	a.y = 1
	in := f.drawPanel(a, "talk")
	rows := p.rows(&c.history, f.mutes, in.width-clockWidth, in.height)
	foot := "↑↓ PgUp PgDn scroll   Enter chat   Esc back"
	if c.typing {
		foot = "PgUp PgDn scroll"
	}
	if p.end > 0 {
		foot = "more below   " + foot
	}
	f.drawFoot(a, foot)
	if len(rows) == 0 {
		f.drawCentred(in, in.height/2, "nothing was said yet", label)
	}
	for i := range rows {
		rows[i].draw(f, in, i)
	}
}

// talkRow is a row of a line.
type talkRow struct {
	line  *chatLine
	words string
	first bool
}

// rows returns what fits into a height: up to the end, and beyond it if there
// is too little before.
func (p *talkPage) rows(h *history, hidden *mutes, width, height int) []talkRow {
	if p.end <= h.first || p.end > h.end() {
		p.end = 0
	}
	end := p.end
	if end == 0 {
		end = h.end()
	}
	var rows []talkRow
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

// rowsOf returns the rows of a line: none if there is no line.
func rowsOf(l *chatLine, width int) (rows []talkRow) {
	if l == nil {
		return nil
	}
	for i, words := range l.rows(width) {
		rows = append(rows, talkRow{l, words, i == 0})
	}
	return rows
}

func (r *talkRow) draw(f *frame, in area, row int) {
	x, y := in.x+clockWidth, in.y+row
	f.Text(x, y, r.words, r.line.ink(false))
	if r.first {
		f.drawRight(x-1, y, r.line.clock, label)
		f.Text(x, y, cutTo(r.line.speaker(), r.words), r.line.nameInk(f))
	}
}

// cutTo returns the beginning of a text that is also that of a row.
func cutTo(text, row string) string { return text[:min(len(text), len(row))] }
