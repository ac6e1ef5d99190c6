// Package qrcode draws an address as a QR code for the camera of a phone: in half-blocks, two modules a cell, always dark
// on light.
package canvas

import (
	"strings"

	"rsc.io/qr"
)

// Code is the code of an address. The zero value is that of none.
type QRCode struct{ modules *qr.Code }

// quiet is how many light modules a scanner wants all around (ISO/IEC 18004).
const quiet = 4

// Of returns the smallest code of an address, as tolerant of errors as one of that size can be. One that is empty, too long,
// or leads a phone to itself has none.
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

// shortest returns an address that leads to the same place and takes the fewest bits: in capitals, of which a code has
// more room than of other letters, where it names a host alone, and without the slash that browsers add.
func shortest(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	if path != "" || strings.ContainsAny(host, "@?#%[") {
		return address
	}
	return strings.ToUpper(scheme + "://" + host)
}

// Size returns how many cells the code takes, with the light ones around it; 0 for none.
func (c QRCode) Size() (columns, rows int) {
	if c.modules == nil {
		return 0, 0
	}
	n := c.modules.Size + 2*quiet
	return n, (n + 1) / 2
}

// dark reports whether a module is, counted from the corner of what is light around them.
func (c QRCode) dark(x, y int) bool { return c.modules.Black(x-quiet, y-quiet) }

// Draw puts the code cell by cell: a character in ink on a ground, all of them in the palette. Its ink is always the dark
// one, which no terminal makes bold.
func (c QRCode) Draw(put func(column, row int, character rune, ink, ground Colour)) {
	columns, rows := c.Size()
	for row := range rows {
		for column := range columns {
			character, ground := ' ', codeLight
			switch upper, lower := c.dark(column, 2*row), c.dark(column, 2*row+1); {
			case upper && lower:
				ground = codeDark // a full block would show seams in many fonts
			case upper:
				character = '▀'
			case lower:
				character = '▄'
			}
			put(column, row, character, codeDark, ground)
		}
	}
}
