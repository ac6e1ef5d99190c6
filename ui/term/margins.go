package term

// Margins at the sides (DECLRMM and DECSLRM, VT420) have a terminal move a part of its rows: a panel beside a picture that
// moves stays where it is. They are taken back at once, and home the cursor.
const (
	openMargins  = "\x1b[?69h"
	closeMargins = "\x1b[s\x1b[?69l"
	marginsCost  = len(openMargins) + len("\x1b[1;95s") + len(closeMargins)
)

// span is some columns: from one to the one before another.
type span struct{ from, to int }

func (c span) of(row []cell) []cell { return row[c.from:c.to] }

// setMargins appends what bounds moves of rows to some columns.
func (e *encoder) setMargins(out []byte, to span) []byte {
	e.row, e.column = 0, 0
	out = appendNumber(append(append(out, openMargins...), "\x1b["...), to.from+1)
	return append(appendNumber(append(out, ';'), to.to), 's')
}

// movedColumns returns the columns for which most speaks that their rows moved up or down: all of them where a terminal has no
// margins, or where those would take more than they save.
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
	if best.to-best.from < max(width/4, 2) || more*cellCost < marginsCost { // a margin at both sides of one column is none
		return span{0, width}
	}
	return best
}

// bestSpan returns the columns that gain most, and how much more that is than all of them do.
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

// addGains counts by columns how many cells are right if a row is what another one was, and not if it is as it was.
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

// cuts reports whether the edges of columns cut a character of rows in two, which a terminal would not leave at that.
func (c span) cuts(width, first, last int, sent []cell) bool {
	for row := first; row <= last; row++ {
		if sent[row*width+c.from].Width == 0 || c.to < width && sent[row*width+c.to].Width == 0 {
			return true
		}
	}
	return false
}
