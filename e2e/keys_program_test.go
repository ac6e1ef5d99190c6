//go:build unix

package e2e

import (
	"strings"
	"testing"

	"dogfight/internal/config"
	"dogfight/ui/input"
)

func TestAzertyOfTheSettingsTurnsTheShip(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "glyphs = 'ascii'\nkeys = 'azerty'\n[bind]\nboost = ['w']\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("w boosts")
	for _, turn := range []struct{ key, ship string }{{"q", "<__"}, {"d", "__>"}, {"s", `\|/`}, {"z", `/|\`}} {
		p.press("x" + turn.key) // a brake between two courses keeps them from making a diagonal
		p.sees(turn.ship)
	}
	p.quits()
}

func TestBoundKeyIsThereTheNextTime(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "name = 'Ann'\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("Space fires")
	p.picks("Leave the match", "s", "Frame rate")
	p.press("\x1b[A\r") // up from the first is the last
	p.sees("Preset")
	p.press(strings.Repeat("\x1b[A", int(input.Actions-input.Figures)) + "\r") // from below
	p.sees("Press the new key for: net figures")
	p.press("g")
	p.sees("g: net figures")
	p.press("\x1b")
	p.sees("Frame rate")
	p.opensMenu("Leave the match")
	p.quits()
	s, err := config.ReadSettings(file)
	if got := s.Keys.Names(input.Figures, input.MostKeys); got != "g" || s.Name != "Ann" || err != nil {
		t.Errorf("expected g, found %s of %q, %v", got, s.Name, err)
	}

	p = startIn(t, home, "solo", "--bots", "0")
	p.sees("Space fires")
	p.press("g")
	p.sees("local game") // the link, on the page of net figures
	p.quits()
}

func TestWrongNameOfAKeyIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "keys = 'azerty'\n\n[bind]\nfire = ['Space', 'Shift']\n")
	p := startIn(t, home)
	p.isTold(`settings.toml:4: bind: fire: must be a character, or a name such as Space, Enter, Up or F1, got "Shift"; using the defaults until it is fixed`)
	p.quits()
}

func TestTheMouseOfTheSettingsIsAskedForInAMatchAndLetGo(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "steering = 'mouse'\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("mouse steers")
	p.quits()
	raw := p.raw.String()
	on, off := strings.LastIndex(raw, "\x1b[?1003h"), strings.LastIndex(raw, "\x1b[?1003l")
	if on < 0 || off < on {
		t.Errorf("the mouse was asked for at %d and let go at %d", on, off)
	}
}
