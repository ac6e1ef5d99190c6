package scene

import (
	"sync/atomic"

	"dogfight/ui/canvas"
)

// The sky of dust is shared by all arenas and repeats after these cells, more than any screen has. An arena's tiles
// decide its part of the sky.
const (
	skyWidth  = 256
	skyHeight = 128
)

// sky is the rows, each made on first use.
var sky [skyHeight]atomic.Pointer[skyRow]

type skyRow [skyWidth]canvas.Colour

// dust returns a row of the sky.
func dust(y int) *skyRow {
	y &= skyHeight - 1
	row := sky[y].Load()
	if row == nil {
		row = newSkyRow(y)
		sky[y].Store(row) // racing writers store equal rows
	}
	return row
}

func newSkyRow(y int) *skyRow {
	row := new(skyRow)
	for x := range row {
		row[x] = dustAt(x, y)
	}
	return row
}

// bayer is the order in which the cells of a square change to the next tone (Bayer 1973).
var bayer = [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// dither returns the sixteenth of the way to the next tone at which a cell changes.
func dither(x, y int) int { return bayer[y&3][x&3] }

// dustAt returns the tone of a cell: large clouds of two hues with empty space between them. The denser one shows.
func dustAt(x, y int) canvas.Colour {
	blue, violet := density(x, y, seedBlue), density(x, y, seedViolet)
	first := canvas.DustBlue
	if violet+dither(y, x) > blue+8 { // another order, so that the edge has no stripes
		first = canvas.DustViolet
	}
	tone := ((max(blue, violet)-plainBelow)*16/denserBy + dither(x, y)) >> 4
	if tone <= 0 {
		return canvas.SpaceTone
	}
	return first + canvas.Colour(min(tone, canvas.DustTones)-1)
}

// Densities, of 255.
const (
	plainBelow = 142
	denserBy   = 10 // a tone
)

// density returns the density of one hue, from clouds of three sizes.
func density(x, y int, seed uint32) int {
	sum := 0
	for i, share := range [...]int{9, 5, 2} {
		apart := 32 >> i
		// A cell is twice as high as wide.
		sum += share * wrapped(x, 2*y, apart, skyWidth/apart-1, 2*skyHeight/apart-1, seed+uint32(i))
	}
	return sum / 16
}
