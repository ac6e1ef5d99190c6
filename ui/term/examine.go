package term

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/guard"
)

// Findings is what a terminal tells when it is asked.
type Findings struct {
	Width, Height int
	Answers       bool // it understands questions at all

	Kitty        bool // it can report keys in kitty's protocol, with releases
	Win32        bool // and in that of Windows Terminal
	Synchronised bool // it can be told where a frame begins and ends
	Mouse        bool
	Paste        bool // it tells what is pasted from what is typed

	Background Background // as it tells, or else the environment

	Widths []int // of the glyphs that were asked for, in cells; 0 where it did not tell

	FirstRepeat, Repeat time.Duration // of a key that is held; 0 if none was
}

// Questions is what to ask a terminal.
type Questions struct {
	Glyphs []string // how wide they are
	// Hold, if not "", is shown to the user, who should hold the space bar then or
	// press another key.
	Hold string
}

// Private modes that a terminal may know (DECRQM asks for one, DECRPM answers).
const (
	modeMouse  = 1006
	modePaste  = 2004
	modeFrames = 2026
	modeWin32  = 9001
)

const (
	// answerTime is how long a terminal may take, be it at the end of a slow line.
	answerTime = time.Second
	// holdTime is how long the user may take to press a key.
	holdTime = 10 * time.Second
	// heldTime is how long the space bar is to be held, and lapse how long it may
	// stay away before it has been let go.
	heldTime = 2 * time.Second
	lapse    = time.Second
	// lateTime is how long an answer may come after that to a later question: GNU screen
	// answers by itself what it can, and has the terminal around it answer the rest.
	lateTime = 100 * time.Millisecond
)

// Examine asks the terminal on standard input and output or, where these are none,
// the one that the process belongs to. It returns ErrNoTerminal without any.
func Examine(q Questions) (Findings, error) {
	tty, err := openStdio()
	if errors.Is(err, ErrNoTerminal) {
		tty, err = openControlling()
	}
	if err != nil {
		return Findings{}, err
	}
	defer tty.Close()
	return examine(tty, local(), q)
}

// examine asks the terminal behind tty.
func examine(tty tcell.Tty, traits Traits, q Questions) (f Findings, err error) {
	f.Background = guessBackground(traits.ColorFGBG)
	if err := tty.Start(); err != nil {
		return f, fmt.Errorf("take over the terminal: %w", err)
	}
	defer tty.Stop()
	if size, err := tty.WindowSize(); err == nil {
		f.Width, f.Height = size.Width, size.Height
	}
	typed := listen(tty)
	defer func() {
		tty.Drain()
		for range typed { // until the reader has ended
		}
	}()
	if _, err := tty.Write([]byte(q.text(traits))); err != nil {
		return f, err
	}
	f.hearAnswers(typed, len(q.Glyphs))
	if q.Hold != "" {
		tty.Write([]byte(q.Hold + "\r\n"))
		f.FirstRepeat, f.Repeat = hold(typed)
	}
	return f, nil
}

// text returns all questions. The last is one that every terminal answers which
// answers anything, so that nobody waits for those that it does not know.
func (q Questions) text(traits Traits) string {
	var b strings.Builder
	if !mutes[traits.Name] {
		b.WriteString(askBackground)
	}
	b.WriteString(askKitty)
	for _, mode := range []int{modeMouse, modePaste, modeFrames, modeWin32} {
		fmt.Fprintf(&b, "\x1b[?%d$p", mode)
	}
	for _, glyph := range q.Glyphs {
		b.WriteString("\r" + glyph + "\x1b[6n") // where is the cursor now?
	}
	b.WriteString("\r\x1b[K" + askDevice)
	return b.String()
}

// listen passes on what is read from tty, until Drain.
func listen(tty tcell.Tty) <-chan []byte {
	typed := make(chan []byte, 64)
	go func() {
		defer guard.Panics()
		defer close(typed)
		for {
			b := make([]byte, 256)
			n, err := tty.Read(b)
			if n > 0 {
				typed <- b[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return typed
}

// hearAnswers takes answers until the last, or until the terminal has had time enough.
func (f *Findings) hearAnswers(typed <-chan []byte, glyphs int) {
	patience := time.After(answerTime)
	f.Widths = make([]int, glyphs)
	told, last := 0, false
	for heard := []byte(nil); ; {
		select {
		case b, ok := <-typed:
			if !ok {
				return
			}
			heard = append(heard, b...)
		case <-patience:
			return
		}
		for {
			seq, rest, ok := nextReply(heard)
			if heard = rest; !ok {
				break
			}
			f.Answers = true
			switch {
			case seq.command != nil:
				if rgb, ok := parseBackground(seq.command); ok {
					f.Background = backgroundOf(rgb)
				}
				if last {
					return
				}
			case seq.is('?', "c"):
				if f.Background.Told {
					return
				}
				last, patience = true, time.After(lateTime)
			case seq.is('?', "u"):
				f.Kitty = true
			case seq.is('?', "$y"):
				f.note(seq.number(0, 0, 0), seq.number(1, 0, 0))
			case seq.is(0, "R") && told < glyphs:
				f.Widths[told] = max(seq.number(1, 0, 0)-1, 0)
				told++
			}
		}
	}
}

// note takes the state of a mode: 0 is unknown to the terminal, 4 never to be had.
func (f *Findings) note(mode, state int) {
	has := state >= 1 && state <= 3
	switch mode {
	case modeMouse:
		f.Mouse = has
	case modePaste:
		f.Paste = has
	case modeFrames:
		f.Synchronised = has
	case modeWin32:
		f.Win32 = has
	}
}

// hold measures the repeats of the space bar: the time to the first, and then from
// one to the next, on average.
func hold(typed <-chan []byte) (first, next time.Duration) {
	var began, last time.Time
	presses, wait := 0, time.After(holdTime)
	for last.Sub(began) < heldTime {
		select {
		case b, ok := <-typed:
			if !ok || strings.Trim(string(b), " ") != "" {
				return 0, 0
			}
			last = time.Now()
			if presses == 0 {
				began = last
			} else if first == 0 {
				first = last.Sub(began)
			}
			presses += len(b)
			wait = time.After(lapse)
			continue
		case <-wait:
		}
		break
	}
	if presses > 2 {
		next = (last.Sub(began) - first) / time.Duration(presses-2)
	}
	return first, next
}
