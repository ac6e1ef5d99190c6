//go:build unix

package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/color"
)

// pilot flies a ship from the contents of a terminal of 80x24 alone: the own ship by its brackets and colours, rings by their shape, and
// texts.
type pilot struct {
	*terminal
	dots      dots
	words     string
	bytesRead int64 // of the output

	ship      place
	rings     []place
	trail     []sighting // of the nearest ring, the oldest first
	pressed   string     // the course pressed last
	pressedAt time.Time
}

// place is a place in dots.
type place struct{ x, y int }

// sighting is a direction from the ship, with its time.
type sighting struct {
	place
	at time.Time
}

func (p place) sub(q place) place { return place{p.x - q.x, p.y - q.y} }

func (p place) length() int { return p.x*p.x + p.y*p.y }

// read reads the screen, and reports whether it has the own ship.
func (p *pilot) read() bool {
	p.words = p.text()
	for i, cell := range p.eyes.cells(0, 24) {
		p.dots.read(i%80, i/80, cell)
	}
	p.rings = p.dots.circles(ringColours[:])
	return p.findShip()
}

// readNext waits for new output, up to 100 ms, and reads the screen.
func (p *pilot) readNext() bool {
	for range 5 {
		if time.Sleep(20 * time.Millisecond); p.bytes.Load() != p.bytesRead {
			break
		}
	}
	p.bytesRead = p.bytes.Load()
	return p.read()
}

// Colours of the palette for 256 colours.
var (
	ownColours   = [...]color.Color{color.XTerm231, color.XTerm159, color.XTerm74, color.XTerm45}
	ringColours  = [...]color.Color{color.XTerm221, color.XTerm231}
	flameColours = [...]color.Color{color.XTerm231, color.XTerm221, color.XTerm214, color.XTerm202, color.XTerm124}
)

// brackets surround the own ship, at these distances from its middle. They are double when its shield is low.
var brackets = [...]struct {
	glyph, double rune
	columns, rows int
}{{'┌', '╔', -4, -2}, {'┐', '╗', 4, -2}, {'└', '╚', -4, 2}, {'┘', '╝', 4, 2}}

// findShip searches for the brackets, and for the own colours between them.
func (p *pilot) findShip() bool {
	var cells [24][]rune
	for row, line := range strings.Split(p.words, "\n")[:24] {
		cells[row] = []rune(line)
	}
	for row := range 24 {
		for column := range 80 {
			if !bracketed(&cells, column, row) {
				continue
			}
			if at, n := p.dots.middle(place{2*column + 1, 4*row + 2}, 6, ownColours[:]); n > 8 { // of 40
				p.ship = at
				return true
			}
		}
	}
	return false
}

// bracketed reports whether brackets surround a cell: two of them may be hidden or off the screen.
func bracketed(cells *[24][]rune, column, row int) bool {
	seen, beyond := 0, 0
	for _, b := range brackets {
		switch x, y := column+b.columns, row+b.rows; {
		case x < 0 || x >= 80 || y < 0 || y >= 24:
			beyond++
		case cells[y][x] == b.glyph || cells[y][x] == b.double:
			seen++
		}
	}
	return seen > 0 && seen+beyond >= 2
}

// nearest returns the direction of the nearest ring, and its direction at the end of the ship's drift. For a hidden ring it only knows the
// direction.
func (p *pilot) nearest() (way, later place, shows bool) {
	for _, ring := range p.rings {
		if d := ring.sub(p.ship); !shows || d.length() < way.length() {
			way, shows = d, true
		}
	}
	if !shows {
		p.trail = p.trail[:0]
		way = p.pointed()
		return way, way, false
	}
	return way, p.ahead(way), true
}

