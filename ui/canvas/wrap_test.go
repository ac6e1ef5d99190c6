package canvas

import (
	"strings"
	"testing"
)

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
