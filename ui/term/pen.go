package term

import (
	"slices"
	"strconv"
)

// pen is the style that the terminal writes with. The zero value is its default.
type pen struct {
	ink, ground colour
	manner      manner
}

// change appends the change to another pen (SGR, ECMA-48 8.3.117): the differences, after a reset if a manner has to
// go. bright means that the upper 8 of 16 colours have parameters of their own.
func (p *pen) change(out []byte, to pen, bright bool) []byte {
	switch {
	case *p == to:
		return out
	case to == pen{}:
		*p = to
		return append(out, "\x1b[m"...)
	}
	out = append(out, "\x1b["...)
	if p.manner&^to.manner != 0 {
		*p = pen{}
		out = append(out, "0;"...)
	}
	for i := range manners {
		if to.manner&^p.manner&(1<<i) != 0 {
			out = append(append(out, manners[i].parameter...), ';')
		}
	}
	if to.ink != p.ink {
		out = append(to.ink.append(out, 30, bright), ';')
	}
	if to.ground != p.ground {
		out = append(to.ground.append(out, 40, bright), ';')
	}
	*p = to
	out[len(out)-1] = 'm'
	return out
}

// append appends the parameters of SGR for a colour: of ink from 30 on, of a ground from 40 on.
func (c colour) append(out []byte, from int, bright bool) []byte {
	switch {
	case c == 0:
		return appendNumber(out, from+9)
	case c&anyRGB != 0:
		out = append(appendNumber(out, from+8), ";2"...)
		for _, shift := range [...]int{16, 8, 0} {
			out = appendNumber(append(out, ';'), int(c>>shift&0xff))
		}
		return out
	case c <= 8:
		return appendNumber(out, from+int(c)-1)
	case c <= 16 && bright:
		return appendNumber(out, from+60+int(c)-9)
	}
	return appendNumber(append(appendNumber(out, from+8), ";5;"...), int(c)-1)
}

func appendNumber(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }

// goTo appends the move of the cursor to a cell: its place, or the way if that is known and shorter.
func (e *encoder) goTo(out []byte, s *screen, row, column int, cells []cell) []byte {
	if e.row == row && e.column >= 0 && e.column <= column {
		over, first := cells[e.column:column], max(e.column-1, 0)
		e.column = column
		if slices.ContainsFunc(cells[first:min(column+1, len(cells))], blocky) {
			return skip(out, len(over)) // text beside a block must be written apart
		}
		return e.forward(out, s, over)
	}
	return e.jump(out, row, column)
}

// jump appends the move of the cursor to a cell without rewriting cells: the way, or its place if that is shorter.
func (e *encoder) jump(out []byte, row, column int) []byte {
	right, down, known := column-e.column, row-e.row, e.column >= 0
	e.row, e.column = row, column
	if !known {
		return toPlace(out, row, column)
	}
	begun := len(out)
	out = across(along(out, down), right)
	way := len(out)
	out = toPlace(out, row, column)
	if way-begun < len(out)-way {
		return out[:way]
	}
	return append(out[:begun], out[way:]...)
}

// toPlace appends the absolute place of a cell (CUP, ECMA-48 8.3.21).
func toPlace(out []byte, row, column int) []byte {
	out = appendNumber(append(out, "\x1b["...), row+1)
	if column > 0 {
		out = appendNumber(append(out, ';'), column+1)
	}
	return append(out, 'H')
}

// along appends a move by so many rows down, or up.
func along(out []byte, down int) []byte {
	switch {
	case down > 1:
		return function(out, down, 'B') // CUD, ECMA-48 8.3.19
	case down < -1:
		return function(out, -down, 'A') // CUU, ECMA-48 8.3.22
	case down > 0:
		return append(out, "\x1bD"...) // IND, VT100
	case down < 0:
		return append(out, "\x1bM"...) // RI, ECMA-48 8.3.104
	}
	return out
}

// across appends a move by so many columns to the right, or to the left.
func across(out []byte, right int) []byte {
	switch {
	case right >= 0:
		return skip(out, right)
	case -right <= maxBack:
		return append(out, backspaces[:-right]...)
	}
	return function(out, -right, 'D') // CUB, ECMA-48 8.3.18
}

// backspaces move the cursor back. Longer ways are shorter as a number.
const (
	backspaces = "\b\b\b\b"
	maxBack    = len(backspaces)
)

// function appends a control function with a parameter, of which 1 is the default.
func function(out []byte, n int, final byte) []byte {
	out = append(out, "\x1b["...)
	if n > 1 {
		out = appendNumber(out, n)
	}
	return append(out, final)
}

// forward appends the move over unchanged cells (CUF, ECMA-48 8.3.20). Rewriting a few that have the present pen is
// shorter.
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
	if n == 0 {
		return out
	}
	return function(out, n, 'C')
}

// place appends the move to the cursor's final place.
func (e *encoder) place(out []byte, cursor [2]int) []byte {
	if cursor == nowhere {
		if e.shown {
			out, e.shown = append(out, e.hide...), false
		}
		return out
	}
	if e.row != cursor[1] || e.column != cursor[0] {
		e.column = -1 // terminals differ behind the last column
		out = e.goTo(out, nil, cursor[1], cursor[0], nil)
	}
	if !e.shown {
		out, e.shown = append(out, e.show...), true
	}
	return out
}
