package term

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// watched is a Terminal with an emulator of 16 million colours, which also combines graphemes into one character.
type watched struct {
	*testing.T
	*Terminal
	chance *rand.Rand
	tty    *testkit.Tty
	eyes   vt.MockTerm
	seed   uint64
}

// kinds are terminals that are written to differently.
var kinds = []Traits{
	{Name: "xterm-256color"}, {Name: "xterm", TrueColor: true}, {Name: "xterm", NoColor: true}, {Name: "linux"}, {Name: "vt220"},
	{Name: "xterm", Wanted: input.Colours16}, {Name: "screen", ASCII: true}, {Name: "dumb"}, {Name: "tmux-256color", Wanted: input.TrueColours},
	{Name: "xterm-256color", Remote: true}, {Name: "linux", Remote: true}, {Name: "screen-256color", Remote: true}, {Name: "vt220", Remote: true},
}

var seeds = flag.Int("screens", 300, "how many screens of random pictures to look at")

func TestTheTerminalEqualsTheScreenAfterRandomChanges(t *testing.T) {
	for seed := range *seeds {
		synctest.Test(t, func(t *testing.T) { watch(t, uint64(seed)) })
		if t.Failed() {
			break // one is enough to read
		}
	}
	if edited < *seeds/10 && !t.Failed() {
		t.Errorf("rows and columns were opened and closed %d times: this test proves nothing", edited)
	}
	if bounded < *seeds/200 && !t.Failed() {
		t.Errorf("rows were moved between margins %d times: this test proves nothing", bounded)
	}
}

// edited is how often that was in the run of all tests, and bounded how often between margins.
var edited, bounded int

// watch draws some frames and compares the emulator with the screen after each.
func watch(t *testing.T, seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 0))
	width, height, traits := 9, 4, oneOf(chance, kinds...)
	margins := chance.IntN(2) == 0
	switch {
	case traits.Remote && margins:
		width, height = 48, 16 // so much that a part of it can
	case traits.Remote:
		width, height = 24, 8 // so much that a picture can move
	}
	tty := testkit.NewTty(width, height)
	terminal := openTty(t, tty, traits)
	w := &watched{t, terminal, chance, tty, vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)}, vt.MockOptColors(1<<24)), seed}
	w.screen.partial = partialUpdate{size: 40, few: 1}
	w.screen.encoder.bright = false // which the emulator knows nothing of
	w.screen.encoder.margins = margins
	w.eyes.Start()
	defer w.eyes.Stop()
	w.eyes.Write([]byte("\x1b[?2027h"))
	go func() {
		for range terminal.Events() {
		}
	}()
	synctest.Wait()
	for frame := 0; frame < 12 && !t.Failed(); frame++ {
		for range chance.IntN(6) {
			oneOf(chance, deeds...)(w)
		}
		if chance.IntN(3) == 0 {
			w.showInParts()
		} else {
			w.Screen().Show()
			w.see()
		}
		w.compare()
	}
}

func oneOf[T any](chance *rand.Rand, some ...T) T { return some[chance.IntN(len(some))] }

// deeds are the events between two frames.
var deeds = []func(*watched){
	(*watched).put, (*watched).put, (*watched).put, (*watched).put, (*watched).putOne,
	func(w *watched) { w.Screen().Clear() },
	func(w *watched) { w.Screen().Sync() },
	func(w *watched) {
		w.Screen().ShowCursor(w.between(-2, 12), w.between(-2, 6))
	},
	func(w *watched) { w.Screen().HideCursor() },
	func(w *watched) { w.see(); w.SetASCII(w.between(0, 1) == 0); w.Screen().Clear() },
	func(w *watched) { w.Flying(w.between(0, 1) == 0) },
	func(w *watched) { w.Pointing(w.between(0, 1) == 0) },
	func(w *watched) { w.Recolour(oneOf(w.chance, recolourings...)) },
	(*watched).resize, (*watched).vandalise,
	(*watched).crowd, (*watched).move, (*watched).move, (*watched).move,
}

var recolourings = []func(canvas.Style) canvas.Style{
	nil,
	func(s canvas.Style) canvas.Style {
		s.Manner |= canvas.Reversed
		return s
	},
	func(s canvas.Style) canvas.Style {
		return canvas.Style{Ink: canvas.Numbered(3), Ground: canvas.RGB(0x102030), Manner: s.Manner}
	},
}

