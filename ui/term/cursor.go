package term

import "slices"

// goTo appends what takes the cursor to a cell: the place, or the way from where it
// is, if that is certain and shorter.
func (e *encoder) goTo(out []byte, s *screen, row, column int, cells []cell) []byte {
	if e.row == row && e.column >= 0 && e.column <= column {
		over, first := cells[e.column:column], max(e.column-1, 0)
		e.column = column
		if slices.ContainsFunc(cells[first:min(column+1, len(cells))], blocky) {
			return skip(out, len(over)) // what is written beside a block is written apart
		}
		return e.forward(out, s, over)
	}
	return e.jump(out, row, column)
}

// jump appends what takes the cursor to a cell without writing.
func (e *encoder) jump(out []byte, row, column int) []byte {
	right, down, known := column-e.column, row-e.row, e.column >= 0
	e.row, e.column = row, column
	switch {
	case !known:
	case down == 0 && right >= 0:
		return skip(out, right)
	case down == 0 && right >= -maxBack:
		return append(out, backspaces[:-right]...)
	case down == 1 && right <= 0 && right >= -maxBack:
		return append(append(out, "\x1b[B"...), backspaces[:-right]...) // CUD, ECMA-48 8.3.19
	}
	out = appendNumber(append(out, "\x1b["...), row+1) // CUP, ECMA-48 8.3.21
	if column > 0 {
		out = appendNumber(append(out, ';'), column+1)
	}
	return append(out, 'H')
}

// backspaces take the cursor back. More than some are longer than to say where to.
const (
	backspaces = "\b\b\b\b"
	maxBack    = len(backspaces)
)

// forward appends what takes the cursor over cells that have not changed (CUF,
// ECMA-48 8.3.20). A few that the pen is right for are shorter written once more.
func (e *encoder) forward(out []byte, s *screen, over []cell) []byte {
	if len(over) > 3 || !e.suits(s, over) {
		return skip(out, len(over))
	}
	for i := range over {
		out = s.grid.Clusters.Append(out, over[i].Glyph)
	}
	return out
}

func skip(out []byte, n int) []byte {
	switch n {
	case 0:
		return out
	case 1:
		return append(out, "\x1b[C"...)
	}
	return append(appendNumber(append(out, "\x1b["...), n), 'C')
}

// place appends what takes the cursor to where it is to be.
func (e *encoder) place(out []byte, cursor [2]int) []byte {
	if cursor == nowhere {
		if e.shown {
			out, e.shown = append(out, e.hide...), false
		}
		return out
	}
	if e.row != cursor[1] || e.column != cursor[0] {
		e.column = -1 // behind the last column too, terminals differ
		out = e.goTo(out, nil, cursor[1], cursor[0], nil)
	}
	if !e.shown {
		out, e.shown = append(out, e.show...), true
	}
	return out
}
