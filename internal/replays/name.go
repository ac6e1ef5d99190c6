package replays

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Ending is what the file names of replays end in.
const Ending = ".dogfight"

// maxFile is the longest file name: every file system has room for that, and for what is put before it.
const maxFile = 120

// fileName returns the name of a file, given that of a replay with or without its ending, if all file systems can have it.
func fileName(name string) (string, error) {
	base := strings.TrimSuffix(name, Ending)
	file := base + Ending
	switch {
	case base == "":
		return "", fmt.Errorf("a replay needs a name")
	case len(file) > maxFile:
		return "", fmt.Errorf("the name of a replay must be at most %d bytes long, got %d", maxFile-len(Ending), len(base))
	case !utf8.ValidString(base) || strings.ContainsFunc(base, unprintable):
		return "", fmt.Errorf("the name of a replay must be text, got %q", base)
	case strings.ContainsAny(base, `/\:*?"<>|`):
		return "", fmt.Errorf(`the name of a replay must have none of / \ : * ? " < > |, got %q`, base)
	case base[0] == '.' || base[0] == '-' || base[0] == ' ' || strings.HasSuffix(base, " "):
		return "", fmt.Errorf("the name of a replay must not begin with a dot, a dash or a space, nor end with a space, got %q", base)
	case reserved(base):
		return "", fmt.Errorf("%q is the name of a device on some systems", base)
	}
	return file, nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// reserved reports whether Windows takes the name for a device.
func reserved(base string) bool {
	word, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch word = strings.TrimSpace(word); word {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(word) == 4 && (word[:3] == "com" || word[:3] == "lpt") && word[3] >= '0' && word[3] <= '9'
}

// nameOf returns the file name of a replay that says what it is, the n-th of that name from 1.
func nameOf(started time.Time, arena, mode string, n int) string {
	name := started.Format("2006-01-02-1504") + "-" + plain(arena) + "-" + plain(mode)
	if n > 1 {
		name += fmt.Sprintf("-%d", n)
	}
	return name + Ending
}

// plain returns a word in letters and digits that need no quotes in a shell.
func plain(word string) string {
	word = strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, word)
	if word = strings.Trim(word, "-"); word == "" {
		return "unnamed"
	}
	return word
}
