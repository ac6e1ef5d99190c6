package ui

import (
	"context"
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

const (
	// pasteTime is how long a Ctrl-C may be a part of a paste, and the longest pause in a paste: its end may be lost.
	pasteTime = time.Second
	// burst is how many events are handled before the next frame.
	burst = 256
)

// wait waits for the next frame or for an event of the player. It reports false when ctx is done.
func (a *app) wait(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-a.frames.C:
			return true
		case <-a.term.Room():
			return true
		case <-a.continued: // after a stop that left no time to restore the terminal
			a.reopen(a.term.Close)
			return true
		case ev := <-a.term.Events():
			if a.events(ev) {
				a.frames.Reset(a.frameTime()) // this frame replaces the next
				return true
			}
		}
	}
}

// events handles an event and those that arrived with it, so that a paste is not drawn letter by letter. It reports
// whether there was more than mouse movement, which can wait for the next frame.
func (a *app) events(ev input.Event) (urgent bool) {
	for range burst {
		urgent = urgent || ev.Kind != input.Mouse
		a.event(ev, time.Now())
		if a.done {
			return true
		}
		select {
		case ev = <-a.term.Events():
		default:
			return urgent
		}
	}
	return urgent
}

func (a *app) event(ev input.Event, now time.Time) {
	a.away.note(ev, now)
	a.notePad(ev)
	switch ev.Kind {
	case input.Gone:
		a.quit(errGone)
		return
	case input.FocusIn: // the background may have changed meanwhile
		a.term.AskBackground()
	case input.PasteStart:
		a.pasting, a.pasted = now, now
	case input.PasteEnd:
		a.pasting = time.Time{}
	case input.Press, input.Repeat:
		a.endPaste(ev, now)
		switch {
		case ev.IsCtrl('c') && now.Sub(a.pasting) > pasteTime:
			a.quit(a.failure())
			return
		case ev.IsCtrl('z') && now.Sub(a.pasting) > pasteTime:
			a.suspend()
			return
		case ev.IsCtrl('l'):
			a.screen.Sync()
			return
		}
	}
	a.toTop(ev, now)
}

// toTop passes an event to the page on top.
func (a *app) toTop(ev input.Event, now time.Time) {
	top := len(a.pages) - 1
	if top < 0 {
		return
	}
	switch a.pages[top].(type) {
	case *flight, *hangar: // they handle a pad's buttons themselves
	default:
		ev = ev.Plain()
	}
	a.pages[top].Event(ev, now)
}

// endPaste ends a paste whose end was lost, before a key that is not part of it. Esc counts as such a key: players
// press it again and again when nothing else responds.
func (a *app) endPaste(ev input.Event, now time.Time) {
	switch {
	case a.pasting.IsZero():
	case now.Sub(a.pasted) > pasteTime:
		a.pasting = time.Time{}
		a.toTop(input.Event{Kind: input.PasteEnd}, now)
	case ev.Key != input.KeyEscape:
		a.pasted = now
	}
}

// away detects an idle player. The zero value removes no player.
type away struct {
	after   time.Duration // idle time until the player is removed; 0 for never
	touched time.Time     // last key
}

// awayWarning is the time from the warning to the removal.
const awayWarning = time.Minute

// note takes events of the player. Terminals send some by themselves: a new size, a new focus.
func (w *away) note(ev input.Event, now time.Time) {
	switch ev.Kind {
	case input.Press, input.Repeat, input.Release, input.Mouse, input.PasteStart, input.PasteEnd:
		w.touched = now
	}
}

// left returns the time until the removal, and whether to warn now.
func (w *away) left(now time.Time) (left time.Duration, warned bool) {
	if w.touched.IsZero() {
		w.touched = now
	}
	left = w.after - now.Sub(w.touched)
	return left, w.after > 0 && left < min(awayWarning, w.after/2)
}

// drawAway warns an idle player, and removes them in the end.
func (a *app) drawAway(now time.Time) {
	left, warned := a.away.left(now)
	switch {
	case !warned:
	case left <= 0:
		a.quit(fmt.Errorf("removed for inactivity: no key pressed for %v", a.away.after))
	default:
		seconds := int((left + time.Second - 1) / time.Second)
		_, height := a.screen.Size()
		putCentred(a.screen, height/3, a.hint(fmt.Sprintf(" Still there? Press a key or you will be removed in %d s ", seconds)), selected)
	}
}

