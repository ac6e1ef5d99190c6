// Package names tells whether two names can be taken for one another.
//
// The skeleton of a text is that of Unicode Technical Standard 39, section 4: decompose it (NFD), put for each rune what
// it looks like, decompose again. Texts with one skeleton look alike. Which rune looks like which is in table.go, for
// what is confusable with ASCII and, among each other, for Latin, Greek, Cyrillic, fullwidth and mathematical letters and
// digits. Of other scripts a rune only looks like itself.
package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:generate go test -count=1 -run Table . -write

// run is some runes in a row that look like some runes in a row, or one that looks like a text.
type run struct {
	first rune
	count rune
	as    string
}

// Skeleton returns the skeleton of a text. It is its own skeleton.
func skeleton(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		if r < utf8.RuneSelf {
			b.WriteString(ascii[r])
			continue
		}
		b.WriteString(look(r))
	}
	return norm.NFD.String(b.String())
}

// ascii has what most runes of most names look like.
var ascii = func() (as [utf8.RuneSelf]string) {
	for r := range as {
		as[r] = look(rune(r))
	}
	return as
}()

// look returns what a rune looks like.
func look(r rune) string {
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

// Keys returns what a name looks like and how it reads, in whatever case it is written. Names that have one of the two
// in common can be taken for one another: by the first lvan, with an L, and Ivan, by the second IVAN and ivan. How many
// spaces there are between words does not count.
func Keys(name string) (looks, reads string) {
	return squeeze(skeleton(fold(skeleton(name)))), squeeze(skeleton(fold(name)))
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// fold returns a text in one case: two that strings.EqualFold calls equal give the same.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for s := unicode.SimpleFold(r); s != r; s = unicode.SimpleFold(s) {
			least = min(least, s)
		}
		return unicode.ToLower(least)
	}, text)
}
