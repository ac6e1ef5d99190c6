//go:build unix

package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"
)

// pilot is somebody who flies a ship by what a terminal of 80x24 shows him: his
// own ship by its colours, rings by their shape, and what is written.
type pilot struct {
	*terminal
	pixels [80][48]color.Color // two to a cell; what is text counts as none
	words  string

	ship      place
	rings     []place
	trail     []sighting // of the nearest ring, the oldest first
	pressed   string     // the course pressed last
	pressedAt time.Time
}

// place is one in pixels.
type place struct{ x, y int }

// sighting is which way something lay at a time, from the ship.
type sighting struct {
	place
	at time.Time
}

func (p place) sub(q place) place { return place{p.x - q.x, p.y - q.y} }

func (p place) length() int { return p.x*p.x + p.y*p.y }

// look takes in the screen, and reports whether the own ship is to be seen.
func (p *pilot) look() bool {
	p.words = p.text()
	for y := range 24 {
		for x := range 80 {
			p.pixels[x][2*y], p.pixels[x][2*y+1] = halves(p.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}))
		}
	}
	p.findRings()
	return p.findShip()
}

// halves returns the colours of the two pixels in a cell.
func halves(cell vt.Cell) (upper, lower color.Color) {
	switch cell.C {
	case "▀":
		return cell.S.Fg(), cell.S.Bg()
	case "▄":
		return cell.S.Bg(), cell.S.Fg()
	case "█":
		return cell.S.Fg(), cell.S.Fg()
	case "", " ":
		return cell.S.Bg(), cell.S.Bg()
	}
	return color.Default, color.Default
}

// Colours of the palette for 256 colours.
var (
	ownColours  = [...]color.Color{color.XTerm87, color.XTerm231, color.XTerm38}
	ringColours = [...]color.Color{color.XTerm221, color.XTerm231}
)

// findShip looks for the square of 3x3 pixels with the most of the own colours.
func (p *pilot) findShip() bool {
	most := 4 // a ship has six
	for x := 1; x < 79; x++ {
		for y := 7; y < 43; y++ {
			n := 0
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if c := p.pixels[x+dx][y+dy]; c == ownColours[0] || c == ownColours[1] || c == ownColours[2] {
						n++
					}
				}
			}
			if n > most {
				p.ship, most = place{x, y}, n
			}
		}
	}
	return most > 4
}

// quarter is a quarter of a ring.
var quarter = [...]place{{0, 5}, {1, 5}, {2, 5}, {3, 4}, {4, 3}, {5, 2}, {5, 1}}

// findRings looks for circles of which most can be seen.
func (p *pilot) findRings() {
	p.rings = p.rings[:0]
	for x := range 80 {
		for y := 3; y < 46; y++ {
			n := 0
			for _, d := range quarter {
				n += p.ring(x+d.x, y+d.y) + p.ring(x-d.x, y-d.y) + p.ring(x+d.y, y-d.x) + p.ring(x-d.y, y+d.x)
			}
			if n >= 18 { // of 28
				p.rings = append(p.rings, place{x, y})
			}
		}
	}
}

func (p *pilot) ring(x, y int) int {
	if x < 0 || x >= 80 || y < 6 || y >= 44 {
		return 0
	}
	if c := p.pixels[x][y]; c == ringColours[0] || c == ringColours[1] {
		return 1
	}
	return 0
}

// nearest returns the way to the nearest ring and, as far as that can be told,
// the way to where it will be once the ship has come out of its drift. Of a ring
// that does not show it knows the direction alone.
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

