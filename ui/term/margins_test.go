package term

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/testkit"
)

// besidePanel draws a landscape with a panel of text beside it, which stays.
func besidePanel(s tcell.Screen, down int) {
	landscape(s, 0, down)
	width, height := s.Size()
	for y := range height {
		s.PutStr(width-30, y, strings.Repeat(string(rune('a'+y%26)), 30))
	}
}

// movedBeside returns what it takes to move a landscape beside a panel.
func movedBeside(t *testing.T, margins Support, down int) (out string) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(120, 40)
		terminal, err := OpenTty(tty, Traits{Name: "xterm-256color"})
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		if margins != Untold {
			tty.Type(map[Support]string{Lacking: "\x1b[?69;0$y", Has: "\x1b[?69;2$y"}[margins])
			synctest.Wait()
		}
		terminal.Fit()
		besidePanel(terminal.Screen(), 0)
		terminal.Screen().Show()
		tty.Take()
		besidePanel(terminal.Screen(), down)
		terminal.Screen().Show()
		out, _ = tty.Take()
	})
	return out
}

func TestAPanelBesideAPictureThatMovesStaysWhereItIs(t *testing.T) {
	for _, down := range []int{1, -1, 2} {
		without, with := movedBeside(t, Lacking, down), movedBeside(t, Has, down)
		if strings.Contains(without, openMargins) || strings.Contains(movedBeside(t, Untold, down), openMargins) {
			t.Errorf("%d down: margins are set where there are none", down)
		}
		if !strings.Contains(with, "\x1b[1;90s") && !strings.Contains(with, "\x1b[1;89s") && !strings.Contains(with, "\x1b[1;88s") {
			t.Errorf("%d down: no margins around the picture: %q", down, with)
		}
		if strings.Count(with, openMargins) != strings.Count(with, closeMargins) {
			t.Errorf("%d down: margins are left: %q", down, with)
		}
		if len(with) > len(without)*2/3 {
			t.Errorf("%d down: %d bytes, and %d without margins", down, len(with), len(without))
		}
	}
}
