package term

import (
	"bytes"
	"strconv"
	"strings"

	"dogfight/ui/canvas"
)

// Background is what is known of what a terminal draws on by itself.
type Background struct {
	Light bool
	Known bool // otherwise it is taken for dark
	Told  bool // by the terminal itself; otherwise it is what the environment says, or follows from its ink
	RGB   int  // 0xRRGGBB, if it was told
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
	// lightFrom is the luminance above which a background is light: the middle of what the eye sees.
	lightFrom = 0.18

	// maxAnswer is how many bytes an answer has that may tell a colour.
	maxAnswer = 64
)

func isLight(rgb int) bool { return canvas.Luminance(rgb) > lightFrom }

func backgroundOf(rgb int) Background {
	return Background{Known: true, Told: true, RGB: rgb, Light: isLight(rgb)}
}

// parseColour reads "11;rgb:ffff/ffff/ffff", where 11 is which: one to four hexadecimal digits each, and
// perhaps a fourth part behind "rgba:", which says how much shows through.
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

// guessBackground reads COLORFGBG, by which some terminals tell their colours in numbers of
// the 16: "15;0", or "0;default;15" where the last is the background.
func guessBackground(colorfgbg string) Background {
	ground := colorfgbg[strings.LastIndexByte(colorfgbg, ';')+1:]
	n, err := strconv.Atoi(ground)
	if err != nil || n < 0 || n > 15 {
		return Background{}
	}
	return Background{Known: true, Light: n == 7 || n == 15}
}
