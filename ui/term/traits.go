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

	"dogfight/ui/input"
)

// Traits are the properties of a session's terminal by its environment, and the wishes of its user.
type Traits struct {
	Name      string // TERM; any string
	TrueColor bool   // by COLORTERM or TERM
	NoColor   bool   // NO_COLOR
	ASCII     bool   // the locale's character set is not UTF-8
	Remote    bool   // at the other end of a connection
	Near      bool   // the connection has bandwidth to spare: it is within the host's own network
	SSH       bool   // the session started with SSH_TTY, which also sudo passes on
	Inside    bool   // in tmux or screen, which hide the name of the terminal
	Apple     bool   // Apple's Terminal
	Speaks    bool   // the terminal plays sounds by itself
	ColorFGBG string // COLORFGBG: the colours, on terminals that set it
	Wanted    input.Colours
}

// TraitsOf reads Traits from an environment: the process's own or that of an SSH client.
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

// trueNames are values of TERM that imply 16 million colours. An SSH client sends TERM, but not COLORTERM.
var trueNames = map[string]bool{
	"xterm-kitty": true, "xterm-ghostty": true, "alacritty": true, "foot": true, "foot-extra": true, "wezterm": true, "contour": true,
}

func trueByName(name string) bool { return trueNames[name] || strings.HasSuffix(name, "-direct") }

// multiplexed reports whether tmux or screen is between the process and the terminal.
func multiplexed(getenv func(string) string) bool {
	name := getenv("TERM")
	return getenv("TMUX") != "" || getenv("STY") != "" || strings.HasPrefix(name, "screen") || strings.HasPrefix(name, "tmux")
}

// ErrNoDrawing is returned for a terminal that cannot be drawn on.
var ErrNoDrawing = errors.New("TERM must name a terminal that can be drawn on, such as xterm-256color")

// Check returns ErrNoDrawing if the terminal has no escape sequences, or no name, as a Windows console does.
func (t Traits) Check() error {
	if t.Name == "dumb" || t.Name == "" && runtime.GOOS != "windows" {
		return fmt.Errorf("%w, got %q", ErrNoDrawing, t.Name)
	}
	return nil
}

// Console reports whether the terminal is a console or an old one, with a font of half-blocks and little else.
func (t Traits) Console() bool { return mutes[t.Name] }

// utf8Locale reports whether the locale allows UTF-8. One without a character set does, except for C and POSIX.
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

// local returns the Traits of this process's own terminal. The first call also clears the environment: tcell reads it
// for each session, so the host's settings would apply to all of them.
var local = sync.OnceValue(func() Traits {
	traits := TraitsOf(os.Getenv)
	for _, name := range []string{
		"NO_COLOR", "COLORTERM", "LINES", "COLUMNS", "TCELL_TRUECOLOR", "TCELL_ALTSCREEN",
	} {
		os.Unsetenv(name)
	}
	os.Setenv("LC_ALL", "C.UTF-8")
	uniseg.EastAsianAmbiguousWidth = 1 // boxes and triangles are one cell wide, whatever RUNEWIDTH_EASTASIAN is
	return traits
})

// fallback describes unknown terminals. Nearly all of them understand xterm.
const fallback = "xterm-256color"

// describe returns a description of the terminal that the caller may modify. It uses only the built-in descriptions:
// the name is from a stranger, and tcell.LookupTerminfo would run infocmp on it.
func describe(traits Traits) *terminfo.Terminfo {
	ti, err := terminfo.LookupTerminfo(traits.Name)
	switch {
	case err != nil, !strings.HasPrefix(ti.SetCursor, placeCursor),
		traits.Name == "xterm": // it has had 256 colours since 1999, whatever its entry says
		ti, _ = terminfo.LookupTerminfo(fallback)
	}
	own := *ti
	own.Columns, own.Lines = 0, 0 // tcell would allocate cells for them
	switch traits.colours() {
	case input.NoColours:
		setPalette(&own, 0)
	case input.Colours16:
		setPalette(&own, 16)
	case input.Colours256:
		setPalette(&own, 256)
	case input.TrueColours:
		if own.Colors >= 8 || traits.Wanted == input.TrueColours {
			setPalette(&own, 256) // a terminal of 16 million colours also has these
			own.SetFgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%dm"
			own.SetBgRGB = "\x1b[48;2;%p1%d;%p2%d;%p3%dm"
			own.SetFgBgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%d;48;2;%p4%d;%p5%d;%p6%dm"
		}
	}
	return &own
}

// placeCursor is the cursor movement of ECMA-48. The few described terminals without it are forty years old.
const placeCursor = "\x1b[%i%p1%d;%p2%dH"

// setPalette sets the number of colours of a terminal.
func setPalette(ti *terminfo.Terminfo, colours int) {
	if ti.Colors < colours {
		wide, _ := terminfo.LookupTerminfo(fallback)
		ti.SetFg, ti.SetBg, ti.SetFgBg = wide.SetFg, wide.SetBg, wide.SetFgBg
	}
	ti.Colors = colours
	ti.SetFgRGB, ti.SetBgRGB, ti.SetFgBgRGB = "", "", ""
}

// ColoursOf returns the number of colours that the game uses, once the program is known.
func (t Traits) ColoursOf(p Program) int {
	t.TrueColor = t.TrueColor || p.trueColour()
	return t.Colours()
}

// Colours returns the number of colours that the game uses: 0, 8, 16, 256 or 1<<24.
func (t Traits) Colours() int {
	ti := describe(t)
	if ti.SetFgRGB != "" {
		return 1 << 24
	}
	return ti.Colors
}

// colours returns the effective choice. NO_COLOR overrides everything: it is a user's wish to all programs.
func (t Traits) colours() input.Colours {
	switch {
	case t.NoColor:
		return input.NoColours
	case t.Wanted == input.AutoColours && t.TrueColor:
		return input.TrueColours
	}
	return t.Wanted
}

// Open takes over the terminal on standard input and output, with so many colours. It returns ErrNoTerminal if one of
// them is not a terminal, and ErrNoDrawing for one without escape sequences. Once ending is closed, a write that
// blocks for more than a second fails; a nil ending disables that.
func Open(wanted input.Colours, ending <-chan struct{}) (*Terminal, error) {
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
