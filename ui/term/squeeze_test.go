package term

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3/vt"
	"pgregory.net/rapid"
)

// TestASqueezedFrameShowsTheSame has two terminals draw the same frames, one as
// tcell says them and one squeezed.
func TestASqueezedFrameShowsTheSame(t *testing.T) {
	words := rapid.SampledFrom([]string{
		"\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[7m", "\x1b[38;5;3m", "\x1b[38;5;231m", "\x1b[48;5;4m", "\x1b[48;5;234m",
		"\x1b[38;5;202;48;5;228m", "\x1b[39m", "\x1b[49m", "\x1b[31m",
		"\x1b[44m", "\x1b[4;1m", "\x1b[1;1H", "\x1b[2;3H", "\x1b[3;2H", "\x1b[2;9H", "\x1b[2;12H", "\x1b[?25l", "\x1b[?25h", "a", " ", "  ", "▀", "é", "漢", "⣿", "♥", "e\u0301",
	})
	rapid.Check(t, func(rt *rapid.T) {
		const width, height = 12, 3
		plain, thin := vt.NewMockTerm(vt.MockOptSize{X: width, Y: height}), vt.NewMockTerm(vt.MockOptSize{X: width, Y: height})
		for _, e := range []vt.MockTerm{plain, thin} {
			e.Start()
			defer e.Stop()
		}
		var s squeezer
		for range rapid.IntRange(1, 6).Draw(rt, "frames") {
			frame := strings.Join(rapid.SliceOfN(words, 0, 30).Draw(rt, "frame"), "")
			squeezed := s.frame(nil, []byte(frame))
			if rapid.Bool().Draw(rt, "something else follows") {
				squeezed = append(squeezed, s.others()...)
			}
			plain.Write([]byte(frame))
			thin.Write(squeezed)
			same(rt, plain, thin, width, height)
		}
	})
}

// same compares what two terminals show.
func same(t *rapid.T, a, b vt.MockTerm, width, height int) {
	for y := range height {
		for x := range width {
			at := vt.Coord{X: vt.Col(x), Y: vt.Row(y)}
			p, q := a.GetCell(at), b.GetCell(at)
			if p.C != q.C || p.S.Bg() != q.S.Bg() || p.S.Attr() != q.S.Attr() || p.S.Fg() != q.S.Fg() {
				t.Fatalf("at %d,%d: %q %v %v %v and %q %v %v %v", x, y, p.C, p.S.Fg(), p.S.Bg(), p.S.Attr(), q.C, q.S.Fg(), q.S.Bg(), q.S.Attr())
			}
		}
	}
}

func TestWhatTheTerminalHasIsNotSaidAgain(t *testing.T) {
	var s squeezer
	for _, c := range []struct{ frame, want string }{
		{"\x1b[?25l\x1b[m\x1b[38;5;231;48;5;234mA\x1b[m\x1b[48;5;234m \x1b[m\x1b[38;5;45;48;5;234mB", "\x1b[?25l\x1b[38;5;231;48;5;234mA\x1b[39m \x1b[38;5;45mB"},
		{"\x1b[?25l\x1b[m\x1b[38;5;45;48;5;234mC\x1b[?25l", "C"},
		{"\x1b[m \x1b[mD\x1b[m\x1b[1mE", "\x1b[m D\x1b[1mE"},
		{"\x1b[m\x1b[38;2;1;2;3;48;2;9;8;7;1mG\x1b[m\x1b[38;2;1;2;3mH", "\x1b[38;2;1;2;3;48;2;9;8;7mG\x1b[0;38;2;1;2;3mH"},
		{"\x1b[m\x1b[38;5;1mF", "\x1b[31mF"},
		{"\x1b[m\x1b[2;5Ha▄\x1b[2;8HI\x1b[2;9HJ\x1b[2;21HK\x1b[2;4HL", "\x1b[2;5H\x1b[ma▄\x1b[CIJ\x1b[11CK\x1b[2;4HL"},
		{"\x1b[2;5H漢\x1b[2;8HM\x1b[3;9HN", "漢\x1b[2;8HM\x1b[3;9HN"},
	} {
		if got := string(s.frame(nil, []byte(c.frame))); got != c.want {
			t.Errorf("%q: got %q, want %q", c.frame, got, c.want)
		}
	}
}

func BenchmarkSqueeze(b *testing.B) {
	var s squeezer
	frame := []byte(strings.Repeat("\x1b[10;34H\x1b[m\x1b[38;5;101;48;5;230m▄\x1b[m\x1b[38;5;202m text", 40))
	var out []byte
	b.ReportAllocs()
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		out = s.frame(out[:0], frame)
	}
}
