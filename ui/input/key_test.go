package input

import (
	"testing"
	"unicode"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

func TestNamesOfKeysAreReadAsTheyAreWritten(t *testing.T) {
	for _, n := range names {
		if k, err := ParseKey(n.name); err != nil || k != n.key || k.String() != n.name || !k.Bindable() {
			t.Errorf("%s: found %v, %v", n.name, k, err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		k := Key(unicode.ToLower(rapid.Rune().Draw(rt, "character")))
		if !k.Bindable() {
			return
		}
		if read, err := ParseKey(k.String()); err != nil || read != k {
			rt.Fatalf("%q: found %q, %v", k, read, err)
		}
	})
}

func TestNamesOfNoKeysAreRefused(t *testing.T) {
	for _, name := range []string{"", "Esc", "other", "Ctrl-C", "ab", "F13", "\x1b", "\xff", "Spaace", "\u0301", "PadA", "PadMenu"} {
		if k, err := ParseKey(name); err == nil {
			t.Errorf("%q was taken for %q", name, k)
		}
	}
}
