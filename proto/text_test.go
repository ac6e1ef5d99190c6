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
		"":                                "name: expected 1 to 24 characters, 0 came",
		" \t ":                            "name: expected 1 to 24 characters, 0 came",
		strings.Repeat("ü", MaxName+1):    "name: expected 1 to 24 characters, 25 came",
		"a\x1b[2J":                        "name: expected legible characters, U+001B came",
		"a\nb":                            "name: expected legible characters, U+000A came",
		"a\u202eb":                        "name: expected legible characters, U+202E came",
		"a\u200bb":                        "name: expected legible characters, U+200B came",
		"\u3164":                          "name: expected legible characters, U+3164 came",
		"a\u2800":                         "name: expected legible characters, U+2800 came",
		"a\ufe0f":                         "name: expected legible characters, U+FE0F came",
		"a\u00a0b":                        "name: expected legible characters, U+00A0 came",
		"\u0301a":                         "name: expected legible characters, U+0301 came",
		"a" + strings.Repeat("\u0336", 3): "name: expected legible characters, U+0336 came",
		"a\xff":                           "name: expected legible characters, U+FFFD came",
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
