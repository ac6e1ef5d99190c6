package ui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// white and black are the ground of space of the built-in themes among 256 colours.
const (
	white shade = 231
	black shade = 16
)

// grounds returns the colours behind the cells of the screen that are no parts of pictures, those of the palette above 16;
// 0 is the terminal's own.
func (r *rig) grounds() map[shade]bool {
	r.look()
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

func TestThemeAutoGoesByTheBackgroundAndOursIsPaintedWhereTheTerminalsWillNotDo(t *testing.T) {
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
		{"told otherwise than said", lightGround, "15;0", "", "daylight", 0},
		{"grey", "\x1b]11;rgb:80/80/80\a", "", "", "daylight", white},
		{"dark grey", "\x1b]11;rgb:50/50/50\a", "", "", "space", black},
		{"solarized", "\x1b]11;rgb:0000/2b2b/3636\a", "", "", "space", 0},
		{"light, but space is wanted", lightGround, "", "space", "space", black},
		{"dark, but daylight is wanted", darkGround, "", "daylight", "daylight", white},
		{"light, but amber is wanted", lightGround, "", "amber", "amber", black},
	} {
		traits := terminals[256]
		traits.ColorFGBG = c.colorfgbg
		onRigThatTells(t, c.answer, 80, 24, traits, Config{Settings: Settings{Theme: c.theme, FewerFlashes: true}}, func(r *rig) { // no light runs over the logo
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

func TestALateAnswerIsTakenAndSoIsAnother(t *testing.T) {
	onRigThatTells(t, "", 80, 24, terminals[256], Config{}, func(r *rig) {
		r.press(enter)
		if !r.grounds()[black] {
			t.Error("nothing is painted before the terminal has told")
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
		r.shows("Leave the match") // and nothing of all that was taken for keys
	})
}

// TestTextIsLegibleOnEveryPageWhateverTheTerminalDrawsOn reads the screen as a player with that
// background does: the standard theme on each, any other on one, every second of them for the colour-blind; with -long all on each.
func TestTextIsLegibleOnEveryPageWhateverTheTerminalDrawsOn(t *testing.T) {
	if testing.Short() {
		t.Skip("all pages in many themes; runs without -short")
	}
	t.Parallel()
	answers := []struct {
		tells string
		own   int
	}{{darkGround, 0}, {lightGround, 0xffffff}, {"", 0x808080}}
	for i, theme := range append([]string{""}, assets.ThemeNamesIn("")...) {
		for j, answer := range answers {
			for k, colourBlind := range []bool{false, true} {
				if sampled := theme == "" && !colourBlind || theme != "" && j == i%len(answers) && k == i%2; !sampled && !*long {
					continue
				}
				conf := Config{Settings: Settings{Theme: theme, ColourBlind: colourBlind, FrameRate: fewFrames}}
				onRigThatTells(t, answer.tells, 80, 24, term.Traits{Name: "xterm-256color"}, conf, func(r *rig) {
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

// readable looks whether each letter and digit stands out from what is behind it, on a
// terminal that draws on its own ground by itself.
func (r *rig) readable(own int) {
	r.Helper()
	r.look()
	size, _ := r.eyes.WindowSize()
	for i := range size.Width * size.Height {
		if c := r.cell(i, size.Width); legible(c, own) < 4.5 {
			r.Errorf("%q at %d,%d: a contrast of %.2f", c.C, i%size.Width, i/size.Width, legible(c, own))
		}
	}
}

// legible returns the contrast of a letter or digit, and what is more than enough for
// anything else.
func legible(c vt.Cell, own int) float64 {
	if strings.IndexFunc(c.C, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return 21
	}
	return canvas.Contrast(hexShown(c.S.Fg(), own), hexShown(c.S.Bg(), own))
}

// hexShown returns what a colour of the emulator is; below 16 are those that it has by itself.
func hexShown(c color.Color, own int) int {
	if c&0xff < 16 {
		return own
	}
	hex, _ := canvas.Numbered(int(c & 0xff)).Hex()
	return hex
}
