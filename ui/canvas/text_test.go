package canvas

import (
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

func TestTextReturnsTheColumnAfterIt(t *testing.T) {
	c, s := newCanvas(8, 1), newTerminal(t, 8, 1, 256)
	if got := c.Text(1, 0, "日x", red); got != 4 {
		t.Errorf("got column %d, want 4", got)
	}
	c.Draw(s)
	if got, want := s.text(), " 日x    "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOverwritingAWideGlyphRemovesAllOfIt(t *testing.T) {
	for _, test := range []struct {
		at   int
		want string
	}{{0, "x 本 "}, {1, " x本 "}, {4, "日本x"}} {
		c, s := newCanvas(5, 1), newTerminal(t, 5, 1, 256)
		c.Text(0, 0, "日本", red)
		c.Text(test.at, 0, "x", red)
		c.Draw(s)
		if got := s.text(); got != test.want {
			t.Errorf("x at %d: got %q, want %q", test.at, got, test.want)
		}
	}
}

func TestAWideGlyphThatDoesNotFitLeavesABlank(t *testing.T) {
	c, s := newCanvas(3, 1), newTerminal(t, 3, 1, 256)
	c.Text(0, 0, "ab日", red)
	c.Draw(s)
	if got, want := s.text(), "ab "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestASCIICanvasEmitsOnlyASCII(t *testing.T) {
	s := newTerminal(t, 12, 2, 256)
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas(12, 2)
		c.Mode = ASCII
		for range 8 {
			c.Pixel(rapid.IntRange(0, 11).Draw(t, "x"), rapid.IntRange(0, 3).Draw(t, "y"), red)
		}
		c.Text(0, 1, rapid.StringN(0, 12, 48).Draw(t, "text"), red)
		c.Text(6, 0, "♥•░日é", blue)
		c.Draw(s)
		for at := range 12 * 2 {
			glyph, _, _ := s.Get(at%12, at/12)
			if len(glyph) > 1 || glyph != "" && (glyph[0] < ' ' || glyph[0] > '~') {
				t.Fatalf("drew %q", glyph)
			}
		}
	})
}

func TestCleanRemovesHarmfulCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"Nova":                "Nova",
		"日本 é":                "日本 é",
		"\x1b[31mred":         "[31mred",
		"a\u202eb\u200dc":     "abc",
		"tab\tnew\nline\x7f":  "tabnewline",
		"♥\ufe0f\u3164":       "♥",
		"\xff\xfebroken":      "broken",
		"本\u17b4a\u034f":      "本a",
		"z\u0301\u0301":       "z\u0301\u0301",
		"z" + marks(40) + "y": "z" + marks(maxMarks) + "y",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func marks(n int) string { return strings.Repeat("\u0301", n) }

func TestTextDrawsNoControlCharacters(t *testing.T) {
	s := newTerminal(t, 20, 1, 256)
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas(20, 1)
		c.Text(0, 0, rapid.String().Draw(t, "text"), red)
		c.Draw(s)
		for _, r := range s.text() {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("drew %q", r)
			}
		}
	})
}

func TestCutNeverExceedsItsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line, columns := rapid.String().Draw(t, "line"), rapid.IntRange(0, 20).Draw(t, "columns")
		got := Cut(line, columns)
		part, marked := strings.CutSuffix(got, "…")
		if got != line && (!strings.HasPrefix(line, part) || !marked && columns > 2) || Width(got) > columns {
			t.Fatalf("Cut(%q, %d) = %q", line, columns, got)
		}
		if Width(line) <= columns && got != line {
			t.Fatalf("Cut(%q, %d) = %q, though all of it fits", line, columns, got)
		}
	})
}

func TestGlyphReturnsTheBytesOfTheFirstCharacter(t *testing.T) {
	for text, want := range map[string]int{"": 0, "ab": 1, "日本": 3, "e\u0301x": 3, "👨x": 4} {
		if got := GlyphLen(text); got != want {
			t.Errorf("%q: got %d bytes, want %d", text, got, want)
		}
	}
}

func TestLettersWithAccentsLoseThemInASCII(t *testing.T) {
	var c Canvas
	c.Mode = ASCII
	c.Resize(20, 1)
	c.Text(0, 0, "Zoë Übeļ é Ÿ×÷ß", 1)
	s := newTerminal(t, 20, 1, 256)
	c.Palette = palette
	c.Draw(s)
	got := strings.TrimRight(s.text(), " ")
	if want := "Zoe Ube? e ???s"; got != want {
		t.Errorf("expected %q, found %q", want, got)
	}
}

func TestTheFastPathSplitsTextLikeUniseg(t *testing.T) {
	runes := []rune{'\u0301', '\u200d', '\ufe0f', '日', '👩', '\t', '\xad'}
	for r := rune(' '); r < 0x3000; r++ {
		if lone(r) {
			runes = append(runes, r)
		}
	}
	for i, r := range runes {
		for _, next := range []string{"", "\u0301", "\u200d👩", "\ufe0f", "x", string(runes[(i*7919)%len(runes)])} {
			text := string(r) + next
			glyph, rest, width := first(text)
			long, after, columns, _ := uniseg.FirstGraphemeClusterInString(text, -1)
			if glyph != long || rest != after || width != columns {
				t.Fatalf("%q: expected %q of %d, found %q of %d", text, long, columns, glyph, width)
			}
		}
		if lone(r) && (!unicode.IsPrint(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)) {
			t.Errorf("%q can do harm", r)
		}
	}
}

func TestASCIITextHasNoGroundOfDots(t *testing.T) {
	for mode, want := range map[Mode]Colour{ASCII: Space, Blocks: 3} {
		c := &Canvas{Mode: mode}
		c.Resize(4, 1)
		c.Block(0, 0, 4, 2, 3)
		c.Text(1, 0, "<", 5)
		if got := c.cells[1].dots[0]; got != want {
			t.Errorf("%v: over rock the ground is %d, expected %d", mode, got, want)
		}
		c.Fill(0, 0, 4, 1, 7)
		c.Text(1, 0, "<", 5)
		if got := c.cells[1].dots[0]; got != 7 {
			t.Errorf("%v: on a panel the ground is %d, expected the panel's", mode, got)
		}
	}
}

func TestLongWordsWrapAndNothingIsLost(t *testing.T) {
	words := "a few short ones and " + strings.Repeat("x", 40)
	rows := Wrap(words, 20)
	if strings.Join(rows, "") != words {
		t.Errorf("got %q", rows)
	}
	for _, row := range rows {
		if len(row) > 20 {
			t.Errorf("row %q is too long", row)
		}
	}
}

func TestHintsAreForTheDevice(t *testing.T) {
	for line, want := range map[string]string{
		"↑↓ choose   Enter mutes   Esc back":             "STICK choose   OK mutes   BACK",
		"↑↓ PgUp PgDn scroll   Enter chat   Esc back":    "STICK scroll   OK chat   BACK",
		"connection lost, reconnecting - Esc menu":       "connection lost, reconnecting - MENU",
		"Still there? Press a key":                       "Still there? Press a button",
		"Enter submits · ↑↓ move · ←→ change · Esc back": "OK submits · STICK move · STICK change · BACK",
	} {
		if got := (&Sheet{Pad: true}).Hint(line); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := (&Sheet{}).Hint(line); got != line {
			t.Errorf("with a keyboard: got %q", got)
		}
	}
}
