package term

import (
	"fmt"
	"strconv"
	"strings"
)

// Program is what a terminal is, as it tells itself. The zero value is unknown.
type Program struct {
	Name    string // as it writes it
	Version Version
}

// Version is the numbers of a version, the first the greatest; 0 for what it does not have.
type Version [3]int

// Less reports whether a version is older.
func (v Version) Less(other Version) bool {
	for i, n := range v {
		if n != other[i] {
			return n < other[i]
		}
	}
	return false
}

func (v Version) String() string {
	text := strconv.Itoa(v[0])
	if v[1] != 0 || v[2] != 0 {
		text += fmt.Sprintf(".%d", v[1])
	}
	if v[2] != 0 {
		text += fmt.Sprintf(".%d", v[2])
	}
	return text
}

// String returns the name and the version, "" for an unknown one.
func (p Program) String() string {
	if p.Version == (Version{}) {
		return p.Name
	}
	return p.Name + " " + p.Version.String()
}

// Is reports whether it has a name, in letters of any case.
func (p Program) Is(name string) bool { return strings.EqualFold(p.Name, name) }

// Multiplexes reports whether it is no terminal, but runs in one that it does not name.
func (p Program) Multiplexes() bool { return p.Is("tmux") || p.Is("screen") || p.Is("zellij") }

// trueFrom are the terminals that have 16 million colours, and since which version.
var trueFrom = map[string]Version{
	"kitty": {}, "foot": {}, "ghostty": {}, "wezterm": {}, "vte": {}, "alacritty": {}, "contour": {}, "iterm2": {3}, "konsole": {}, "mintty": {},
	"dogfight-page": {},    // ours, for browsers
	"xterm":         {331}, // until then it took the nearest of 256
}

// trueColour reports whether it is known to have 16 million colours.
func (p Program) trueColour() bool {
	since, known := trueFrom[strings.ToLower(p.Name)]
	return known && !p.Version.Less(since)
}

// maxProgram is how long a name may be.
const maxProgram = 24

// parseProgram reads the answer to XTVERSION: "kitty(0.26.5)", "WezTerm 20240203-110809-5046fc22" or "tmux 3.3a".
func parseProgram(text string) (p Program, ok bool) {
	at := strings.LastIndexAny(text, "( ")
	if i := strings.IndexByte(text, '('); i >= 0 {
		at = i
	}
	if at < 0 {
		at = len(text)
	}
	p.Name = text[:at]
	if p.Name == "" || len(p.Name) > maxProgram || strings.IndexFunc(p.Name, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
		return Program{}, false
	}
	if at < len(text) {
		p.Version = parseVersion(text[at+1:])
	}
	if p.Is("vte") {
		p.Version = packed(p.Version[0])
	}
	return p, true
}

// parseVersion reads numbers up to what is none.
func parseVersion(text string) (v Version) {
	for i := range v {
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(text)
		}
		n, err := strconv.ParseUint(text[:end], 10, 31)
		if err != nil {
			break
		}
		v[i] = int(n)
		if text = text[end:]; text == "" || text[0] != '.' && text[0] != '-' {
			break
		}
		text = text[1:]
	}
	return v
}

// packed returns the version that VTE and Alacritty write as one number: 7600 is 0.76.
func packed(n int) Version { return Version{n / 10000, n / 100 % 100, n % 100} }

// Terminals as they tell themselves apart in DA2: by a kind, and a version.
const (
	kindXterm  = 41
	kindVTE    = 65
	kindScreen = 83
	kindTmux   = 84
)

// programOf returns what the parts of an answer to DA2 tell, on a terminal that the environment calls name.
func programOf(kind, version, options int, name string) Program {
	switch {
	case kind == kindVTE && options == 1:
		return Program{"VTE", packed(version)}
	case kind == kindXterm:
		return Program{"XTerm", Version{version}}
	case kind == kindScreen:
		return Program{"screen", packed(version)}
	case kind == kindTmux:
		return Program{Name: "tmux"}
	case kind == 0 && options == 1 && (name == "alacritty" || name == "alacritty-direct"):
		return Program{"Alacritty", packed(version)}
	}
	return Program{}
}
