package term_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/input"
	"dogfight/ui/term"
)

// TestAFrameHasOnlyTheChanges draws one picture after the other.
func TestAFrameHasOnlyTheChanges(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	ink := func(n int) tcell.Style { return tcell.StyleDefault.Foreground(tcell.PaletteColor(n)) }
	for _, c := range []struct {
		what string
		draw func()
		want string
	}{
		{"text", func() { s.PutStr(4, 2, "ab") }, "\x1b[3;5Hab"},
		{"its neighbour, and one behind a gap", func() { s.PutStr(6, 2, "c"); s.PutStr(20, 2, "d") }, "c\x1b[13Cd"},
		{"a short gap", func() { s.PutStr(0, 9, "x"); s.PutStr(3, 9, "y") }, "\x1b[10Hx  y"},
		{"a colour, and the same again", func() { s.PutStrStyled(0, 11, "██", ink(202)); s.PutStrStyled(9, 11, "▄", ink(202)) },
			"\x1b[38;5;202m\x1b[12H██\x1b[7C▄"},
		{"the ink of a space is invisible", func() { s.PutStr(1, 11, " "); s.PutStrStyled(2, 11, " ▄", ink(202)); s.PutStr(9, 11, " ") },
			"\x1b[9D  \x0f▄\x1b[5C "},
		{"one of the first 16", func() { s.PutStrStyled(0, 12, "e", ink(3)); s.PutStrStyled(1, 12, "f", ink(11)) },
			"\x1b[33m\x1b[13He\x1b[38;5;11mf"},
		{"a ground", func() { s.PutStrStyled(0, 13, "g", ink(11).Background(tcell.PaletteColor(234))) },
			"\x1b[48;5;234m\x1bD\b\bg"},
		{"first the text of the present pen, then colour by colour, from top to bottom", func() {
			for y := range 3 {
				s.PutStrStyled(30, y, "▄▄", ink(202))
				s.PutStrStyled(32, y, "▄▄", ink(203))
			}
			s.PutStrStyled(60, 1, "▄", ink(11).Background(tcell.PaletteColor(234)))
		}, "\x1b[2;61H▄\x1b[38;5;202;49m\x1b[1;31H▄▄\x1bD\b\b▄▄\x1bD\b\b▄▄" +
			"\x1b[38;5;203m\x1b[2A▄▄\x1bD\b\b▄▄\x1bD\b\b▄▄"},
		{"another manner", func() {
			s.PutStrStyled(0, 14, "h", ink(11).Bold(true))
			s.PutStrStyled(1, 14, "i", ink(11).Bold(true).Underline(true))
			s.PutStrStyled(2, 14, "j", ink(11))
			s.PutStr(3, 14, "k")
		}, "\x1b[1;38;5;11m\x1b[15Hh\x1b[4mi\x1b[0;38;5;11mj\x1b[mk"},
		{"text after a wide character", func() { s.PutStr(0, 16, "漢字") }, "\x1b[17H漢\x1b[17;3H字"},
		{"text after the last column", func() { s.PutStr(79, 18, "m"); s.PutStr(0, 19, "n") }, "\x1b[19;80Hm\x1b[20Hn"},
		{"a letter and a block", func() { s.PutStrStyled(40, 20, "o▄", ink(202)) }, "\x1b[38;5;202m\x1bD\x1b[39Co\x0f▄"},
		{"a block and its neighbour, apart", func() { s.PutStrStyled(40, 20, "▄", ink(202)); s.PutStr(41, 20, " ") },
			"\b\b▄\x0f "},
		{"beside a block, no letter once more", func() { s.PutStrStyled(38, 20, "p", ink(202)); s.PutStrStyled(41, 20, "q", ink(202)) },
			"\b\b\b\bp\x1b[2Cq"},
		{"spaces on a ground, of whatever ink there is", func() {
			s.PutStrStyled(40, 21, "  ", ink(7).Background(tcell.PaletteColor(236)))
			s.PutStrStyled(50, 22, "r", ink(202).Background(tcell.PaletteColor(236)))
			s.PutStrStyled(50, 23, "  ", ink(9).Background(tcell.PaletteColor(237)))
		}, "\x1b[48;5;236m\x1b[23;51Hr\x1bM\x1b[11D  \x1b[48;5;237m\x1b[24;51H  "},
		{"nothing", func() {}, ""},
	} {
		c.draw()
		s.Show()
		out, _ := tty.Take()
		out = strings.TrimSuffix(out, "\x1b[5n") // with every second frame
		if got := strings.TrimSuffix(strings.TrimPrefix(out, "\x1b[?2026h"), "\x1b[?2026l"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

func TestTextIsCutBesideBlocksForXtermForMultiplexersAndForUnknownProgramsNearby(t *testing.T) {
	for _, c := range []struct {
		answer string
		remote bool
		want   string
	}{
		{"", false, "o\x0f▄"},
		{"", true, "o▄"},
		{"\x1bP>|XTerm(379)\x1b\\", true, "o\x0f▄"},
		{"\x1bP>|XTerm(379)\x1b\\", false, "o\x0f▄"},
		{"\x1bP>|tmux 3.3a\x1b\\", true, "o\x0f▄"},
		{"\x1bP>|kitty(0.26.5)\x1b\\", false, "o▄"},
		{"\x1bP>|kitty(0.26.5)\x1b\\", true, "o▄"},
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty := open(t, term.Traits{Name: "xterm-256color", Remote: c.remote})
			tty.Type(c.answer)
			synctest.Wait()
			terminal.Fit()
			terminal.Screen().PutStr(40, 20, "o▄")
			terminal.Screen().Show()
			if out, _ := tty.Take(); !strings.Contains(out, c.want) {
				t.Errorf("%q, remote %v: want %q, got %q", c.answer, c.remote, c.want, out)
			}
			terminal.Close()
		})
	}
}

func TestTheNeighboursOfABlockThatGoesAreWrittenAgainInXterm(t *testing.T) {
	for answer, want := range map[string]int{"\x1bP>|XTerm(379)\x1b\\": 3, "\x1bP>|tmux 3.3a\x1b\\": 3, "\x1bP>|kitty(0.26.5)\x1b\\": 1} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty := open(t, term.Traits{Name: "xterm-256color"})
			tty.Type(answer)
			synctest.Wait()
			terminal.Fit()
			s := terminal.Screen()
			for _, text := range []string{"▄", " "} {
				s.PutStr(40, 20, text)
				tty.Take()
				s.Show()
			}
			if out, _ := tty.Take(); strings.Count(out, " ") != want {
				t.Errorf("%q: want %d blanks, got %q", answer, want, out)
			}
			terminal.Close()
		})
	}
}

