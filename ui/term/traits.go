package term

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/extended"
	"github.com/rivo/uniseg"
)

// Traits is what a session's environment says of its terminal, and what its user
// wants of it.
type Traits struct {
	Name      string // TERM; any string will do
	TrueColor bool   // by COLORTERM or TERM
	NoColor   bool   // NO_COLOR
	ASCII     bool   // the locale's character set is not UTF-8
	Remote    bool   // it is at the other end of a connection
	Near      bool   // which has bandwidth to spare: it stays within the host's own network
	SSH       bool   // it began with one, as SSH_TTY tells where sudo leaves nothing else
	Inside    bool   // it is tmux or screen, and the terminal around that is not named
	Apple     bool   // it is the one of macOS
	Speaks    bool   // it has loudspeakers that are the player's, wherever this process runs
	ColorFGBG string // COLORFGBG: its colours, where it tells them so
	Wanted    Colours
}

// TraitsOf reads Traits from an environment, the process's own or what an SSH
// client sent.
func TraitsOf(getenv func(string) string) Traits {
	color := getenv("COLORTERM")
	return Traits{
		Name:      getenv("TERM"),
		TrueColor: color == "truecolor" || color == "24bit" || trueByName(getenv("TERM")),
		NoColor:   getenv("NO_COLOR") != "",
		ASCII:     !utf8Locale(getenv),
		Remote:    getenv("SSH_CONNECTION") != "",
		SSH:       getenv("SSH_TTY") != "",
		Inside:    multiplexed(getenv),
		Apple:     getenv("TERM_PROGRAM") == "Apple_Terminal",
		ColorFGBG: getenv("COLORFGBG"),
	}
}

// trueNames are terminals whose TERM tells that they have 16 million colours. An SSH client sends it, but not COLORTERM.
var trueNames = map[string]bool{
	"xterm-kitty": true, "xterm-ghostty": true, "alacritty": true, "foot": true, "foot-extra": true, "wezterm": true, "contour": true,
}

func trueByName(name string) bool { return trueNames[name] || strings.HasSuffix(name, "-direct") }

// multiplexed reports whether tmux or screen is between us and the terminal.
func multiplexed(getenv func(string) string) bool {
	name := getenv("TERM")
	return getenv("TMUX") != "" || getenv("STY") != "" || strings.HasPrefix(name, "screen") || strings.HasPrefix(name, "tmux")
}

// ErrNoDrawing says that a terminal cannot be drawn on.
var ErrNoDrawing = errors.New("TERM must name a terminal that can be drawn on, such as xterm-256color")

// Check returns ErrNoDrawing if the terminal says of itself that it knows no escape sequences, or nothing, as a Windows console does.
func (t Traits) Check() error {
	if t.Name == "dumb" || t.Name == "" && runtime.GOOS != "windows" {
		return fmt.Errorf("%w, got %q", ErrNoDrawing, t.Name)
	}
	return nil
}

// Console reports whether the terminal is a console or an old one, whose font has half-blocks and not much else.
func (t Traits) Console() bool { return mutes[t.Name] }

// utf8Locale reports whether the locale allows UTF-8. One that names no
// character set does, except for C and POSIX.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(charset, "@")
		if !named {
			return locale != "C" && locale != "POSIX"
		}
		return strings.EqualFold(strings.ReplaceAll(charset, "-", ""), "utf8")
	}
	return true
}

// local returns the Traits of this process's own terminal. The first call also
// settles the environment: tcell reads it for each session, so what it says of
// the host's terminal would show on everybody's.
var local = sync.OnceValue(func() Traits {
	traits := TraitsOf(os.Getenv)
	for _, name := range []string{
		"NO_COLOR", "COLORTERM", "LINES", "COLUMNS", "TCELL_TRUECOLOR", "TCELL_ALTSCREEN",
	} {
		os.Unsetenv(name)
	}
	os.Setenv("LC_ALL", "C.UTF-8")
	uniseg.EastAsianAmbiguousWidth = 1 // boxes and triangles are one cell wide, whatever RUNEWIDTH_EASTASIAN says
	return traits
})

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

// Colours is how many colours a user wants a terminal to be sent. The zero value
// is as many as its environment says that it has.
type Colours uint8

const (
	AsManyAsItHas Colours = 0
	NoColours     Colours = 1
	Colours16     Colours = 2
	Colours256    Colours = 3
	TrueColours   Colours = 4
)

// colours returns what the terminal is to be sent. NO_COLOR goes before
// everything: it is how a user says so to all programs.
func (t Traits) colours() Colours {
	switch {
	case t.NoColor:
		return NoColours
	case t.Wanted == AsManyAsItHas && t.TrueColor:
		return TrueColours
	}
	return t.Wanted
}

// Open takes over the terminal on standard input and output, with so many colours. It returns
// ErrNoTerminal when one of them is not a terminal, and ErrNoDrawing for one that takes no escape sequences. Once ending is closed, a terminal that takes no output is
// waited for no longer than a second; nil never is.
func Open(wanted Colours, ending <-chan struct{}) (*Terminal, error) {
	traits := local()
	traits.Wanted = wanted
	tty, err := openStdio()
	if err != nil {
		return nil, err
	}
	if err := traits.Check(); err != nil {
		tty.Close()
		return nil, err
	}
	return OpenTty(&leavable{Tty: tty, ending: ending}, traits)
}