// ahead returns the direction at the end of the ship's drift, from the recent movement.
func (p *pilot) ahead(way place) place {
	const drift, late = 200 * time.Millisecond, 150 * time.Millisecond
	now := sighting{way, time.Now()}
	if n := len(p.trail); n > 0 && way.sub(p.trail[n-1].place).length() > 20*20 {
		p.trail = p.trail[:0] // another ring
	}
	p.trail = slices.DeleteFunc(p.trail, func(s sighting) bool { return now.at.Sub(s.at) > late })
	p.trail = append(p.trail, now)
	first := p.trail[0]
	since := now.at.Sub(first.at)
	if since < late/3 {
		return way
	}
	moved := way.sub(first.place)
	return place{way.x + int(time.Duration(moved.x)*drift/since), way.y + int(time.Duration(moved.y)*drift/since)}
}

// pointed returns the direction of a pointer at the edge.
func (p *pilot) pointed() place {
	y := 0
	for line := range strings.Lines(p.words) {
		for _, sign := range [...]string{"◄o", "o►", "o▲o", "o▼o"} {
			if at := strings.Index(line, sign); at >= 0 && y > 0 {
				return place{2 * (len([]rune(line[:at])) + 1), 4*y + 2}.sub(p.ship)
			}
		}
		y++
	}
	return place{}
}

// steer presses the keys of a course, unless the ship flies it already.
func (p *pilot) steer(keys string) {
	if keys != p.pressed || time.Since(p.pressedAt) > 500*time.Millisecond {
		p.press(keys)
		p.pressed, p.pressedAt = keys, time.Now()
	}
}

// Keys for a direction along one axis.
func sideways(x int) string {
	if x < 0 {
		return "\x1b[D"
	}
	return "\x1b[C"
}

func upright(y int) string {
	if y < 0 {
		return "\x1b[A"
	}
	return "\x1b[B"
}

// flyTo flies diagonally while both axes of the direction are long, and then along the longer one.
func (p *pilot) flyTo(way place) {
	if min(way.x*way.x, way.y*way.y) > 12*12 {
		p.steer(upright(way.y) + sideways(way.x)) // both at once
	} else {
		p.turnTo(way)
	}
}

// turnTo flies along the longer axis of the direction.
func (p *pilot) turnTo(way place) {
	if way.x*way.x > way.y*way.y {
		p.steer(sideways(way.x))
	} else {
		p.steer(upright(way.y))
	}
}

// shootAt flies to the nearest lane with the target, turns to it and fires. Shots fly along eight lanes; the diagonal ones are for moving
// targets.
func (p *pilot) shootAt(way, later place, shows, moves bool) {
	wide, high := max(later.x, -later.x), max(later.y, -later.y)
	long, short := max(wide, high), min(wide, high)
	switch diagonal := moves && 2*short > long; {
	case !shows:
		p.flyTo(way)
	case diagonal && long-short <= 6:
		p.steer(upright(later.y) + sideways(later.x))
		p.press(" ")
	case !diagonal && short <= 4:
		p.turnTo(later)
		p.press(" ")
	case diagonal == (wide > high): // too far along that axis for a diagonal lane, or for a straight one
		p.steer(sideways(later.x))
	default:
		p.steer(upright(later.y))
	}
}

// brake stops the ship. A ship at a wall first flies away from it.
func (p *pilot) brake() {
	held := time.Since(p.pressedAt)
	switch {
	case p.pressed != "x" && held > 200*time.Millisecond:
		p.steer("x")
	case p.pressed == "x" && held > 1500*time.Millisecond:
		p.steer(upright(dotsDown/2 - p.ship.y))
	}
}

// newPilot starts the program with block glyphs, so that the test can read the colours of dots.
func newPilot(t *testing.T, args ...string) *pilot {
	home, _ := homeWith(t, "glyphs = 'blocks'\n")
	return &pilot{terminal: startIn(t, home, args...)}
}

func TestAPilotFindsItsShipWithALowShield(t *testing.T) {
	t.Parallel()
	for _, corners := range []string{"┌┐└┘", "╔╗╚╝"} {
		var cells [24][]rune
		for row := range cells {
			cells[row] = []rune(strings.Repeat(" ", 80))
		}
		for i, glyph := range []rune(corners) {
			cells[12+brackets[i].rows][40+brackets[i].columns] = glyph
		}
		if !bracketed(&cells, 40, 12) || bracketed(&cells, 41, 12) {
			t.Errorf("%s is not around a ship", corners)
		}
	}
}
