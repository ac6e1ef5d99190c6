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

// away notices an idle player. The zero value removes nobody.
type away struct {
	after   time.Duration // of idleness the player is removed; 0 for never
	touched time.Time     // when a key was last pressed
}

// warning is how long before that the player is warned.
const warning = time.Minute

// note takes in what may be the player's doing. A terminal says some things by
// itself: its size, and that its window was chosen.
func (w *away) note(ev input.Event, now time.Time) {
	switch ev.Kind {
	case input.Press, input.Repeat, input.Release, input.Mouse, input.PasteStart, input.PasteEnd:
		w.touched = now
	}
}

// left returns how much longer the player may stay idle, and whether to warn now.
func (w *away) left(now time.Time) (left time.Duration, warned bool) {
	if w.touched.IsZero() {
		w.touched = now
	}
	left = w.after - now.Sub(w.touched)
	return left, w.after > 0 && left < min(warning, w.after/2)
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

// suspend does what Ctrl-Z is for: it restores the terminal, stops the process, and
// reopens the terminal when the process continues. A terminal that was given to us is
// not ours to suspend.
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

// reopen has the process's own terminal be closed, and opens it again.
func (a *app) reopen(closing func()) {
	roundTrip := a.term.RoundTrip()
	closing()
	terminal, err := openTerminal(a.conf.Colours, roundTrip, a.ending)
	if err != nil {
		a.quit(err)
		return
	}
	terminal.SetASCII(a.ascii())
	a.term, a.screen = terminal, terminal.Screen()
	a.paint() // nor may the background be as it was
}

// Purpose is what the keys are for.
type Purpose string

// The purposes.
const (
	toFly  Purpose = "fly"
	toGo   Purpose = "menu" // from one thing to another
	toType Purpose = "text"
	toHide Purpose = "secret" // text that nobody else is to read
)

// Input is what the keys are for and, of a pad, what each button does.
type Input struct {
	For Purpose
	play.Buttons
}

// Felt is what a player is to feel of what happens to their ship.
type Felt string

// What there is to be felt.
const (
	feltHit  Felt = "hit"
	feltLost Felt = "lost"
)

// menuButtons are those of pages where a pad's keys stand for those of a keyboard.
var menuButtons = play.Buttons{A: "OK", B: "BACK"}

// notePad notices whether the player presses a pad's keys or those of a keyboard, and so of which the screen is to speak. A
// pad needs a keyboard's to type.
func (a *app) notePad(ev input.Event) {
	switch {
	case ev.Kind != input.Press || !a.pasting.IsZero():
	case ev.Key.IsPad():
		a.ofPad, a.hadPad = true, true
	case a.inputTold.For != toType && a.inputTold.For != toHide:
		a.ofPad = false
	}
}

// hint returns a line that tells of keys as the player is to read it.
func (a *app) hint(line string) string {
	if a.ofPad {
		return canvas.PadHint(line)
	}
	return line
}

// input returns what the keys are for now.
func (a *app) input() Input {
	in := Input{toGo, menuButtons}
	if len(a.pages) == 0 {
		return in
	}
	switch top := a.pages[len(a.pages)-1].(type) {
	case *flight:
		return top.input()
	case *hangar:
		in.X = top.page.PadWord()
	case *form:
		in.For = top.input()
	}
	return in
}

// input returns what the keys are for in a match.
func (f *flight) input() Input {
	if f.view.Phase == net.Joining {
		return Input{toGo, play.Buttons{B: "BACK"}}
	}
	in := Input{toGo, f.screen.Buttons(f.view)}
	switch {
	case f.screen.Writing():
		in.For = toType
	case f.screen.Steers(f.view):
		in.For = toFly
	}
	return in
}

// input returns what the keys are for in the field that has the focus.
func (f *form) input() Purpose {
	at, _ := f.fields.GetFocusedItemIndex()
	if at < 0 {
		return toGo
	}
	field, ok := f.fields.GetFormItem(at).(*textField)
	switch {
	case !ok:
		return toGo
	case field.hidden:
		return toHide
	}
	return toType
}

// tellInput tells what the keys are for if that has changed.
func (a *app) tellInput() {
	if a.conf.Input == nil {
		return
	}
	if is := a.input(); is != a.inputTold {
		a.inputTold = is
		a.conf.Input(is)
	}
}

// feel tells what a player who has a pad is to feel of what a View tells.
func (a *app) feel(v *net.View) {
	if a.conf.Feel == nil || !a.hadPad || v.Me < 0 || v.Recorded {
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
