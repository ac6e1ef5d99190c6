package cli

import (
	"strings"
	"testing"
)

func TestADoctorTellsWhatIsOdd(t *testing.T) {
	d := &diagnosis{
		Name: "x\x1b[2J", Terminal: true, Width: 50, Height: 30, Answers: true, Colours: 1 << 24, Drawing: "half-blocks",
		Glyphs: map[string]int{"▀": 1, "▄": 1, "█": 1, "▲": 2, "♥": 1, "•": 1, "·": 1, "│": 1, "┌": 1, "⣿": 1},
	}
	text := d.String()
	for _, want := range []string{`"x\x1b[2J"`, "50x30: the game needs 60x20", "▲ takes 2: choose ASCII", "16 million"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}
