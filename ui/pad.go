package ui

import (
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

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
