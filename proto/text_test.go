package proto

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNameHasNoSpaceAroundIt(t *testing.T) {
	for _, name := range []string{"Al", "Red Baron", "Zoë", "e\u0301mile", "太郎", "ศรีสุข", strings.Repeat("x", MaxName)} {
		if got, err := CleanName(" " + name + "\t"); err != nil || got != name {
			t.Errorf("expected %q, %q and got %v", name, got, err)
		}
	}
}

func TestIllegibleNameIsRefused(t *testing.T) {
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
			t.Errorf("%q: expected %q, %q and got %v", name, want, got, err)
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

func TestTextIsCutToItsBound(t *testing.T) {
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
			t.Errorf("%q: got %q", reason, got)
		}
	}
	if got := Fit("one\ntwo", 5); got != "onetw" {
		t.Errorf("expected onetw, got %q", got)
	}
}

// harmful lists runes that can affect a terminal or mislead readers.
var harmful = []*unicode.RangeTable{
	unicode.C, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Join_Control,
	unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
}

// FuzzName: a clean name does no harm, is not too long, is the same when cleaned again, and reaches the other end unchanged.
func FuzzName(f *testing.F) {
	for _, name := range []string{
		"Rex", " Red Baron\t", "太郎", "e\u0301mile", "\u0301a", "a \u0301", "\u00a0x\u2003", "a\x1b]0;x\a", "a\u202eb", "a\u2066b", "a\u061cb",
		"\U0001f468\u200d\U0001f469", "\u3164", "\u115fa", "\xff", "a\x85b", "a\u2028b", "\ufeffRex", "\U000e0041",
		strings.Repeat("\U0001f600", MaxName), strings.Repeat("\u0e28\u0e31", MaxName/2), strings.Repeat("x", MaxName+1),
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := CleanName(text)
		if err != nil {
			if name != "" || !utf8.ValidString(err.Error()) || strings.IndexFunc(err.Error(), unicode.IsControl) >= 0 {
				t.Errorf("%q: %q with %q", text, name, err)
			}
			return
		}
		if n := utf8.RuneCountInString(name); n < 1 || n > MaxName || name != strings.TrimSpace(text) {
			t.Errorf("%q became %q", text, name)
		}
		if again, err := CleanName(name); again != name || err != nil {
			t.Errorf("%q is %q, %v when cleaned again", name, again, err)
		}
		for _, r := range name {
			if unicode.In(r, harmful...) {
				t.Errorf("%+q has %U", name, r)
			}
		}
		m, err := Parse((&Roster{Pilots: []Pilot{{ID: 1, Slot: NoSlot, Name: name}}}).Append(nil))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if got := m.(*Roster).Pilots[0].Name; got != name {
			t.Errorf("%q became %q", name, got)
		}
	})
}
