package ui

import (
	"context"
	"time"

	"dogfight/ui/input"
)

// What the player does, on its way to the page on top.

const (
	// pasteTime is how long a Ctrl-C is taken for a part of what is pasted, and how
	// long a paste may pause: its end may never come.
	pasteTime = time.Second
	// burst is how many events are taken before the next frame.
	burst = 256
)

// wait waits until it is time to draw: at the next frame, or as soon as the player
// does something. It reports false when ctx is done.
func (a *app) wait(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-a.frames.C:
			return true
		case <-a.term.Room():
			return true
		case <-a.continued: // after a stop that gave us no time to restore the terminal
			a.reopen(a.term.Close)
			return true
		case ev := <-a.term.Events():
			if a.events(ev) {
				a.frames.Reset(a.pace.frameTime()) // this picture is drawn in place of the next
				return true
			}
		}
	}
}

// events takes an event and those that came together with it, so that a paste is
// not drawn letter by letter. It reports whether there was more than a mouse that is
// moved about, which can wait for the next frame.
func (a *app) events(ev input.Event) (pressing bool) {
	for range burst {
		pressing = pressing || ev.Kind != input.Mouse
		a.event(ev, time.Now())
		if a.done {
			return true
		}
		select {
		case ev = <-a.term.Events():
		default:
			return pressing
		}
	}
	return pressing
}

func (a *app) event(ev input.Event, now time.Time) {
	a.away.note(ev, now)
	a.notePad(ev)
	switch ev.Kind {
	case input.Gone:
		a.quit(errGone)
		return
	case input.FocusIn: // the background may have been changed meanwhile
		a.term.AskBackground()
	case input.PasteStart:
		a.pasting, a.pasted = now, now
	case input.PasteEnd:
		a.pasting = time.Time{}
	case input.Press, input.Repeat:
		a.endPaste(ev, now)
		switch {
		case ev.IsCtrl('c') && now.Sub(a.pasting) > pasteTime:
			a.quit(nil)
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

// toTop gives an event to the page on top.
func (a *app) toTop(ev input.Event, now time.Time) {
	top := len(a.pages) - 1
	if top < 0 {
		return
	}
	switch a.pages[top].(type) {
	case *flight, *hangar: // which have buttons of their own
	default:
		ev = ev.Plain()
	}
	a.pages[top].Event(ev, now)
}

// endPaste ends a paste whose end was lost, before a key comes that is none of it.
// Esc is what a player presses again and again when nothing else responds.
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
