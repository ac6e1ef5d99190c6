package canvas

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// QRCode is an address as a QR code for the camera of a phone, drawn in half-blocks, two modules a cell, dark on light. The
// zero value is no code.
type QRCode struct{ modules *qr.Code }

// quiet is the width of the light margin, in modules (ISO/IEC 18004).
const quiet = 4

// QRCodeOf returns the smallest code of an address, with the best error correction of that size. An address that is empty,
// too long or a loopback has none.
func QRCodeOf(address string) QRCode {
	if address == "" || isLoopback(address) {
		return QRCode{}
	}
	small, err := qr.Encode(shortest(address), qr.L)
	if err != nil {
		return QRCode{}
	}
	for _, level := range []qr.Level{qr.M, qr.Q, qr.H} {
		if better, err := qr.Encode(shortest(address), level); err == nil && better.Size == small.Size {
			small = better
		}
	}
	return QRCode{small}
}

func isLoopback(address string) bool {
	_, host, _ := strings.Cut(address+"/", "://")
	for _, loopback := range []string{"127.", "[::1]", "localhost:", "localhost/"} {
		if strings.HasPrefix(host, loopback) {
			return true
		}
	}
	return false
}

// shortest returns the form of an address with the fewest bits: without the slash that browsers add, and if it is only a host
// in capitals, which a code packs more densely.
func shortest(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	if path != "" || strings.ContainsAny(host, "@?#%[") {
		return address
	}
	return strings.ToUpper(scheme + "://" + host)
}

// Size returns the size in cells, margin included; 0 for no code.
func (c QRCode) Size() (columns, rows int) {
	if c.modules == nil {
		return 0, 0
	}
	n := c.modules.Size + 2*quiet
	return n, (n + 1) / 2
}

// dark reports whether a module is dark, counted from the corner of the margin.
func (c QRCode) dark(x, y int) bool { return c.modules.Black(x-quiet, y-quiet) }

// Draw calls put for each cell. The ink is always the dark colour, which no terminal brightens to bold.
func (c QRCode) Draw(put func(column, row int, character rune, ink, ground Colour)) {
	columns, rows := c.Size()
	for row := range rows {
		for column := range columns {
			character, ground := ' ', codeLight
			switch upper, lower := c.dark(column, 2*row), c.dark(column, 2*row+1); {
			case upper && lower:
				ground = codeDark // a full block shows seams in many fonts
			case upper:
				character = '▀'
			case lower:
				character = '▄'
			}
			put(column, row, character, codeDark, ground)
		}
	}
}

// ANSI returns the code as lines of text with ANSI escape sequences, for a terminal of 256 colours.
func (c QRCode) ANSI() string {
	var b strings.Builder
	columns, _ := c.Size()
	c.Draw(func(column, _ int, character rune, ink, ground Colour) {
		fmt.Fprintf(&b, "\x1b[38;5;%d;48;5;%dm%c", Standard[ink].Rich, Standard[ground].Rich, character)
		if column == columns-1 {
			b.WriteString("\x1b[0m\n")
		}
	})
	return b.String()
}

// CanCode reports whether the screen can show a QR code: it needs colours, to distinguish dark from light, and half-blocks.
func (s *Sheet) CanCode() bool { return !s.Colourless && s.Mode != ASCII }

// Code draws a QR code with its upper left cell at (x, y).
func (s *Sheet) Code(x, y int, c QRCode) {
	c.Draw(func(column, row int, character rune, ink, ground Colour) {
		s.Fill(x+column, y+row, 1, 1, ground)
		s.Text(x+column, y+row, string(character), ink)
	})
}
