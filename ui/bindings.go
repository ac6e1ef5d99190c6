package ui

import (
	"fmt"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
	"github.com/rivo/uniseg"

	"dogfight/ui/input"
)

// bindings is the page that binds keys to actions. Changes apply at once, also in a running match.
type bindings struct {
	*tview.Box
	app    *app
	opened input.Bindings // at the start

	row, column int  // chosen: row 0 is the preset, the others are actions
	top         int  // first visible row
	waiting     bool // for the key to bind
	message     string
}

const (
	bindingsWidth  = 58
	bindingsLabel  = 18 // columns, for the actions
	bindingsBeside = 6  // rows beside the list
)

func newBindings(a *app) *panel {
	b := &bindings{Box: tview.NewBox(), app: a, opened: a.conf.Settings.Keys}
	b.SetBorder(true).SetTitle(" Keys ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: b, width: bindingsWidth, height: int(input.Actions) + bindingsBeside, back: b.back, press: b.press}
	p.focus(b)
	return p
}

// back stops waiting for a key, or closes the page.
func (b *bindings) back() {
	if b.waiting {
		b.waiting, b.message = false, ""
		return
	}
	b.app.pop()
	b.app.save()
}

// press handles a key other than Esc.
func (b *bindings) press(ev input.Event) (left input.Event) {
	if b.waiting {
		b.bind(ev)
		return left
	}
	b.message = ""
	switch untabbed(ev) {
	case input.KeyUp:
		b.choose(b.row-1, b.column)
	case input.KeyDown:
		b.choose(b.row+1, b.column)
	case input.KeyPgUp, input.KeyHome:
		b.choose(0, b.column)
	case input.KeyPgDn, input.KeyEnd:
		b.choose(int(input.Actions)-1, b.column)
	case input.KeyLeft:
		b.turn(-1)
	case input.KeyRight:
		b.turn(1)
	case input.KeyEnter:
		b.waiting = b.row > 0
	case input.KeyDelete, input.KeyBackspace:
		b.unbind()
	default:
		if ev.Character() == 'r' {
			b.set(input.BindingsOf(b.bound().Preset()))
			b.message = "Preset keys restored"
		}
	}
	return left
}

// bound returns the present bindings.
func (b *bindings) bound() *input.Bindings { return &b.app.conf.Settings.Keys }

func (b *bindings) action() input.Action { return input.Action(b.row) }

// places returns the number of places in the chosen row: its keys and, below the limit, a free one.
func (b *bindings) places() int { return min(len(b.bound().Keys(b.action()))+1, input.MostKeys) }

// set applies new bindings.
func (b *bindings) set(with input.Bindings) {
	s := b.app.conf.Settings
	s.Keys = with
	b.app.set(s)
	b.choose(b.row, b.column)
}

// choose moves to a row, which wraps around, and a place in it.
func (b *bindings) choose(row, column int) {
	b.row = (row + int(input.Actions)) % int(input.Actions)
	b.column = max(min(column, b.places()-1), 0)
}

// turn moves to the next place, or to the next preset. The first preset comes with the bindings that the page started with.
func (b *bindings) turn(by int) {
	if b.row > 0 {
		b.choose(b.row, b.column+by)
		return
	}
	preset := (b.bound().Preset() + input.Preset(by) + input.Presets) % input.Presets
	if preset == b.opened.Preset() {
		b.set(b.opened)
		return
	}
	b.set(input.BindingsOf(preset))
}

// bind binds the pressed key.
func (b *bindings) bind(ev input.Event) {
	key, err := input.Pressed(ev)
	if err != nil {
		b.message = err.Error() + "; press another, or Esc"
		return
	}
	b.waiting = false
	with := *b.bound()
	from, err := with.Bind(b.action(), b.column, key)
	if err != nil {
		b.message = err.Error()
		return
	}
	b.set(with)
	b.message = fmt.Sprintf("%s: %s", key, b.action().Title())
	if from != input.None {
		b.message = fmt.Sprintf("%s: %s (was %s)", key, b.action().Title(), from.Title())
	}
}

func (b *bindings) unbind() {
	if b.row == 0 {
		return
	}
	with := *b.bound()
	if err := with.Unbind(b.action(), b.column); err != nil {
		b.message = err.Error()
		return
	}
	b.set(with)
}

func (b *bindings) Draw(s tcell.Screen) {
	b.DrawForSubclass(s, b)
	x, y, width, height := b.GetInnerRect()
	rows := max(height-3, 1) // a message and two rows of hints are below
	b.top = max(min(b.top, b.row), b.row-rows+1, 0)
	for i := range min(rows, int(input.Actions)-b.top) {
		b.drawRow(s, x, y+i, width, b.top+i)
	}
	message, ink := b.message, accentColor
	hints := [2]string{"↑↓←→ choose · Enter rebinds · Del unbinds", "r restores the preset · Esc back"}
	if b.waiting {
		hints = [2]string{"Esc keeps the old key"}
	}
	if b.waiting && message == "" {
		message, ink = "Press the new key for: "+b.action().Title(), strongColor
	}
	put(s, message, x, y+rows, width, ink)
	put(s, hints[0], x, y+rows+1, width, labelColor)
	put(s, hints[1], x, y+rows+2, width, labelColor)
	b.drawMore(s, x+width, y, rows)
}

// drawMore marks hidden rows above and below.
func (b *bindings) drawMore(s tcell.Screen, x, y, rows int) {
	if b.top > 0 {
		put(s, "▲", x, y, 1, labelColor)
	}
	if b.top+rows < int(input.Actions) {
		put(s, "▼", x, y+rows-1, 1, labelColor)
	}
}

func (b *bindings) drawRow(s tcell.Screen, x, y, width, row int) {
	if row == 0 {
		b.drawPreset(s, x, y, width)
		return
	}
	action := input.Action(row)
	put(s, action.Title(), x, y, bindingsLabel, labelColor)
	x += bindingsLabel - 1 // the bracket is in the gap
	list := b.bound().Keys(action)
	if len(list) == 0 && row != b.row {
		put(s, " unbound", x, y, bindingsLabel, labelColor)
	}
	for place, key := range list {
		x = b.drawKey(s, x, y, key.String(), row == b.row && place == b.column)
	}
	if row == b.row && len(list) < input.MostKeys {
		b.drawKey(s, x, y, "+", b.column == len(list))
	}
}

func (b *bindings) drawPreset(s tcell.Screen, x, y, width int) {
	name := b.app.keysName()
	text, ink := "  "+name, textColor
	if b.row == 0 {
		text, ink = "◂ "+name+" ▸", accentColor
	}
	put(s, "Preset", x, y, bindingsLabel, labelColor)
	x += bindingsLabel - labelGap // the arrow is in the gap
	put(s, text, x, y, width-bindingsLabel+labelGap, ink)
}

// drawKey draws the name of a key, in brackets if it is chosen, and returns the
// column after it.
func (b *bindings) drawKey(s tcell.Screen, x, y int, name string, chosen bool) int {
	ink := textColor
	switch {
	case chosen && b.waiting:
		name, ink = "[?]", strongColor
	case chosen:
		name, ink = "["+name+"]", accentColor
	default:
		name = " " + name + " "
	}
	width := uniseg.StringWidth(name)
	put(s, name, x, y, width, ink)
	return x + width
}
