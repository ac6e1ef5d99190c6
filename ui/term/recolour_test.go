package term_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

// swap replaces one colour of the ink by another.
func swap(from, to int) func(canvas.Style) canvas.Style {
	return func(style canvas.Style) canvas.Style {
		if style.Ink == canvas.Numbered(from) {
			style.Ink = canvas.Numbered(to)
		}
		return style
	}
}

func TestWhatIsDrawnIsShownRecolouredAndReadBackAsItWasDrawn(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	style := tcell.StyleDefault.Foreground(tcell.PaletteColor(1003))
	terminal.Recolour(swap(1003, 45))
	s.Clear()
	s.PutStrStyled(0, 0, "x", style)
	s.Show()
	if out, _ := tty.Take(); !strings.Contains(out, "38;5;45m") || strings.Contains(out, "1003") {
		t.Errorf("expected colour 45 alone, found %q", out)
	}
	if _, found, _ := s.Get(0, 0); found != style {
		t.Errorf("expected to read %v back, found %v", style, found)
	}
}

func TestAnotherRecolouringShowsAtOnceWhatIsThereAlready(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	terminal.Recolour(swap(1003, 45))
	s.PutStrStyled(0, 0, "x", tcell.StyleDefault.Foreground(tcell.PaletteColor(1003)))
	s.Show()
	tty.Take()
	terminal.Recolour(swap(1003, 46))
	s.Show()
	if out, _ := tty.Take(); !strings.Contains(out, "38;5;46m") {
		t.Errorf("expected colour 46, found %q", out)
	}
	s.Show()
	if out, _ := tty.Take(); out != "" {
		t.Errorf("expected nothing more, found %q", out)
	}
}
