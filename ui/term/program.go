package term

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dogfight/ui/canvas"
)

// Program is the program of a terminal, by its own report. The zero value is unknown.
type Program struct {
	Name    string // as reported
	Version Version
}

// Version has the numbers of a version, the most significant first; 0 for missing ones.
type Version [3]int

// Less reports whether a version is older than another.
func (v Version) Less(other Version) bool {
	return slices.Compare(v[:], other[:]) < 0
}

func (v Version) String() string {
	text := fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
	return strings.TrimSuffix(strings.TrimSuffix(text, ".0"), ".0")
}

// String returns the name and the version, "" for an unknown one.
func (p Program) String() string {
	if p.Version == (Version{}) {
		return p.Name
	}
	return p.Name + " " + p.Version.String()
}

// Is reports whether the program has a name, regardless of case.
func (p Program) Is(name string) bool { return strings.EqualFold(p.Name, name) }

// Multiplexes reports whether the program runs in another terminal, which it does not name.
func (p Program) Multiplexes() bool { return p.Is("tmux") || p.Is("screen") || p.Is("zellij") }

// trueFrom are the terminals with 16 million colours, by the version that has them.
var trueFrom = map[string]Version{
	"kitty": {}, "foot": {}, "ghostty": {}, "wezterm": {}, "vte": {}, "alacritty": {}, "contour": {}, "iterm2": {3}, "konsole": {}, "mintty": {},
	"dogfight-page": {},    // ours, for browsers
	"xterm":         {331}, // before, it chose the nearest of 256
}

// trueColour reports whether the program is known to have 16 million colours.
func (p Program) trueColour() bool {
	since, known := trueFrom[strings.ToLower(p.Name)]
	return known && !p.Version.Less(since)
}

// maxProgram is the greatest length of a name.
const maxProgram = 24

// parseProgram parses the answer to XTVERSION: "kitty(0.26.5)", "WezTerm 20240203-110809-5046fc22" or "tmux 3.3a".
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

// parseVersion parses the numbers at the start of a text.
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

// packed returns the version in VTE's and Alacritty's single number: 7600 is 0.76.
func packed(n int) Version { return Version{n / 10000, n / 100 % 100, n % 100} }

// The kinds of terminals in DA2.
const (
	kindXterm  = 41
	kindVTE    = 65
	kindScreen = 83
	kindTmux   = 84
)

// programOf returns the program with an answer to DA2, on a terminal with that TERM.
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

// Background is a terminal's own background.
type Background struct {
	Light    bool
	Known    bool // otherwise it counts as dark
	Reported bool // reported by the terminal; otherwise guessed from the environment or the ink
	RGB      int  // 0xRRGGBB, if Told
}

// String returns "light", "dark" or "unknown".
func (b Background) String() string {
	switch {
	case !b.Known:
		return "unknown"
	case b.Light:
		return "light"
	}
	return "dark"
}

const (
	// lightFrom is the least luminance of a light background: the middle of the perceived range.
	lightFrom = 0.18

	// maxAnswer is the greatest length of an answer with a colour.
	maxAnswer = 64
)

func isLight(rgb int) bool { return canvas.Luminance(rgb) > lightFrom }

func backgroundOf(rgb int) Background {
	return Background{Known: true, Reported: true, RGB: rgb, Light: isLight(rgb)}
}

// parseColour parses "11;rgb:ffff/ffff/ffff", where 11 is which: one to four hexadecimal digits each, and perhaps
// "rgba:" and a fourth part for the opacity.
func parseColour(text []byte, which string) (rgb int, ok bool) {
	colour, found := bytes.CutPrefix(text, []byte(which+";rgb"))
	if !found || len(text) > maxAnswer {
		return 0, false
	}
	name, digits, _ := strings.Cut(string(colour), ":")
	parts := strings.Split(digits, "/")
	if name == "" && len(parts) != 3 || name == "a" && len(parts) != 4 || name != "" && name != "a" {
		return 0, false
	}
	for _, part := range parts[:3] {
		v, err := strconv.ParseUint(part, 16, 16)
		if err != nil || len(part) > 4 {
			return 0, false
		}
		most := 1<<(4*len(part)) - 1
		rgb = rgb<<8 | (int(v)*255+most/2)/most
	}
	return rgb, true
}

// guessBackground parses COLORFGBG, in which some terminals have their colours as numbers of the 16: "15;0", or
// "0;default;15". The last is the background.
func guessBackground(colorfgbg string) Background {
	ground := colorfgbg[strings.LastIndexByte(colorfgbg, ';')+1:]
	n, err := strconv.Atoi(ground)
	if err != nil || n < 0 || n > 15 {
		return Background{}
	}
	return Background{Known: true, Light: n == 7 || n == 15}
}
