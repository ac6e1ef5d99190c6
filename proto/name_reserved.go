package proto

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"dogfight/proto/names"
)

// ReservedError rejects a legible name that operators and players would take for something else than a pilot.
type ReservedError struct {
	Name string
	As   string // its apparent meaning
}

func (e *ReservedError) Error() string {
	return fmt.Sprintf("name: must not read as %s, got %q", e.As, e.Name)
}

// readsAs returns the thing that a name is mistaken for, or "".
func readsAs(name string) string {
	plain, whole := plainly(name), shapeOf(name)
	switch {
	case isAddress(plain):
		return "an address"
	case isNumber(plain):
		return "a number or an address"
	case whole.opens(keyOpenings):
		return "a key"
	case isNotice(whole, name):
		return "a notice of the game"
	case !isMade(plain):
		return "mere punctuation"
	case strings.Contains(plain+" ", ": "):
		return "a line of chat"
	}
	return ""
}

// plainly returns a name as a tolerant program would read it: in lower case, and with the digits of all scripts and forms as
// those of ASCII.
func plainly(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && unicode.IsNumber(r) {
			return '0'
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(name))
}

// isNumber reports whether there are digits and no letters that make a name of them: 34, #34, 1.2.3, 10.0.0.0/8, 0x22.
func isNumber(plain string) bool {
	if digits, ok := strings.CutPrefix(plain, "0x"); ok {
		return strings.Trim(digits, "0123456789abcdef_") == ""
	}
	if rest, ok := strings.CutPrefix(plain, "#"); ok && startsWithDigit(strings.TrimSpace(rest)) {
		return true // the form in which admins see pilots, with any text after it
	}
	return strings.ContainsAny(plain, "0123456789") && !isMade(plain)
}

// isMade reports whether there is more than digits and punctuation. Otherwise a number after it would make another number.
func isMade(plain string) bool {
	return strings.ContainsFunc(plain, func(r rune) bool {
		return !unicode.In(r, unicode.P, unicode.Z, unicode.M, unicode.Sm, unicode.Sc, unicode.Sk, unicode.Nd)
	})
}

func startsWithDigit(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }

// isAddress reports whether the text has the form of an IPv6 address, with or without a network's length, a port or a zone, or
// of a URL. Addresses of IPv4 are numbers.
func isAddress(plain string) bool {
	bare, _, _ := strings.Cut(plain, "%")
	return strings.Count(bare, ":") >= 2 && strings.Trim(bare, "0123456789abcdef:./[] ") == "" || strings.Contains(plain, "://")
}

// isNotice reports whether a name, with or without its punctuation, resembles a notice of the game or the author of one.
func isNotice(whole shape, name string) bool {
	if whole.opens(noticeOpenings) || whole.ends(noticeEndings) {
		return true
	}
	words := whole
	if strings.ContainsFunc(name, isPunct) {
		words = shapeOf(strings.TrimSpace(strings.Map(func(r rune) rune {
			if isPunct(r) {
				return -1
			}
			return r
		}, name)))
	}
	return slices.ContainsFunc(officials, words.same) || words.opens(officialOpenings)
}

func isPunct(r rune) bool { return unicode.In(r, unicode.P, unicode.S) }

var (
	// keyOpenings are the first characters of keys and their fingerprints.
	keyOpenings = shapesOf("sha256", "sha1:", "sha512:", "md5:", "ssh-rsa", "ssh-ed25519", "ecdsa-sha2")

	// The authors of notices, and how notices begin and end.
	officials = shapesOf(
		"host", "server", "game", "system", "notice", "admin", "administrator", "operator", "moderator",
		"the host", "the server", "the game", "the system", "the admin", "the operator", "the moderator")
	officialOpenings = shapesOf("the host ", "the server ", "the game ")
	noticeOpenings   = shapesOf("**", "* ", "--", "==", ">>", "##")
	noticeEndings    = shapesOf(" has joined", " has left", " is back", " has lost the link", " is flown by a bot")
)

// shape is the look of a text and its reading: see names.Keys.
type shape struct{ looks, reads string }

// shapeOf keeps spaces at the ends.
func shapeOf(text string) shape {
	looks, reads := names.Keys("." + text + ".")
	return shape{looks[1 : len(looks)-1], reads[1 : len(reads)-1]}
}

func shapesOf(texts ...string) (all []shape) {
	for _, text := range texts {
		all = append(all, shapeOf(text))
	}
	return all
}

func (s shape) same(other shape) bool { return s.looks == other.looks || s.reads == other.reads }

func (s shape) opens(with []shape) bool {
	return slices.ContainsFunc(with, func(w shape) bool {
		return strings.HasPrefix(s.looks, w.looks) || strings.HasPrefix(s.reads, w.reads)
	})
}

func (s shape) ends(in []shape) bool {
	return slices.ContainsFunc(in, func(w shape) bool {
		return strings.HasSuffix(s.looks, w.looks) || strings.HasSuffix(s.reads, w.reads)
	})
}
