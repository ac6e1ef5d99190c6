package ui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

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
