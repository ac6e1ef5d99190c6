package term_test

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v3/vt"
	"pgregory.net/rapid"

	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// open returns an 80x24 xterm in memory after its first frame.
func open(t testing.TB, traits term.Traits) (*term.Terminal, *testkit.Tty) {
	t.Helper()
	tty := testkit.NewTty(80, 24)
	terminal := openTty(t, tty, traits)
	terminal.Screen().Show()
	tty.Take()
	return terminal, tty
}

var xterm = term.Traits{Name: "xterm-256color"}

func drawScene(s tcell.Screen) {
	s.Clear()
	box := tcell.StyleDefault.Foreground(tcell.PaletteColor(45))
	for y := range 24 {
		s.PutStrStyled(3, y, "│ some text in a box │", box)
	}
	s.PutStrStyled(40, 5, "漢字", box.Bold(true))
}

func TestUnchangedRedrawWritesNothing(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	drawScene(s)
	s.Show()
	if out, _ := tty.Take(); len(out) < 24*22 {
		t.Fatalf("the scene took %d bytes, too few to be there", len(out))
	}
	drawScene(s)
	s.HideCursor()
	s.Show()
	if out, writes := tty.Take(); writes != 0 {
		t.Errorf("drawing the same again wrote %q", out)
	}
}

func TestOneChangedCellCostsTensOfBytesInOneWrite(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	drawScene(s)
	s.Show()
	tty.Take()
	drawScene(s)
	s.SetContent(60, 20, '▲', nil, tcell.StyleDefault.Foreground(tcell.PaletteColor(196)))
	s.Show()
	out, writes := tty.Take()
	t.Logf("one changed cell: %d bytes", len(out))
	if !strings.Contains(out, "▲") || len(out) > 70 || writes != 1 {
		t.Errorf("one changed cell took %d bytes in %d writes: %q", len(out), writes, out)
	}
}

func TestMovedCursorIsShownThoughNoCellChanged(t *testing.T) {
	terminal, tty := open(t, xterm)
	terminal.Screen().ShowCursor(9, 4)
	terminal.Screen().Show()
	if out, _ := tty.Take(); !strings.Contains(out, "\x1b[5;10H") {
		t.Errorf("expected the cursor at row 5, column 10, found %q", out)
	}
}

func TestEscapeSequencesInTextAreNotSent(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	s.Clear()
	s.PutStr(0, 0, "eve\x1b[2J\u202eil\r\n\u009b5m\a!")
	s.SetContent(0, 1, '\x1b', []rune{'c'}, tcell.StyleDefault)
	s.SetContent(5, 1, '\x1b', nil, tcell.StyleDefault)
	s.Show()
	out, _ := tty.Take()
	if !strings.Contains(out, "eve[2Jil5m!") || strings.ContainsAny(out, "\a\r\n\u009b\u202e") || strings.Contains(out, "\x1bc") {
		t.Errorf("expected the text without its control characters, found %q", out)
	}
}

func TestASCIITerminalGetsOnlyASCII(t *testing.T) {
	terminal, tty := open(t, term.Traits{Name: "xterm", ASCII: true})
	s := terminal.Screen()
	s.Clear()
	s.PutStr(0, 0, "╭─═╮│▲▀é漢字…x")
	s.Show()
	out, _ := tty.Take()
	if !strings.Contains(out, "+--+|^#????.x") && !strings.Contains(out, "+--+|^#?") {
		t.Errorf("expected look-alikes, found %q", out)
	}
	if i := strings.IndexFunc(out, func(r rune) bool { return r >= 0x80 }); i >= 0 {
		t.Errorf("found %q, which is not ASCII", out[i:])
	}
}

func TestTurningASCIIOnRedrawsEverything(t *testing.T) {
	terminal, tty := open(t, xterm)
	drawScene(terminal.Screen())
	terminal.Screen().Show()
	tty.Take()
	terminal.SetASCII(true)
	drawScene(terminal.Screen())
	terminal.Screen().Show()
	if out, _ := tty.Take(); strings.Count(out, "|") != 48 {
		t.Errorf("expected 48 bars, found %q", out)
	}
}

func TestSizeHoldsStillWhileAFrameIsDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		s := terminal.Screen()
		tty.Resize(100, 30)
		synctest.Wait()
		if w, h := s.Size(); w != 80 || h != 24 {
			t.Errorf("expected 80x24 before the next Clear, found %dx%d", w, h)
		}
		s.Clear()
		if w, h := s.Size(); w != 100 || h != 30 {
			t.Errorf("expected 100x30 after it, found %dx%d", w, h)
		}
		terminal.Close()
	})
}

func TestHugeWindowIsClamped(t *testing.T) {
	tty := testkit.NewTty(math.MaxInt, 1_000_000)
	terminal := openTty(t, tty, xterm)
	if w, h := terminal.Screen().Size(); w != 400 || h != 150 {
		t.Errorf("expected 400x150, found %dx%d", w, h)
	}
}

