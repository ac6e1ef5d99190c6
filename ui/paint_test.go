package ui

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
	"dogfight/net"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// shade is a colour as a terminal knows it: 1<<24 and red, green and blue, the
// number of one of its palette.
type shade int

func shadeOf(c canvas.CellColour) shade {
	if hex, ok := c.RGB(); ok {
		return 1<<24 | shade(hex)
	}
	n, _ := c.Number()
	return shade(n)
}

// colourSent is a parameter of SGR that says a colour.
var colourSent = regexp.MustCompile(`[34]8;5;(\d+)|[34]8;2;(\d+);(\d+);(\d+)|\b(10|[349])([0-7])\b`)

// shadesIn returns the colours that a terminal is sent.
func shadesIn(out string) map[shade]bool {
	sent := map[shade]bool{}
	for _, sgr := range regexp.MustCompile("\x1b\\[([0-9;]*)m").FindAllStringSubmatch(out, -1) {
		for _, m := range colourSent.FindAllStringSubmatch(sgr[1], -1) {
			number := func(i int) shade {
				n, _ := strconv.Atoi(m[i])
				return shade(n)
			}
			switch {
			case m[1] != "":
				sent[number(1)] = true
			case m[2] != "":
				sent[1<<24|number(2)<<16|number(3)<<8|number(4)] = true
			case m[5] == "9" || m[5] == "10":
				sent[8+number(6)] = true
			default:
				sent[number(6)] = true
			}
		}
	}
	return sent
}

// shades returns the colours on the screen, those of the palette above 16.
func (r *rig) shades() map[shade]bool {
	r.look()
	size, _ := r.eyes.WindowSize()
	found := map[shade]bool{}
	for i := range size.Width * size.Height {
		style := r.eyes.GetCell(vt.Coord{X: vt.Col(i % size.Width), Y: vt.Row(i / size.Width)}).S
		found[shade(style.Fg()&0xff)], found[shade(style.Bg()&0xff)] = true, true
	}
	return found
}

// shadesOf returns the colours of a palette on a terminal of so many.
func shadesOf(p canvas.Palette, colours int) map[shade]bool {
	known := map[shade]bool{shadeOf(p.Ground(colours)): true}
	for k := range p[1:] {
		style := p.Style(colours, canvas.Colour(k+1), canvas.Colour(k+1))
		if colours > 0 {
			known[shadeOf(style.Ink)], known[shadeOf(style.Ground)] = true, true
		}
	}
	return known
}

// shadesBehind returns those of what lies behind the menus.
func shadesBehind(p canvas.Palette, colours int) map[shade]bool {
	return shadesOf(canvas.Dimmed(p), colours)
}

// terminals are of every kind that there is of colours.
var terminals = map[int]term.Traits{
	1 << 24: {Name: "xterm-256color", TrueColor: true},
	256:     {Name: "xterm-256color"},
	16:      {Name: "xterm-256color", Wanted: term.Colours16},
	8:       {Name: "linux"},
	0:       {Name: "xterm-256color", NoColor: true},
}

// everyPage are the keys that lead to all pages, one after the other.
var everyPage = []string{
	"o", esc, "h", esc, "j", "a", enter, esc, "s", right, down, esc, "?", esc,
	enter, "\t", esc, "c", right, esc, "?", esc, "s", esc, esc,
}

// fewFrames is how many pictures a second are enough to go from page to page: one a key, and one or two more.
const fewFrames = 10

// TestNoPageHasAColourOutsideTheTheme looks at the first theme on terminals of all kinds and at each other on one of them, with -long
// at all on all.
func TestNoPageHasAColourOutsideTheTheme(t *testing.T) {
	if testing.Short() {
		t.Skip("all pages on many terminals; runs without -short")
	}
	t.Parallel()
	themes := assets.ThemeNamesIn("")
	kinds := slices.Sorted(maps.Keys(terminals))
	for i, theme := range themes {
		palette, err := paletteOf("", theme, false)
		if err != nil {
			t.Fatal(err)
		}
		for j, colours := range kinds {
			if i > 0 && i%len(kinds) != j && !*long {
				continue
			}
			known := shadesOf(palette, colours)
			maps.Copy(known, shadesBehind(palette, colours))
			onRigLike(t, terminals[colours], Config{Settings: Settings{Theme: theme, FrameRate: fewFrames}}, func(r *rig) {
				seen := map[shade]bool{}
				for i := range len(everyPage) + 1 {
					for shade := range shadesIn(r.look()) {
						seen[shade] = true
						if !known[shade] {
							t.Errorf("%s, %d colours, after %q: found colour %x", theme, colours, everyPage[:i], int(shade))
						}
					}
					if i < len(everyPage) {
						r.press(everyPage[i])
					}
				}
				if colours > 0 && len(seen) < 5 {
					t.Errorf("%s, %d colours: no more than %v", theme, colours, seen)
				}
			})
		}
	}
}

