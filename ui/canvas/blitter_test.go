package canvas

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// tones are clearly different colours.
var tones = Palette{
	{}, {Rich: 196, Basic: 9, True: RGB(0xff0000)}, {Rich: 21, Basic: 4, True: RGB(0x0000ff)},
	{Rich: 231, Basic: 15, True: RGB(0xffffff)}, {Rich: 16, True: RGB(0x000001)}, {True: RGB(0x101010)},
}

// shown returns the character, ink and ground that a cell is drawn with. picture has its colours as digits, row by row.
func shown(t rapid.TB, m Mode, colours int, picture, figure string) (character string, ink, ground Colour) {
	c, s := &Canvas{Palette: tones, Mode: m}, newTerminal(t, 1, 1, colours)
	c.Resize(1, 1)
	for i := range Across * Down {
		put := c.Dot
		if figure != "" && figure[i] == 'x' {
			put = c.Figure
		}
		put(i%Across, i/Across, Colour(picture[i]-'0'))
	}
	c.Draw(s)
	character, style, _ := s.Get(0, 0)
	if style.Manner&Reversed != 0 {
		style.Ink, style.Ground = style.Ground, style.Ink
	}
	for k := range tones {
		if of := (Palette(tones)).Style(colours, Colour(k), Colour(k)); of.Ink == style.Ink {
			ink = Colour(k)
			break
		}
	}
	for k := range tones {
		if of := (Palette(tones)).Style(colours, Colour(k), Colour(k)); of.Ground == style.Ground {
			ground = Colour(k)
			break
		}
	}
	return character, ink, ground
}

func TestDotsAreDrawnInCharactersOfTheFont(t *testing.T) {
	for _, test := range []struct {
		mode        Mode
		dots        string // row by row
		want        string
		ink, ground Colour
	}{
		{Blocks, "11111111", " ", 1, 1},
		{Blocks, "00001111", "▄", 1, 0},
		{Blocks, "11110000", "▀", 1, 0},
		{Blocks, "10101010", "▌", 1, 0},
		{Blocks, "01010101", "▐", 1, 0},
		{Blocks, "10100000", "▘", 1, 0},
		{Blocks, "00000101", "▗", 1, 0},
		{Blocks, "10100101", "▚", 1, 0},
		{Blocks, "00000011", "▂", 1, 0},
		{Blocks, "11111100", "▂", 0, 1}, // there is no upper three quarters
		{Blocks, "11110101", "▜", 1, 0},
		{Blocks, "11112121", "▖", 2, 1},
		{Halves, "00001111", "▄", 1, 0},
		{Sextants, "10000000", "🬀", 1, 0},
		{Sextants, "00111100", "🬋", 1, 0},
		{Sextants, "10101010", "▌", 1, 0},
		{Octants, "01000000", "\U0001ceab", 1, 0},
		{Octants, "00100000", "\U0001cd00", 1, 0},
		{Octants, "00001111", "▄", 1, 0},
		{Braille, "10101010", "⡇", 1, 0},
		{Braille, "00000001", "⢀", 1, 0},
		{ASCII, "11111111", "#", 1, 0},
		{ASCII, "11110000", "'", 1, 0},
		{ASCII, "00000001", ".", 1, 0},
	} {
		got, ink, ground := shown(t, test.mode, 1<<24, test.dots, "")
		if got != test.want || test.mode != ASCII && got != " " && ink != test.ink || ground != test.ground {
			t.Errorf("%v, %s: expected %q of %d on %d, found %q of %d on %d", test.mode, test.dots, test.want, test.ink, test.ground, got, ink, ground)
		}
	}
}

func TestOctantsFollowUnicode16(t *testing.T) {
	seen, last := map[glyph]bool{}, glyph(0)
	for shape, g := range fonts[Octants].glyphs {
		if seen[g] {
			t.Errorf("shape %02x: %U is there twice", shape, rune(g))
		}
		seen[g] = true
		if g >= 0x1cd00 && g <= 0x1cdff {
			if g < last {
				t.Errorf("shape %02x: %U comes after %U", shape, rune(g), rune(last))
			}
			last = g
		}
	}
	if last != 0x1cde5 {
		t.Errorf("the last is %U, expected U+1CDE5", rune(last))
	}
}