// TestATerminalShowsTheDrawnCells puts text of all widths all over the screen, and an emulator parses the output.
func TestATerminalShowsTheDrawnCells(t *testing.T) {
	const width, height = 12, 3
	rapid.Check(t, func(rt *rapid.T) {
		tty := testkit.NewTty(width, height)
		terminal, err := term.OpenTty(tty, xterm)
		if err != nil {
			rt.Fatal(err)
		}
		defer terminal.Close()
		emulator := vt.NewMockTerm(vt.MockOptSize{X: width, Y: height})
		emulator.Start()
		defer emulator.Stop()
		s := terminal.Screen()
		for range rapid.IntRange(1, 12).Draw(rt, "frames") {
			if rapid.Bool().Draw(rt, "clear") {
				s.Clear()
			}
			for range rapid.IntRange(0, 6).Draw(rt, "texts") {
				x := rapid.IntRange(-2, width).Draw(rt, "x")
				y := rapid.IntRange(0, height-1).Draw(rt, "y")
				style := rapid.SampledFrom(styles).Draw(rt, "style")
				s.PutStrStyled(x, y, rapid.StringOfN(rapid.RuneFrom([]rune("ab漢字│⣿· ♥")), 0, 5, -1).Draw(rt, "text"), style)
			}
			s.Show()
			out, _ := tty.Take()
			emulator.Write([]byte(out))
			compare(rt, s, emulator, width, height)
		}
	})
}

func TestATerminalWithoutGraphemesShowsTheirNeighbours(t *testing.T) {
	terminal, tty := open(t, xterm)
	emulator := vt.NewMockTerm(vt.MockOptSize{X: 80, Y: 24}) // the default has no graphemes
	emulator.Start()
	defer emulator.Stop()
	s := terminal.Screen()
	for _, text := range []string{"🇩🇪", "👩🏽", "e\u0301", "ก็", "👩\u200d🚀"} {
		s.PutStr(0, 0, strings.Repeat("x", 20))
		s.Show()
		s.PutStr(2, 0, text)
		s.Show()
		out, _ := tty.Take()
		emulator.Write([]byte(out))
		for x := range 20 {
			drawn, _, _ := s.Get(x, 0)
			if cell := emulator.GetCell(vt.Coord{X: vt.Col(x)}); drawn == "x" && cell.C != "x" {
				t.Errorf("%q: in column %d the terminal shows %q", text, x, cell.C)
			}
		}
	}
}

var styles = []tcell.Style{
	tcell.StyleDefault,
	tcell.StyleDefault.Foreground(tcell.PaletteColor(5)),
	tcell.StyleDefault.Foreground(tcell.PaletteColor(12)).Background(tcell.PaletteColor(234)),
	tcell.StyleDefault.Background(tcell.PaletteColor(100)).Bold(true),
	tcell.StyleDefault.Reverse(true).Underline(true),
	tcell.StyleDefault.Foreground(tcell.PaletteColor(200)).Dim(true),
}

func compare(t *rapid.T, s tcell.Screen, emulator vt.MockTerm, width, height int) {
	for y := range height {
		for x := 0; x < width; {
			drawn, style, cells := s.Get(x, y)
			cell := emulator.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			shown := cell.C
			if shown == "" {
				shown = " "
			}
			ink, ground, manner := style.Decompose()
			if ink == tcell.ColorDefault {
				ink = tcell.ColorSilver // the emulator's own
			}
			unseen := drawn == " " && manner == 0 // the ink of a space
			if uint64(ink&0xff) != uint64(cell.S.Fg()&0xff) && !unseen || uint64(ground&0xff) != uint64(cell.S.Bg()&0xff) ||
				manner&tcell.AttrBold != 0 != (cell.S.Attr()&vt.Bold != 0) || manner&tcell.AttrReverse != 0 != (cell.S.Attr()&vt.Reverse != 0) {
				t.Fatalf("at %d,%d: drew %q %v on %v %v, the terminal shows %v on %v %v",
					x, y, drawn, ink, ground, manner, cell.S.Fg(), cell.S.Bg(), cell.S.Attr())
			}
			if drawn != shown {
				t.Fatalf("at %d,%d: drew %q, the terminal shows %q", x, y, drawn, shown)
			}
			x += cells
		}
	}
}

func BenchmarkStillFrame(b *testing.B) {
	terminal, _ := open(b, xterm)
	b.ReportAllocs()
	for b.Loop() {
		drawScene(terminal.Screen())
		terminal.Screen().Show()
	}
}

func TestWantedColoursAreThoseThatAreSent(t *testing.T) {
	for wanted, sent := range map[input.Colours]string{
		input.AutoColours: "\x1b[38;5;208m",
		input.NoColours:   "",
		input.Colours16:   "\x1b[91m",
		input.Colours256:  "\x1b[38;5;208m",
		input.TrueColours: "\x1b[38;2;255;135;0m",
	} {
		terminal, tty := open(t, term.Traits{Name: "xterm-256color", Wanted: wanted})
		terminal.Screen().SetContent(0, 0, 'x', nil, tcell.StyleDefault.Foreground(tcell.NewRGBColor(255, 135, 0)))
		terminal.Screen().Show()
		out, _ := tty.Take()
		if !strings.Contains(out, sent) || sent == "" && strings.Contains(out, "\x1b[3") {
			t.Errorf("%d: expected orange as %q, found %q", wanted, sent, out)
		}
	}
}

// swap replaces one colour of the ink by another.
func swap(from, to int) func(canvas.Style) canvas.Style {
	return func(style canvas.Style) canvas.Style {
		if style.Ink == canvas.Numbered(from) {
			style.Ink = canvas.Numbered(to)
		}
		return style
	}
}

func TestCellsAreShownRecolouredAndReadBackUnchanged(t *testing.T) {
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

func TestAnotherRecolouringChangesPresentCells(t *testing.T) {
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

// openTty opens a terminal in memory until the end of the test.
func openTty(t testing.TB, tty tcell.Tty, traits term.Traits) *term.Terminal {
	t.Helper()
	terminal, err := term.OpenTty(tty, traits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Close)
	return terminal
}
