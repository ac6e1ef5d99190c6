package term

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/testkit"
	"dogfight/ui/canvas"
)

// editing are the functions that open and close rows and columns.
var editing = regexp.MustCompile(`\x1b\[\d*[@PLM]`)

// landscape draws a picture of so many columns and rows farther, under a line that
// stays and beside a column that does.
func landscape(s tcell.Screen, right, down int) {
	s.Clear()
	width, height := s.Size()
	for y := 1; y < height; y++ {
		for x := range width - 4 {
			if r := (x+right)/9*7 + (y+down)/3*5; r%4 == 0 {
				s.SetContent(x, y, '▄', nil, tcell.StyleDefault.Foreground(tcell.PaletteColor(20+r)))
			}
		}
		s.SetContent(width-2, y, rune('a'+y), nil, tcell.StyleDefault)
	}
	s.PutStr(0, 0, "what stays where it is")
}

// moved returns the bytes for moving a landscape, or for writing it again.
func moved(t *testing.T, traits Traits, width, height, right, down int, written bool) (out string) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(width, height)
		terminal := openTty(t, tty, traits)
		terminal.screen.encoder.edits = terminal.screen.encoder.edits && !written
		landscape(terminal.Screen(), 0, 0)
		terminal.Screen().Show()
		tty.Take()
		landscape(terminal.Screen(), right, down)
		terminal.Screen().Show()
		out, _ = tty.Take()
	})
	return out
}

func TestAPictureThatMovesIsMovedByTheTerminal(t *testing.T) {
	for _, traits := range []Traits{{Name: "xterm-256color"}, {Name: "xterm-256color", Remote: true}} {
		for _, way := range [][2]int{{2, 0}, {-2, 0}, {0, 1}, {0, -1}, {2, 1}, {-3, 2}} {
			written, told := moved(t, traits, 80, 24, way[0], way[1], true), moved(t, traits, 80, 24, way[0], way[1], false)
			if len(told) > len(written)*2/3 {
				t.Errorf("%v, %v: %d bytes, and %d without moving: %q", traits, way, len(told), len(written), told)
			}
		}
	}
}

func TestATerminalThatCannotOpenColumnsIsNotAskedTo(t *testing.T) {
	for _, c := range []struct {
		traits        Traits
		width, height int
	}{
		{Traits{Name: "vt100", Remote: true}, 80, 24},
		{Traits{Name: "xterm-256color", Remote: true}, maxWidth + 10, 24},  // the rest would move too
		{Traits{Name: "xterm-256color", Remote: true}, 80, maxHeight + 10}, // likewise
		{Traits{Name: "xterm-256color"}, maxWidth + 10, 24},
		{Traits{Name: "linux"}, 80, 24}, // near by, and would show each step
	} {
		if out := moved(t, c.traits, c.width, c.height, 2, 0, false); editing.MatchString(out) {
			t.Errorf("%v at %dx%d: %q", c.traits, c.width, c.height, out)
		}
	}
}

func TestOpenedCellsHaveTheGroundOfTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(80, 24)
		terminal := openTty(t, tty, Traits{Name: "xterm-256color", Remote: true})
		s := terminal.Screen()
		landscape(s, 0, 0)
		s.PutStrStyled(0, 23, "the last", tcell.StyleDefault.Background(tcell.PaletteColor(200)))
		s.Show()
		s.PutStrStyled(0, 23, "The last", tcell.StyleDefault.Background(tcell.PaletteColor(200)))
		s.Show()
		tty.Take()
		landscape(s, 2, 0)
		s.PutStrStyled(0, 23, "the last", tcell.StyleDefault.Background(tcell.PaletteColor(200)))
		s.Show()
		out, _ := tty.Take()
		if first := editing.FindStringIndex(out); first == nil || !strings.Contains(out[:first[0]], "m") {
			t.Errorf("expected the pen to be put down before columns are opened: %q", out)
		}
	})
}

func TestCellsMovedByAccidentAreRestored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal := openTty(t, testkit.NewTty(64, 20), Traits{Name: "xterm-256color", Remote: true})
		s := terminal.screen
		for picture, columns := range []int{40, 24} { // the cells behind them stay, and are not written
			for y := range s.grid.Height {
				for x, row := 0, s.grid.Span(0, y, columns); x < columns; x++ {
					row[x] = cell{Glyph: 'a' + canvas.Glyph((x+2*picture)*(y+3)*7%26), Width: 1}
				}
			}
			s.Show()
			for i := range s.sent {
				if s.sent[i] != s.grid.Cells[i] {
					t.Fatalf("picture %d: cell %d of row %d was left as the move had it", picture, i%64, i/64)
				}
			}
		}
	})
}

// besidePanel draws a landscape with a panel of text beside it, which stays.
func besidePanel(s tcell.Screen, down int) {
	landscape(s, 0, down)
	width, height := s.Size()
	for y := range height {
		s.PutStr(width-30, y, strings.Repeat(string(rune('a'+y%26)), 30))
	}
}

// movedBeside returns the bytes for moving a landscape beside a panel.
func movedBeside(t *testing.T, margins Support, down int) (out string) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(120, 40)
		terminal := openTty(t, tty, Traits{Name: "xterm-256color"})
		if margins != Unknown {
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
		if strings.Contains(without, openMargins) || strings.Contains(movedBeside(t, Unknown, down), openMargins) {
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
