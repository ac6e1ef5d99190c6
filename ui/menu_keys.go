package ui

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/input"
)

// menuKey returns a press as tview's primitives take it.
func menuKey(ev input.Event) *tcell.EventKey {
	mods := menuMods(ev.Mods)
	switch {
	case ev.Key >= input.F1 && ev.Key <= input.F12:
		return tcell.NewEventKey(tcell.KeyF1+tcell.Key(ev.Key-input.F1), 0, mods)
	case !ev.Key.IsCharacter():
		return tcell.NewEventKey(menuKeys[ev.Key], 0, mods)
	case ev.Mods == input.Ctrl && (ev.Key < 'a' || ev.Key > 'z'): // which types nothing
		return tcell.NewEventKey(tcell.KeyF13, 0, mods)
	}
	return tcell.NewEventKey(tcell.KeyRune, rune(ev.Key), mods)
}

// untabbed returns the key of a press, or the arrow that Tab stands for.
func untabbed(ev input.Event) input.Key {
	switch {
	case ev.Key == input.KeyTab && ev.Mods&input.Shift != 0:
		return input.KeyUp
	case ev.Key == input.KeyTab:
		return input.KeyDown
	}
	return ev.Key
}

// menuKeys are tcell's keys that type no character. A key that neither knows stands for all
// the others.
var menuKeys = map[input.Key]tcell.Key{
	input.KeyEscape: tcell.KeyEscape, input.KeyEnter: tcell.KeyEnter, input.KeyTab: tcell.KeyTab, input.KeyBackspace: tcell.KeyBackspace,
	input.KeyInsert: tcell.KeyInsert, input.KeyDelete: tcell.KeyDelete, input.KeyHome: tcell.KeyHome, input.KeyEnd: tcell.KeyEnd,
	input.KeyPgUp: tcell.KeyPgUp, input.KeyPgDn: tcell.KeyPgDn, input.KeyUp: tcell.KeyUp, input.KeyDown: tcell.KeyDown,
	input.KeyLeft: tcell.KeyLeft, input.KeyRight: tcell.KeyRight, input.KeyOther: tcell.KeyF13,
}

func menuMods(mods input.Mods) (all tcell.ModMask) {
	for _, m := range [...]struct {
		ours   input.Mods
		theirs tcell.ModMask
	}{{input.Shift, tcell.ModShift}, {input.Alt, tcell.ModAlt}, {input.Ctrl, tcell.ModCtrl}, {input.Super | input.Meta, tcell.ModMeta}, {input.Hyper, tcell.ModHyper}} {
		if mods&m.ours != 0 {
			all |= m.theirs
		}
	}
	return all
}
