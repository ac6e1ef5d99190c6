package term

import "slices"

// scroll is a movement of the picture over the screen, in cells. If a frame is mostly a moved copy of the last one,
// the terminal moves its content: within rows by ICH and DCH, and whole rows by IL and DL (ECMA-48 8.3.64, 26, 67 and
// 32). Each pair closes what it opened, so no margins above and below have to be set and reset. Opened cells have the
// ground of the pen on some terminals: so the pen must be the default.
type scroll struct{ right, down int }

// The farthest scrolls that are detected.
const (
	mostRight = 4
	mostDown  = 2
)

// scrolls are the detected scrolls, the smallest first: a large object matches at its edges with larger scrolls too.
var scrolls = func() (all []scroll) {
	for way := 1; way <= mostRight+mostDown; way++ {
		for down := -min(way, mostDown); down <= min(way, mostDown); down++ {
			if right := way - max(down, -down); right == 0 {
				all = append(all, scroll{0, down})
			} else if right <= mostRight {
				all = append(all, scroll{right, down}, scroll{-right, down})
			}
		}
	}
	return all
}()

// The mean cost of changes, in bytes: a place, and each cell.
const (
	placeCost  = 7
	cellCost   = 4
	scrollCost = 9 // to insert or delete
)

// scroll appends the move of the picture, if that takes fewer bytes than writing it. It updates sent.
func (e *encoder) scroll(out []byte, s *screen, cells, sent []cell) []byte {
	by := e.detectScroll(s, cells, sent)
	if by == (scroll{}) {
		return out
	}
	if by.down != 0 {
		out = e.scrollRows(out, s, by, cells, sent)
	}
	if by.right != 0 {
		for row := range s.grid.Height {
			if s.stale[row] == 0 {
				continue
			}
			begun := len(out)
			out = e.scrollRow(out, row, by.right, cells[row*s.grid.Width:][:s.grid.Width], sent[row*s.grid.Width:][:s.grid.Width])
			if len(out) > begun {
				s.stale.mark(row)
			}
		}
	}
	return out
}

// detectScroll returns the scroll of the drawn picture or, if it drew all cells in their places, the one that explains most changes, if it
// is worthwhile.
func (e *encoder) detectScroll(s *screen, cells, sent []cell) (best scroll) {
	if s.knowsMove {
		return s.moved
	}
	e.findNews(s, cells, sent)
	if len(e.news) < 2*s.grid.Height {
		return best
	}
	e.news = thin(e.news)
	most := len(e.news) / 3
	for _, by := range scrolls {
		if n := e.explained(s, cells, sent, by); n > most {
			best, most = by, n
		}
	}
	return best
}

// findNews finds the cells with new content.
func (e *encoder) findNews(s *screen, cells, sent []cell) {
	e.news = e.news[:0]
	for row, stale := range s.stale {
		for from, to, stale := stale.Next(s.grid.Width); to > 0; from, to, stale = stale.Next(s.grid.Width) {
			for i := row*s.grid.Width + from; i < row*s.grid.Width+to; i++ {
				if cells[i] != sent[i] && (cells[i].Glyph != ' ' || cells[i].Ground != sent[i].Ground) {
					e.news = append(e.news, int32(i))
				}
			}
		}
	}
}

// thin returns a sample of the cells.
func thin(places []int32) []int32 {
	const enough = 64
	each := len(places)/enough | 1 // odd, since edges that moved by two are in pairs
	for i := range len(places) / each {
		places[i] = places[i*each]
	}
	return places[:len(places)/each]
}

// explained counts the changed cells that equal the cell a scroll away.
func (e *encoder) explained(s *screen, cells, sent []cell, by scroll) (n int) {
	way := by.down*s.grid.Width + by.right
	for _, i := range e.news {
		if from := int(i) - way; uint(from) < uint(len(sent)) && sent[from] == cells[i] {
			n++ // wrapping around the edge is rare
		}
	}
	return n
}

// scrollRows moves some rows up or down, or some columns of them, where the gain is highest.
func (e *encoder) scrollRows(out []byte, s *screen, by scroll, cells, sent []cell) []byte {
	columns := e.movedColumns(s, by, cells, sent)
	first, last, gain := bestRows(s, by, columns, cells, sent)
	most, bounded := 2*scrollCost, columns != (span{0, s.grid.Width})
	if bounded {
		most += marginsCost
	}
	if gain*cellCost < most {
		return out
	}
	n := max(by.down, -by.down)
	if by.down > 0 {
		first = max(first-n, 0)
	} else {
		last = min(last+n, s.grid.Height-1)
	}
	if bounded && columns.cuts(s.grid.Width, first, last, sent) {
		return out
	}
	out = e.plain(out)
	if bounded {
		out = e.setMargins(out, columns)
	}
	closes, opens := first, last+1-n
	if by.down > 0 {
		closes, opens = opens, closes
	}
	out = e.edit(out, closes, columns.from, n, 'M')
	if columns.from > 0 {
		e.column = -1 // some terminals move it to the margin, others do not
	}
	if by.down > 0 || last+1 < s.grid.Height {
		out = e.edit(out, opens, columns.from, n, 'L')
	}
	if bounded {
		out = append(out, closeMargins...)
	}
	e.moveRows(s.grid.Width, first, last, by.down, columns, sent)
	for row := first; row <= last; row++ {
		s.stale.mark(row)
	}
	e.column = -1
	return out
}

