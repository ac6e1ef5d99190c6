// Package names finds names that can be mistaken for one another.
//
// The skeleton of a text is that of Unicode Technical Standard 39, section 4: decompose it (NFD), replace each rune by its
// prototype, decompose again. Texts with one skeleton look alike. The prototypes are in table.go, for runes that are confusable
// with ASCII and, among each other, for Latin, Greek, Cyrillic, fullwidth and mathematical letters and digits. Runes of other
// scripts are their own prototypes.
package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:generate go test -count=1 -run Table . -write

// run maps consecutive runes to consecutive prototypes, or one rune to a text.
type run struct {
	first rune
	count rune
	as    string
}

// skeleton returns the skeleton of a text. It is its own skeleton.
func skeleton(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		if r < utf8.RuneSelf {
			b.WriteString(ascii[r])
			continue
		}
		b.WriteString(prototype(r))
	}
	return norm.NFD.String(b.String())
}

// ascii has the prototypes of ASCII, as most runes of names are.
var ascii = func() (as [utf8.RuneSelf]string) {
	for r := range as {
		as[r] = prototype(rune(r))
	}
	return as
}()

// prototype returns the prototype of a rune.
func prototype(r rune) string {
	i, found := slices.BinarySearchFunc(table[:], r, func(at run, r rune) int { return int(at.first - r) })
	if !found {
		i-- // the run may have begun before
	}
	switch {
	case i < 0 || r >= table[i].first+table[i].count:
		return string(r)
	case table[i].count == 1:
		return table[i].as
	}
	first, _ := utf8.DecodeRuneInString(table[i].as)
	return string(first + r - table[i].first)
}

// Keys returns a key for the look of a name and one for its reading, both without regard to case. Names that share one of the two
// can be mistaken for one another: by the first lvan, with an L, and Ivan, by the second IVAN and ivan. The number of spaces
// between words does not count.
func Keys(name string) (looks, reads string) {
	return squeeze(skeleton(fold(skeleton(name)))), squeeze(skeleton(fold(name)))
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// fold returns a text in one case: the same for two that are equal by strings.EqualFold.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for s := unicode.SimpleFold(r); s != r; s = unicode.SimpleFold(s) {
			least = min(least, s)
		}
		return unicode.ToLower(least)
	}, text)
}
