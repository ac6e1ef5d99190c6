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

// form is a page of fields that are filled in and then submitted.
type form struct {
	panel
	fields  *tview.Form
	problem *tview.TextView
	said    string       // there; "" if it is free for what a field has to say
	submit  func() error // its error is shown below the fields, which stay as they are
	keep    func()       // takes over what is in the fields on Esc; may be nil
}

const (
	formWidth   = 58
	problemRows = 2
)

// newForm returns a form without fields. verb says what Enter does.
func newForm(a *app, title, verb string) *form {
	f := &form{
		fields:  tview.NewForm().SetItemPadding(0),
		problem: tview.NewTextView().SetTextColor(badColor).SetWordWrap(true),
	}
	f.fields.SetBorderPadding(0, 0, 0, 0)
	f.fields.SetFieldBackgroundColor(fieldColor).SetFieldTextColor(strongColor)
	hint := tview.NewTextView().SetTextColor(labelColor).
		SetText(a.hint("Enter " + verb + " · ↑↓ move · ←→ change · Esc back"))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(f.fields, 0, 1, true).AddItem(f.problem, problemRows, 0, false).AddItem(hint, 1, 0, false)
	rows.SetBorder(true).SetTitle(" "+title+" ").SetBorderPadding(1, 0, 2, 2)
	f.panel = panel{root: rows, width: formWidth, height: 5 + problemRows, press: f.key}
	f.back = func() {
		a.pop()
		if f.keep != nil {
			f.keep()
		}
	}
	return f
}

// key moves between the fields with the arrows and submits with Enter from any.
func (f *form) key(ev input.Event) (left input.Event) {
	f.say(labelColor, "")
	switch ev.Key {
	case input.KeyDown:
		return input.PressOf(input.KeyTab)
	case input.KeyUp:
		return input.Event{Kind: input.Press, Key: input.KeyTab, Mods: input.Shift}
	case input.KeyEnter:
		if f.openSubmenu() {
			return input.Event{}
		}
		if err := f.submit(); err != nil {
			f.say(badColor, err.Error())
		}
		return input.Event{}
	}
	return ev
}

// say writes a text below the fields.
func (f *form) say(ink tcell.Color, text string) {
	f.said = text
	f.problem.SetTextColor(ink).SetText(text)
}

// noted is a field that has something to say of what is chosen in it.
type noted interface{ noteText() string }

