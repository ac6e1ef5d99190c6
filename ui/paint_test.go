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
	"unicode"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
	"dogfight/net"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// shade is a colour as a terminal knows it: 1<<24 and red, green and blue, the
// number of one of its palette.
type shade int

func shadeOf(c canvas.TermColour) shade {
	if hex, ok := c.RGB(); ok {
		return 1<<24 | shade(hex)
	}
	n, _ := c.Number()
	return shade(n)
}

// colourSent matches a colour in SGR.
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
	r.refresh()
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

// shadesBehind returns the shades behind the menus.
func shadesBehind(p canvas.Palette, colours int) map[shade]bool {
	return shadesOf(canvas.Dimmed(p), colours)
}

// terminals are of every kind that there is of colours.
var terminals = map[int]term.Traits{
	1 << 24: {Name: "xterm-256color", TrueColor: true},
	256:     {Name: "xterm-256color"},
	16:      {Name: "xterm-256color", Wanted: input.Colours16},
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
			onRigLike(t, terminals[colours], Config{Settings: input.Settings{Theme: theme, FrameRate: fewFrames}}, func(r *rig) {
				seen := map[shade]bool{}
				for i := range len(everyPage) + 1 {
					for shade := range shadesIn(r.refresh()) {
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
	onRig(t, Config{Save: k.save}, func(r *rig) {
		r.press(enter)
		r.launcher.match.change(func(m *flownState) { m.view.Chat = []net.ChatLine{{From: "Rex", Text: "well flown"}} })
		time.Sleep(time.Second / 30)
		r.launcher.match.change(func(m *flownState) { m.view.Chat = nil })
		r.press(esc, "s", down, down, down, down, down, enter, down, down) // amber, behind auto and space
		if !r.has("amber", canvas.TextInk) || r.has("space", canvas.TextInk) {
			t.Error("the theme under the cursor does not show")
		}
		r.press(esc)
		if !r.has("space", canvas.TextInk) || r.has("amber", canvas.TextInk) {
			t.Error("Esc did not restore the theme")
		}
		r.press(enter, down, down, enter, esc)
		if !r.has("amber", canvas.TextInk) || r.has("space", canvas.TextInk) {
			t.Error("the menu is not in amber")
		}
		r.press(esc)
		if !r.has("amber", canvas.LabelInk) || r.has("space", canvas.LabelInk) {
			t.Error("the match is not in amber")
		}
		r.shows("well flown")
		if len(k.saved) != 1 || k.saved[0][1].Theme != "amber" {
			t.Errorf("saved %+v", k.saved)
		}
		r.press(esc, "s", down, down, down, down, down, down, right, enter) // the palette
		if !k.saved[1][1].ColourBlind {
			t.Errorf("saved %+v", k.saved[1])
		}
	})
}

func TestEachSessionHasItsTheme(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Theme: "amber"}}, func(amber *rig) {
		tty := testkit.NewTty(80, 24)
		terminal := openTty(amber.T, tty, terminals[256])
		newApp(terminal, Config{Settings: input.Settings{Theme: "daylight"}}).draw(time.Now())
		amber.press(down)
		if !amber.has("amber", canvas.PanelInk) || amber.has("daylight", canvas.PanelInk) {
			t.Error("the first session is not in amber")
		}
		if out, _ := tty.Take(); !strings.Contains(out, "48;5;255") || strings.Contains(out, "48;5;233") {
			t.Errorf("the second session is not in daylight: %q", out)
		}
	})
}

func TestAMissingThemeIsReplacedWithANotice(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Settings: input.Settings{Theme: "gone"}, Save: k.save}, func(r *rig) {
		r.shows("theme: must be one of auto, space, amber,", `"gone"`)
		r.press(enter)
		if !r.has("space", canvas.LabelInk) {
			t.Error("the title is not in the standard theme")
		}
		r.press("s", down, right, enter)
		if len(k.saved) != 1 || k.saved[0][0].Theme != k.saved[0][1].Theme {
			t.Errorf("the theme in the file would be written over: %+v", k.saved)
		}
	})
}

