package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/ui/input"
)

// panel is a page that shows a tview primitive in a box in the middle. tview
// serves for its primitives alone: its Application would bring a second loop
// and a second screen.
type panel struct {
	root          tview.Primitive
	width, height int
	back          func()
	press         func(input.Event) (left input.Event) // sees the other keys first; what it leaves is for the primitive

	focused  tview.Primitive
	paste    paste
	headline string // of the box, without how the match stands
}

// scrolledHeight is how many rows a long text takes where there is room.
const scrolledHeight = 60

// scrolled returns a panel for a text that may be longer than the window.
func scrolled(a *app, title string, text *tview.TextView, width int) panel {
	hint := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint("↑↓ PgUp PgDn scroll · Esc back"))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(text, 0, 1, true).AddItem(nil, 1, 0, false).AddItem(hint, 1, 0, false)
	rows.SetBorder(true).SetTitle(" "+title+" ").SetBorderPadding(1, 0, 2, 2)
	return panel{root: rows, width: width, height: scrolledHeight}
}

func (p *panel) Draw(s tcell.Screen, _ time.Time) {
	width, height := s.Size()
	w, h := min(p.width, width), min(p.height, height)
	x, y := (width-w)/2, (height-h)/2
	cover(s, x, y, w, h)
	p.root.SetRect(x, y, w, h)
	p.root.Draw(s)
}

// cover blanks the ground of a box; tview's Flex leaves what is below it.
func cover(s tcell.Screen, left, top, width, height int) {
	ground := tcell.StyleDefault.Background(panelColor)
	for y := top; y < top+height; y++ {
		for x := left; x < left+width; x++ {
			s.SetContent(x, y, ' ', nil, ground)
		}
	}
}

func (p *panel) Event(ev input.Event, now time.Time) {
	if text, taken := p.paste.take(ev); taken {
		if text != "" {
			p.root.PasteHandler()(text, p.focus)
		}
		return
	}
	switch {
	case !ev.IsPress():
	case ev.Key == input.KeyEscape:
		p.back()
	default:
		if p.press != nil {
			ev = p.press(ev)
		}
		if ev.IsPress() {
			p.root.InputHandler()(menuKey(ev), p.focus)
		}
	}
}

// focus gives the keyboard to a primitive.
func (p *panel) focus(to tview.Primitive) {
	if p.focused != nil {
		p.focused.Blur()
	}
	p.focused = to
	to.Focus(p.focus)
}
