package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// orbLayer draws the bases and the orb.
var orbLayer = layer{ground: (*Frame).drawBases, things: (*Frame).drawTheOrb, blips: (*Radar).drawOrbBlips}

// The drawing of bases, in dots.
const (
	stripeSpace = 7  // from a stripe to the next
	stripeWide  = 2  // of a stripe
	brightEvery = 12 // from a bright dash of the edge to the next
	brightDash  = 5  // of a bright dash
	letterDots  = 2  // size of a letter's dots
)

// drawBases draws each team's base: striped, with an edge and a letter.
func (f *Frame) drawBases() {
	const tile, disc = game.TileSize * game.One / 2, game.BaseRadius
	for team := uint8(1); int(team) <= f.Match.Setup.Teams(); team++ {
		reach := int32(tile)
		if len(f.Match.Setup.Arena.Bases[team]) == 0 {
			reach = disc
		}
		for _, at := range f.Match.Setup.Arena.BaseTiles(team) {
			left, top := f.Locate(at.X-reach, at.Y-reach)
			right, bottom := f.Locate(at.X+reach, at.Y+reach)
			width, height := f.Sheet.Dots()
			for y := max(top, canvas.Down); y < min(bottom, height-canvas.Down); y++ {
				for x := max(left, 0); x < min(right, width); x++ {
					f.drawBaseDot(team, x, y)
				}
			}
		}
		f.drawBaseName(team)
	}
}

// drawBaseDot draws a dot of a team's base. In ASCII the edge is characters, since dots are ambiguous.
func (f *Frame) drawBaseDot(team uint8, x, y int) {
	if !f.inBase(team, x, y) {
		return
	}
	ramp := canvas.TeamRamp(team)
	edge := !f.inBase(team, x-1, y) || !f.inBase(team, x+1, y) || !f.inBase(team, x, y-1) || !f.inBase(team, x, y+1)
	along := f.Left + x + f.Top + y
	switch {
	case f.Sheet.Mode == canvas.ASCII:
		if column, row := f.Sheet.Cell(x, y); edge && f.Sheet.Plain(column, row) {
			f.Sheet.Text(column, row, ":", ramp.Middle)
		}
	case edge && along%brightEvery < brightDash:
		f.Sheet.Dot(x, y, ramp.Bright)
	case edge:
		f.Sheet.Dot(x, y, ramp.Middle)
	case along%stripeSpace < stripeWide && !f.Sheet.LowBandwidth && !f.Sheet.Colourless:
		f.Sheet.Dot(x, y, ramp.Dark)
	}
}

// inBase reports whether the middle of a dot is in a team's base and not on rock.
func (f *Frame) inBase(team uint8, x, y int) bool {
	ax, ay := int32((2*(f.Left+x)+1)*f.Grain/2), int32((2*(f.Top+y)+1)*f.Grain/2)
	return f.Match.Setup.Arena.InBase(team, ax, ay) && !f.Match.Setup.Arena.Solid(ax, ay)
}

// drawBaseName draws the letter of a base in its middle, and its name below.
func (f *Frame) drawBaseName(team uint8) {
	middle, low := f.baseMiddle(team)
	px, py := f.Locate(middle.X, middle.Y)
	if !f.Near(px, py, 20) {
		return
	}
	ramp, letter := canvas.TeamRamp(team), baseNames[team-1][len("base "):]
	px, py = px&^1, py&^1 // even, so that its strokes fill cells alike
	if column, row := f.Sheet.Cell(px, py); f.Sheet.Mode == canvas.ASCII || f.far() || f.Sheet.Colourless {
		f.Sheet.Text(column, row, letter, ramp.Bright)
	} else if !f.Sheet.LowBandwidth {
		f.drawLetter(px, py, &letters[team-1], ramp.Bright)
	}
	words := baseNames[team-1]
	if f.Match.Me >= 0 && f.Match.World.Ships[f.Match.Me].Team == team {
		words = "your base"
	}
	if f.Sheet.Wordless || f.far() {
		return
	}
	column, row := f.Sheet.Cell(f.Locate(middle.X, low))
	at := canvas.Rect(column-canvas.Width(words)/2, row+1, canvas.Width(words), 1)
	if f.Free(at) {
		f.Sheet.Text(at.X, at.Y, words, ramp.Middle)
	}
}

var baseNames = [game.MaxTeams]string{"base A", "base B", "base C", "base D"}

// baseMiddle returns the middle of a team's base, and its lower edge.
func (f *Frame) baseMiddle(team uint8) (middle game.Point, low int32) {
	tiles := f.Match.Setup.Arena.BaseTiles(team)
	if len(f.Match.Setup.Arena.Bases[team]) == 0 {
		return tiles[0], tiles[0].Y + game.BaseRadius
	}
	var x, y int64
	for _, at := range tiles {
		x, y, low = x+int64(at.X), y+int64(at.Y), max(low, at.Y+game.TileSize*game.One/2)
	}
	return game.Point{X: int32(x / int64(len(tiles))), Y: int32(y / int64(len(tiles)))}, low
}

