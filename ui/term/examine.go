package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/sys"
	"dogfight/ui/input"
)

// Findings is what a terminal tells when it is asked.
type Findings struct {
	Width, Height int
	Answers       bool // it understands questions at all

	Kitty bool // it can report keys in kitty's protocol, with releases
	Win32 bool // and in that of Windows Terminal
	Mouse bool
	Paste bool // it tells what is pasted from what is typed

	Reported     // of itself, or else by the environment
	Colours  int // that the game uses there

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

const (
	// answerTime is how long a terminal may take, be it at the end of a slow line: nobody waits to play.
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

	ctrlC = 3
)

// ErrInterrupted is returned when the user has pressed Ctrl-C, or a context has ended.
var errInterrupted = errors.New("interrupted")

// Examine asks the terminal on standard input and output or, where these are none,
// the one that the process belongs to. It returns ErrNoTerminal without any, and ErrNoDrawing for one that takes no escape sequences.
func Examine(ctx context.Context, q Questions) (Findings, error) {
	tty, err := openStdio()
	if errors.Is(err, ErrNoTerminal) {
		tty, err = openControlling()
	}
	if err != nil {
		return Findings{}, err
	}
	defer tty.Close()
	if err := local().Check(); err != nil {
		return Findings{}, err
	}
	return examine(ctx, tty, local(), q)
}

// examine asks the terminal behind tty.
func examine(ctx context.Context, tty tcell.Tty, traits Traits, q Questions) (f Findings, err error) {
	probe := newProbe(traits)
	defer func() {
		f.Reported = probe.get()
		f.Colours = traits.ColoursOf(f.Program)
	}()
	if err := tty.Start(); err != nil {
		return f, fmt.Errorf("take over the terminal: %w", err)
	}
	defer tty.Stop()
	if size, err := tty.WindowSize(); err == nil {
		f.Width, f.Height = size.Width, size.Height
	}
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	typed := listen(tty, interrupt)
	defer context.AfterFunc(ctx, func() { tty.Drain() })() // which ends what is typed
	defer func() {
		tty.Drain()
		for range typed { // until the reader has ended
		}
	}()
	probe.ask()
	if _, err := tty.Write([]byte(q.text(traits))); err != nil {
		return f, err
	}
	f.hearAnswers(typed, probe, len(q.Glyphs))
	if ctx.Err() == nil && q.Hold != "" {
		tty.Write([]byte(q.Hold + "\r\n"))
		f.FirstRepeat, f.Repeat = hold(typed)
	}
	if ctx.Err() != nil {
		return f, errInterrupted
	}
	return f, nil
}

// text returns all questions. The last is one that every terminal answers which
// answers anything, so that those that it does not know are not waited for.
func (q Questions) text(traits Traits) string {
	var b strings.Builder
	b.WriteString(probeText(traits) + askKitty)
	if !mutes[traits.Name] && !traits.Apple {
		b.WriteString(askMode(modeMouse) + askMode(modePaste) + askMode(modeWin32))
	}
	for _, glyph := range q.Glyphs {
		b.WriteString("\r" + glyph + "\x1b[6n") // where is the cursor now?
	}
	b.WriteString("\r\x1b[K" + askDevice)
	return b.String()
}

// listen returns a channel of what is read from tty, until Drain. It calls interrupt for Ctrl-C.
func listen(tty tcell.Tty, interrupt func()) <-chan []byte {
	typed := make(chan []byte, 64)
	go func() {
		defer sys.Restore()
		defer close(typed)
		for {
			b := make([]byte, 256)
			n, err := tty.Read(b)
			if bytes.IndexByte(b[:n], ctrlC) >= 0 {
				interrupt()
			}
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
func (f *Findings) hearAnswers(typed <-chan []byte, probe *probe, glyphs int) {
	f.Widths = make([]int, glyphs)
	h := hearing{Findings: f, probe: probe, patience: time.After(answerTime)}
	d := input.Decoder{Cursor: true, Answers: h.hear}
	for !h.done {
		select {
		case b, ok := <-typed:
			if !ok {
				return
			}
			d.Decode(nil, b, time.Now())
		case <-h.patience:
			return
		}
	}
}

// hearing is what is known while answers come.
type hearing struct {
	*Findings
	probe    *probe
	told     int  // widths
	last     bool // the answer to the last question has come
	done     bool
	patience <-chan time.Time
}

func (h *hearing) hear(a input.TerminalAnswer) {
	h.Answers = true
	h.probe.hear(a)
	background := h.probe.get().Background.Told
	switch {
	case a.Command != nil:
		h.done = h.last && background
	case a.Is('?', "c"):
		h.done = background
		h.last, h.patience = true, time.After(lateTime)
	case a.Is('?', "u"):
		h.Kitty = true
	case a.Is('?', "$y"):
		h.note(a.Number(0, 0, 0), a.Number(1, 0, 0))
	case a.Is(0, "R") && h.told < len(h.Widths):
		h.Widths[h.told] = max(a.Number(1, 0, 0)-1, 0)
		h.told++
	}
}

// note takes the state of a mode.
func (f *Findings) note(mode, state int) {
	has := supportOf(state) == Has
	switch mode {
	case modeMouse:
		f.Mouse = has
	case modePaste:
		f.Paste = has
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
