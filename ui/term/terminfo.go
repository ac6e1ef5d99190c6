package term

import (
	"strings"

	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/extended" // the descriptions that terminfo looks up
)

// fallback describes the terminals that we know nothing of. Nearly all of them
// understand xterm, and those that claim to be dumb do so by mistake.
const fallback = "xterm-256color"

// describe returns a description of the terminal for one session alone, for
// tcell writes into it. It looks only at the descriptions built in: the name
// comes from a stranger, and tcell.LookupTerminfo would run infocmp on it.
func describe(traits Traits) *terminfo.Terminfo {
	ti, err := terminfo.LookupTerminfo(traits.Name)
	if err != nil || traits.Name == "xterm" { // which has had 256 colours since 1999, whatever its entry says
		ti, _ = terminfo.LookupTerminfo(fallback)
	}
	own := *ti
	own.AttrOff = shorten(own.AttrOff)
	switch {
	case traits.NoColor:
		own.Colors = 0
		own.SetFgRGB, own.SetBgRGB, own.SetFgBgRGB = "", "", ""
	case traits.TrueColor && own.Colors >= 8:
		giveTrueColor(&own)
	}
	return &own
}

// shorten leaves out of AttrOff that it also selects the ASCII character set,
// which we never leave. It is sent before each change of colours: this saves a
// sixth of all bytes.
func shorten(attrOff string) string {
	attrOff = strings.TrimPrefix(attrOff, "\x1b(B")
	return strings.TrimSuffix(attrOff, "\x0f")
}

func giveTrueColor(ti *terminfo.Terminfo) {
	if ti.Colors < 256 { // a terminal of 16 million colours has these too
		wide, _ := terminfo.LookupTerminfo(fallback)
		ti.Colors, ti.SetFg, ti.SetBg, ti.SetFgBg = wide.Colors, wide.SetFg, wide.SetBg, wide.SetFgBg
	}
	ti.SetFgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%dm"
	ti.SetBgRGB = "\x1b[48;2;%p1%d;%p2%d;%p3%dm"
	ti.SetFgBgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%d;48;2;%p4%d;%p5%d;%p6%dm"
}

// Colours returns how many colours the game uses there: 0, 8, 16, 256 or 1<<24.
func (t Traits) Colours() int {
	ti := describe(t)
	if ti.SetFgRGB != "" {
		return 1 << 24
	}
	return ti.Colors
}
