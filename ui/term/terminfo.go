package term

import (
	"strings"

	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/extended" // the descriptions that terminfo looks up
)

// fallback describes the terminals that we know nothing of. Nearly all of them
// understand xterm.
const fallback = "xterm-256color"

// describe returns a description of the terminal for one session alone, for
// tcell writes into it. It looks only at the descriptions built in: the name
// comes from a stranger, and tcell.LookupTerminfo would run infocmp on it.
func describe(traits Traits) *terminfo.Terminfo {
	ti, err := terminfo.LookupTerminfo(traits.Name)
	switch {
	case err != nil, !strings.HasPrefix(ti.SetCursor, placeCursor),
		traits.Name == "xterm": // which has had 256 colours since 1999, whatever its entry says
		ti, _ = terminfo.LookupTerminfo(fallback)
	}
	own := *ti
	own.Columns, own.Lines = 0, 0 // of which tcell would keep cells
	switch traits.colours() {
	case NoColours:
		givePalette(&own, 0)
	case Colours16:
		givePalette(&own, 16)
	case Colours256:
		givePalette(&own, 256)
	case TrueColours:
		if own.Colors >= 8 || traits.Wanted == TrueColours {
			giveTrueColor(&own)
		}
	}
	return &own
}

// placeCursor is how a terminal that understands ECMA-48 has its cursor moved. The
// few others that there are descriptions of have not been made for forty years.
const placeCursor = "\x1b[%i%p1%d;%p2%dH"

// givePalette lets the terminal have so many colours and no others.
func givePalette(ti *terminfo.Terminfo, colours int) {
	if ti.Colors < colours {
		wide, _ := terminfo.LookupTerminfo(fallback)
		ti.SetFg, ti.SetBg, ti.SetFgBg = wide.SetFg, wide.SetBg, wide.SetFgBg
	}
	ti.Colors = colours
	ti.SetFgRGB, ti.SetBgRGB, ti.SetFgBgRGB = "", "", ""
}

func giveTrueColor(ti *terminfo.Terminfo) {
	givePalette(ti, 256) // a terminal of 16 million colours has these too
	ti.SetFgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%dm"
	ti.SetBgRGB = "\x1b[48;2;%p1%d;%p2%d;%p3%dm"
	ti.SetFgBgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%d;48;2;%p4%d;%p5%d;%p6%dm"
}

// ColoursOf returns how many colours the game uses there once it is known which program it is.
func (t Traits) ColoursOf(p Program) int {
	t.TrueColor = t.TrueColor || p.trueColour()
	return t.Colours()
}

// Colours returns how many colours the game uses there: 0, 8, 16, 256 or 1<<24.
func (t Traits) Colours() int {
	ti := describe(t)
	if ti.SetFgRGB != "" {
		return 1 << 24
	}
	return ti.Colors
}
