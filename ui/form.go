package ui

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/ui/input"
)

// form is a page of fields that each set a variable.
type form struct {
	panel
	app     *app
	fields  *tview.Form
	problem *tview.TextView
	message string   // in problem; "" leaves that to the note of the field
	stores  []func() // each sets a variable to the value of its field
	notes   map[tview.FormItem]func() string
	submit  func() error // on Enter, after store; its error is shown below the fields
	apply   func()       // on Esc, after store; may be nil
}

const (
	formWidth   = 58
	problemRows = 2
)

// newForm returns a form without fields. verb is the action of Enter.
func newForm(a *app, title, verb string) *form {
	f := &form{
		app:     a,
		fields:  tview.NewForm().SetItemPadding(0),
		problem: tview.NewTextView().SetTextColor(badColor).SetWordWrap(true),
		notes:   map[tview.FormItem]func() string{},
	}
	f.fields.SetBorderPadding(0, 0, 0, 0)
	f.fields.SetFieldBackgroundColor(fieldColor).SetFieldTextColor(strongColor)
	rows := framed(title, 0).AddItem(f.fields, 0, 1, true).AddItem(f.problem, problemRows, 0, false).
		AddItem(a.hintLine("Enter "+verb+" · ↑↓ move · ←→ change · Esc back"), 1, 0, false)
	f.panel = panel{root: rows, width: formWidth, height: 5 + problemRows, press: f.key}
	f.back = func() {
		a.pop()
		f.store()
		if f.apply != nil {
			f.apply()
		}
	}
	return f
}

// store sets the variables to the values of the fields.
func (f *form) store() {
	for _, store := range f.stores {
		store()
	}
}

// key moves between the fields with the arrows and submits with Enter from any.
func (f *form) key(ev input.Event) (left input.Event) {
	f.show(labelColor, "")
	switch ev.Key {
	case input.KeyDown:
		return input.PressOf(input.KeyTab)
	case input.KeyUp:
		return input.Event{Kind: input.Press, Key: input.KeyTab, Mods: input.Shift}
	case input.KeyEnter:
		if field, ok := f.focusedField().(*submenu); ok {
			field.open()
			return input.Event{}
		}
		f.store()
		if err := f.submit(); err != nil {
			f.show(badColor, err.Error())
		}
		return input.Event{}
	}
	return ev
}

// focusedField returns the field that has the focus, or nil.
func (f *form) focusedField() tview.FormItem {
	if at, _ := f.fields.GetFocusedItemIndex(); at >= 0 {
		return f.fields.GetFormItem(at)
	}
	return nil
}

// show writes a message below the fields.
func (f *form) show(ink tcell.Color, message string) {
	f.message = message
	f.problem.SetTextColor(ink).SetText(message)
}

// Draw draws the form. Without a message, the note of the focused field is below the fields.
func (f *form) Draw(s tcell.Screen, now time.Time) {
	if f.message == "" {
		note := ""
		if text := f.notes[f.focusedField()]; text != nil {
			note = text()
		}
		f.problem.SetTextColor(labelColor).SetText(note)
	}
	f.panel.Draw(s, now)
}

// add puts a field below the others.
func (f *form) add(field tview.FormItem) {
	f.fields.AddFormItem(field)
	f.height++
}

// showBelow puts the shown ones of some fields below another field and removes the rest of them.
func (f *form) showBelow(above tview.FormItem, some, shown []tview.FormItem) {
	var rest []tview.FormItem
	for last := f.fields.GetFormItemCount() - 1; f.fields.GetFormItem(last) != above; last-- {
		if item := f.fields.GetFormItem(last); !slices.Contains(some, item) {
			rest = append(rest, item)
		}
		f.fields.RemoveFormItem(last)
		f.height--
	}
	slices.Reverse(rest)
	for _, item := range append(shown, rest...) {
		f.add(item)
	}
}

// ready gives the first field the focus.
func (f *form) ready() *form {
	f.focus(f.fields)
	return f
}

// labelGap is the space between a label and its field, besides the column that tview adds.
const labelGap = 2

func gapped(label string) string { return label + "  " }

// textField is an input field that accepts as much of a paste as it has room for.
type textField struct {
	*tview.InputField
	most   int  // characters
	hidden bool // characters show as stars
}

// text adds a field for a text of at most so many characters.
func (f *form) text(label string, value *string, most int) *textField {
	field := newTextField(label, *value, most)
	f.stores = append(f.stores, func() { *value = field.text() })
	f.add(field)
	return field
}