func TestAChangeOfSizeIsDrawnByTheNextFrameAlone(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	s.PutStr(3, 3, "here")
	s.Show()
	tty.Take()
	tty.Resize(60, 20)
	if ev := <-terminal.Events(); ev.Kind != input.Resized {
		t.Errorf("found %v", ev)
	}
	if out, _ := tty.Take(); out != "" {
		t.Errorf("%q was written before anything was drawn", out)
	}
	s.Clear()
	s.PutStr(3, 3, "here")
	s.Show()
	if out, writes := tty.Take(); writes != 1 || !strings.Contains(out, "\x1b[2J") || !strings.Contains(out, "here") || len(out) > 60 {
		t.Errorf("%d writes: %q", writes, out)
	}
}

func TestAWindowThatWasBrieflySmallIsRedrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		s := terminal.Screen()
		s.PutStr(70, 3, "here")
		s.Show()
		tty.Take()
		tty.Resize(60, 20)
		tty.Resize(80, 24)
		synctest.Wait()
		s.Show()
		if out, _ := tty.Take(); !strings.Contains(out, "here") {
			t.Errorf("expected the cells that the window lost, found %q", out)
		}
		terminal.Close()
	})
}

func TestACursorThatIsNotOnTheScreenIsHidden(t *testing.T) {
	terminal, tty := open(t, xterm)
	s := terminal.Screen()
	s.ShowCursor(79, 23)
	s.Show()
	tty.Take()
	for _, at := range [][2]int{{80, 23}, {79, 24}, {-1, 5}, {5, -1}} {
		s.ShowCursor(79, 23)
		s.Show()
		tty.Take()
		s.ShowCursor(at[0], at[1])
		s.Show()
		if out, _ := tty.Take(); !strings.Contains(out, "\x1b[?25l") {
			t.Errorf("at %v: expected it to be hidden, found %q", at, out)
		}
	}
}

func TestWithoutColoursBlackOnAGroundIsReversed(t *testing.T) {
	traits := xterm
	traits.NoColor = true
	terminal, tty := open(t, traits)
	terminal.Screen().PutStrStyled(0, 0, "chosen", tcell.StyleDefault.Foreground(tcell.ColorBlack).Background(tcell.PaletteColor(87)))
	terminal.Screen().Show()
	if out, _ := tty.Take(); !strings.Contains(out, "\x1b[7mchosen") {
		t.Errorf("got %q", out)
	}
}
