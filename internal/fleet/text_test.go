package fleet

import (
	"strings"
	"testing"
)

func TestWhatFitsIsLegibleAndNoLonger(t *testing.T) {
	for given, want := range map[string]string{
		"open":                        "open",
		"":                            "",
		"a\x1b[31m\nb":                "a[31mb",
		"a\xffb":                      "ab",
		strings.Repeat("x", 33):       strings.Repeat("x", 32),
		strings.Repeat("é", 17):       strings.Repeat("é", 16),
		"x" + strings.Repeat("é", 17): "x" + strings.Repeat("é", 15),
	} {
		got := Fit(given, 32)
		if got != want || text("it", got, 32) != nil {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
}
