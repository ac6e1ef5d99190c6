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
)

// watched is a Terminal whose output an emulator of 16 million colours reads, which
// takes graphemes for one character as we do.
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
	{Name: "xterm", Wanted: Colours16}, {Name: "screen", ASCII: true}, {Name: "dumb"}, {Name: "tmux-256color", Wanted: TrueColours},
	{Name: "xterm-256color", Remote: true}, {Name: "linux", Remote: true}, {Name: "screen-256color", Remote: true}, {Name: "vt220", Remote: true},
}

var seeds = flag.Int("screens", 300, "how many screens of random pictures to look at")

func TestTheTerminalShowsWhatTheScreenHoldsWhateverHappens(t *testing.T) {
	for seed := range *seeds {
		synctest.Test(t, func(t *testing.T) { watch(t, uint64(seed)) })
		if t.Failed() {
			break // one is enough to read
		}
	}
	if edited < *seeds/10 && !t.Failed() {
		t.Errorf("rows and columns were opened and closed %d times: this test does not see what comes of it", edited)
	}
	if bounded < *seeds/200 && !t.Failed() {
		t.Errorf("rows were moved between margins %d times: this test does not see what comes of it", bounded)
	}
}

// edited is how often that was in the run of all tests, and bounded how often between margins.
var edited, bounded int

// watch draws some frames and compares what the terminal shows after each.
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
	terminal, err := OpenTty(tty, traits)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
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

// deeds are what may happen between two frames.
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

// move moves all that is drawn, or some rows of it, now and then farther than anybody
// looks for.
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

// resize makes the window another size, now and then with another one in between
// that nobody gets to know of.
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

// vandalise is what tcell does when it writes.
func (w *watched) vandalise() {
	w.Terminal.tty.mute(false)
	w.Terminal.tty.Write([]byte("\x1b[2;3Hgraffiti\x1b[1;35m"))
	w.Terminal.tty.mute(true)
}

// see has the emulator read what was written.
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
		want, found := w.look(c), penOf(shown)
		if c.Glyph == ' ' && want.manner == 0 {
			found.ink = want.ink // nobody sees it
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

// look returns what a cell should look like on the emulator, whose colours are silver
// on black.
func (w *watched) look(c *cell) pen {
	look := w.screen.look(c)
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