// newTextField returns a field that is in no form yet.
func newTextField(label, value string, most int) *textField {
	field := &textField{InputField: tview.NewInputField(), most: most}
	field.SetLabel(gapped(label)).SetText(value).SetAcceptanceFunc(tview.InputFieldMaxLength(most))
	return field
}

// hide shows stars instead of the text.
func (t *textField) hide() {
	t.hidden = true
	t.SetMaskCharacter('*')
}

func (t *textField) text() string { return strings.TrimSpace(t.GetText()) }

func (t *textField) PasteHandler() func(string, func(tview.Primitive)) {
	paste := t.InputField.PasteHandler()
	return func(text string, setFocus func(tview.Primitive)) {
		room := max(t.most-utf8.RuneCountInString(t.GetText()), 0)
		runes := []rune(text)
		paste(string(runes[:min(room, len(runes))]), setFocus)
	}
}

// option is a value and its name on the screen.
type option[T any] struct {
	value T
	name  string
}

// choice is a field that shows one of several options. Left and right change it, which takes fewer keys than a
// list that drops down.
type choice struct {
	*tview.Box
	label      string
	options    []string
	current    int
	labelWidth int
	finished   func(tcell.Key)
	compare    func() // opens a page that compares the options; may be nil
	changed    func() // called after a change; may be nil
}

// choose adds a field for one of several values.
func choose[T comparable](f *form, label string, options []option[T], value *T) *choice {
	field := newChoice(label, options, *value)
	f.stores = append(f.stores, func() { *value = options[field.current].value })
	f.add(field)
	return field
}

// newChoice returns a field that is in no form yet.
func newChoice[T comparable](label string, options []option[T], value T) *choice {
	field := &choice{Box: tview.NewBox(), label: gapped(label)}
	for i, o := range options {
		field.options = append(field.options, o.name)
		if o.value == value {
			field.current = i
		}
	}
	return field
}

func (c *choice) Draw(s tcell.Screen) {
	c.DrawForSubclass(s, c)
	x, y, width, _ := c.GetInnerRect()
	put(s, c.label, x, y, width, labelColor)
	text, color := "  "+c.options[c.current], textColor
	if c.HasFocus() {
		text, color = "◂ "+c.options[c.current]+" ▸", accentColor
	}
	if c.HasFocus() && c.compare != nil {
		text += "   c compares"
	}
	x += c.labelWidth - labelGap // the arrow is in the gap
	put(s, text, x, y, width-c.labelWidth+labelGap, color)
}

func (c *choice) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return c.WrapInputHandler(func(ev *tcell.EventKey, _ func(tview.Primitive)) {
		switch ev.Key() {
		case tcell.KeyLeft:
			c.turn(-1)
		case tcell.KeyRight:
			c.turn(1)
		case tcell.KeyRune:
			switch {
			case ev.Rune() == ' ':
				c.turn(1)
			case ev.Rune() == 'c' && c.compare != nil:
				c.compare()
			}
		case tcell.KeyTab, tcell.KeyBacktab:
			c.finished(ev.Key())
		}
	})
}

// turn moves by so many options and wraps around.
func (c *choice) turn(by int) {
	c.current = (c.current + by + len(c.options)) % len(c.options)
	if c.changed != nil {
		c.changed()
	}
}

// The methods of tview.FormItem.

func (c *choice) GetLabel() string    { return c.label }
func (c *choice) GetFieldWidth() int  { return 0 }
func (c *choice) GetFieldHeight() int { return 1 }

func (c *choice) SetDisabled(bool) tview.FormItem { return c }

func (c *choice) SetFinishedFunc(finished func(tcell.Key)) tview.FormItem {
	c.finished = finished
	return c
}

func (c *choice) SetFormAttributes(labelWidth int, _, background, _, _ tcell.Color) tview.FormItem {
	c.labelWidth = labelWidth
	c.SetBackgroundColor(background)
	return c
}

// submenu is a field that opens a page with Enter.
type submenu struct {
	choice
	app   *app
	value func() string
	open  func()
}

// submenu adds a field that shows a value and opens the page that sets it.
func (f *form) submenu(label string, value func() string, open func()) {
	f.add(&submenu{choice{Box: tview.NewBox(), label: gapped(label), options: []string{""}}, f.app, value, open})
}

func (d *submenu) Draw(s tcell.Screen) {
	d.DrawForSubclass(s, d)
	x, y, width, _ := d.GetInnerRect()
	put(s, d.label, x, y, width, labelColor)
	text, color := d.value(), textColor
	if d.HasFocus() {
		text, color = text+d.app.hint(" · Enter opens ▸"), accentColor
	}
	put(s, text, x+d.labelWidth, y, width-d.labelWidth, color)
}
