package cli

import "testing"

func TestAShareIsGivenInPerCentOrNot(t *testing.T) {
	for text, want := range map[string]share{"5%": 0.05, "0.05": 0.05, "0": 0, "100%": 1, "1": 1, "0.5%": 0.005} {
		var s share
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: expected %v, got %v, %v", text, want, s, err)
		}
	}
}
