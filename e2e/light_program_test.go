//go:build unix

package e2e

import (
	"strings"
	"testing"
	"unicode"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/ui/canvas"
)

// lightTerminal answers as xterm does on a white background.
var lightTerminal = answers{"\x1b]11;?\x1b\\": "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[c": "\x1b[?64;1;2;6;9;15;18;21;22;28c"}

// menuText returns the least contrast of the letters and digits in the menu, right of the left border of its rows.
func (p *terminal) menuText() float64 {
	least, inside := 21.0, false
	for i := range 80 * 24 {
		c := p.eyes.GetCell(vt.Coord{X: vt.Col(i % 80), Y: vt.Row(i / 80)})
		if i%80 == 0 {
			inside = false
		}
		switch r := []rune(c.C + " ")[0]; {
		case r == '┌' || r == '│':
			inside = r == '┌' || !inside
		case r == '┐' || r == '┘':
			inside = false
		case inside && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			least = min(least, canvas.Contrast(p.shows(c)))
		}
	}
	return least
}

// contrasts returns the least contrast of the letters and digits on a white terminal, and of
// the blocks on it of the own ship's colours in daylight, of which there are so many cells.
func (p *terminal) contrasts() (text, ship float64, cellsOfShip int) {
	text, ship = 21, 21
	for i := range 80 * 24 {
		c := p.eyes.GetCell(vt.Coord{X: vt.Col(i % 80), Y: vt.Row(i / 80)})
		ink, ground := p.shows(c)
		got := canvas.Contrast(ink, ground)
		switch r := []rune(c.C + " ")[0]; {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			text = min(text, got)
		case shapes[c.C] != 0 && ground == 0xffffff && (ink == 0x005f87 || ink == 0x1c1c1c || ink == 0x080808):
			ship, cellsOfShip = min(ship, got), cellsOfShip+1
		}
	}
	return text, ship, cellsOfShip
}

// shows returns the colours of a cell on a terminal that is white by itself: those below 16
// are such as the emulator has where it is told none.
func (p *terminal) shows(c vt.Cell) (ink, ground int) {
	ink, ground = 0, 0xffffff
	if n := int(c.S.Fg() & 0xff); n >= 16 {
		ink, _ = canvas.Numbered(n).Hex()
	}
	if n := int(c.S.Bg() & 0xff); n >= 16 {
		ground, _ = canvas.Numbered(n).Hex()
	}
	return ink, ground
}

func TestOnALightTerminalTheMenusAndTheMatchAreLegible(t *testing.T) {
	t.Parallel()
	p := startTerminalThatSays(t, lightTerminal, newCommand(t))
	legible := func(what string, withShip bool) {
		t.Helper()
		p.await(what+" in dark colours on white", func(string) bool {
			text, ship, n := p.contrasts()
			return text >= 4.5 && ship >= 4.5 && (n > 1 || !withShip)
		})
	}
	p.sees("Play against bots")
	legible("the title", false)
	p.press("s")
	p.sees("Frame rate")
	legible("the settings", false)
	p.press("\x1b")
	p.await("the title alone", func(text string) bool {
		return strings.Contains(text, "Play against bots") && !strings.Contains(text, "Frame rate")
	})
	p.press("p")
	p.sees("boost")
	legible("the match with the own ship", true)
	p.opensMenu("Leave the match")
	// A match that is paused keeps a flash or a burst behind a name for as long.
	p.await("the menu over it in dark colours on white", func(string) bool { return p.menuText() >= 4.5 })
	p.quits()
	if raw := p.raw.String(); strings.Contains(raw, "48;5;16m") || strings.Contains(raw, "48;5;231m") {
		t.Log("the ground was painted before the answer came") // on a machine that is busy
	}
}

func TestOnATerminalThatDoesNotAnswerTheGroundIsPainted(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.await("a painted ground", func(string) bool {
		for i := range 80 * 24 {
			if p.eyes.GetCell(vt.Coord{X: vt.Col(i % 80), Y: vt.Row(i / 80)}).S.Bg()&0xff < 16 {
				return false
			}
		}
		return true
	})
	p.quits()
}