func TestAUsersThemeIsOfferedAndItsFaultShowsWithItsLine(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[tones]\nlabel = { 256 = 777 }\n")
	onRig(t, Config{Themes: folder}, func(r *rig) {
		r.press("s", down, down, down, down, down, enter, up, enter)
		r.shows("Could not use this theme", "mine.toml:2: label:", "got 777")
		write("[tones]\nlabel = { 256 = 99 }\n")
		r.press(enter, enter) // the list is as it was
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
		onRig(t, Config{Settings: input.Settings{FewerFlashes: fewer, FrameRate: slowRate}}, func(r *rig) {
			gleamed := false
			for i := 0; i < 200 && !gleamed; i++ { // ten seconds, more than from gleam to gleam
				time.Sleep(50 * time.Millisecond)
				r.refresh()
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

// BenchmarkPainter measures a changed cell.
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

// white and black are the ground of space of the built-in themes among 256 colours.
const (
	white shade = 231
	black shade = 16
)

// grounds returns the colours behind the cells of the screen that are no parts of pictures, those of the palette above 16;
// 0 is the terminal's own.
func (r *rig) grounds() map[shade]bool {
	r.refresh()
	size, _ := r.eyes.WindowSize()
	found := map[shade]bool{}
	for i := range size.Width * size.Height {
		c := r.cell(i, size.Width)
		if block := strings.IndexFunc(c.C, func(r rune) bool { return r >= 0x2580 && r < 0x25a0 }); block < 0 {
			found[shade(c.S.Bg()&0xff)] = true
		}
	}
	return found
}

func (r *rig) cell(i, width int) vt.Cell {
	return r.eyes.GetCell(vt.Coord{X: vt.Col(i % width), Y: vt.Row(i / width)})
}

func TestThemeAutoFollowsTheBackground(t *testing.T) {
	for _, c := range []struct {
		name, answer, colorfgbg, theme string
		looks                          string
		ground                         shade // 0 for the terminal's own
	}{
		{"dark", darkGround, "", "", "space", 0},
		{"light", lightGround, "", "", "daylight", 0},
		{"mute", "", "", "", "space", black},
		{"mute, said to be light", "", "0;15", "", "daylight", white},
		{"mute, said to be dark", "", "15;0", "", "space", black},
		{"reported otherwise than set", lightGround, "15;0", "", "daylight", 0},
		{"grey", "\x1b]11;rgb:80/80/80\a", "", "", "daylight", white},
		{"dark grey", "\x1b]11;rgb:50/50/50\a", "", "", "space", black},
		{"solarized", "\x1b]11;rgb:0000/2b2b/3636\a", "", "", "space", 0},
		{"light, but space is wanted", lightGround, "", "space", "space", black},
		{"dark, but daylight is wanted", darkGround, "", "daylight", "daylight", white},
		{"light, but amber is wanted", lightGround, "", "amber", "amber", black},
	} {
		traits := terminals[256]
		traits.ColorFGBG = c.colorfgbg
		onRigWithBackground(t, c.answer, 80, 24, traits, Config{Settings: input.Settings{Theme: c.theme, FewerFlashes: true}}, func(r *rig) { // no light runs over the logo
			grounds := r.grounds()
			if !r.has(c.looks, canvas.LabelInk) || !grounds[c.ground] {
				t.Errorf("%s: expected %s on %d, found the grounds %v", c.name, c.looks, c.ground, grounds)
			}
			for _, other := range []shade{0, black, white} {
				if other != c.ground && grounds[other] {
					t.Errorf("%s: found the ground %d too", c.name, other)
				}
			}
		})
	}
}

func TestLateAnswersAreUsed(t *testing.T) {
	onRigWithBackground(t, "", 80, 24, terminals[256], Config{}, func(r *rig) {
		r.press(enter)
		if !r.grounds()[black] {
			t.Error("nothing is painted before the report of the terminal")
		}
		r.press(lightGround)
		if grounds := r.grounds(); !r.has("daylight", canvas.TextInk) || !grounds[0] || grounds[black] {
			t.Errorf("the match is not in daylight; grounds %v", grounds)
		}
		r.press("\x1b[O", "\x1b[I", darkGround) // the background was changed while another window had the focus
		if !r.has("space", canvas.TextInk) || r.has("daylight", canvas.TextInk) {
			t.Error("the match is not in space again")
		}
		r.press(esc)
		r.shows("Leave the match") // and no answer was read as keys
	})
}

// TestTextIsLegibleOnEveryPageAndBackground reads the screen as a player with that
// background does: the standard theme on each, any other on one, every second of them for the colour-blind; with -long all on each.
func TestTextIsLegibleOnEveryPageAndBackground(t *testing.T) {
	if testing.Short() {
		t.Skip("all pages in many themes; runs without -short")
	}
	t.Parallel()
	answers := []struct {
		background string
		own        int
	}{{darkGround, 0}, {lightGround, 0xffffff}, {"", 0x808080}}
	for i, theme := range append([]string{""}, assets.ThemeNamesIn("")...) {
		for j, answer := range answers {
			for k, colourBlind := range []bool{false, true} {
				if sampled := theme == "" && !colourBlind || theme != "" && j == i%len(answers) && k == i%2; !sampled && !*long {
					continue
				}
				conf := Config{Settings: input.Settings{Theme: theme, ColourBlind: colourBlind, FrameRate: fewFrames}}
				onRigWithBackground(t, answer.background, 80, 24, term.Traits{Name: "xterm-256color"}, conf, func(r *rig) {
					for i := range len(everyPage) + 1 {
						r.readable(answer.own)
						if t.Failed() {
							t.Fatalf("theme %q, colour-blind %v, on %06x, after %q:\n%s", theme, colourBlind, answer.own, everyPage[:i], r.text())
						}
						if i < len(everyPage) {
							r.press(everyPage[i])
						}
					}
				})
			}
		}
	}
}

// readable checks that each letter and digit contrasts with its background, on a terminal with its own ground.
func (r *rig) readable(own int) {
	r.Helper()
	r.refresh()
	size, _ := r.eyes.WindowSize()
	for i := range size.Width * size.Height {
		if c := r.cell(i, size.Width); legible(c, own) < 4.5 {
			r.Errorf("%q at %d,%d: a contrast of %.2f", c.C, i%size.Width, i/size.Width, legible(c, own))
		}
	}
}

// legible returns the contrast of a letter or digit, and a sufficient value for other characters.
func legible(c vt.Cell, own int) float64 {
	if strings.IndexFunc(c.C, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return 21
	}
	return canvas.Contrast(hexShown(c.S.Fg(), own), hexShown(c.S.Bg(), own))
}

// hexShown returns a colour of the emulator; below 16 are its own.
func hexShown(c color.Color, own int) int {
	if c&0xff < 16 {
		return own
	}
	hex, _ := canvas.Numbered(int(c & 0xff)).Hex()
	return hex
}

func TestFarAwayColoursAreNumbersHoweverManyThereAre(t *testing.T) {
	for _, ground := range []string{darkGround, ""} {
		onRigWithBackground(t, ground, 80, 24, term.Traits{Name: "xterm-256color", TrueColor: true, Remote: true}, Config{}, func(r *rig) {
			r.press(enter)
			time.Sleep(time.Second)
			if out := r.refresh(); strings.Contains(out, "38;2;") || strings.Contains(out, "48;2;") {
				t.Errorf("reported %q: %q", ground, out)
			}
		})
	}
}

func TestSpaceIsPaintedInTheRichTierAlone(t *testing.T) {
	for _, c := range []struct {
		traits  term.Traits
		painted bool
	}{
		{term.Traits{Name: "xterm-256color", TrueColor: true}, true},
		{term.Traits{Name: "xterm-256color"}, false},
		{term.Traits{Name: "xterm-256color", TrueColor: true, Remote: true}, false},
	} {
		onRigLike(t, c.traits, Config{}, func(r *rig) {
			if out := r.refresh(); strings.Contains(out, "48;2;5;6;12") != c.painted {
				t.Errorf("%+v: expected that space is painted: %v", c.traits, c.painted)
			}
		})
	}
}

func TestALateReportOfATerminalIsUsed(t *testing.T) {
	onRigLike(t, term.Traits{Name: "xterm-256color"}, Config{}, func(r *rig) {
		r.press(enter)
		r.press("\x1bP>|kitty(0.40.0)\x1b\\")
		if out := r.refresh(); !strings.Contains(out, "48;2;5;6;12") {
			t.Error("kitty has 16 million colours, and does not get them")
		}
		r.press(esc)
		r.shows("Leave the match") // and no answer was read as keys
	})
}

func TestFineGlyphsAreForTerminalsThatAreKnownToDrawThem(t *testing.T) {
	xterm := term.Traits{Name: "xterm-256color"}
	for _, c := range []struct {
		program term.Program
		traits  term.Traits
		want    canvas.Mode
	}{
		{term.Program{Name: "kitty", Version: term.Version{0, 26, 5}}, xterm, canvas.Sextants},
		{term.Program{Name: "kitty", Version: term.Version{0, 39, 1}}, xterm, canvas.Sextants},
		{term.Program{Name: "kitty", Version: term.Version{0, 40, 0}}, xterm, canvas.Octants},
		{term.Program{Name: "kitty"}, xterm, canvas.Blocks}, // of which version?
		{term.Program{Name: "foot", Version: term.Version{1, 16, 2}}, xterm, canvas.Sextants},
		{term.Program{Name: "foot", Version: term.Version{1, 20, 2}}, xterm, canvas.Octants},
		{term.Program{Name: "ghostty", Version: term.Version{1}}, xterm, canvas.Octants},
		{term.Program{Name: "VTE", Version: term.Version{0, 76}}, xterm, canvas.Sextants},
		{term.Program{Name: "VTE", Version: term.Version{0, 78}}, xterm, canvas.Octants},
		{term.Program{Name: "WezTerm", Version: term.Version{20240203, 110809, 5046}}, xterm, canvas.Sextants},
		{term.Program{Name: "WezTerm", Version: term.Version{20240401, 1, 1}}, xterm, canvas.Octants},
		{term.Program{Name: "Alacritty", Version: term.Version{0, 13, 2}}, xterm, canvas.Sextants},
		{term.Program{Name: "Alacritty", Version: term.Version{0, 13, 1}}, xterm, canvas.Blocks},
		{term.Program{Name: "XTerm", Version: term.Version{379}}, xterm, canvas.Blocks},
		{term.Program{Name: "iTerm2", Version: term.Version{3, 4, 19}}, xterm, canvas.Blocks},
		{term.Program{Name: "contour", Version: term.Version{0, 4, 3}}, xterm, canvas.Blocks},
		{term.Program{Name: "tmux", Version: term.Version{3, 3}}, xterm, canvas.Blocks},
		{term.Program{Name: "kitty", Version: term.Version{0, 40}}, term.Traits{Name: "tmux-256color", Inside: true}, canvas.Blocks},
		{term.Program{}, term.Traits{Name: "xterm-kitty"}, canvas.Blocks}, // no version
		{term.Program{}, term.Traits{Name: "linux"}, canvas.Halves},
		{term.Program{Name: "kitty", Version: term.Version{0, 40}}, term.Traits{Name: "xterm-kitty", ASCII: true}, canvas.ASCII},
	} {
		if got, why := ModeOf(input.BestGlyphs, c.traits, c.program); got != c.want || why == "" {
			t.Errorf("%v in %+v: expected %v, found %v, %q", c.program, c.traits, c.want, got, why)
		}
	}
}

func TestTheGlyphsThatAreChosenHoldWhereTheLocaleAllowsThem(t *testing.T) {
	for choice, want := range chosenModes {
		tmux := term.Program{Name: "tmux"}
		if got, _ := ModeOf(choice, term.Traits{Name: "tmux", Inside: true}, tmux); got != want {
			t.Errorf("chosen %v, found %v", want, got)
		}
		if got, _ := ModeOf(choice, term.Traits{ASCII: true}, tmux); got != canvas.ASCII {
			t.Errorf("in a locale of ASCII, found %v", got)
		}
	}
}

// rangeOf returns the first and the last character of the modes that others do not have.
func rangeOf(m canvas.Mode) (first, last rune) {
	switch m {
	case canvas.Sextants:
		return 0x1fb00, 0x1fb3b
	case canvas.Octants:
		return 0x1cd00, 0x1cde5
	case canvas.Braille:
		return 0x2801, 0x28ff
	}
	return 0x2580, 0x259f
}

// drawsIn reports whether there is a character of a mode.
func drawsIn(text string, m canvas.Mode) bool {
	first, last := rangeOf(m)
	return strings.IndexFunc(text, func(r rune) bool { return r >= first && r <= last }) >= 0
}

func TestTheTestCardShowsAPatchOfEachKindAndTheArrowsChoose(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		k := &keeper{}
		onRigOf(t, size[0], size[1], term.Traits{Name: "xterm-256color"}, Config{Save: k.save}, func(r *rig) {
			r.press("s", down)
			r.shows("c compares")
			r.press("c")
			r.shows("Test card", "◂ auto ▸", "draws blocks: the terminal does not report its name", "blocks       sextants     octants      braille", "←→ change")
			for _, m := range cardModes {
				if !drawsIn(r.box(), m) {
					t.Errorf("at %v, no patch of %v:\n%s", size, m, r.text())
				}
			}
			r.press("\x1bP>|foot(1.20.0)\x1b\\")
			r.shows("draws octants: foot 1.20 draws them by itself")
			r.press(left, left)
			r.shows("◂ octants ▸", "draws octants: by your settings")
			r.press(enter)
			r.shows("◂ octants ▸", "Fewer flashes")
			r.press(esc)
			if len(k.saved) != 1 || k.saved[0][1].Glyphs != input.OctantGlyphs {
				t.Errorf("saved %+v", k.saved)
			}
		})
	}
}

func TestTheTestCardIsInASCIIWhereTheLocaleIs(t *testing.T) {
	onRigLike(t, term.Traits{Name: "xterm-256color", ASCII: true}, Config{}, func(r *rig) {
		r.press("s", down, "c")
		r.shows("draws ascii: the locale's character set is not UTF-8")
		if strings.IndexFunc(r.text(), func(c rune) bool { return c > '~' }) >= 0 {
			t.Errorf("more than ASCII:\n%s", r.text())
		}
	})
}

func TestTheTestCardAsTextHasAPatchOfEachKind(t *testing.T) {
	for _, m := range cardModes {
		if !drawsIn(TestCard(), m) {
			t.Errorf("no %v:\n%s", m, TestCard())
		}
	}
}