func TestThereAre64Sextants(t *testing.T) {
	n, last := 0, glyph(0)
	for _, g := range fonts[Sextants].glyphs {
		if g != none {
			n, last = n+1, max(last, g)
		}
	}
	if n != 64 || last != 0x1fb3b {
		t.Errorf("there are %d up to %U, expected 64 up to U+1FB3B", n, rune(last))
	}
}

func TestAFigureDecidesTheShapeOfItsCell(t *testing.T) {
	for _, test := range []struct {
		mode         Mode
		dots, figure string
		want         string
		ink, ground  Colour
	}{
		// two dots of red over ground of two colours: the outline stays, the ground gives way
		{Blocks, "13" + "13" + "22" + "22", "x.x.....", "▘", 1, 2},
		// a figure of two colours is drawn in its commonest
		{Blocks, "12" + "11" + "00" + "00", "xxxx....", "▀", 1, 0},
		// a shape that the font lacks becomes the nearest one: no dot of the figure is lost that need not be
		{Blocks, "10" + "11" + "10" + "00", "x.xxx...", "▛", 1, 0},
		{Octants, "10" + "11" + "10" + "00", "x.xxx...", "\U0001cd1b", 1, 0},
	} {
		got, ink, ground := shown(t, test.mode, 1<<24, test.dots, test.figure)
		if test.mode == Octants {
			test.want = string(rune(fonts[Octants].glyphs[0x1d]))
		}
		if got != test.want || ink != test.ink || ground != test.ground {
			t.Errorf("%v, %s: expected %q of %d on %d, found %q of %d on %d", test.mode, test.dots, test.want, test.ink, test.ground, got, ink, ground)
		}
	}
}

// reduced returns the character and style of a cell of dots and figures on few colours.
func reduced(t *testing.T, m Mode, colours int, p Palette, dots, figures string) (string, Style) {
	c, s := &Canvas{Palette: p, Mode: m}, newTerminal(t, 1, 1, colours)
	c.Resize(1, 1)
	for i := range Across * Down {
		if figures[i] != '.' {
			c.Figure(i%Across, i/Across, Colour(figures[i]-'0'))
		} else {
			c.Dot(i%Across, i/Across, Colour(dots[i]-'0'))
		}
	}
	c.Draw(s)
	character, style, _ := s.Get(0, 0)
	return character, style
}

func TestWithoutColoursAFigureHidesTheGround(t *testing.T) {
	p := Palette{{}, {Rich: 20, Mono: MonoFaint}, {Rich: 21}, {Rich: 22, Mono: MonoStrong}, {True: RGB(0x101010)}}
	for _, test := range []struct {
		mode          Mode
		dots, figures string
		want          string
		manner        Manner
	}{
		{Blocks, "22222222", "........", " ", Reversed},         // plain is not nothing
		{Blocks, "11111111", "........", " ", Reversed | Faint}, // rock
		{Blocks, "11111111", "3333....", "▀", Bold},             // a ship over rock
		{Blocks, "44444444", "........", " ", 0},                // dust
		{Blocks, "44444444", "....2222", "▄", 0},
		{ASCII, "11111111", "........", "#", Faint},
		{ASCII, "11111111", "33333333", ":", Bold},
		{ASCII, "11111111", "3333....", "'", Bold},
	} {
		got, style := reduced(t, test.mode, 0, p, test.dots, test.figures)
		if got != test.want || style.Manner != test.manner {
			t.Errorf("%v, %s with %s: expected %q, %v, found %q, %v", test.mode, test.dots, test.figures, test.want, test.manner, got, style.Manner)
		}
	}
}

