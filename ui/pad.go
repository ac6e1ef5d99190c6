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
	ToFly  Purpose = "fly"
	ToGo   Purpose = "menu" // from one thing to another
	ToType Purpose = "text"
	ToHide Purpose = "secret" // text that nobody else is to read
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
	FeltHit  Felt = "hit"
	FeltLost Felt = "lost"
)

// menuButtons are those of pages where a pad's keys stand for those of a keyboard.
var menuButtons = play.Buttons{A: "OK", B: "BACK"}

// notePad notices whether the player presses a pad's keys or those of a keyboard, and so of which the screen is to speak. A
// pad needs a keyboard's to type.
func (a *App) notePad(ev input.Event) {
	switch {
	case ev.Kind != input.Press || !a.pasting.IsZero():
	case ev.Key.IsPad():
		a.ofPad, a.hadPad = true, true
	case a.inputTold.For != ToType && a.inputTold.For != ToHide:
		a.ofPad = false
	}
}

// hint returns a line that tells of keys as the player is to read it.
func (a *App) hint(line string) string {
	if a.ofPad {
		return canvas.PadHint(line)
	}
	return line
}

// input returns what the keys are for now.
func (a *App) input() Input {
	in := Input{ToGo, menuButtons}
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
		return Input{ToGo, play.Buttons{B: "BACK"}}
	}
	in := Input{ToGo, f.screen.Buttons(f.view)}
	switch {
	case f.screen.Writing():
		in.For = ToType
	case f.screen.Steers(f.view):
		in.For = ToFly
	}
	return in
}

// input returns what the keys are for in the field that has the focus.
func (f *form) input() Purpose {
	at, _ := f.fields.GetFocusedItemIndex()
	if at < 0 {
		return ToGo
	}
	field, ok := f.fields.GetFormItem(at).(*textField)
	switch {
	case !ok:
		return ToGo
	case field.hidden:
		return ToHide
	}
	return ToType
}

// tellInput tells what the keys are for if that has changed.
func (a *App) tellInput() {
	if a.conf.Input == nil {
		return
	}
	if is := a.input(); is != a.inputTold {
		a.inputTold = is
		a.conf.Input(is)
	}
}

// feel tells what a player who has a pad is to feel of what a View tells.
func (a *App) feel(v *net.View) {
	if a.conf.Feel == nil || !a.hadPad || v.Me < 0 || v.Recorded {
		return
	}
	felt := Felt("")
	for i := range v.Decided {
		switch ev := &v.Decided[i]; {
		case int(ev.Slot) != v.Me:
		case ev.Kind == game.EventKill:
			felt = FeltLost
		case ev.Kind == game.EventHit && felt == "":
			felt = FeltHit
		}
	}
	if felt != "" {
		a.conf.Feel(felt)
	}
}
