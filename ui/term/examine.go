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

// Findings are the properties of a terminal.
type Findings struct {
	Width, Height int
	Answers       bool // it understands queries

	Kitty bool // it can report keys in kitty's protocol, with releases
	Win32 bool // and in that of Windows Terminal
	Mouse bool
	Paste bool // it distinguishes pasted from typed text

	Reported     // or guessed from the environment
	Colours  int // that the game uses

	Widths []int // of the queried glyphs, in cells; 0 without an answer

	FirstRepeat, Repeat time.Duration // of a held key; 0 without one
}

// Questions are the parts of an examination.
type Questions struct {
	Glyphs []string // to measure their widths
	// Hold, if not "", is shown to the user, to hold the space bar or presses another key.
	Hold string
}

const (
	// answerTime is the longest wait for answers, also on a slow line: no player is waiting.
	answerTime = time.Second
	// holdTime is how long the user may wait before pressing a key.
	holdTime = 10 * time.Second
	// heldTime is how long the user should hold the space bar, and lapse the pause after which it counts as released.
	heldTime = 2 * time.Second
	lapse    = time.Second
	// lateTime is how long after the last answer another may arrive: GNU screen answers some queries itself and passes
	// the others to the terminal around it.
	lateTime = 100 * time.Millisecond

	ctrlC = 3
)

// errInterrupted is returned after Ctrl-C or the end of a context.
var errInterrupted = errors.New("interrupted")

// Examine queries the terminal on standard input and output or, without one, the controlling terminal of the process.
// It returns ErrNoTerminal without any, and ErrNoDrawing for one without escape sequences.
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

// examine queries the terminal behind tty.
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
	defer context.AfterFunc(ctx, func() { tty.Drain() })() // ends typed
	defer func() {
		tty.Drain()
		for range typed { // until the reader has ended
		}
	}()
	probe.ask()
	if _, err := tty.Write([]byte(q.text(traits))); err != nil {
		return f, err
	}
	f.readAnswers(typed, probe, len(q.Glyphs))
	if ctx.Err() == nil && q.Hold != "" {
		tty.Write([]byte(q.Hold + "\r\n"))
		f.FirstRepeat, f.Repeat = hold(typed)
	}
	if ctx.Err() != nil {
		return f, errInterrupted
	}
	return f, nil
}

// text returns all queries. Every terminal that answers at all answers the last one, which ends the wait for the
// others.
func (q Questions) text(traits Traits) string {
	var b strings.Builder
	b.WriteString(probeText(traits) + askKitty)
	if !mutes[traits.Name] && !traits.Apple {
		b.WriteString(askMode(modeMouse) + askMode(modePaste) + askMode(modeWin32))
	}
	for _, glyph := range q.Glyphs {
		b.WriteString("\r" + glyph + "\x1b[6n") // the position of the cursor
	}
	b.WriteString("\r\x1b[K" + askDevice)
	return b.String()
}

// listen returns a channel of the input, until Drain. It calls interrupt for Ctrl-C.
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

// readAnswers reads answers until the last, or for answerTime.
func (f *Findings) readAnswers(typed <-chan []byte, probe *probe, glyphs int) {
	f.Widths = make([]int, glyphs)
	h := examination{Findings: f, probe: probe, patience: time.After(answerTime)}
	d := input.Decoder{Cursor: true, Answers: h.read}
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

// examination is the state while answers arrive.
type examination struct {
	*Findings
	probe    *probe
	widths   int  // number of widths
	last     bool // the last query was answered
	done     bool
	patience <-chan time.Time
}

func (h *examination) read(a input.TerminalAnswer) {
	h.Answers = true
	h.probe.read(a)
	background := h.probe.get().Background.Reported
	switch {
	case a.Command != nil:
		h.done = h.last && background
	case a.Is('?', "c"):
		h.done = background
		h.last, h.patience = true, time.After(lateTime)
	case a.Is('?', "u"):
		h.Kitty = true
	case a.Is('?', "$y"):
		has := supportOf(a.Number(1, 0, 0)) == Has
		switch a.Number(0, 0, 0) {
		case modeMouse:
			h.Mouse = has
		case modePaste:
			h.Paste = has
		case modeWin32:
			h.Win32 = has
		}
	case a.Is(0, "R") && h.widths < len(h.Widths):
		h.Widths[h.widths] = max(a.Number(1, 0, 0)-1, 0)
		h.widths++
	}
}

// hold measures the repeats of the space bar: the time to the first, and the mean time between two.
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
