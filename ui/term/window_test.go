package term

import (
	"testing"

	"github.com/gdamore/tcell/v2"
	"pgregory.net/rapid"

	"dogfight/ui/term/termtest"
)

func TestTcellKeepsNoCellsOfTheWindow(t *testing.T) {
	tty := termtest.New(400, 150)
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

func TestWhereTheMouseIsComesThroughAndStaysWithinTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, maxWidth).Draw(t, "width"), rapid.IntRange(1, maxHeight).Draw(t, "height")
		x, y := rapid.IntRange(0, 1<<20).Draw(t, "x"), rapid.IntRange(0, 1<<20).Draw(t, "y")
		columns := packSize(width, height).Width
		if w, h := unpackSize(columns); w != width || h != height {
			t.Fatalf("%dx%d becomes %dx%d", width, height, w, h)
		}
		at := packMouse(x, y) - 1
		if at >= columns {
			t.Fatalf("tcell would take the mouse at %d for %d", at, columns-1)
		}
		ev := unpacked(tcell.NewEventMouse(at, 0, tcell.Button1, 0), columns).(*tcell.EventMouse)
		wantX, wantY := min(max(x-1, 0), width-1), min(max(y-1, 0), height-1)
		if gotX, gotY := ev.Position(); gotX != wantX || gotY != wantY || ev.Buttons() != tcell.Button1 {
			t.Fatalf("%d, %d in %dx%d is at %d, %d", x, y, width, height, gotX, gotY)
		}
	})
}