func TestDarkGreyIsFaintInkOnEightColours(t *testing.T) {
	p := Palette{{}, {Rich: 240, Basic: 8}, {Rich: 250, Basic: 7}, {Rich: 231, Basic: 15}}
	grey, white := Style{Ink: Numbered(7), Manner: Faint}, Numbered(7)
	for _, test := range []struct {
		dots, figures string
		want          string
		style         Style
	}{
		{"11111111", "........", "▒", grey},
		{"11110000", "........", "▀", grey},
		{"00001111", "........", "▄", grey},
		{"22221111", "........", "▄", Style{Ink: grey.Ink, Ground: white, Manner: Faint}},
		{"11111111", "3333....", "▀", Style{Ink: white, Manner: Bold}},
	} {
		if got, style := reduced(t, Blocks, 8, p, test.dots, test.figures); got != test.want || style != test.style {
			t.Errorf("%s with %s: expected %q, %+v, found %q, %+v", test.dots, test.figures, test.want, test.style, got, style)
		}
	}
	p[Space].Basic = 15 // paper
	if got, style := reduced(t, Blocks, 8, p, "11111111", "........"); got != "▒" || style.Ink != Numbered(0) {
		t.Errorf("on paper it is %q, %+v", got, style)
	}
}

func TestIdenticalColoursAreOne(t *testing.T) {
	if got, _, _ := shown(t, Blocks, 256, "05050505", ""); got != " " {
		t.Errorf("a shade of space shows as %q where there are 256 colours", got)
	}
	if got, _, ground := shown(t, Blocks, 1<<24, "55555555", ""); got != " " || ground != 5 {
		t.Errorf("with 16 million it shows as %q on %d", got, ground)
	}
}

func TestACellIsDrawnInItsColours(t *testing.T) {
	digits := rapid.StringMatching(`[0-5]{8}`)
	figures := rapid.StringMatching(`[x.]{8}`)
	for _, m := range Modes {
		rapid.Check(t, func(t *rapid.T) {
			picture, figure := digits.Draw(t, "dots"), figures.Draw(t, "figure")
			got, ink, ground := shown(t, m, 1<<24, picture, figure)
			for _, k := range []Colour{ink, ground} {
				if k != Space && !strings.ContainsRune(picture, '0'+rune(k)) {
					t.Fatalf("%s shows colour %d", picture, k)
				}
			}
			glyphs := fonts[m].glyphs[:]
			if r := []rune(got)[0]; r == 0 || m != ASCII && !slices.Contains(glyphs, glyph(r)) && r != ' ' || m == ASCII && r > '~' {
				t.Fatalf("%v shows %q", m, got)
			}
		})
	}
}

func TestALetterContrastsWithItsGround(t *testing.T) {
	c, s := &Canvas{Palette: tones}, newTerminal(t, 1, 1, 1<<24)
	c.Resize(1, 1)
	for i := range Across * Down {
		c.Dot(i%Across, i/Across, 3) // white
	}
	c.Dot(0, 0, 4) // black
	c.Text(0, 0, "x", 3)
	c.Draw(s)
	if _, style, _ := s.Get(0, 0); style.Ground != RGB(0x000001) {
		t.Errorf("white is written on %v", style.Ground)
	}
}

func TestWithoutColoursAllButSpaceShows(t *testing.T) {
	for _, test := range []struct{ dots, figure, want string }{
		{"11110000", "", "▀"},         // plain
		{"55550000", "", " "},         // a shade of space
		{"11111111", "", " "},         // all of it: a reversed space
		{"12121212", "x.x.x.x.", "▌"}, // before rock
		{"22222222", "........", " "},
	} {
		if got, _, _ := shown(t, Blocks, 0, test.dots, test.figure); got != test.want {
			t.Errorf("%s, figure %q: got %q, want %q", test.dots, test.figure, got, test.want)
		}
	}
}

func TestALetterWithoutContrastHidesTheScenery(t *testing.T) {
	grey := Palette{{}, {Rich: 245, True: RGB(0x8a8a8a)}, {Rich: 231, True: RGB(0xffffff)}, {Rich: 240, True: RGB(0x585858)}}
	for scenery, want := range map[Colour]TermColour{1: 0, 0: RGB(0x8a8a8a)} {
		c, s := &Canvas{Palette: grey, Scenery: scenery}, newTerminal(t, 1, 1, 1<<24)
		c.Resize(1, 1)
		c.Paint(0, 0, 1, 1, 1)
		c.Text(0, 0, "x", 2)
		c.Draw(s)
		if _, style, _ := s.Get(0, 0); style.Ground != want {
			t.Errorf("scenery up to %d: white is written on %v, expected %v", scenery, style.Ground, want)
		}
	}
}
