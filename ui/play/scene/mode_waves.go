package scene

import (
	"cmp"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// wavesLayer draws the hulls of bosses under everything that flies. Their weak spots are ships, drawn over them.
var wavesLayer = layer{things: (*Frame).drawBosses}

// bossFacing is the fixed facing of bosses, as their parts do not turn.
const bossFacing = game.Down

// bossReach is half of a boss's size, in dots.
const bossReach = 14

func (f *Frame) drawBosses() {
	for slot := range f.Match.World.Ships {
		kind := f.Match.Kind(slot)
		if kind == nil || kind.Role != game.Core || f.Match.Flying(slot) == nil {
			continue
		}
		if px, py := f.LocateShip(slot); f.Near(px, py, bossReach+rageReach) {
			f.drawBoss(slot, kind, px, py)
		}
	}
}

// The looks of a boss: from afar, in each cell of ASCII.
var (
	calmBoss   = [2]string{"[#]", "%"}
	ragingBoss = [2]string{"[!]", "X"}
)

// drawBoss draws the hull of a boss, with scars for destroyed parts.
func (f *Frame) drawBoss(slot int, kind *game.Kind, px, py int) {
	hull, looks := hullOf(f.Match.HullOf(slot)), &calmBoss
	sprite := SpriteOf(f.Match.Class(&f.Match.World.Ships[slot]))
	if f.Match.World.Raging() {
		hull, looks = f.ragingHull(f.Match.HullOf(slot)), &ragingBoss
	}
	switch {
	case f.far():
		column, row := f.Sheet.Cell(px, py)
		f.Sheet.Text(column-1, row, looks[0], hull[Middle])
		return
	case f.Sheet.Mode == canvas.ASCII:
		f.drawPlainBoss(sprite, px, py, looks[1], hull[Middle])
		return
	case f.Sheet.LowBandwidth:
		hull = *hull.plain()
	case f.Sheet.Detail.TwoTones:
		hull = *hull.twoTones()
	}
	if f.Match.World.Raging() {
		f.drawRage(sprite.Outline[bossFacing], px, py)
	}
	for _, spot := range sprite.Outline[bossFacing] {
		if x, y := px+int(spot.X), py+int(spot.Y); f.Sheet.At(x, y) > canvas.Shadow {
			f.Sheet.Dot(x, y, canvas.Space)
		}
	}
	for _, spot := range sprite.At(bossFacing) {
		f.Sheet.Figure(px+int(spot.X), py+int(spot.Y), hull[spot.Part])
	}
	for _, p := range kind.Parts {
		if !f.Match.PartLeft(slot, p) {
			f.disc(px+int(p.X)/2, py+int(p.Y)/2, canvas.Soot, f.Sheet.Figure)
		}
	}
}

const (
	rageBeat  = 300 * time.Millisecond // of each of the two hulls of a raging boss
	rageReach = 4                      // dots of its longest flames
)

// ragingHull returns the hull of a raging boss, which glows and cools by turns.
func (f *Frame) ragingHull(calm canvas.Ramp) hull {
	if !f.Sheet.ReducedMotion && !f.Sheet.LowBandwidth && f.Sheet.Beat(rageBeat, 2) == 1 {
		return hullOf(calm)
	}
	return hullOf(canvas.Ramp{Bright: canvas.Flash, Middle: canvas.FlameYellow, Dark: canvas.FlameOrange})
}

// drawRage draws flames all around a raging boss. They show without colours too.
func (f *Frame) drawRage(outline []Spot, px, py int) {
	flicker := 0
	if !f.Sheet.ReducedMotion && !f.Sheet.LowBandwidth {
		flicker = f.Sheet.Beat(2*flickerTime, rageReach+1)
	}
	for _, spot := range outline {
		x, y := int(spot.X), int(spot.Y)
		for reach := range (5*x+3*y+flicker)&(2*rageReach-1) - rageReach + 1 { // every second spot has a flame
			f.Sheet.Figure(px+x+(1+reach)*outward(x, y), py+y+(1+reach)*outward(y, x), canvas.FlameRed)
		}
	}
}

// outward returns the direction from the middle of a spot at x, unless it is much farther away across.
func outward(x, across int) int {
	if max(2*x, -2*x) < max(across, -across) {
		return 0
	}
	return cmp.Compare(x, 0)
}

// drawPlainBoss draws a boss in characters, one for each cell that it half fills.
func (f *Frame) drawPlainBoss(sprite *ShipSprite, px, py int, look string, ink canvas.Colour) {
	const across, down = 2*bossReach/canvas.Across + 1, 2*bossReach/canvas.Down + 2
	var dots [down][across]uint8
	left, top := f.Sheet.Cell(px-bossReach, py-bossReach)
	for _, spot := range sprite.At(bossFacing) {
		column, row := f.Sheet.Cell(px+int(spot.X), py+int(spot.Y))
		if x, y := column-left, row-top; x >= 0 && x < across && y >= 0 && y < down {
			dots[y][x]++
		}
	}
	for y := range dots {
		for x, n := range dots[y] {
			if n >= canvas.Across*canvas.Down/2 {
				f.Sheet.Text(left+x, top+y, look, ink)
			}
		}
	}
}

// drawPart draws a part of a boss, and reports whether the ship is one: a weak spot, or a core without any left,
// glows; plates are in the boss's picture, also while it rages.
func (f *Frame) drawPart(slot, px, py int, hit bool) bool {
	kind := f.Match.Kind(slot)
	if kind == nil || kind.Role == game.Plain {
		return false
	}
	if kind.Role == game.Plate || f.Match.World.Armoured(f.Match.Setup, slot) {
		return true
	}
	size := 3
	if kind.Role == game.Core {
		size = 4
	}
	f.drawGlow(px, py, size, hit && !f.Sheet.FewerFlashes)
	return true
}

// glowPulse is how long a weak spot has each of its tones.
const glowPulse = 220 * time.Millisecond

// drawGlow draws a weak spot: a ball of fire in a dark ring, which sets it off the hull where colours are few.
func (f *Frame) drawGlow(px, py, size int, hit bool) {
	heart, rim := canvas.FlameYellow, canvas.FlameOrange
	if !f.Sheet.FewerFlashes && !f.Sheet.LowBandwidth && f.Sheet.Beat(glowPulse, 2) == 1 {
		heart, rim = canvas.Flash, canvas.FlameYellow
	}
	if hit {
		heart, rim = canvas.Spark, canvas.Spark
	}
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		f.mark(px, py, "@", heart)
		return
	}
	edge := (size + 1) * (size + 1)
	for y := -size - 1; y <= size+1; y++ {
		for x := -size - 1; x <= size+1; x++ {
			switch d := x*x + y*y; {
			case 2*d <= size*size:
				f.Sheet.Figure(px+x, py+y, heart)
			case d <= size*size:
				f.Sheet.Figure(px+x, py+y, rim)
			case d <= edge:
				f.Sheet.Figure(px+x, py+y, canvas.Space)
			}
		}
	}
}

// bossArea returns the cells of a boss around a dot.
func (f *Frame) bossArea(px, py int) canvas.Area {
	reach := f.InDots(bossReach)
	left, top := f.Sheet.Cell(px-reach, py-reach)
	right, bottom := f.Sheet.Cell(px+reach-1, py+reach-1)
	top = max(top, 1+f.Sheet.Above) // under its bar
	return canvas.Rect(left, top, right-left+1, max(bottom-top+1, 0))
}

func (f *Frame) isCore(slot int) bool {
	kind := f.Match.Kind(slot)
	return kind != nil && kind.Role == game.Core
}