// moveRows updates sent for some columns of rows that move down, or up.
func (e *encoder) moveRows(width, first, last, down int, columns span, sent []cell) {
	row, end, step := last, first-1, -1 // overwritten rows first
	if down < 0 {
		row, end, step = first, last+1, 1
	}
	for ; row != end; row += step {
		to, from := columns.of(sent[row*width:][:width]), row-down
		if from < first || from > last {
			e.fill(to)
		} else {
			copy(to, columns.of(sent[from*width:][:width]))
		}
	}
}

// bestRows returns the rows with the highest gain in some columns: cells that equal those a scroll away, less those
// that do not change.
func bestRows(s *screen, by scroll, columns span, cells, sent []cell) (first, last, gain int) {
	width := s.grid.Width
	for row, begin, sum := 0, 0, 0; row < s.grid.Height; row++ {
		from := row - by.down
		if uint(from) >= uint(s.grid.Height) {
			continue
		}
		now := columns.of(cells[row*width:][:width])
		if s.stale[row] != 0 {
			sum += different(now, columns.of(sent[row*width:][:width]), 0)
		}
		if sum > 0 { // otherwise no range starts here
			sum -= different(now, columns.of(sent[from*width:][:width]), by.right)
		}
		if sum <= 0 {
			begin, sum = row+1, 0
		} else if sum > gain {
			first, last, gain = begin, row, sum
		}
	}
	return first, last, gain
}

// different counts the cells of a row that differ from another, moved row.
func different(row, other []cell, right int) (n int) {
	for i := range row {
		if from := i - right; uint(from) >= uint(len(other)) || row[i] != other[from] {
			n++
		}
	}
	return n
}

// scrollRow moves a part of a row, if that takes fewer bytes.
func (e *encoder) scrollRow(out []byte, row, right int, cells, sent []cell) []byte {
	from, to := part(cells, sent, right)
	n, ops := max(right, -right), 2
	if from >= to {
		return out
	}
	if right > 0 {
		from = max(from-n, 0)
	} else {
		to = min(to+n, len(cells))
	}
	if e.empty(sent[to:]) {
		to, ops = len(cells), 1 // no cells have to be restored
	}
	e.moved = append(e.moved[:0], sent...)
	if e.slide(e.moved[from:to], right); cost(cells, e.moved)+ops*scrollCost >= cost(cells, sent) {
		return out
	}
	copy(sent, e.moved)
	out = e.plain(out)
	closes, opens := from, to-n
	if right > 0 {
		closes, opens = to-n, from
	}
	if ops == 2 || right < 0 {
		out = e.edit(out, row, closes, n, 'P')
	}
	if ops == 2 || right > 0 {
		out = e.edit(out, row, opens, n, '@')
	}
	return out
}

// slide moves cells to the right, or to the left.
func (e *encoder) slide(cells []cell, right int) {
	n := min(max(right, -right), len(cells))
	if right > 0 {
		copy(cells[n:], cells)
		e.fill(cells[:n])
	} else {
		copy(cells, cells[n:])
		e.fill(cells[len(cells)-n:])
	}
}

// part returns the columns of a row that have most likely moved. A row with characters of several cells or runes does
// not move.
func part(cells, sent []cell, right int) (from, to int) {
	gain, sum, begin := 0, 0, 0
	for i := range cells {
		if cells[i].Width != 1 || sent[i].Width != 1 || (cells[i].Glyph | sent[i].Glyph).Several() {
			return 0, 0
		}
		if cells[i] != sent[i] {
			sum++
		}
		if at := i - right; uint(at) >= uint(len(sent)) || cells[i] != sent[at] {
			sum--
		}
		if sum <= 0 {
			begin, sum = i+1, 0
		} else if sum > gain {
			from, to, gain = begin, i+1, sum
		}
	}
	return from, to
}

// cost estimates the bytes for writing a row over another.
func cost(cells, sent []cell) (bytes int) {
	open := false
	for i := range cells {
		differs := cells[i] != sent[i]
		if differs && !open {
			bytes += placeCost
		}
		if differs {
			bytes += cellCost
		}
		open = differs
	}
	return bytes
}

// plain appends the default pen, unless the present one leaves no traces.
func (e *encoder) plain(out []byte) []byte {
	if e.pen.suitsSpace(0) {
		return out
	}
	return e.pen.change(out, pen{}, e.bright)
}

// edit appends a control function that inserts or deletes n rows or columns at a place.
func (e *encoder) edit(out []byte, row, column, n int, final byte) []byte {
	if e.row != row || e.column != column {
		out = e.jump(out, row, column)
	}
	return function(out, n, final)
}

// empty reports whether cells equal opened ones.
func (e *encoder) empty(cells []cell) bool {
	return !slices.ContainsFunc(cells, func(c cell) bool { return c != e.erased })
}

func (e *encoder) fill(cells []cell) {
	for i := range cells {
		cells[i] = e.erased
	}
}
