package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// panel is a page that shows a tview primitive in a box in the middle. tview
// serves for its primitives alone: its Application would bring a second loop
// and a second screen.
type panel struct {
	root          tview.Primitive
	width, height int
	inSpace       bool // stars around it, rather than what lies below
	back          func()

	focused  tview.Primitive
	paste    paste
	headline string // of the box, without how the match stands
}

func (p *panel) Draw(s tcell.Screen, now time.Time) {
	if p.inSpace {
		drawStars(s, now)
	}
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

func (p *panel) Event(ev tcell.Event, now time.Time) {
	if text, taken := p.paste.take(ev); taken {
		if text != "" {
			p.root.PasteHandler()(text, p.focus)
		}
		return
	}
	key, ok := ev.(*tcell.EventKey)
	switch {
	case !ok:
	case key.Key() == tcell.KeyEscape:
		p.back()
	default:
		p.root.InputHandler()(key, p.focus)
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