func (w *watched) style() tcell.Style {
	some := []tcell.Color{
		tcell.ColorDefault, tcell.ColorNone, tcell.PaletteColor(1), tcell.PaletteColor(3), tcell.PaletteColor(11), tcell.PaletteColor(200),
		tcell.NewHexColor(0xff8000), tcell.NewHexColor(0x000001), tcell.ColorRebeccaPurple,
	}
	manner := tcell.AttrMask(w.between(0, 255))
	if manner&tcell.AttrBold != 0 {
		manner &^= tcell.AttrDim // for the emulator they exclude each other
	}
	return tcell.StyleDefault.Foreground(oneOf(w.chance, some...)).Background(oneOf(w.chance, some...)).Attributes(manner)
}

func (w *watched) between(least, most int) int { return least + w.chance.IntN(most-least+1) }

func (w *watched) place() (x, y int) {
	return w.between(-2, 12), w.between(-1, 5)
}

// put draws some text; the graphemes are such as the emulator and we agree on.
func (w *watched) put() {
	x, y := w.place()
	words := []string{"a", "b", " ", "漢", "字", "│", "⣿", "·", "♥", "é", "e\u0301", "👩\u200d🚀", "🇩🇪", "ก็", "\x1b[2J", "\u202e"}
	var text strings.Builder
	for range w.between(0, 8) {
		text.WriteString(oneOf(w.chance, words...))
	}
	w.Screen().PutStrStyled(x, y, text.String(), w.style())
}

func (w *watched) putOne() {
	x, y := w.place()
	r := oneOf(w.chance, []rune("a漢│\x1b\u0301🚀")...)
	w.Screen().SetContent(x, y, r, oneOf(w.chance, nil, []rune{'\u0301'}, []rune{'x'}), w.style())
}

// crowd fills most of the screen.
func (w *watched) crowd() {
	width, height := w.Screen().Size()
	for i := range width * height {
		if style := oneOf(w.chance, tcell.StyleDefault, tcell.StyleDefault.Background(tcell.PaletteColor(3))); w.chance.IntN(3) > 0 {
			w.Screen().SetContent(i%width, i/width, oneOf(w.chance, []rune("ab│⣿ ▄·")...), nil, style)
		}
	}
}

// move moves the drawn cells, or some rows of them, sometimes farther than scrolls go.
func (w *watched) move() {
	width, height := w.Screen().Size()
	right, down, from, to := w.between(-5, 5), w.between(-3, 3), 0, height
	if w.chance.IntN(2) == 0 {
		from, to = w.between(0, height/2), w.between(height/2, height)
	}
	left, edge := 0, width
	if w.chance.IntN(2) == 0 { // beside something that stays
		left, edge = w.between(0, width/4), w.between(width/2, width)
	}
	was := slices.Clone(w.screen.grid.Cells)
	for i := range was {
		if x, y := i%width, i/width; y >= from && y < to && x >= left && x < edge {
			w.Screen().SetContent(i%width, y, ' ', nil, tcell.StyleDefault)
		}
	}
	for i, c := range was {
		if x, y := i%width+right, i/width+down; y >= from && y < to && x >= left && x < edge && c.Width > 0 {
			w.Screen().Put(x, y, w.screen.grid.Clusters.Text(c.Glyph), tcellStyle(c.Style()))
		}
	}
}

// resize changes the size of the window, sometimes with an unnoticed size in between.
func (w *watched) resize() {
	for range w.between(1, 2) {
		width, height := w.between(1, 10), w.between(1, 5)
		w.see()
		w.eyes.SetSize(vt.Coord{X: vt.Col(width), Y: vt.Row(height)})
		w.tty.Resize(width, height)
	}
	synctest.Wait()
	w.Screen().Clear()
}

// vandalise writes as tcell does.
func (w *watched) vandalise() {
	w.Terminal.tty.mute(false)
	w.Terminal.tty.Write([]byte("\x1b[2;3Hgraffiti\x1b[1;35m"))
	w.Terminal.tty.mute(true)
}

// see passes the output to the emulator.
func (w *watched) see() {
	out, _ := w.tty.Take()
	edited += len(editing.FindAllString(out, -1))
	bounded += strings.Count(out, openMargins)
	w.eyes.Write([]byte(out))
	synctest.Wait()
	if i := strings.IndexFunc(out, func(r rune) bool { return r >= 0x80 }); i >= 0 && w.screen.ascii {
		w.Fatalf("seed %d: in ASCII %q was written", w.seed, out[i:])
	}
}

