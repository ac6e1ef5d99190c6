package ui

import (
	"testing"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

func TestFineGlyphsAreForTerminalsThatAreKnownToDrawThem(t *testing.T) {
	xterm := term.Traits{Name: "xterm-256color"}
	for _, c := range []struct {
		program term.Program
		traits  term.Traits
		want    canvas.Mode
	}{
		{term.Program{Name: "kitty", Version: term.Version{0, 26, 5}}, xterm, canvas.Sextants},
		{term.Program{Name: "kitty", Version: term.Version{0, 39, 1}}, xterm, canvas.Sextants},
		{term.Program{Name: "kitty", Version: term.Version{0, 40, 0}}, xterm, canvas.Octants},
		{term.Program{Name: "kitty"}, xterm, canvas.Blocks}, // of which version?
		{term.Program{Name: "foot", Version: term.Version{1, 16, 2}}, xterm, canvas.Sextants},
		{term.Program{Name: "foot", Version: term.Version{1, 20, 2}}, xterm, canvas.Octants},
		{term.Program{Name: "ghostty", Version: term.Version{1}}, xterm, canvas.Octants},
		{term.Program{Name: "VTE", Version: term.Version{0, 76}}, xterm, canvas.Sextants},
		{term.Program{Name: "VTE", Version: term.Version{0, 78}}, xterm, canvas.Octants},
		{term.Program{Name: "WezTerm", Version: term.Version{20240203, 110809, 5046}}, xterm, canvas.Sextants},
		{term.Program{Name: "WezTerm", Version: term.Version{20240401, 1, 1}}, xterm, canvas.Octants},
		{term.Program{Name: "Alacritty", Version: term.Version{0, 13, 2}}, xterm, canvas.Sextants},
		{term.Program{Name: "Alacritty", Version: term.Version{0, 13, 1}}, xterm, canvas.Blocks},
		{term.Program{Name: "XTerm", Version: term.Version{379}}, xterm, canvas.Blocks},
		{term.Program{Name: "iTerm2", Version: term.Version{3, 4, 19}}, xterm, canvas.Blocks},
		{term.Program{Name: "contour", Version: term.Version{0, 4, 3}}, xterm, canvas.Blocks},
		{term.Program{Name: "tmux", Version: term.Version{3, 3}}, xterm, canvas.Blocks},
		{term.Program{Name: "kitty", Version: term.Version{0, 40}}, term.Traits{Name: "tmux-256color", Inside: true}, canvas.Blocks},
		{term.Program{}, term.Traits{Name: "xterm-kitty"}, canvas.Blocks}, // the name alone tells no version
		{term.Program{}, term.Traits{Name: "linux"}, canvas.Halves},
		{term.Program{Name: "kitty", Version: term.Version{0, 40}}, term.Traits{Name: "xterm-kitty", ASCII: true}, canvas.ASCII},
	} {
		if got, why := BestGlyphs.Mode(c.traits, c.program); got != c.want || why == "" {
			t.Errorf("%v in %+v: expected %v, found %v, %q", c.program, c.traits, c.want, got, why)
		}
	}
}

func TestTheGlyphsThatAreChosenHoldWhereTheLocaleAllowsThem(t *testing.T) {
	for choice, want := range chosenModes {
		tmux := term.Program{Name: "tmux"}
		if got, _ := choice.Mode(term.Traits{Name: "tmux", Inside: true}, tmux); got != want {
			t.Errorf("chosen %v, found %v", want, got)
		}
		if got, _ := choice.Mode(term.Traits{ASCII: true}, tmux); got != canvas.ASCII {
			t.Errorf("in a locale of ASCII, found %v", got)
		}
	}
}