// Draw draws the form. Unless something else is said below the fields, that is what the field with the focus has to say.
func (f *form) Draw(s tcell.Screen, now time.Time) {
	if at, _ := f.fields.GetFocusedItemIndex(); f.said == "" {
		note := ""
		if field, ok := f.fields.GetFormItem(max(at, 0)).(noted); ok && at >= 0 {
			note = field.noteText()
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

// showBelow has those of some fields, and no others of them, stand below another.
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

// text adds a field for a text of at most so many characters, and returns what
// reads it.
func (f *form) text(label, value string, most int) (read func() string) {
	field := newTextField(label, value, most)
	f.add(field)
	return field.text
}

// newTextField returns a field for a text of at most so many characters, which is in no form yet.
func newTextField(label, value string, most int) *textField {
	field := &textField{InputField: tview.NewInputField(), most: most}
	field.SetLabel(gapped(label)).SetText(value).SetAcceptanceFunc(tview.InputFieldMaxLength(most))
	return field
}

// hide shows no character of the text field that was added last.
func (f *form) hide() {
	last := f.fields.GetFormItem(f.fields.GetFormItemCount() - 1)
	last.(*textField).hidden = true
	last.(*textField).SetMaskCharacter('*')
}

// choose adds a field for one of several values, and returns what reads it.
func choose[T comparable](f *form, label string, options []option[T], value T) (read func() T) {
	field := addChoice(f, label, options, value)
	return func() T { return options[field.current].value }
}

// addChoice adds a field for one of several values.
func addChoice[T comparable](f *form, label string, options []option[T], value T) *choice {
	field := newChoice(label, options, value)
	f.add(field)
	return field
}

// newChoice returns a field for one of several values, which is in no form yet.
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

// labelGap is the least space between a label and its field, besides the column
// that tview adds.
const labelGap = 2

func gapped(label string) string { return label + "  " }

// option is a value to choose, and what it is called on the screen.
type option[T any] struct {
	value T
	name  string
}

// textField is an input field that takes as much of a paste as there is room for.
type textField struct {
	*tview.InputField
	most   int
	hidden bool   // what is typed does not show
	note   string // said below the fields while it has the focus
}

func (t *textField) text() string { return strings.TrimSpace(t.GetText()) }

func (t *textField) noteText() string { return t.note }

func (t *textField) PasteHandler() func(string, func(tview.Primitive)) {
	paste := t.InputField.PasteHandler()
	return func(text string, setFocus func(tview.Primitive)) {
		room := max(t.most-utf8.RuneCountInString(t.GetText()), 0)
		runes := []rune(text)
		paste(string(runes[:min(room, len(runes))]), setFocus)
	}
}

// choice is a form field that shows one of several options. Left and right go
// through them, which takes fewer keys than a list that drops down.
type choice struct {
	*tview.Box
	label      string
	options    []string
	current    int
	labelWidth int
	finished   func(tcell.Key)
	compare    func()        // opens a page that compares the options; may be nil
	note       func() string // said below the fields while it has the focus; may be nil
	changed    func()        // called after the option has changed; may be nil
}

func (c *choice) Draw(s tcell.Screen) {
	c.DrawForSubclass(s, c)
	x, y, width, _ := c.GetInnerRect()
	tview.Print(s, tview.Escape(c.label), x, y, width, tview.AlignLeft, labelColor)
	text, color := "  "+c.options[c.current], textColor
	if c.HasFocus() {
		text, color = "◂ "+c.options[c.current]+" ▸", accentColor
	}
	if c.HasFocus() && c.compare != nil {
		text += "   c compares"
	}
	x += c.labelWidth - labelGap // the arrow has its place in the gap
	tview.Print(s, tview.Escape(text), x, y, width-c.labelWidth+labelGap, tview.AlignLeft, color)
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

func (c *choice) noteText() string {
	if c.note == nil {
		return ""
	}
	return c.note()
}

// turn goes on by so many options, around the ends.
func (c *choice) turn(by int) {
	c.current = (c.current + by + len(c.options)) % len(c.options)
	if c.changed != nil {
		c.changed()
	}
}

// What follows makes it a tview.FormItem.

func (c *choice) GetLabel() string    { return c.label }
func (c *choice) GetFieldWidth() int  { return 0 }
func (c *choice) GetFieldHeight() int { return 1 }

func (c *choice) SetDisabled(bool) tview.FormItem { return c }

func (c *choice) SetFinishedFunc(finished func(tcell.Key)) tview.FormItem {
	c.finished = finished
	return c
}

func (c *choice) SetFormAttributes(labelWidth int, label, background, text, field tcell.Color) tview.FormItem {
	c.labelWidth = labelWidth
	c.SetBackgroundColor(background)
	return c
}

// submenu is a form field that leads to a page of its own: Enter opens it.
type submenu struct {
	choice
	app  *app
	says func() string // what is set there
	open func()
}

// submenu adds a field that leads to another page.
func (f *form) submenu(a *app, label string, says func() string, open func()) {
	f.add(&submenu{choice{Box: tview.NewBox(), label: gapped(label), options: []string{""}}, a, says, open})
}

// openSubmenu opens the page that the field with the focus leads to, if it is a submenu.
func (f *form) openSubmenu() bool {
	at, _ := f.fields.GetFocusedItemIndex()
	if at < 0 {
		return false
	}
	d, ok := f.fields.GetFormItem(at).(*submenu)
	if ok {
		d.open()
	}
	return ok
}

func (d *submenu) Draw(s tcell.Screen) {
	d.DrawForSubclass(s, d)
	x, y, width, _ := d.GetInnerRect()
	tview.Print(s, tview.Escape(d.label), x, y, width, tview.AlignLeft, labelColor)
	text, color := d.says(), textColor
	if d.HasFocus() {
		text, color = text+d.app.hint(" · Enter opens ▸"), accentColor
	}
	tview.Print(s, tview.Escape(text), x+d.labelWidth, y, width-d.labelWidth, tview.AlignLeft, color)
}
