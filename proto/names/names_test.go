package names

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// same reports whether two names can be mistaken for one another.
func same(a, b string) bool {
	aLooks, aReads := Keys(a)
	bLooks, bReads := Keys(b)
	return aLooks == bLooks || aReads == bReads
}

func TestConfusableNamesAreTheSame(t *testing.T) {
	for _, alike := range [][]string{
		{"Rex", "rex", "REX", "R\u0435x", "Re\u0445", "\uff32\uff45\uff58", "\U0001d411\U0001d41e\U0001d431", "\U0001d4e1\U0001d4ee\U0001d501"},
		{"Pax", "\u0420ax", "\u0440ax", "\u0420\u0410\u0425", "\u0440\u0430\u0445", "PAX"},
		{"Ivan", "lvan", "|van", "1van", "\u0406van", "\u0399van"},
		{"Zo\u00eb", "Zoe\u0308", "\u0396o\u00eb", "Z\u03bf\u00eb"},
		{"Red Baron", "Red  Baron", "red baron", "Red Bar\u043en"},
		{"Rex 2", "Rex \uff12", "Rex \U0001d7d0"},
		{"Rex 3", "Rex \u0417"},
		{"Dog", "\uff24\uff4f\uff47", "D0g"},
		{"Omega", "0mega", "\u039fmega", "Ornega"},
		{"\u0418\u0432\u0430\u043d", "\u0418\u0412\u0410\u041d", "\u0438\u0432\u0430\u043d"},
		{"\u03a3\u03b9\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u0399\u03a3\u03a5\u03a6\u039f\u03a3"},
		{"Kelvin", "\u212aelvin"},
	} {
		for _, name := range alike[1:] {
			if !same(alike[0], name) || !same(name, alike[0]) {
				t.Errorf("%+q and %+q: expected them to be the same", alike[0], name)
			}
		}
	}
}

func TestOtherNamesDiffer(t *testing.T) {
	names := []string{
		"Rex", "Rey", "Rex 2", "Rex 3", "Nina", "Viva", "Nora", "Vora", "Ann", "Anna", "Ana", "Ava", "Zoe", "Zo\u00eb", "Jill", "Bill", "Red Baron", "RedBaron",
		"\u592a\u90ce", "\u6b21\u90ce", "\u0e28\u0e23\u0e35", "Lars", "Bo", "Cleo", "Leo",
	}
	for i, a := range names {
		for _, b := range names[:i] {
			if same(a, b) {
				t.Errorf("%q and %q: expected them to differ", a, b)
			}
		}
	}
}

func TestTheTableIsInOrderAndIdempotent(t *testing.T) {
	for i, at := range table {
		if at.count < 1 || i > 0 && at.first < table[i-1].first+table[i-1].count {
			t.Fatalf("line %d, %#x: expected it after the line before", i, at.first)
		}
		for r := at.first; r < at.first+at.count; r++ {
			as := skeleton(string(r))
			if as == string(r) || skeleton(as) != as || norm.NFD.String(string(r)) != string(r) {
				t.Errorf("%#x looks like %+q, and that like %+q", r, as, skeleton(as))
			}
		}
	}
}

func TestLettersAndDigitsOfASCIIDiffer(t *testing.T) {
	seen := map[string]rune{}
	for r := rune('!'); r <= '~'; r++ {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		as := skeleton(string(r))
		if before, ok := seen[as]; ok && !strings.ContainsRune("0O", r) && !strings.ContainsRune("1Il", r) {
			t.Errorf("%c looks like %c", r, before)
		}
		seen[as] = r
	}
}

// FuzzOf: a skeleton is its own skeleton, as are the keys', and texts that differ in case alone read the same.
func FuzzOf(f *testing.F) {
	for _, text := range []string{"Rex", "\u0440\u0435\u0445", "m", "\u0133", "\u212b", "e\u0323\u0301", "\xff", "\U0001d7d0", "\u1e9e", "\u0345\u0301", "|0 1", "\uac00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		as := skeleton(text)
		if again := skeleton(as); again != as {
			t.Errorf("%+q: the skeleton %+q has the skeleton %+q", text, as, again)
		}
		if !same(text, text) || !same(text, as) {
			t.Errorf("%+q and its skeleton %+q are not the same", text, as)
		}
		if upper := strings.ToUpper(text); utf8.ValidString(text) && strings.EqualFold(text, upper) && !same(text, upper) {
			t.Errorf("%+q and %+q are not the same", text, upper)
		}
	})
}

func BenchmarkKeys(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Keys("Red Baron of the North 2")
	}
}
