package term

import (
	"bytes"
	"strconv"
)

// cursor is where the terminal's cursor is, counted from 1 like in its
// sequences. The zero value does not know.
type cursor struct{ column, row int }

// wrote takes note of the first byte of a character that is written. Only of those
// that the game is full of is it certain how wide they are everywhere.
func (c *cursor) wrote(text []byte) {
	switch b := text[0]; {
	case b >= ' ' && b < 0x7f:
		c.column++
	case b >= 0x80 && b < 0xc0: // goes on
	case b == 0xe2 && len(text) > 1 && text[1] >= 0x94 && text[1] <= 0xa3: // boxes, blocks, braille
		c.column++
	default:
		*c = cursor{}
	}
}

// goTo appends what takes the cursor to where an absolute move (CUP, ECMA-48
// 8.3.21) would: in its row forwards (CUF, 8.3.20) if it is known to be in that.
func (c *cursor) goTo(out, move []byte) []byte {
	was := *c
	*c = placeOf(move)
	ahead := c.column - was.column
	if was.row == 0 || c.row != was.row || ahead < 0 {
		return append(out, move...)
	}
	switch ahead {
	case 0:
		return out
	case 1:
		return append(out, "\x1b[C"...)
	}
	out = append(out, "\x1b["...)
	return append(strconv.AppendInt(out, int64(ahead), 10), 'C')
}

// placeOf reads an absolute move to a row and a column.
func placeOf(move []byte) cursor {
	row, column, _ := bytes.Cut(move[2:len(move)-1], []byte(";"))
	at := cursor{}
	at.row, _ = strconv.Atoi(string(row))
	at.column, _ = strconv.Atoi(string(column))
	if at.row < 1 || at.column < 1 {
		return cursor{}
	}
	return at
}
