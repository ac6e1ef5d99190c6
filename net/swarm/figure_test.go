package swarm

import (
	"encoding/json"
	"math"
	"testing"
)

func TestAnUnknownFigureIsNull(t *testing.T) {
	for _, c := range []struct {
		f    figure
		text string
	}{
		{12, "12"}, {1.23456, "1.235"}, {1 << 53, "9007199254740992"}, {0, "0"},
		{unknown, "null"}, {1 - unknown, "null"}, {known(0), "null"}, {figure(math.Inf(1)), "null"},
	} {
		b, err := json.Marshal(c.f)
		if err != nil || string(b) != c.text {
			t.Errorf("expected %s, got %s, %v", c.text, b, err)
		}
		var back figure
		if err := json.Unmarshal(b, &back); err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if again, _ := json.Marshal(back); string(again) != c.text {
			t.Errorf("expected %s again, got %s", c.text, again)
		}
	}
}
