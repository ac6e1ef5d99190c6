package play

import (
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// The colours of the match screen. A ramp is three neighbours: bright, middle,
// dark.
const (
	space = canvas.Space

	starFar canvas.Colour = iota
	starMiddle
	starNear

	rockDeep
	rockFace
	rockLit
	border

	ownBright
	ownMiddle
	ownDark
	team1Bright
	team1Middle
	team1Dark
	team2Bright
	team2Middle
	team2Dark
	foeBright // the first of foeRamps ramps
)

const (
	foeRamps = 8
	ramp     = 3 // colours in a ramp
)

const (
	white canvas.Colour = foeBright + foeRamps*ramp + iota
	flameYellow
	flameOrange
	flameRed
	ember
	smoke

	shieldGlow
	shieldWorn
	drumLight
	drumBody
	drumShade
	orbBright
	orbDark

	boxHealth
	boxAmmo
	boxShield
	boxOverdrive
	padMark

	panel
	panelMarked
	label
	text
	strong
	accent
	good
	fair
	bad

	chosen // the ground of what is chosen in a menu
	chosenInk
	logo // the first of logoInks, from top to bottom
)

const logoInks = 6

// standard is the palette: for each colour its place among the 256 colours of
// xterm, among the 16 of every terminal, and what is left without any.
var standard = canvas.Palette{
	space: {Rich: 16, Basic: 0, True: cells.RGB(0x05060c)}, // where the terminal's own ground will not do

	starFar:    {Rich: 240, Basic: 8, Mono: canvas.Faint},
	starMiddle: {Rich: 245, Basic: 8, Mono: canvas.Faint},
	starNear:   {Rich: 254, Basic: 7},

	rockDeep: {Rich: 237, Basic: 8, Mono: canvas.Faint},
	rockFace: {Rich: 59, Basic: 8, Mono: canvas.Faint},
	rockLit:  {Rich: 103, Basic: 7},
	border:   {Rich: 60, Basic: 4, Mono: canvas.Faint},

	ownBright:   {Rich: 87, Basic: 14, Mono: canvas.Strong},
	ownMiddle:   {Rich: 231, Basic: 15, Mono: canvas.Strong},
	ownDark:     {Rich: 38, Basic: 6, Mono: canvas.Strong},
	team1Bright: {Rich: 153, Basic: 12},
	team1Middle: {Rich: 75, Basic: 6},
	team1Dark:   {Rich: 26, Basic: 4, Mono: canvas.Faint},
	team2Bright: {Rich: 223, Basic: 11},
	team2Middle: {Rich: 208, Basic: 3},
	team2Dark:   {Rich: 130, Basic: 3, Mono: canvas.Faint},

	foeBright:      {Rich: 217, Basic: 9}, // red
	foeBright + 1:  {Rich: 203, Basic: 9},
	foeBright + 2:  {Rich: 124, Basic: 1, Mono: canvas.Faint},
	foeBright + 3:  {Rich: 229, Basic: 11}, // yellow
	foeBright + 4:  {Rich: 220, Basic: 11},
	foeBright + 5:  {Rich: 136, Basic: 3, Mono: canvas.Faint},
	foeBright + 6:  {Rich: 219, Basic: 13}, // magenta
	foeBright + 7:  {Rich: 207, Basic: 13},
	foeBright + 8:  {Rich: 127, Basic: 5, Mono: canvas.Faint},
	foeBright + 9:  {Rich: 223, Basic: 3}, // orange
	foeBright + 10: {Rich: 208, Basic: 3},
	foeBright + 11: {Rich: 130, Basic: 1, Mono: canvas.Faint},
	foeBright + 12: {Rich: 193, Basic: 10}, // lime
	foeBright + 13: {Rich: 149, Basic: 10},
	foeBright + 14: {Rich: 64, Basic: 2, Mono: canvas.Faint},
	foeBright + 15: {Rich: 225, Basic: 13}, // violet
	foeBright + 16: {Rich: 141, Basic: 13},
	foeBright + 17: {Rich: 61, Basic: 5, Mono: canvas.Faint},
	foeBright + 18: {Rich: 224, Basic: 9}, // rose
	foeBright + 19: {Rich: 174, Basic: 9},
	foeBright + 20: {Rich: 95, Basic: 1, Mono: canvas.Faint},
	foeBright + 21: {Rich: 230, Basic: 11}, // sand
	foeBright + 22: {Rich: 186, Basic: 3},
	foeBright + 23: {Rich: 101, Basic: 3, Mono: canvas.Faint},

	white:       {Rich: 231, Basic: 15, Mono: canvas.Strong},
	flameYellow: {Rich: 228, Basic: 11, Mono: canvas.Strong},
	flameOrange: {Rich: 214, Basic: 11},
	flameRed:    {Rich: 202, Basic: 9},
	ember:       {Rich: 124, Basic: 1, Mono: canvas.Faint},
	smoke:       {Rich: 239, Basic: 8, Mono: canvas.Faint},

	shieldGlow: {Rich: 123, Basic: 14},
	shieldWorn: {Rich: 37, Basic: 6, Mono: canvas.Faint},
	drumLight:  {Rich: 180, Basic: 3},
	drumBody:   {Rich: 166, Basic: 1},
	drumShade:  {Rich: 94, Basic: 3, Mono: canvas.Faint},
	orbBright:  {Rich: 159, Basic: 14, Mono: canvas.Strong},
	orbDark:    {Rich: 67, Basic: 6},

	boxHealth:    {Rich: 28, Basic: 2, Mono: canvas.Solid},
	boxAmmo:      {Rich: 130, Basic: 1, Mono: canvas.Solid},
	boxShield:    {Rich: 25, Basic: 4, Mono: canvas.Solid},
	boxOverdrive: {Rich: 127, Basic: 5, Mono: canvas.Solid},
	padMark:      {Rich: 240, Basic: 8, Mono: canvas.Faint},

	panel:       {Rich: 234, Basic: 0},
	panelMarked: {Rich: 238, Basic: 4, Mono: canvas.Solid},
	label:       {Rich: 247, Basic: 7, Mono: canvas.Faint},
	text:        {Rich: 252, Basic: 7},
	strong:      {Rich: 231, Basic: 15, Mono: canvas.Strong},
	accent:      {Rich: 87, Basic: 14, Mono: canvas.Strong},
	good:        {Rich: 77, Basic: 10},
	fair:        {Rich: 221, Basic: 11},
	bad:         {Rich: 203, Basic: 9, Mono: canvas.Strong},

	chosen:    {Rich: 87, Basic: 14, Mono: canvas.Solid},
	chosenInk: {Rich: 16, Basic: 0},
	logo:      {Rich: 123, Basic: 14, Mono: canvas.Strong},
	logo + 1:  {Rich: 87, Basic: 14, Mono: canvas.Strong},
	logo + 2:  {Rich: 51, Basic: 14, Mono: canvas.Strong},
	logo + 3:  {Rich: 45, Basic: 6, Mono: canvas.Strong},
	logo + 4:  {Rich: 39, Basic: 6, Mono: canvas.Strong},
	logo + 5:  {Rich: 39, Basic: 6, Mono: canvas.Strong},
}

// hull is a ramp: the three colours of one ship.
type hull struct{ bright, middle, dark canvas.Colour }

func hullFrom(first canvas.Colour) hull { return hull{first, first + 1, first + 2} }

// hullOf returns the colours of the ship in a slot. One's own is white and
// cyan, which no other is; its engines show the team.
func (f *frame) hullOf(slot int) hull {
	team := hullFrom(ownBright)
	switch f.World.Ships[slot].Team {
	case 1:
		team = hullFrom(team1Bright)
	case 2:
		team = hullFrom(team2Bright)
	}
	switch {
	case slot == f.Me:
		return hull{ownBright, ownMiddle, team.dark}
	case f.Setup.Mode.Teams() > 0:
		return team
	}
	return hullFrom(foeBright + ramp*canvas.Colour(slot%foeRamps))
}