// letters are five dots wide and seven high.
var letters = [game.MaxTeams][7]string{
	{".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"},
	{"####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."},
	{".###.", "#...#", "#....", "#....", "#....", "#...#", ".###."},
	{"####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####."},
}

func (f *Frame) drawLetter(px, py int, letter *[7]string, ink canvas.Colour) {
	for y := -letterDots; y < (len(letter)+1)*letterDots; y++ { // a ground without stripes
		for x := -letterDots; x < (len(letter[0])+1)*letterDots; x++ {
			f.Sheet.Dot(px+x-len(letter[0])-1, py+y-len(letter)-1, canvas.Space)
		}
	}
	for y := range len(letter) * letterDots {
		row := letter[y/letterDots]
		for x := range len(row) * letterDots {
			if row[x/letterDots] == '#' {
				f.Sheet.Dot(px+x-len(row)-1, py+y-len(letter)-1, ink)
			}
		}
	}
}

const (
	towed      = 9 // dots of a carried orb behind its carrier
	markRadius = 13
	markDashes = 8
	markDash   = 4
	freeRadius = 10
	orbTurn    = 120 * time.Millisecond
)

// drawTheOrb draws a free orb in a ring, or a carried one behind its carrier, which has a ring of its team. An orb
// that cannot be taken yet is only a ring.
func (f *Frame) drawTheOrb() {
	o := &f.Match.World.Orb
	if f.Match.World.Status == game.Waiting {
		return
	}
	slot, held := o.Held()
	if !held || f.Match.Flying(slot) == nil {
		px, py := f.Locate(o.X, o.Y)
		if !f.Near(px, py, 8) {
			return
		}
		if o.Free(f.Match.Setup) {
			f.drawOrb(px, py, 0)
		}
		f.drawOrbRing(px, py, freeRadius, canvas.OrbMiddle)
		return
	}
	px, py := f.LocateShip(slot)
	if !f.Near(px, py, 8) {
		return
	}
	x, y := f.Match.World.Ships[slot].Facing.Vector()
	f.drawOrbRing(px, py, markRadius, canvas.TeamRamp(f.Match.World.Ships[slot].Team).Bright)
	f.drawCarriedOrb(px-int(x)*towed/game.One, py-int(y)*towed/game.One)
}

// drawCarriedOrb draws the ball without its halo.
func (f *Frame) drawCarriedOrb(px, py int) {
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		f.mark(px, py, "o", canvas.OrbBright)
		return
	}
	for _, d := range orb() {
		if d.Colour != canvas.OrbHalo {
			f.Sheet.Figure(px+int(d.X), py+int(d.Y), d.Colour)
		}
	}
}

// drawOrbRing draws a dashed ring that turns slowly.
func (f *Frame) drawOrbRing(px, py, radius int, ink canvas.Colour) {
	if f.far() {
		return
	}
	if f.Sheet.Mode == canvas.ASCII {
		column, row := f.Sheet.Cell(px, py)
		f.Sheet.Text(column-2, row, "(", ink)
		f.Sheet.Text(column+2, row, ")", ink)
		return
	}
	turn := 0
	if !f.Sheet.ReducedMotion && !f.Sheet.LowBandwidth {
		turn = f.Sheet.Beat(orbTurn, markDashes)
	}
	for i, ray := range rays {
		if (i+turn)%markDashes < markDash {
			x, y := ray.from(px, py, float64(radius))
			f.Sheet.Figure(x, y, ink)
		}
	}
}

// drawOrbBlips draws the bases on the radar, and the orb as a cross.
func (r *Radar) drawOrbBlips() {
	for team := uint8(1); int(team) <= r.frame.Match.Setup.Teams(); team++ {
		for _, at := range r.frame.Match.Setup.Arena.BaseTiles(team) {
			r.frame.Sheet.Dot(r.left+r.across(int(at.X)), r.top+r.down(int(at.Y)), canvas.TeamRamp(team).Dark)
		}
		middle, _ := r.frame.baseMiddle(team)
		r.frame.Sheet.Text((r.left+r.across(int(middle.X)))/canvas.Across, (r.top+r.down(int(middle.Y)))/canvas.Down, string(rune('A'+team-1)), canvas.TeamInk(team))
	}
	o := &r.frame.Match.World.Orb
	if r.frame.Match.World.Status == game.Waiting {
		return
	}
	x, y := r.across(int(o.X)), r.down(int(o.Y))
	if r.frame.Sheet.Mode == canvas.ASCII {
		r.frame.Sheet.Text((r.left+x)/canvas.Across, (r.top+y)/canvas.Down, "*", canvas.Strong)
		return
	}
	r.cross(x, y, 2, canvas.Strong)
}
