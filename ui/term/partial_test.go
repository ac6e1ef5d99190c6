package term

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/testkit"
)

// showInParts is Show on a crowded line, until the terminal shows all.
func (w *watched) showInParts() {
	w.screen.encoder.lost = w.screen.tty.disturbed() || w.screen.encoder.lost
	for range 2 * (w.screen.grid.Height + 1) {
		w.screen.encode(true)
		w.screen.tty.show(w.screen.frame)
		w.see()
		if w.screen.partial.count(w.screen) == 0 {
			return
		}
	}
	w.Fatalf("seed %d: the updates come to no end", w.seed)
}

// confetti fills all rows but one.
func confetti(s tcell.Screen, chance *rand.Rand, but int) {
	width, height := s.Size()
	for y := range height {
		for x := range width {
			if y != but {
				s.SetContent(x, y, rune('a'+chance.IntN(26)), nil, tcell.StyleDefault.Foreground(tcell.PaletteColor(chance.IntN(256))))
			}
		}
	}
}

// inConfetti runs a test on a screen of 80x24 that is full of it but for a row.
func inConfetti(t *testing.T, but int, test func(s *screen, chance *rand.Rand)) {
	synctest.Test(t, func(t *testing.T) {
		terminal, err := OpenTty(testkit.NewTty(80, 24), Traits{Name: "xterm-256color"})
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		chance := rand.New(rand.NewPCG(1, 2))
		confetti(terminal.screen, chance, but)
		terminal.screen.Show()
		test(terminal.screen, chance)
	})
}

func TestOnACrowdedLineMuchGoesInPartsAndALetterAtOnce(t *testing.T) {
	const row = 20
	inConfetti(t, row, func(s *screen, chance *rand.Rand) {
		confetti(s, chance, row)
		s.SetContent(5, row, '@', nil, tcell.StyleDefault)
		n := 0
		for s.encode(true); len(s.frame) > 0; s.encode(true) {
			if len(s.frame) > partialSize*3/2 {
				t.Errorf("part %d has %d bytes", n, len(s.frame))
			}
			if strings.Contains(string(s.frame), "@") != (n == 0) {
				t.Errorf("a letter that was typed is in part %d, or not in the first", n)
			}
			n++
		}
		if n < 5 || n > 24 {
			t.Errorf("the picture went in %d parts", n)
		}
	})
}

func TestOnACrowdedLineEachRowHasItsTurn(t *testing.T) {
	inConfetti(t, -1, func(s *screen, chance *rand.Rand) {
		seen := map[int]bool{}
		for range 30 {
			confetti(s, chance, -1)
			before := append([]cell(nil), s.sent...)
			s.encode(true)
			for i := range s.sent {
				if s.sent[i] != before[i] {
					seen[i/s.grid.Width] = true
				}
			}
		}
		if len(seen) != s.grid.Height {
			t.Errorf("of %d rows %d were shown", s.grid.Height, len(seen))
		}
	})
}

func TestOnALineThatIsNotCrowdedAPictureGoesAtOnce(t *testing.T) {
	inConfetti(t, -1, func(s *screen, chance *rand.Rand) {
		confetti(s, chance, -1)
		s.encode(false)
		if s.encode(false); len(s.frame) != 0 {
			t.Errorf("%d bytes were left", len(s.frame))
		}
	})
}
