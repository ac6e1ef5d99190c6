package ui

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dogfight/assets"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// What holds of the texts of every scene on every terminal. The files have been
// reviewed, so what they say is right: a text that overwrites another, or is cut, leaves a
// word that is in none of them, or takes a word away that is.

var wordOf = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?`)

// word is one on the screen, with what stands beside it.
type word struct {
	text          string // with a 0 for each number
	before, after rune
}

// wordsIn returns the words of a row that have more than one letter. With less it may be
// anything, and so it may of what pictures in ASCII have.
func wordsIn(row string) (words []word) {
	for _, at := range wordOf.FindAllStringIndex(row, -1) {
		w := word{text: numbers.ReplaceAllString(row[at[0]:at[1]], "0"), before: ' ', after: ' '}
		if strings.IndexFunc(w.text, unicode.IsLetter) < 0 || utf8.RuneCountInString(w.text) < 2 || strings.Trim(w.text, "ov0'") == "" {
			continue
		}
		if at[0] > 0 {
			w.before, _ = utf8.DecodeLastRuneInString(row[:at[0]])
		}
		if at[1] < len(row) {
			w.after, _ = utf8.DecodeRuneInString(row[at[1]:])
		}
		words = append(words, w)
	}
	return words
}

var numbers = regexp.MustCompile(`\p{N}+`)

// cut reports whether something lies beside the word that may cover a part of it: a ship or
// a blast, which are in front of text, or the border of a box.
func (w word) cut(ascii bool) bool {
	for _, r := range []rune{w.before, w.after} {
		if r >= 0x2500 && r < 0x2900 || ascii && strings.ContainsRune(`,|#=()[]<>^~%*@_-'"/\:+`, r) {
			return true
		}
	}
	return false
}

// knownWords returns the words of the files, and of what scrolls there.
func knownWords(t *testing.T) map[string]bool {
	known := map[string]bool{}
	add := func(text string) {
		for _, w := range wordsIn(text) {
			known[w.text] = true
		}
	}
	for _, file := range keptFiles(t) {
		add(keptPicture(t, file))
	}
	add(assets.Help() + tables(usualSetup()))
	for _, p := range stagePilots() {
		for at := range p.Name { // a long name is cut wherever there is no more room
			add(p.Name[:at])
		}
	}
	return known
}

// checkWords checks that all words of a scene are known.
func (v view) checkWords(t *testing.T, s *namedScene, text []string, known map[string]bool) {
	for y, row := range text {
		for _, w := range wordsIn(row) {
			if !known[w.text] && !w.cut(v.traits.ASCII) {
				t.Errorf("%s, %s: row %d has the unknown word %q: %s", s.name, v, y, w.text, row)
			}
		}
	}
}

// checkWhole checks that all the phrases are there that the file of the usual view has. In smaller
// windows a match says less.
func (v view) checkWhole(t *testing.T, s *namedScene, text []string) {
	if v.width < usual.width && (s.shrinks || s.match != nil && !s.page) {
		return
	}
	has := " "
	for _, row := range text {
		for _, w := range wordsIn(row) {
			has += w.text + " "
		}
	}
	picture := keptPicture(t, filepath.Join(screenFolder, s.file(view{blocks, usual})))
	for _, phrase := range s.phrases(strings.Split(picture, "\n")) {
		if v.traits.ASCII {
			phrase = slices.DeleteFunc(phrase, func(w string) bool { return strings.IndexFunc(w, beyondASCII) >= 0 })
		}
		if !isName(phrase) && !hasPhrase(has, phrase) && !slices.Contains(s.lacks, strings.Join(phrase, " ")) {
			t.Errorf("%s, %s: %q is not there", s.name, v, phrase)
		}
	}
}

func beyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// isName reports whether words are but a pilot's name, which is left out beside a ship where
// it would lie over another.
func isName(phrase []string) bool {
	return !slices.ContainsFunc(phrase, func(w string) bool {
		return !slices.ContainsFunc(stagePilots(), func(p proto.Pilot) bool { return strings.Contains(p.Name, w) })
	})
}

// hasPhrase reports whether words have a phrase in them. A sentence may be wrapped elsewhere,
// among other things.
func hasPhrase(words string, phrase []string) bool {
	if strings.Contains(words, " "+strings.Join(phrase, " ")+" ") {
		return true
	}
	return len(phrase) > 2 && !slices.ContainsFunc(phrase, func(w string) bool { return !strings.Contains(words, " "+w) })
}

// between is what stands between phrases.
var between = regexp.MustCompile(`\s{2,}`)

// phrases returns the words that belong together in a text, but for those that something may
// cover: of a page over a match, in its box.
func (s *namedScene) phrases(text []string) (phrases [][]string) {
	for _, row := range text {
		if s.page {
			row = inBox(row)
		}
		for _, part := range between.Split(row, -1) {
			var phrase []string
			for _, w := range wordsIn(part) {
				if !w.cut(false) {
					phrase = append(phrase, w.text)
				}
			}
			if len(phrase) > 0 {
				phrases = append(phrases, phrase)
			}
		}
	}
	return phrases
}

// checkSameBox checks that a page looks the same wherever its box is as large as in the usual
// view.
func (v view) checkSameBox(t *testing.T, s *namedScene, text []string) {
	if s.match != nil || s.lacks != nil || v.traits.ASCII || v.traits.NoColor || v.glyphs != BestGlyphs {
		return
	}
	picture := keptPicture(t, filepath.Join(screenFolder, s.file(view{blocks, usual})))
	expected, found := boxRows(strings.Split(picture, "\n")), boxRows(text)
	if len(expected) != len(found) || len(found) > 0 && canvas.Width(expected[0]) != canvas.Width(found[0]) {
		return
	}
	for i := range found {
		if found[i] != expected[i] {
			t.Errorf("%s, %s: row %d of the box: expected\n%s\nfound\n%s", s.name, v, i, expected[i], found[i])
		}
	}
}

// boxRows returns what is in the box of a page.
func boxRows(text []string) (rows []string) {
	for _, row := range text {
		if in := inBox(row); in != "" {
			rows = append(rows, in)
		}
	}
	return rows
}

// inBox returns what is in the innermost box of a row.
func inBox(row string) string {
	parts := strings.Split(row, "│")
	if len(parts) < 3 {
		return ""
	}
	return parts[len(parts)/2]
}
