package scene

import (
	"sync/atomic"

	"dogfight/ui/canvas"
)

// stars is one plane of stars: bright and faint of 65536 cells have one.
type stars struct {
	seed          uint32
	bright, faint uint32
	brightInk     canvas.Colour
	faintInk      canvas.Colour

	rows [starRows]atomic.Pointer[starRow] // each made on first use
}

// The period of stars, in cells.
const (
	starColumns = 512
	starRows    = 256
)

// starRow is the stars of a row, from the left.
type starRow []starAt

type starAt struct {
	x     uint16
	place uint8 // in its cell
	ink   canvas.Colour
}

var (
	// fixedStars are fixed in the arena, so that a terminal can scroll them with the ground.
	fixedStars = stars{seed: 1, bright: 230, faint: 1440, brightInk: canvas.StarNear, faintInk: canvas.StarFar}
	// slowStars add depth.
	slowStars = stars{seed: 2, bright: 590, brightInk: canvas.StarMiddle}
	// fewStars are for low bandwidth.
	fewStars = stars{seed: 1, bright: 780, brightInk: canvas.StarMiddle}
)

// DrawStars draws stars into empty space.
func (f *Frame) DrawStars() {
	if f.Sheet.LowBandwidth {
		f.drawStars(&fewStars, 1)
		return
	}
	f.drawStars(&fixedStars, 1)
	f.drawStars(&slowStars, f.slowness())
}

// slowness is the cells that the camera moves for a step of the slow stars.
func (f *Frame) slowness() int {
	if f.Sheet.LowBandwidth || f.Sheet.ReducedMotion || f.Sheet.Detail.NoParallax {
		return 1
	}
	return 2
}

func (f *Frame) drawStars(of *stars, slowness int) {
	left, top := FloorDiv(f.Left, canvas.Across*slowness), FloorDiv(f.Top, canvas.Down*slowness)
	for y := 1; y < f.Sheet.Height()-1; y++ {
		for _, star := range *of.row(top + y) {
			for x := (int(star.x) - left) & (starColumns - 1); x < f.Sheet.Width(); x += starColumns {
				f.Sheet.Star(x, y, starGlyph(f.Sheet.Mode, star.place), star.ink)
			}
		}
	}
}

// StarAt returns the star in a cell of a fixed sky, or a space.
func StarAt(m canvas.Mode, x, y int) (glyph rune, ink canvas.Colour) {
	for _, star := range *fixedStars.row(y) {
		if int(star.x) == x&(starColumns-1) {
			return starGlyph(m, star.place), star.ink
		}
	}
	return ' ', canvas.Space
}

func (s *stars) row(y int) *starRow {
	y &= starRows - 1
	row := s.rows[y].Load()
	if row == nil {
		row = s.newRow(y)
		s.rows[y].Store(row) // racing writers store equal rows
	}
	return row
}

func (s *stars) newRow(y int) *starRow {
	var row starRow
	for x := range starColumns {
		switch h := Scatter(x, y, s.seed); {
		case h&0xffff < s.bright:
			row = append(row, starAt{uint16(x), uint8(h >> 16 & 7), s.brightInk})
		case h&0xffff < s.bright+s.faint:
			row = append(row, starAt{uint16(x), uint8(h >> 16 & 7), s.faintInk})
		}
	}
	return &row
}

// starGlyph returns a star at one of the places in its cell.
func starGlyph(m canvas.Mode, place uint8) rune {
	switch m {
	case canvas.ASCII:
		return '.'
	case canvas.Halves:
		return '·' // console fonts have no braille
	}
	return [...]rune{'⠁', '⠂', '⠄', '⡀', '⠈', '⠐', '⠠', '⢀'}[place&7]
}

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
		return canvas.Space
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
