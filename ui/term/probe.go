package term

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"dogfight/ui/input"
)

// What a terminal is asked at the start, in one write (xterm's ctlseqs). What it does not know it skips.
const (
	// askInk and askBackground are answered by ESC ] 10 or 11 ; rgb:RRRR/GGGG/BBBB and the end of the question, BEL or ESC \.
	askInk        = "\x1b]10;?\x1b\\"
	askBackground = "\x1b]11;?\x1b\\"
	askProgram    = "\x1b[>0q" // XTVERSION, answered by ESC P > | name(version) ESC \
	askKind       = "\x1b[>c"  // DA2, answered by CSI > kind ; version ; options c
	askUnit       = "\x1b[=c"  // DA3, answered by ESC P ! | hexadecimal ESC \
	// askDevice is what every terminal answers that answers anything (DA1, ECMA-48 8.3.24). It
	// comes last, so that what the terminal does not know is not waited for.
	askDevice = "\x1b[c"
)

// Private modes that a terminal may know (DECRQM asks for one, DECRPM answers).
const (
	modeMargins = 69
	modeMouse   = 1006
	modePaste   = 2004
	modeFrames  = 2026
	modeWin32   = 9001
)

// askMode returns the question for a mode.
func askMode(mode int) string { return fmt.Sprintf("\x1b[?%d$p", mode) }

// mutes are terminals that would write a question on the screen, or take it for the
// beginning of another palette.
var mutes = map[string]bool{"linux": true, "cygwin": true, "ansi": true, "vt52": true, "vt100": true, "vt102": true, "vt220": true}

// probeText returns all that a terminal is asked about itself, but for askDevice.
func probeText(traits Traits) string {
	if mutes[traits.Name] {
		return ""
	}
	text := askInk + askBackground + askProgram + askKind + askUnit
	if traits.Apple { // whose terminal writes the end of this on the screen
		return text
	}
	return text + askMode(modeFrames) + askMode(modeMargins)
}

// Support is whether a terminal has something.
type Support uint8

const (
	Untold  Support = 0
	Lacking Support = 1
	Has     Support = 2
)

func (s Support) String() string { return [...]string{"unknown", "no", "yes"}[s] }

// supportOf returns what the state of a mode tells: 0 is unknown to the terminal, 4 never to be had.
func supportOf(state int) Support {
	if state >= 1 && state <= 3 {
		return Has
	}
	return Lacking
}

// Reported is what a terminal tells of itself, and what its environment says where it does not.
type Reported struct {
	Program      Program
	Background   Background
	Synchronised Support // it can be told where a frame begins and ends, and shows it at once
	Margins      Support // it can move a part of its rows, between margins at the sides
}

// probe is what a terminal was asked, and what it has told by now.
type probe struct {
	mu      sync.Mutex
	told    Reported
	name    string        // TERM
	named   bool          // by XTVERSION, which goes before all else
	asked   bool          // for the background, and no answer has come
	ended   bool          // the first answer to askDevice came
	answers chan struct{} // closed with that
}

func newProbe(traits Traits) *probe {
	return &probe{told: Reported{Background: guessBackground(traits.ColorFGBG)}, name: traits.Name, answers: make(chan struct{})}
}

// ask notes a question for the background, unless the last one has no answer yet.
func (p *probe) ask() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked {
		return false
	}
	p.asked = true
	return true
}

func (p *probe) get() Reported {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.told
}

// hear takes an answer, however late.
func (p *probe) hear(a input.TerminalAnswer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case a.Command != nil:
		p.hearColour(a.Command)
	case a.Device != nil:
		p.hearDevice(a.Device)
	case a.Is('>', "c"):
		p.hearKind(a.Number(0, 0, 0), a.Number(1, 0, 0), a.Number(2, 0, 0))
	case a.Is('?', "$y"):
		p.hearMode(a.Number(0, 0, 0), a.Number(1, 0, 0))
	case a.Is('?', "c") && !p.ended: // all before it have been answered, or never will
		p.ended = true
		close(p.answers)
	}
}

// hearColour takes what the terminal draws on, or with. An answer to no question tells nothing.
func (p *probe) hearColour(text []byte) {
	if rgb, ok := parseColour(text, "11"); ok && p.asked {
		p.asked = false
		p.told.Background = backgroundOf(rgb)
		return
	}
	if rgb, ok := parseColour(text, "10"); ok && !p.told.Background.Known {
		p.told.Background = Background{Known: true, Light: !isLight(rgb)}
	}
}

func (p *probe) hearDevice(text []byte) {
	if name, ok := bytes.CutPrefix(text, []byte(">|")); ok && !p.named {
		if program, ok := parseProgram(string(name)); ok {
			p.told.Program, p.named = program, true
		}
	}
	if unit, ok := bytes.CutPrefix(text, []byte("!|")); ok && strings.EqualFold(string(unit), "7E565445") && p.told.Program == (Program{}) {
		p.told.Program.Name = "VTE"
	}
}

func (p *probe) hearKind(kind, version, options int) {
	if program := programOf(kind, version, options, p.name); program != (Program{}) && !p.named {
		p.told.Program = program
	}
}

func (p *probe) hearMode(mode, state int) {
	switch mode {
	case modeFrames:
		p.told.Synchronised = supportOf(state)
	case modeMargins:
		p.told.Margins = supportOf(state)
	}
}

// Reported returns what the terminal has told of itself, which may become more at any time. It may be called
// from any goroutine.
func (t *Terminal) Reported() Reported { return t.probe.get() }

// AnswerTime is how long to wait for answers to what is asked at the start, where it is not known how far away
// the terminal is.
const AnswerTime = 300 * time.Millisecond

// AwaitAnswers waits until the terminal has answered all that it was asked at the start, and no longer than three times
// the round trip, or AnswerTime if that is 0.
func (t *Terminal) AwaitAnswers(roundTrip time.Duration) {
	longest := AnswerTime
	if roundTrip > 0 {
		longest = 3 * roundTrip
	}
	late := time.NewTimer(longest)
	defer late.Stop()
	select {
	case <-t.probe.answers:
	case <-t.closing:
	case <-late.C:
	}
}

// AskBackground asks once more, for it may have changed while the window was in the background. The
// answer comes some time later, if at all.
func (t *Terminal) AskBackground() {
	if t.Reported().Background.Told && t.probe.ask() { // or it would have answered before
		t.flow.ask(time.Now()) // has Close wait for both
		t.tty.show([]byte(askBackground + askStatus))
	}
}
