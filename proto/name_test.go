package proto

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// harmful are runes that can do something to a terminal or to those who read.
var harmful = []*unicode.RangeTable{
	unicode.C, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Join_Control,
	unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
}

// FuzzName: what is a name does no harm, is no longer than one may be, is itself
// when cleaned again, and reaches the other end as it is.
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
			t.Errorf("%q came as %q", name, got)
		}
	})
}
