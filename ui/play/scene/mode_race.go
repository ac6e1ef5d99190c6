package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// raceLayer draws the gates, the next one bright, and the line in chequers.
var raceLayer = layer{ground: (*Frame).drawGates, blips: (*Radar).drawCourse}

// NextGate returns the next gate of the own or followed ship, or -1.
func (f *Frame) NextGate() int {
	slot := f.Match.Me
	if slot < 0 {
		slot = f.followed
	}
	r := f.Match.Racer(slot)
	if r == nil || r.Done > 0 || int(r.Gate) >= len(f.Match.Setup.Arena.Gates) {
		return -1
	}
	return int(r.Gate)
}

// GateLetter returns the name of a gate.
func GateLetter(gate int) string { return gateLetters[gate : gate+1] }

const gateLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (f *Frame) drawGates() {
	next := f.NextGate()
	f.eachMark(func(tile game.Tile, tx, ty, px, py int) {
		gate, ok := tile.Gate()
		if !ok {
			return
		}
		ink := canvas.Border
		switch {
		case gate == next:
			ink = canvas.Fair
		case gate == 0:
			ink = canvas.LabelInk
		}
		if f.far() || f.Sheet.Mode == canvas.ASCII {
			f.drawPlainGate(gate, gate == next, px, py, ink)
			return
		}
		for y := range tileDots {
			for x := range tileDots {
				if f.gateDot(gate, gate == next, x, y) {
					f.Sheet.Dot(px+x, py+y, ink)
				}
			}
		}
	})
	if next >= 0 && !f.Sheet.Wordless && !f.far() {
		at := f.Match.Setup.Arena.Gates[next]
		column, row := f.Sheet.Cell(f.Locate(at.X, at.Y))
		f.Sheet.Text(column, row, GateLetter(next), canvas.Strong)
	}
}

// gateDot reports whether a dot of a gate's tile is drawn: the line is chequered, the next gate a band,
// the others are posts.
func (f *Frame) gateDot(gate int, next bool, x, y int) bool {
	switch chequer := (x/2+y/2)%2 == 0; {
	case gate == 0:
		return chequer
	case next:
		return (x+y)%tileDots < 2
	}
	return x/2 == 0 && y/2 == 0
}

func (f *Frame) drawPlainGate(gate int, next bool, px, py int, ink canvas.Colour) {
	column, row := f.Sheet.Cell(px, py)
	sign := "."
	switch {
	case next && gate > 0:
		sign = GateLetter(gate)
	case gate == 0:
		sign = "%"
	}
	f.Sheet.Text(column, row, sign, ink)
}

// drawCourse draws the gates on the radar, the next one bright.
func (r *Radar) drawCourse() {
	next := r.frame.NextGate()
	for gate, at := range r.frame.Match.Setup.Arena.Gates {
		ink := canvas.Border
		if gate == next {
			ink = canvas.Fair
		}
		if r.frame.Sheet.Mode == canvas.ASCII {
			r.frame.Sheet.Text(r.left/canvas.Across+r.across(int(at.X))/canvas.Across, (r.top+r.down(int(at.Y)))/canvas.Down, GateLetter(gate), ink)
			continue
		}
		r.drawBlip(at, ink)
	}
}

// DrawPhantom draws the own ship of the best lap.
func (f *Frame) DrawPhantom(at model.Wayside) {
	if f.far() || f.Match.Flying(f.Match.Me) == nil {
		return
	}
	px, py := f.Locate(at.X, at.Y)
	if !f.Near(px, py, 8) {
		return
	}
	ship := f.Match.World.Ships[f.Match.Me]
	ship.Facing = at.Facing
	if f.Sheet.Mode == canvas.ASCII {
		f.drawGhost(&ship, px, py, canvas.LabelInk)
		return
	}
	for i, spot := range SpriteOf(f.Match.Class(&ship)).At(ship.Facing) {
		if i%2 == 0 || f.Sheet.LowBandwidth {
			f.Sheet.Dot(px+int(spot.X), py+int(spot.Y), canvas.RuleInk)
		}
	}
}
