package ui

import (
	"context"
	"time"

	"github.com/gdamore/tcell/v2"
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
// has done something. It reports false when ctx is done.
func (a *App) wait(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-a.frames.C:
			return true
		case <-a.term.Room():
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
func (a *App) events(ev tcell.Event) (pressing bool) {
	for range burst {
		_, moved := ev.(*tcell.EventMouse)
		pressing = pressing || !moved
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

func (a *App) event(ev tcell.Event, now time.Time) {
	a.away.note(ev, now)
	switch ev := ev.(type) {
	case nil, *tcell.EventError: // a closed channel brings nil
		a.quit(errGone)
		return
	case *tcell.EventFocus:
		if ev.Focused { // whoever comes back may have changed it
			a.term.AskBackground()
		}
	case *tcell.EventPaste:
		a.pasting = time.Time{}
		if ev.Start() {
			a.pasting, a.pasted = now, now
		}
	case *tcell.EventKey:
		a.endPaste(ev, now)
		switch {
		case ev.Key() == tcell.KeyCtrlC && now.Sub(a.pasting) > pasteTime:
			a.quit(nil)
			return
		case ev.Key() == tcell.KeyCtrlZ && now.Sub(a.pasting) > pasteTime:
			a.suspend()
			return
		case ev.Key() == tcell.KeyCtrlL:
			a.screen.Sync()
			return
		}
	}
	a.toTop(ev, now)
}

// toTop gives an event to the page on top.
func (a *App) toTop(ev tcell.Event, now time.Time) {
	if top := len(a.pages) - 1; top >= 0 {
		a.pages[top].Event(ev, now)
	}
}

// endPaste ends a paste whose end was lost, before a key comes that is none of it.
// Esc is what somebody presses, again and again, to whom nothing else listens.
func (a *App) endPaste(ev *tcell.EventKey, now time.Time) {
	switch {
	case a.pasting.IsZero():
	case now.Sub(a.pasted) > pasteTime:
		a.pasting = time.Time{}
		a.toTop(tcell.NewEventPaste(false), now)
	case ev.Key() != tcell.KeyEscape:
		a.pasted = now
	}
}