// compare compares all cells, and the cursor.
func (w *watched) compare() {
	s := w.screen
	for i := range s.grid.Cells {
		c, x, y := &s.grid.Cells[i], i%s.grid.Width, i/s.grid.Width
		shown := w.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
		if want := s.grid.Clusters.Text(c.Glyph); c.Width > 0 && shown.C != want && (shown.C != "" || want != " ") || c.Width == 0 && shown.C != "" {
			w.Fatalf("seed %d: at %d,%d: drew %q, the terminal shows %q", w.seed, x, y, want, shown.C)
		}
		if shown.C != "" && shown.W != int(c.Width) {
			w.Fatalf("seed %d: at %d,%d: %q is %d wide, and %d on the terminal", w.seed, x, y, shown.C, c.Width, shown.W)
		}
		want, found := w.expected(c), penOf(shown)
		if c.Glyph == ' ' && want.manner == 0 {
			found.ink = want.ink // invisible
		}
		if want != found {
			w.Fatalf("seed %d: at %d,%d: drew %v, the terminal shows %v", w.seed, x, y, want, found)
		}
	}
	w.compareCursor()
}

func (w *watched) compareCursor() {
	s, at := w.screen, w.screen.cursor
	within := uint(at[0]) < uint(s.grid.Width) && uint(at[1]) < uint(s.grid.Height)
	if shown := w.eyes.Backend().GetCursor().IsVisible(); shown != within && s.encoder.hide != "" {
		w.Fatalf("seed %d: is the cursor at %v shown? %v", w.seed, at, shown)
	}
	if pos := w.eyes.Pos(); within && (int(pos.X) != at[0] || int(pos.Y) != at[1]) {
		w.Fatalf("seed %d: the cursor is to be at %v, and is at %v", w.seed, at, pos)
	}
}

// expected returns the pen of a cell on the emulator, with silver on black as default colours.
func (w *watched) expected(c *cell) pen {
	look := w.screen.penFor(c)
	if look.ink == 0 {
		look.ink = colour(colourOf(tcell.ColorSilver))
	}
	if look.ground == 0 {
		look.ground = colour(colourOf(tcell.ColorBlack))
	}
	return look
}

func penOf(c vt.Cell) (p pen) {
	for i, attribute := range []vt.Attr{vt.Bold, vt.Dim, vt.Italic, vt.Underline, vt.Blink, vt.Reverse, vt.StrikeThrough} {
		if c.S.Attr()&attribute != 0 {
			p.manner |= 1 << i
		}
	}
	p.ink, p.ground = colourShown(c.S.Fg()), colourShown(c.S.Bg())
	return p
}

func colourShown(c color.Color) colour {
	if c.IsRGB() {
		return anyRGB | colour(c.Hex())
	}
	return colour(c&0xff) + 1
}

// showInParts is Show on a crowded line, until the terminal shows all.
func (w *watched) showInParts() {
	w.screen.encoder.lost = w.screen.tty.disturbed.Swap(false) || w.screen.encoder.lost
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
		terminal := openTty(t, testkit.NewTty(80, 24), Traits{Name: "xterm-256color"})
		chance := rand.New(rand.NewPCG(1, 2))
		confetti(terminal.screen, chance, but)
		terminal.screen.Show()
		test(terminal.screen, chance)
	})
}

func TestOnACrowdedLineLargeChangesAreSentInParts(t *testing.T) {
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

func TestOnAnIdleLineAPictureIsSentAtOnce(t *testing.T) {
	inConfetti(t, -1, func(s *screen, chance *rand.Rand) {
		confetti(s, chance, -1)
		s.encode(false)
		if s.encode(false); len(s.frame) != 0 {
			t.Errorf("%d bytes were left", len(s.frame))
		}
	})
}

func TestBuffersAreFreed(t *testing.T) {
	tty := testkit.NewTty(40, 5)
	terminal := openTty(t, tty, Traits{Name: "xterm", TrueColor: true})
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
		t.Errorf("%d characters are stored", n)
	}
}

func TestTcellAllocatesNoCells(t *testing.T) {
	tty := testkit.NewTty(400, 150)
	terminal := openTty(t, tty, Traits{Name: "xterm", TrueColor: true})
	inner := terminal.screen.Screen.(interface{ GetCells() *tcell.CellBuffer })
	if w, h := inner.GetCells().Size(); w*h != 0 {
		t.Errorf("it has %dx%d", w, h)
	}
	if w, h := terminal.Screen().Size(); w != 400 || h != 150 {
		t.Errorf("the screen is %dx%d", w, h)
	}
}
