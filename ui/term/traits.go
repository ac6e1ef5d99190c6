package term

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

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
