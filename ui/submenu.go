package ui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

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