// openTerminal takes over the process's own terminal and queries it: late answers are used when they arrive. The
// round trip to the terminal is 0 if unknown. ending is closed when the program ends.
func openTerminal(colours input.Colours, roundTrip time.Duration, ending <-chan struct{}) (*term.Terminal, error) {
	t, err := term.Open(colours, ending)
	if err == nil {
		t.AwaitAnswers(roundTrip)
	}
	return t, err
}

// suspend handles Ctrl-Z: it restores the terminal, stops the process, and reopens the terminal when the process
// continues. Only the process's own terminal can be suspended.
func (a *app) suspend() {
	if !a.ownsTerminal() || !term.CanSuspend {
		return
	}
	if a.flight != nil {
		a.flight.session.Match.Pause(true) // until the next frame
	}
	a.closeSpeaker()
	a.reopen(func() {
		a.term.Close()
		term.Suspend(a.continued)
	})
}

// reopen closes the process's own terminal with a function, and opens it again.
func (a *app) reopen(closing func()) {
	roundTrip := a.term.RoundTrip()
	closing()
	terminal, err := openTerminal(a.conf.Settings.Colours, roundTrip, a.ending)
	if err != nil {
		a.quit(err)
		return
	}
	terminal.SetASCII(a.ascii())
	a.term, a.screen = terminal, terminal.Screen()
	a.paint() // the background may have changed
}

// Purpose is the present use of the keys.
type Purpose string

const (
	toFly  Purpose = "fly"
	toMove Purpose = "menu" // between the items of a page
	toType Purpose = "text"
	toHide Purpose = "secret" // text that must not be readable
)

// Input is the use of the keys and of each button of a pad.
type Input struct {
	For Purpose
	play.Buttons
}

// Felt is an event of the player's ship that their pad can make felt.
type Felt string

const (
	feltHit  Felt = "hit"
	feltLost Felt = "lost"
)

// notePad detects whether the player presses a pad's keys or those of a keyboard. Typing on a pad takes a keyboard.
func (a *app) notePad(ev input.Event) {
	switch {
	case ev.Kind != input.Press || !a.pasting.IsZero():
	case ev.Key.IsPad():
		a.usesPad, a.usedPad = true, true
	case a.sentInput.For != toType && a.sentInput.For != toHide:
		a.usesPad = false
	}
}

// hint returns a line with the names of keys, in those of a pad's buttons if the player uses a pad.
func (a *app) hint(line string) string {
	if a.usesPad {
		return canvas.PadHint(line)
	}
	return line
}

// input returns the present use of the keys.
func (a *app) input() Input {
	in := Input{toMove, play.Buttons{A: "OK", B: "BACK"}}
	if len(a.pages) == 0 {
		return in
	}
	switch top := a.pages[len(a.pages)-1].(type) {
	case *flight:
		return top.input()
	case *hangar:
		in.X = top.page.PadWord()
	case *form:
		if field, ok := top.focusedField().(*textField); ok {
			if in.For = toType; field.hidden {
				in.For = toHide
			}
		}
	}
	return in
}

// input returns the use of the keys in a match.
func (f *flight) input() Input {
	if f.view.Phase == net.Joining {
		return Input{toMove, play.Buttons{B: "BACK"}}
	}
	in := Input{toMove, f.screen.Buttons(f.view)}
	switch {
	case f.screen.Writing():
		in.For = toType
	case f.screen.Steers(f.view):
		in.For = toFly
	}
	return in
}

// sendInput reports the use of the keys if it has changed.
func (a *app) sendInput() {
	if a.conf.Input == nil {
		return
	}
	if is := a.input(); is != a.sentInput {
		a.sentInput = is
		a.conf.Input(is)
	}
}

// sendFelt reports the hits and the loss of the player's ship, for a pad.
func (a *app) sendFelt(v *net.View) {
	if a.conf.Feel == nil || !a.usedPad || v.Me < 0 || v.Recorded {
		return
	}
	felt := Felt("")
	for i := range v.Decided {
		switch ev := &v.Decided[i]; {
		case int(ev.Slot) != v.Me:
		case ev.Kind == game.EventKill:
			felt = feltLost
		case ev.Kind == game.EventHit && felt == "":
			felt = feltHit
		}
	}
	if felt != "" {
		a.conf.Feel(felt)
	}
}