func TestMarkedLineIsReversedWithoutColours(t *testing.T) {
	onRigLike(t, terminals[0], Config{}, func(r *rig) {
		reversed := func(text string) bool {
			lines := strings.Split(r.text(), "\n")
			for y, line := range lines {
				if before, _, found := strings.Cut(line, text); found {
					cell := r.eyes.GetCell(vt.Coord{X: vt.Col(len([]rune(before))), Y: vt.Row(y)})
					return cell.S.Attr()&vt.Reverse != 0
				}
			}
			t.Fatalf("no %q in\n%s", text, r.text())
			return false
		}
		if !reversed("Play against") || reversed("Host a") {
			t.Error("the line that is marked does not show")
		}
		r.press(down, down, down, down)
		if reversed("Play against") || !reversed("Host a") {
			t.Error("the next line that is marked does not show")
		}
	})
}

func (r *rig) has(theme string, k canvas.Colour) bool {
	palette, err := paletteOf("", theme, false)
	if err != nil {
		r.Fatal(err)
	}
	return r.shades()[shade(palette[k].Rich)]
}

func TestThemeIsObeyedAtOnceAlsoInAMatchAndChatStays(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Save: k.keep}, func(r *rig) {
		r.press(enter)
		r.launcher.match.change(func(m *flownState) { m.view.Chat = []net.ChatLine{{From: "Rex", Text: "well flown"}} })
		time.Sleep(time.Second / 30)
		r.launcher.match.change(func(m *flownState) { m.view.Chat = nil })
		r.press(esc, "s", down, down, down, down, down, right, right, enter) // amber, behind auto and space
		if !r.has("amber", canvas.TextInk) || r.has("space", canvas.TextInk) {
			t.Error("the menu is not in amber")
		}
		r.press(esc)
		if !r.has("amber", canvas.LabelInk) || r.has("space", canvas.LabelInk) {
			t.Error("the match is not in amber")
		}
		r.shows("well flown")
		if len(k.kept) != 1 || k.kept[0][1].Theme != "amber" {
			t.Errorf("kept %+v", k.kept)
		}
		r.press(esc, "s", down, down, down, down, down, down, right, enter) // the palette
		if !k.kept[1][1].ColourBlind {
			t.Errorf("kept %+v", k.kept[1])
		}
	})
}

func TestSessionsOfOneProcessHaveTheirOwnThemes(t *testing.T) {
	onRig(t, Config{Settings: Settings{Theme: "amber"}}, func(amber *rig) {
		tty := testkit.NewTty(80, 24)
		terminal, err := term.OpenTty(tty, terminals[256])
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		newApp(terminal, Config{Settings: Settings{Theme: "daylight"}}).draw(time.Now())
		amber.press(down)
		if !amber.has("amber", canvas.PanelInk) || amber.has("daylight", canvas.PanelInk) {
			t.Error("the first session is not in amber")
		}
		if out, _ := tty.Take(); !strings.Contains(out, "48;5;255") || strings.Contains(out, "48;5;233") {
			t.Errorf("the second session is not in daylight: %q", out)
		}
	})
}

func TestThemeThatIsNotThereIsToldAndTheStandardOneHolds(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Settings: Settings{Theme: "gone"}, Save: k.keep}, func(r *rig) {
		r.shows("theme: must be one of auto, space, amber,", `"gone"`)
		r.press(enter)
		if !r.has("space", canvas.LabelInk) {
			t.Error("the title is not in the standard theme")
		}
		r.press("s", down, right, enter)
		if len(k.kept) != 1 || k.kept[0][0].Theme != k.kept[0][1].Theme {
			t.Errorf("the theme in the file would be written over: %+v", k.kept)
		}
	})
}

func TestOnesOwnThemeIsOfferedAndRefusedWithItsLineIfItIsBroken(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[tones]\nlabel = { 256 = 777 }\n")
	onRig(t, Config{Themes: folder}, func(r *rig) {
		r.press("s", down, down, down, down, down, left, enter)
		r.shows("Could not use this theme", "mine.toml:2: label:", "got 777")
		write("[tones]\nlabel = { 256 = 99 }\n")
		r.press(enter, enter) // the form is as it was
		if !r.shades()[99] {
			t.Error("the theme does not show")
		}
	})
}

func TestFewerFlashesHoldsTheLogoStill(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of the title are looked at; runs without -short")
	}
	t.Parallel()
	for _, fewer := range []bool{false, true} {
		onRig(t, Config{Settings: Settings{FewerFlashes: fewer, FrameRate: slowRate}}, func(r *rig) {
			gleamed := false
			for i := 0; i < 200 && !gleamed; i++ { // ten seconds, more than from gleam to gleam
				time.Sleep(50 * time.Millisecond)
				r.look()
				size, _ := r.eyes.WindowSize()
				for i := range size.Width * size.Height {
					cell := r.eyes.GetCell(vt.Coord{X: vt.Col(i % size.Width), Y: vt.Row(i / size.Width)})
					gleamed = gleamed || cell.S.Bg()&0xff == 231
				}
			}
			if gleamed == fewer {
				t.Errorf("fewer flashes %v: gleamed %v", fewer, gleamed)
			}
		})
	}
}

// BenchmarkPainter measures what a cell costs that changed.
func BenchmarkPainter(b *testing.B) {
	p, err := paletteOf("", "amber", false)
	if err != nil {
		b.Fatal(err)
	}
	paint := painter(p, 256, true)
	b.ReportAllocs()
	for b.Loop() {
		paint(canvas.Style{Ink: canvas.Role(int(canvas.ChosenInk)), Ground: canvas.Role(int(canvas.Chosen))})
	}
}
