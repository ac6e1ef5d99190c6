package term

// With margins at the sides (DECLRMM and DECSLRM, VT420) a terminal moves a part of its rows, so that a panel beside a
// moving picture stays in place. They are reset at once, which homes the cursor.
const (
	openMargins  = "\x1b[?69h"
	closeMargins = "\x1b[s\x1b[?69l"
	marginsCost  = len(openMargins) + len("\x1b[1;95s") + len(closeMargins)
)

// span is a range of columns, without its end.
type span struct{ from, to int }

func (c span) of(row []cell) []cell { return row[c.from:c.to] }

// setMargins appends margins around some columns.
func (e *encoder) setMargins(out []byte, to span) []byte {
	e.row, e.column = 0, 0
	out = appendNumber(append(append(out, openMargins...), "\x1b["...), to.from+1)
	return append(appendNumber(append(out, ';'), to.to), 's')
}

// movedColumns returns the columns that have most likely moved up or down: all of them if the terminal has no margins,
// or if margins would cost more than they save.
func (e *encoder) movedColumns(s *screen, by scroll, cells, sent []cell) span {
	width := s.grid.Width
	if !e.margins {
		return span{0, width}
	}
	e.gains = append(e.gains[:0], make([]int32, width)...)
	for row := range s.grid.Height {
		if from := row - by.down; s.stale[row] != 0 && uint(from) < uint(s.grid.Height) {
			e.addGains(by.right, cells[row*width:][:width], sent[row*width:][:width], sent[from*width:][:width])
		}
	}
	best, more := e.bestSpan()
	if best.to-best.from < max(width/4, 2) || more*cellCost < marginsCost { // margins must be two columns apart
		return span{0, width}
	}
	return best
}

// bestSpan returns the columns with the highest gain, and by how much that exceeds the gain of all columns.
func (e *encoder) bestSpan() (best span, more int) {
	gain, sum, all, begin := int32(0), int32(0), int32(0), 0
	for x, n := range e.gains {
		all += n
		if sum += n; sum <= 0 {
			begin, sum = x+1, 0
		} else if sum > gain {
			best, gain = span{begin, x + 1}, sum
		}
	}
	return best, int(gain - all)
}

// addGains adds for each column whether a moved row would be right where the unchanged one is wrong, or the reverse.
func (e *encoder) addGains(right int, now, was, other []cell) {
	for x := range now {
		if now[x] != was[x] {
			e.gains[x]++
		}
		if from := x - right; uint(from) >= uint(len(other)) || now[x] != other[from] {
			e.gains[x]--
		}
	}
}

// cuts reports whether the edges of columns cut a wide character of some rows in two, which a terminal may erase.
func (c span) cuts(width, first, last int, sent []cell) bool {
	for row := first; row <= last; row++ {
		if sent[row*width+c.from].Width == 0 || c.to < width && sent[row*width+c.to].Width == 0 {
			return true
		}
	}
	return false
}
