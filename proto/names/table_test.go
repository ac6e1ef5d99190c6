package names

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// This file makes table.go: "go generate ./proto/names".
//
// No library of skeletons was to be had, so the table is made from Unicode's confusables.txt as Debian's package
// python3-confusable-homoglyphs has it: a JSON object that names for each text all those it is confusable with. In it
// confusable texts form a star: each text is tied to its prototype, and prototypes to all of theirs.
//
// Names need Latin, Greek, Cyrillic, fullwidth and mathematical letters, and digits. So the table has the runes of any script that
// look like ASCII, and those of these scripts that look like one another. Fullwidth and mathematical runes that the file leaves out
// look like their compatible forms (NFKC).

var write = flag.Bool("write", false, "write table.go")

const confusables = "/usr/lib/python3/dist-packages/confusable_homoglyphs/confusables.json"

func TestTableIsUpToDate(t *testing.T) {
	raw, err := os.ReadFile(confusables)
	if err != nil {
		if *write {
			t.Fatalf("%v; install the Debian package python3-confusable-homoglyphs", err)
		}
		t.Skip("python3-confusable-homoglyphs is not installed")
	}
	alike, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if *write {
		if err := os.WriteFile("table.go", tableOf(alike), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(tableOf(alike), saved) {
		t.Error("table.go is out of date: run go generate ./proto/names")
	}
}

func TestAPairHasOnePrototypeInAnyOrder(t *testing.T) {
	alike, err := parse([]byte(`{"ꙅ": [{"c": "ƨ"}], "ƨ": [{"c": "ꙅ"}], "m": [{"c": "rn"}], "rn": [{"c": "m"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if all := settle(prototypes(alike)); len(all) != 2 || all['ꙅ'] != "ƨ" || all['m'] != "rn" {
		t.Errorf("expected ꙅ to look like ƨ and m like rn, got %q", all)
	}
}

// tableOf returns the file for the confusable texts.
func tableOf(alike map[string][]string) []byte {
	all := prototypes(alike)
	addCompatible(all, 0xff01, 0xff5e)
	addCompatible(all, 0x1d400, 0x1d7ff)
	return source(settle(all))
}

// addCompatible adds the unknown ones of consecutive runes.
func addCompatible(all map[rune]string, first, last rune) {
	for r := first; r <= last; r++ {
		if to := norm.NFKC.String(string(r)); all[r] == "" && to != string(r) {
			all[r] = to
		}
	}
}

// parse returns the texts that each text is tied to.
func parse(raw []byte) (map[string][]string, error) {
	var file map[string][]struct {
		Text string `json:"c"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	alike := map[string][]string{}
	for text, others := range file {
		for _, other := range others {
			alike[bare(text)] = append(alike[bare(text)], bare(other.Text))
		}
	}
	return alike, nil
}

// bare removes the marks of direction that the file puts around text from right to left.
func bare(text string) string { return strings.Trim(text, "\u200e") }

// prototypes returns the prototype of each rune for the table.
func prototypes(alike map[string][]string) map[rune]string {
	all := map[rune]string{}
	for text, others := range alike {
		r, size := utf8.DecodeRuneInString(text)
		if size != len(text) || len(others) != 1 {
			continue // a prototype, or more than one rune
		}
		to := others[0]
		if len(alike[to]) == 1 && utf8.RuneCountInString(to) == 1 && to > text {
			continue // a pair, of which the first is as good a prototype as the other
		}
		if norm.NFD.String(text) == text && wanted(r, to) {
			all[r] = to
		}
	}
	return all
}

// wanted reports whether names need a rune with that prototype.
func wanted(r rune, to string) bool {
	if !unicode.IsPrint(r) {
		return false
	}
	ascii, ours := true, unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common, unicode.Inherited)
	for _, t := range to {
		ascii = ascii && t < utf8.RuneSelf
		ours = ours && unicode.In(t, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common, unicode.Inherited) &&
			unicode.In(t, unicode.L, unicode.M, unicode.N) || t < utf8.RuneSelf
	}
	return ascii || ours && unicode.In(r, unicode.L, unicode.N)
}

// settle replaces prototypes by theirs until nothing changes, so that the skeleton of a skeleton is itself.
func settle(all map[rune]string) map[rune]string {
	for changed := true; changed; {
		changed = false
		for r, to := range all {
			var b strings.Builder
			for _, t := range norm.NFD.String(to) {
				if further, ok := all[t]; ok {
					b.WriteString(further)
				} else {
					b.WriteRune(t)
				}
			}
			if b.String() != to {
				all[r], changed = b.String(), true
			}
		}
	}
	return all
}

// entriesALine is the number of entries of a line in table.go.
const entriesALine = 8

// source returns the table as Go. Neighbours that look like neighbours share an entry.
func source(all map[rune]string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by go generate ./proto/names from Debian's python3-confusable-homoglyphs. DO NOT EDIT.\n\n")
	fmt.Fprintf(&b, "package names\n\n// table has the prototypes of %d runes, in their order.\nvar table = [...]run{", len(all))
	runes := slices.Sorted(maps.Keys(all))
	for i, entries := 0, 0; i < len(runes); entries++ {
		n := 1
		for i+n < len(runes) && runes[i+n] == runes[i]+rune(n) && next(all[runes[i]], n) == all[runes[i+n]] {
			n++
		}
		before := " "
		if entries%entriesALine == 0 {
			before = "\n\t"
		}
		fmt.Fprintf(&b, "%s{%#x, %d, %+q},", before, runes[i], n, all[runes[i]])
		i += n
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// next returns the n-th rune after the one of a text, or "" if that is longer.
func next(text string, n int) string {
	r, size := utf8.DecodeRuneInString(text)
	if size != len(text) {
		return ""
	}
	return string(r + rune(n))
}
