package webd

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/unicode/runenames"

	"dogfight/ui/canvas"
)

// tables are the data in the page's modules, read without a browser.
type tables struct {
	Octants, Sextants [][2]int
	Arms              string
	BrailleBits       []int
	Rectangles        [][]json.RawMessage
	Fits              []struct {
		Width, Height, Ratio          float64
		Dot, Columns, Rows, Left, Top int
	}
	Keys  [][3]any
	Wide  []bool
	Match string
}

// printed is the tables as printed by Node.js, or nil without it.
var printed = sync.OnceValues(func() ([]byte, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, nil
	}
	c := exec.Command(node, "--input-type=module", "--eval", `import "./testdata/tables.mjs"`)
	c.Stderr = os.Stderr
	return c.Output()
})

func readTables(t *testing.T) (all tables) {
	t.Helper()
	out, err := printed()
	if err != nil {
		t.Fatal(err)
	}
	if out == nil {
		t.Skip("there is no Node.js here: the page's modules are not read")
	}
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// drawn returns the characters with which the game draws sets of dots, in a mode.
func drawn(mode canvas.Mode) map[int]int {
	const ink, sets = 1, 256
	c := &canvas.Canvas{Palette: canvas.Palette{0: {}, ink: {Rich: 196, Basic: 9, Mono: canvas.MonoStrong}}, Mode: mode}
	c.Resize(2*sets, 1) // each beside a blank, so that no two share a background colour
	g := canvas.NewGrid(256)
	g.Resize(2*sets, 1)
	for set := range sets {
		for rest := set; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros8(uint8(rest))
			c.Dot(2*canvas.Across*set+i%2, i/2, ink)
		}
	}
	c.Draw(g)
	is := map[int]int{}
	for set := range sets {
		text, style, _ := g.Get(2*set, 0)
		r := []rune(text)[0]
		if style.Ground == canvas.Numbered(196) {
			set ^= sets - 1 // drawn as the background around the complement
		}
		is[int(r)] = set
	}
	return is
}

func TestThePageHasTheGamesOctants(t *testing.T) {
	had := map[int]int{}
	for _, o := range readTables(t).Octants {
		had[o[0]] = o[1]
	}
	seen := 0
	for code, dots := range drawn(canvas.Octants) {
		if had[code] != dots {
			t.Errorf("U+%04X: the game draws %08b with it, the page %08b", code, dots, had[code])
		}
		seen++
	}
	if seen < 128 || len(had) != 256 {
		t.Errorf("%d were compared, of %d", seen, len(had))
	}
}

// TestThePageHasUnicodesSextants and the next test compare tables with the names of characters.
func TestThePageHasUnicodesSextants(t *testing.T) {
	all := readTables(t).Sextants
	for _, s := range all {
		digits, _ := strings.CutPrefix(runenames.Name(rune(s[0])), "BLOCK SEXTANT-")
		want := 0
		for _, d := range digits {
			want |= 1 << (d - '1')
		}
		if s[1] != want {
			t.Errorf("U+%04X %s: %06b", s[0], runenames.Name(rune(s[0])), s[1])
		}
	}
	if len(all) != 60 {
		t.Errorf("there are %d", len(all))
	}
}

