package ui

import (
	"fmt"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
	"github.com/rivo/uniseg"

	"dogfight/ui/input"
)

// bindings is the page that binds keys to actions. Changes apply at once, also in a
// match below it.
type bindings struct {
	*tview.Box
	app    *app
	opened input.Bindings // what it began with

	row, column int  // chosen: row 0 is the preset, and then a row is an action
	top         int  // the first row that shows
	waiting     bool // the next key is bound
	said        string
}

const (
	bindingsWidth  = 58
	bindingsLabel  = 18 // columns, for the actions
	bindingsBeside = 6  // rows that are not of the list
)

// newBindings shows which keys do what.
func newBindings(a *app) *panel {
	b := &bindings{Box: tview.NewBox(), app: a, opened: a.conf.Settings.Keys}
	b.SetBorder(true).SetTitle(" Keys ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: b, width: bindingsWidth, height: int(input.Actions) + bindingsBeside, back: b.back, press: b.press}
	p.focus(b)
	return p
}

// back keeps the old key while waiting for a new one, and otherwise closes the page.
func (b *bindings) back() {
	if b.waiting {
		b.waiting, b.said = false, ""
		return
	}
	b.app.pop()
	b.app.save()
}

// press takes a key other than Esc.
func (b *bindings) press(ev input.Event) (left input.Event) {
	if b.waiting {
		b.bind(ev)
		return left
	}
	b.said = ""
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
			b.said = "Preset keys restored"
		}
	}
	return left
}

// bound returns what holds now.
func (b *bindings) bound() *input.Bindings { return &b.app.conf.Settings.Keys }

func (b *bindings) action() input.Action { return input.Action(b.row) }

// places returns how many places for keys the chosen row has: those of its keys
// and a free one, if there may be more.
func (b *bindings) places() int { return min(len(b.bound().Keys(b.action()))+1, input.MostKeys) }

// set applies other bindings.
func (b *bindings) set(with input.Bindings) {
	s := b.app.conf.Settings
	s.Keys = with
	b.app.set(s)
	b.choose(b.row, b.column)
}

// choose goes to a row, around the ends, and a place in it.
func (b *bindings) choose(row, column int) {
	b.row = (row + int(input.Actions)) % int(input.Actions)
	b.column = max(min(column, b.places()-1), 0)
}

// turn goes to the next place, or on to the next preset. Returning to the preset that
// the page was opened with restores the player's own bindings.
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

// bind binds the key that was waited for.
func (b *bindings) bind(ev input.Event) {
	key, err := input.Pressed(ev)
	if err != nil {
		b.said = err.Error() + "; press another, or Esc"
		return
	}
	b.waiting = false
	with := *b.bound()
	from, err := with.Bind(b.action(), b.column, key)
	if err != nil {
		b.said = err.Error()
		return
	}
	b.set(with)
	b.said = fmt.Sprintf("%s: %s", key, b.action().Title())
	if from != input.None {
		b.said = fmt.Sprintf("%s: %s (was %s)", key, b.action().Title(), from.Title())
	}
}

func (b *bindings) unbind() {
	if b.row == 0 {
		return
	}
	with := *b.bound()
	if err := with.Unbind(b.action(), b.column); err != nil {
		b.said = err.Error()
		return
	}
	b.set(with)
}

func (b *bindings) Draw(s tcell.Screen) {
	b.DrawForSubclass(s, b)
	x, y, width, height := b.GetInnerRect()
	rows := max(height-3, 1) // less what is said and a hint of two rows
	b.top = max(min(b.top, b.row), b.row-rows+1, 0)
	for i := range min(rows, int(input.Actions)-b.top) {
		b.drawRow(s, x, y+i, width, b.top+i)
	}
	said, ink := b.said, accentColor
	hints := [2]string{"↑↓←→ choose · Enter rebinds · Del unbinds", "r restores the preset · Esc back"}
	if b.waiting {
		hints = [2]string{"Esc keeps the old key"}
	}
	if b.waiting && said == "" {
		said, ink = "Press the new key for: "+b.action().Title(), strongColor
	}
	b.print(s, x, y+rows, width, said, ink)
	b.print(s, x, y+rows+1, width, hints[0], labelColor)
	b.print(s, x, y+rows+2, width, hints[1], labelColor)
	b.drawMore(s, x+width, y, rows)
}

// drawMore marks that there are more rows above or below.
func (b *bindings) drawMore(s tcell.Screen, x, y, rows int) {
	if b.top > 0 {
		b.print(s, x, y, 1, "▲", labelColor)
	}
	if b.top+rows < int(input.Actions) {
		b.print(s, x, y+rows-1, 1, "▼", labelColor)
	}
}

func (b *bindings) drawRow(s tcell.Screen, x, y, width, row int) {
	if row == 0 {
		b.drawPreset(s, x, y, width)
		return
	}
	action := input.Action(row)
	b.print(s, x, y, bindingsLabel, action.Title(), labelColor)
	x += bindingsLabel - 1 // the bracket has its place in the gap
	list := b.bound().Keys(action)
	if len(list) == 0 && row != b.row {
		b.print(s, x, y, bindingsLabel, " unbound", labelColor)
	}
	for place, key := range list {
		x = b.drawKey(s, x, y, key.String(), row == b.row && place == b.column)
	}
	if row == b.row && len(list) < input.MostKeys {
		b.drawKey(s, x, y, "+", b.column == len(list))
	}
}

func (b *bindings) drawPreset(s tcell.Screen, x, y, width int) {
	name := b.app.conf.Settings.keysName()
	text, ink := "  "+name, textColor
	if b.row == 0 {
		text, ink = "◂ "+name+" ▸", accentColor
	}
	b.print(s, x, y, bindingsLabel, "Preset", labelColor)
	x += bindingsLabel - labelGap // the arrow has its place in the gap
	b.print(s, x, y, width-bindingsLabel+labelGap, text, ink)
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
	b.print(s, x, y, width, name, ink)
	return x + width
}

func (b *bindings) print(s tcell.Screen, x, y, width int, text string, ink tcell.Color) {
	tview.Print(s, tview.Escape(text), x, y, width, tview.AlignLeft, ink)
}
