package proto

import (
	"strings"
	"testing"
)

func TestNameIsTakenWithoutTheSpaceAroundIt(t *testing.T) {
	for _, name := range []string{"Al", "Red Baron", "Zoë", "e\u0301mile", "太郎", "ศรีสุข", strings.Repeat("x", MaxName)} {
		if got, err := CleanName(" " + name + "\t"); err != nil || got != name {
			t.Errorf("expected %q, %q and %v came", name, got, err)
		}
	}
}

func TestNameThatCannotBeReadIsRefused(t *testing.T) {
	for name, want := range map[string]string{
		"":                                "name: must be 1 to 24 characters, got 0",
		" \t ":                            "name: must be 1 to 24 characters, got 0",
		strings.Repeat("ü", MaxName+1):    "name: must be 1 to 24 characters, got 25",
		"a\x1b[2J":                        "name: must be legible characters, got U+001B",
		"a\nb":                            "name: must be legible characters, got U+000A",
		"a\u202eb":                        "name: must be legible characters, got U+202E",
		"a\u200bb":                        "name: must be legible characters, got U+200B",
		"\u3164":                          "name: must be legible characters, got U+3164",
		"a\u2800":                         "name: must be legible characters, got U+2800",
		"a\ufe0f":                         "name: must be legible characters, got U+FE0F",
		"a\u00a0b":                        "name: must be legible characters, got U+00A0",
		"\u0301a":                         "name: must be legible characters, got U+0301",
		"a" + strings.Repeat("\u0336", 3): "name: must be legible characters, got U+0336",
		"a\xff":                           "name: must be legible characters, got U+FFFD",
	} {
		if got, err := CleanName(name); err == nil || err.Error() != want {
			t.Errorf("%q: expected %q, %q and %v came", name, want, got, err)
		}
	}
}

func TestChatIsLegibleAndNotTooLong(t *testing.T) {
	for text, ok := range map[string]bool{
		"good game":                    true,
		"":                             false,
		strings.Repeat("x", MaxChat):   true,
		strings.Repeat("x", MaxChat+1): false,
		"a\x07":                        false,
	} {
		if err := ValidChat(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTextIsCutDownToWhatTheOtherEndTakes(t *testing.T) {
	for _, reason := range []string{
		strings.Repeat("é", MaxReason),
		"one\ntwo\x1b[2J\u202e",
		"x" + strings.Repeat("\u0336", 300),
		"\xff\xfe",
	} {
		m, err := Parse((&Kick{Reason: reason}).Append(nil))
		if err != nil {
			t.Fatalf("%q: %v", reason, err)
		}
		if got := m.(*Kick).Reason; len(got) > MaxReason || len(got) < min(len(reason), MaxReason)/100 {
			t.Errorf("%q: %q came", reason, got)
		}
	}
	if got := fit("one\ntwo", 5); got != "onetw" {
		t.Errorf("expected onetw, %q came", got)
	}
}