// ahead returns where what lies that way will be when the ship has come out of its
// drift, by how it moved of late.
func (p *pilot) ahead(way place) place {
	const drift, late = 200 * time.Millisecond, 150 * time.Millisecond
	now := sighting{way, time.Now()}
	if n := len(p.trail); n > 0 && way.sub(p.trail[n-1].place).length() > 10*10 {
		p.trail = p.trail[:0] // another one
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

// pointed returns the way that a pointer at the edge shows.
func (p *pilot) pointed() place {
	y := 0
	for line := range strings.Lines(p.words) {
		for _, sign := range [...]string{"◄o", "o►", "o▲o", "o▼o"} {
			if at := strings.Index(line, sign); at >= 0 && y > 0 {
				return place{len([]rune(line[:at])) + 1, 2 * y}.sub(p.ship)
			}
		}
		y++
	}
	return place{}
}

// steer presses a key for a course, unless that is what the ship flies.
func (p *pilot) steer(keys string) {
	if keys != p.pressed || time.Since(p.pressedAt) > 500*time.Millisecond {
		p.press(keys)
		p.pressed, p.pressedAt = keys, time.Now()
	}
}

// Keys for a way along one axis.
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

// flyTo flies a diagonal as long as both axes of the way are long, and then along
// the longer one.
func (p *pilot) flyTo(way place) {
	if min(way.x*way.x, way.y*way.y) > 6*6 {
		p.steer(upright(way.y) + sideways(way.x)) // both at once
	} else {
		p.turnTo(way)
	}
}

// turnTo flies along the longer axis of the way.
func (p *pilot) turnTo(way place) {
	if way.x*way.x > way.y*way.y {
		p.steer(sideways(way.x))
	} else {
		p.steer(upright(way.y))
	}
}

// shootAt gets level with what lies that way, turns to it, and fires.
func (p *pilot) shootAt(way, later place, shows bool) {
	along, across := way.x*way.x > way.y*way.y, later.y
	if !along {
		across = later.x
	}
	switch {
	case !shows:
		p.flyTo(way)
	case across*across <= 2*2:
		p.turnTo(way)
		p.press(" ")
	case along:
		p.steer(upright(across))
	default:
		p.steer(sideways(across))
	}
}

// brake stops the ship; one that stood at a wall has to fly a little first.
func (p *pilot) brake() {
	held := time.Since(p.pressedAt)
	switch {
	case p.pressed != "x" && held > 200*time.Millisecond:
		p.steer("x")
	case p.pressed == "x" && held > 1500*time.Millisecond:
		p.steer(upright(24 - p.ship.y))
	}
}

// lessons are what the pilot does about each of the tasks.
var lessons = [...]func(p *pilot, way, later place, shows bool){
	func(p *pilot, way, _ place, _ bool) { p.flyTo(way) },
	func(p *pilot, way, _ place, shows bool) {
		if shows && way.length() < 12*12 {
			p.steer(upright(way.y) + sideways(way.x))
		} else {
			p.flyTo(way)
		}
	},
	func(p *pilot, _, _ place, _ bool) { p.brake() },
	(*pilot).shootAt,
	func(p *pilot, way, _ place, shows bool) {
		p.flyTo(way)
		if shows && way.length() < 8*8 {
			p.press("f")
		}
	},
	func(p *pilot, way, later place, shows bool) {
		if shows && way.length() < 20*20 {
			way = later
		}
		p.flyTo(way)
	},
	(*pilot).shootAt,
}

// task returns which lesson is shown that is not done, from 0, or -1.
func (p *pilot) task() int {
	if at := strings.Index(p.words, "/7 [ ]"); at > 0 {
		return int(p.words[at-1] - '1')
	}
	return -1
}

// newPilot starts the program so that it draws in half-blocks, of which the colours
// of single pixels can be read.
func newPilot(t *testing.T, args ...string) *pilot {
	home, _ := homeWith(t, "glyphs = 'blocks'\n")
	return &pilot{terminal: startIn(t, home, args...)}
}

func TestTheTutorialIsPlayedToItsEndByWhatTheScreenShows(t *testing.T) {
	t.Parallel()
	p := newPilot(t)
	p.sees("Learn to fly")
	p.press("l")
	p.sees("1/7 [ ]")
	at, since := 0, time.Now()
	for !strings.Contains(p.words, "You can fly") {
		time.Sleep(20 * time.Millisecond)
		saw := p.look()
		task := p.task()
		if task > at {
			t.Logf("lesson %d took %v", at+1, time.Since(since).Round(100*time.Millisecond))
			at, since = task, time.Now()
		}
		if task >= 0 && saw {
			way, later, shows := p.nearest()
			lessons[task](p, way, later, shows)
		}
		if time.Since(since) > patience {
			t.Fatalf("no success; the screen is\n%s", p.words)
		}
	}
	t.Logf("lesson %d took %v", at+1, time.Since(since).Round(100*time.Millisecond))
	p.press("\r")
	p.sees("/8 ") // the place among eight ships
	p.quits()
}
