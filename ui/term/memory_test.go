package term

import (
	"math/rand/v2"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/testkit"
)

func TestWhatWasDrawnOnceIsForgotten(t *testing.T) {
	tty := testkit.NewTty(40, 5)
	terminal, err := OpenTty(tty, Traits{Name: "xterm", TrueColor: true})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	w := &watched{t, terminal, rand.New(rand.NewPCG(0, 0)), tty, vt.NewMockTerm(vt.MockOptSize{X: 40, Y: 5}, vt.MockOptColors(1<<24)), 0}
	w.eyes.Start()
	defer w.eyes.Stop()
	w.eyes.Write([]byte("\x1b[?2027h"))
	s := terminal.screen
	for i := range 4_000 {
		s.Clear()
		for x := range 5 { // characters and colours that were never there before
			text := string([]rune{'a' + rune(x), 0x300 + rune(i%100), 0x300 + rune(i/100)})
			s.PutStrStyled(x*3, i%5, text, tcell.StyleDefault.Foreground(tcell.NewHexColor(int32(i*5+x))))
		}
		s.Show()
		if i%999 == 0 {
			out, _ := tty.Take()
			w.eyes.Write([]byte(out))
			w.compare()
		}
	}
	if n := s.grid.Clusters.Len(); n > 1<<14+len(s.grid.Cells) || n == 0 {
		t.Errorf("%d characters are kept", n)
	}
}

func TestTcellKeepsNoCellsOfTheWindow(t *testing.T) {
	tty := testkit.NewTty(400, 150)
	terminal, err := OpenTty(tty, Traits{Name: "xterm", TrueColor: true})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	inner := terminal.screen.Screen.(interface{ GetCells() *tcell.CellBuffer })
	if w, h := inner.GetCells().Size(); w*h != 0 {
		t.Errorf("it has %dx%d", w, h)
	}
	if w, h := terminal.Screen().Size(); w != 400 || h != 150 {
		t.Errorf("the screen is %dx%d", w, h)
	}
}
