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
