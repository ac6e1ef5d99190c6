package ui

import (
	"strings"
	"testing"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// rangeOf returns the first and the last character of the modes that others do not have.
func rangeOf(m canvas.Mode) (first, last rune) {
	switch m {
	case canvas.Sextants:
		return 0x1fb00, 0x1fb3b
	case canvas.Octants:
		return 0x1cd00, 0x1cde5
	case canvas.Braille:
		return 0x2801, 0x28ff
	}
	return 0x2580, 0x259f
}

// drawsIn reports whether there is a character of a mode.
func drawsIn(text string, m canvas.Mode) bool {
	first, last := rangeOf(m)
	return strings.IndexFunc(text, func(r rune) bool { return r >= first && r <= last }) >= 0
}

func TestTheTestCardShowsAPatchOfEachKindAndTheArrowsChoose(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		k := &keeper{}
		onRigOf(t, size[0], size[1], term.Traits{Name: "xterm-256color"}, Config{Save: k.keep}, func(r *rig) {
			r.press("s", down)
			r.shows("c compares")
			r.press("c")
			r.shows("Test card", "◂ auto ▸", "draws blocks: the terminal does not tell its name", "blocks       sextants     octants      braille", "←→ change")
			for _, m := range cardModes {
				if !drawsIn(r.box(), m) {
					t.Errorf("at %v, no patch of %v:\n%s", size, m, r.text())
				}
			}
			r.press("\x1bP>|foot(1.20.0)\x1b\\")
			r.shows("draws octants: foot 1.20 draws them by itself")
			r.press(left, left)
			r.shows("◂ octants ▸", "draws octants: by your settings")
			r.press(enter)
			r.shows("◂ octants ▸", "Fewer flashes")
			r.press(esc)
			if len(k.kept) != 1 || k.kept[0][1].Glyphs != OctantGlyphs {
				t.Errorf("kept %+v", k.kept)
			}
		})
	}
}

func TestTheTestCardIsInASCIIWhereTheLocaleIs(t *testing.T) {
	onRigLike(t, term.Traits{Name: "xterm-256color", ASCII: true}, Config{}, func(r *rig) {
		r.press("s", down, "c")
		r.shows("draws ascii: the locale's character set is not UTF-8")
		if strings.IndexFunc(r.text(), func(c rune) bool { return c > '~' }) >= 0 {
			t.Errorf("more than ASCII:\n%s", r.text())
		}
	})
}

func TestTheTestCardAsTextHasAPatchOfEachKind(t *testing.T) {
	for _, m := range cardModes {
		if !drawsIn(TestCard(), m) {
			t.Errorf("no %v:\n%s", m, TestCard())
		}
	}
}
