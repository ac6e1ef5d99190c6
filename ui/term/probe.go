package term

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"dogfight/ui/input"
)

// The queries at the start, sent in one write (xterm's ctlseqs). Terminals ignore unknown ones.
const (
	// askInk and askBackground are answered by ESC ] 10 or 11 ; rgb:RRRR/GGGG/BBBB and the end of the query, BEL or
	// ESC \.
	askInk        = "\x1b]10;?\x1b\\"
	askBackground = "\x1b]11;?\x1b\\"
	askProgram    = "\x1b[>0q" // XTVERSION, answered by ESC P > | name(version) ESC \
	askKind       = "\x1b[>c"  // DA2, answered by CSI > kind ; version ; options c
	askUnit       = "\x1b[=c"  // DA3, answered by ESC P ! | hexadecimal ESC \
	// askDevice is answered by every terminal that answers at all (DA1, ECMA-48 8.3.24). It is the last query, so that
	// unanswered ones are not waited for.
	askDevice = "\x1b[c"
)

// Private modes that a terminal may have (DECRQM queries one, DECRPM answers).
const (
	modeMargins = 69
	modeMouse   = 1006
	modePaste   = 2004
	modeFrames  = 2026
	modeWin32   = 9001
)

// askMode returns the query for a mode.
func askMode(mode int) string { return fmt.Sprintf("\x1b[?%d$p", mode) }

// mutes are terminals that would print a query, or read it as the start of another palette.
var mutes = map[string]bool{"linux": true, "cygwin": true, "ansi": true, "vt52": true, "vt100": true, "vt102": true, "vt220": true}

// probeText returns all queries except askDevice.
func probeText(traits Traits) string {
	if mutes[traits.Name] {
		return ""
	}
	text := askInk + askBackground + askProgram + askKind + askUnit
	if traits.Apple { // Apple's terminal prints the rest
		return text
	}
	return text + askMode(modeFrames) + askMode(modeMargins)
}

// Support is whether a terminal has a feature.
type Support uint8

const (
	Unknown Support = 0
	Lacking Support = 1
	Has     Support = 2
)

func (s Support) String() string { return [...]string{"unknown", "no", "yes"}[s] }

// supportOf returns the meaning of the state of a mode: 0 is an unknown mode, 4 one that is permanently off.
func supportOf(state int) Support {
	if state >= 1 && state <= 3 {
		return Has
	}
	return Lacking
}

// Reported has the reports of a terminal about itself, with guesses from its environment.
type Reported struct {
	Program      Program
	Background   Background
	Synchronised Support // shows a frame between two marks at once
	Margins      Support // moves a part of its rows, between margins at the sides
}

// probe collects the answers of a terminal.
type probe struct {
	mu       sync.Mutex
	reported Reported
	name     string        // TERM
	named    bool          // by XTVERSION, which overrides everything else
	asked    bool          // for the background, without an answer so far
	ended    bool          // askDevice was answered
	answers  chan struct{} // closed when ended is set
}

func newProbe(traits Traits) *probe {
	return &probe{reported: Reported{Background: guessBackground(traits.ColorFGBG)}, name: traits.Name, answers: make(chan struct{})}
}

// ask notes a query for the background. It reports false if the last one is unanswered.
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
	return p.reported
}

// read handles an answer, however late.
func (p *probe) read(a input.TerminalAnswer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case a.Command != nil:
		p.readColour(a.Command)
	case a.Device != nil:
		p.readDevice(a.Device)
	case a.Is('>', "c"):
		p.readKind(a.Number(0, 0, 0), a.Number(1, 0, 0), a.Number(2, 0, 0))
	case a.Is('?', "$y"):
		p.readMode(a.Number(0, 0, 0), a.Number(1, 0, 0))
	case a.Is('?', "c") && !p.ended: // all earlier queries have been answered, or never will be
		p.ended = true
		close(p.answers)
	}
}

// readColour handles the background or the ink. An answer without a query is ignored.
func (p *probe) readColour(text []byte) {
	if rgb, ok := parseColour(text, "11"); ok && p.asked {
		p.asked = false
		p.reported.Background = backgroundOf(rgb)
		return
	}
	if rgb, ok := parseColour(text, "10"); ok && !p.reported.Background.Known {
		p.reported.Background = Background{Known: true, Light: !isLight(rgb)}
	}
}

func (p *probe) readDevice(text []byte) {
	if name, ok := bytes.CutPrefix(text, []byte(">|")); ok && !p.named {
		if program, ok := parseProgram(string(name)); ok {
			p.reported.Program, p.named = program, true
		}
	}
	if unit, ok := bytes.CutPrefix(text, []byte("!|")); ok && strings.EqualFold(string(unit), "7E565445") && p.reported.Program == (Program{}) {
		p.reported.Program.Name = "VTE"
	}
}

func (p *probe) readKind(kind, version, options int) {
	if program := programOf(kind, version, options, p.name); program != (Program{}) && !p.named {
		p.reported.Program = program
	}
}

func (p *probe) readMode(mode, state int) {
	switch mode {
	case modeFrames:
		p.reported.Synchronised = supportOf(state)
	case modeMargins:
		p.reported.Margins = supportOf(state)
	}
}

// Reported returns the reports of the terminal so far, which may change at any time. It is safe for concurrent use.
func (t *Terminal) Reported() Reported { return t.probe.get() }

// usualWait is how long to wait for the answers at the start if the round trip is unknown.
const usualWait = 300 * time.Millisecond

// AwaitAnswers waits for the answers at the start, but no longer than three times the round trip, or usualWait if
// that is 0.
func (t *Terminal) AwaitAnswers(roundTrip time.Duration) {
	longest := usualWait
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

// AskBackground queries the background again, as it may have changed while the window had no focus. The answer arrives
// later, if at all.
func (t *Terminal) AskBackground() {
	if t.Reported().Background.Reported && t.probe.ask() { // a terminal that reports it has done so before
		t.flow.ask(time.Now()) // Close then waits for both
		t.tty.show([]byte(askBackground + askStatus))
	}
}