func TestThePagesLinesMatchTheirNames(t *testing.T) {
	arms := readTables(t).Arms
	for code := 0x2500; code < 0x2580; code++ {
		got, err := strconv.ParseUint(arms[2*(code-0x2500):][:2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if want := armsOf(runenames.Name(rune(code))); int(got) != want {
			t.Errorf("U+%04X %s: %08b, expected %08b", code, runenames.Name(rune(code)), got, want)
		}
	}
}

// armsOf returns the arms in a character's name, two bits each: up, right, down, left.
func armsOf(name string) (all int) {
	name = strings.ReplaceAll(strings.TrimPrefix(name, "BOX DRAWINGS "), "DOUBLE DASH", "DASH")
	if strings.Contains(name, "DIAGONAL") {
		return 0
	}
	weights := map[string]int{"LIGHT": 1, "SINGLE": 1, "HEAVY": 2, "DOUBLE": 3}
	places := map[string]int{"UP": 0x40, "RIGHT": 0x10, "DOWN": 0x04, "LEFT": 0x01, "HORIZONTAL": 0x11, "VERTICAL": 0x44}
	weight := 0
	for _, word := range strings.Fields(name) { // a line without a weight of its own has the name's first weight
		if weights[word] != 0 {
			weight = weights[word]
			break
		}
	}
	for part := range strings.SplitSeq(name, " AND ") {
		for _, word := range strings.Fields(part) {
			if weights[word] != 0 {
				weight = weights[word]
			}
		}
		for _, word := range strings.Fields(part) {
			all |= weight * places[word]
		}
	}
	return all
}

// TestShapesFillTheirDotsAndNoMore compares rectangles with dots, in cells of several sizes.
func TestShapesFillTheirDotsAndNoMore(t *testing.T) {
	all := readTables(t)
	dots, rows := map[int]int{}, map[int]int{}
	for _, s := range all.Sextants {
		dots[s[0]], rows[s[0]] = s[1], 3
	}
	for _, o := range all.Octants {
		dots[o[0]], rows[o[0]] = o[1], 4
	}
	for _, r := range all.Rectangles {
		var w, h, code int
		var boxes []int
		for i, into := range []any{&w, &h, &code, &boxes} {
			if err := json.Unmarshal(r[i], into); err != nil {
				t.Fatal(err)
			}
		}
		for y := range h {
			for x := range w {
				covered := 0
				for i := 0; i < len(boxes); i += 4 {
					if x >= boxes[i] && x < boxes[i]+boxes[i+2] && y >= boxes[i+1] && y < boxes[i+1]+boxes[i+3] {
						covered++
					}
				}
				row := 0
				for row+1 < rows[code] && y >= (2*(row+1)*h+rows[code])/(2*rows[code]) {
					row++
				}
				column := 0
				if x >= (w+1)/2 {
					column = 1
				}
				if want := dots[code] >> (2*row + column) & 1; covered != want {
					t.Fatalf("U+%04X in a cell of %dx%d: the pixel (%d, %d) is drawn %d times, expected %d", code, w, h, x, y, covered, want)
				}
			}
		}
	}
}

func TestBrailleFollowsTheStandard(t *testing.T) {
	if got := fmt.Sprint(readTables(t).BrailleBits); got != "[1 8 2 16 4 32 64 128]" {
		t.Errorf("the bits are %s", got)
	}
}

func TestATerminalFitsItsWindow(t *testing.T) {
	for _, f := range readTables(t).Fits {
		window := fmt.Sprintf("%gx%g at %g", f.Width, f.Height, f.Ratio)
		t.Logf("%-18s %3dx%-3d cells of %g CSS pixels", window, f.Columns, f.Rows, float64(2*f.Dot)/f.Ratio)
		if f.Columns < 2 || f.Rows < 1 || f.Columns > 400 || f.Rows > 150 || f.Dot < 1 {
			t.Errorf("%s: %dx%d", window, f.Columns, f.Rows)
			continue
		}
		if f.Width > 300 {
			if right, bottom := f.Left+2*f.Dot*f.Columns, f.Top+4*f.Dot*f.Rows; float64(right) > f.Width*f.Ratio || float64(bottom) > f.Height*f.Ratio {
				t.Errorf("%s: the terminal reaches to %d, %d", window, right, bottom)
			}
			if f.Columns < 60 || f.Rows < 20 && f.Height > 300 {
				t.Errorf("%s: only %dx%d", window, f.Columns, f.Rows)
			}
		}
		if f.Width >= 1280 && (f.Columns < 100 || f.Rows < 30) {
			t.Errorf("%s is a laptop's, with %dx%d", window, f.Columns, f.Rows)
		}
		if f.Height >= 360 && f.Width > f.Height && f.Rows < 24 {
			t.Errorf("%s is a phone's, with %dx%d", window, f.Columns, f.Rows)
		}
	}
}

func TestTheBrowsersShortcutsStayWithTheBrowser(t *testing.T) {
	own := map[string]bool{}
	for _, k := range readTables(t).Keys {
		own[fmt.Sprint(k[1], "+", k[0])] = k[2].(bool)
	}
	for _, kept := range []string{"+F5", "+F6", "+F11", "+F12", "c+r", "c+w", "c+t", "c+v", "cs+I", "c+Tab", "m+q"} {
		if !own[kept] {
			t.Errorf("%s does not go to the browser", kept)
		}
	}
	for _, taken := range []string{"+F1", "+Tab", "+/", "+ ", "+Backspace", "+ArrowLeft", "a+ArrowLeft", "c+c", "ca+@", "+w", "+Escape"} {
		if is, named := own[taken]; is || !named {
			t.Errorf("%s does not go to the game", taken)
		}
	}
}

func TestEmojiAreTwoCellsWide(t *testing.T) {
	if got := fmt.Sprint(readTables(t).Wide); got != "[true true false false false]" { // ideographs xterm.js knows
		t.Errorf("got %s", got)
	}
}

func TestTheCardDescribesTheMatch(t *testing.T) {
	if got := readTables(t).Match; got != "Friday · teams · 1 player · 7 bots" {
		t.Errorf("got %q", got)
	}
}
