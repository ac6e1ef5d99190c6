package ui

import (
	"fmt"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
	"github.com/rivo/uniseg"

	"dogfight/ui/keys"
)

// bindings is a page on which keys are given to actions. What is changed there
// holds at once, also in a match below it.
type bindings struct {
	*tview.Box
	app    *App
	opened keys.Bindings // what it began with

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
func newBindings(a *App) *panel {
	b := &bindings{Box: tview.NewBox(), app: a, opened: a.conf.Settings.Keys}
	b.SetBorder(true).SetTitle(" Keys ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: b, width: bindingsWidth, height: int(keys.Actions) + bindingsBeside, inSpace: a.flight == nil, back: b.back}
	p.focus(b)
	return p
}

// back keeps the old key while one is waited for, and else goes back.
func (b *bindings) back() {
	if b.waiting {
		b.waiting, b.said = false, ""
		return
	}
	b.app.pop()
	b.app.keep()
}

func (b *bindings) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return b.WrapInputHandler(func(ev *tcell.EventKey, _ func(tview.Primitive)) {
		if b.waiting {
			b.bind(ev)
			return
		}
		b.said = ""
		switch ev.Key() {
		case tcell.KeyUp, tcell.KeyBacktab:
			b.choose(b.row-1, b.column)
		case tcell.KeyDown, tcell.KeyTab:
			b.choose(b.row+1, b.column)
		case tcell.KeyPgUp, tcell.KeyHome:
			b.choose(0, b.column)
		case tcell.KeyPgDn, tcell.KeyEnd:
			b.choose(int(keys.Actions)-1, b.column)
		case tcell.KeyLeft:
			b.turn(-1)
		case tcell.KeyRight:
			b.turn(1)
		case tcell.KeyEnter:
			b.waiting = b.row > 0
		case tcell.KeyDelete, tcell.KeyBackspace, tcell.KeyBackspace2:
			b.unbind()
		case tcell.KeyRune:
			if ev.Rune() == 'r' {
				b.set(keys.BindingsOf(b.bound().Preset()))
				b.said = "as the set has it"
			}
		}
	})
}

// bound returns what holds now.
func (b *bindings) bound() *keys.Bindings { return &b.app.conf.Settings.Keys }

func (b *bindings) action() keys.Action { return keys.Action(b.row) }

// places returns how many places for keys the chosen row has: those of its keys
// and a free one, if there may be more.
func (b *bindings) places() int { return min(len(b.bound().Keys(b.action()))+1, keys.MostKeys) }

// set has other bindings hold.
func (b *bindings) set(with keys.Bindings) {
	s := b.app.conf.Settings
	s.Keys = with
	b.app.set(s)
	b.choose(b.row, b.column)
}

// choose goes to a row, around the ends, and a place in it.
func (b *bindings) choose(row, column int) {
	b.row = (row + int(keys.Actions)) % int(keys.Actions)
	b.column = max(min(column, b.places()-1), 0)
}

// turn goes to the next place, or on to the next preset. Who comes back to the one
// he came with finds his own keys there.
func (b *bindings) turn(by int) {
	if b.row > 0 {
		b.choose(b.row, b.column+by)
		return
	}
	preset := (b.bound().Preset() + keys.Preset(by) + keys.Presets) % keys.Presets
	if preset == b.opened.Preset() {
		b.set(b.opened)
		return
	}
	b.set(keys.BindingsOf(preset))
}

// bind binds the key that was waited for.
func (b *bindings) bind(ev *tcell.EventKey) {
	key, err := keys.Pressed(ev)
	if err != nil {
		b.said = err.Error() + "; another one, or Esc"
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
	if from != keys.None {
		b.said = fmt.Sprintf("%s was taken from: %s", key, from.Title())
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
	for i := range min(rows, int(keys.Actions)-b.top) {
		b.drawRow(s, x, y+i, width, b.top+i)
	}
	said, ink := b.said, accentColor
	hints := [2]string{"↑↓←→ choose · Enter new key · Del removes it", "r back to the set · Esc back"}
	if b.waiting {
		hints = [2]string{"Esc keeps the old key"}
	}
	if b.waiting && said == "" {
		said, ink = "press the new key for: "+b.action().Title(), strongColor
	}
	b.print(s, x, y+rows, width, said, ink)
	b.print(s, x, y+rows+1, width, hints[0], labelColor)
	b.print(s, x, y+rows+2, width, hints[1], labelColor)
	b.drawMore(s, x+width, y, rows)
}

// drawMore tells of rows that do not show.
func (b *bindings) drawMore(s tcell.Screen, x, y, rows int) {
	if b.top > 0 {
		b.print(s, x, y, 1, "▲", labelColor)
	}
	if b.top+rows < int(keys.Actions) {
		b.print(s, x, y+rows-1, 1, "▼", labelColor)
	}
}

func (b *bindings) drawRow(s tcell.Screen, x, y, width, row int) {
	if row == 0 {
		b.drawPreset(s, x, y, width)
		return
	}
	action := keys.Action(row)
	b.print(s, x, y, bindingsLabel, action.Title(), labelColor)
	x += bindingsLabel - 1 // the bracket has its place in the gap
	list := b.bound().Keys(action)
	if len(list) == 0 && row != b.row {
		b.print(s, x, y, bindingsLabel, " no key", labelColor)
	}
	for place, key := range list {
		x = b.drawKey(s, x, y, key.String(), row == b.row && place == b.column)
	}
	if row == b.row && len(list) < keys.MostKeys {
		b.drawKey(s, x, y, "+", b.column == len(list))
	}
}

func (b *bindings) drawPreset(s tcell.Screen, x, y, width int) {
	name := b.app.conf.Settings.keysName()
	text, ink := "  "+name, textColor
	if b.row == 0 {
		text, ink = "◂ "+name+" ▸", accentColor
	}
	b.print(s, x, y, bindingsLabel, "Set of keys", labelColor)
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
