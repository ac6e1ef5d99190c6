package ui

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/keys"
)

// menuKey returns a press as tview's primitives take it.
func menuKey(ev keys.Event) *tcell.EventKey {
	mods := menuMods(ev.Mods)
	switch {
	case ev.Key >= keys.F1 && ev.Key <= keys.F12:
		return tcell.NewEventKey(tcell.KeyF1+tcell.Key(ev.Key-keys.F1), 0, mods)
	case !ev.Key.IsCharacter():
		return tcell.NewEventKey(menuKeys[ev.Key], 0, mods)
	case ev.Mods == keys.Ctrl && (ev.Key < 'a' || ev.Key > 'z'): // which types nothing
		return tcell.NewEventKey(tcell.KeyF13, 0, mods)
	}
	return tcell.NewEventKey(tcell.KeyRune, rune(ev.Key), mods)
}

// untabbed returns the key of a press, or the arrow that Tab stands for.
func untabbed(ev keys.Event) keys.Key {
	switch {
	case ev.Key == keys.Tab && ev.Mods&keys.Shift != 0:
		return keys.Up
	case ev.Key == keys.Tab:
		return keys.Down
	}
	return ev.Key
}

// menuKeys are tcell's keys that type no character. A key that neither knows stands for all
// the others.
var menuKeys = map[keys.Key]tcell.Key{
	keys.Escape: tcell.KeyEscape, keys.Enter: tcell.KeyEnter, keys.Tab: tcell.KeyTab, keys.Backspace: tcell.KeyBackspace,
	keys.Insert: tcell.KeyInsert, keys.Delete: tcell.KeyDelete, keys.Home: tcell.KeyHome, keys.End: tcell.KeyEnd,
	keys.PgUp: tcell.KeyPgUp, keys.PgDn: tcell.KeyPgDn, keys.Up: tcell.KeyUp, keys.Down: tcell.KeyDown,
	keys.Left: tcell.KeyLeft, keys.Right: tcell.KeyRight, keys.Other: tcell.KeyF13,
}

func menuMods(mods keys.Mods) (all tcell.ModMask) {
	for _, m := range [...]struct {
		ours   keys.Mods
		theirs tcell.ModMask
	}{{keys.Shift, tcell.ModShift}, {keys.Alt, tcell.ModAlt}, {keys.Ctrl, tcell.ModCtrl}, {keys.Super | keys.Meta, tcell.ModMeta}, {keys.Hyper, tcell.ModHyper}} {
		if mods&m.ours != 0 {
			all |= m.theirs
		}
	}
	return all
}
