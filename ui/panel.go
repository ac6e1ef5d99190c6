package ui

import (
	"strings"
	"time"
	"unicode"

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

// paste collects the keys of a pasted text, which must not act as keys. The
// zero value is ready.
type paste struct {
	text strings.Builder
	on   bool
}

// maxPaste bounds what of a paste is kept; no field takes more.
const maxPaste = 1024

// take takes an event if it belongs to a paste. With the last one it returns
// the text, in one line.
func (p *paste) take(ev input.Event) (text string, taken bool) {
	switch ev.Kind {
	case input.PasteStart, input.PasteEnd:
		p.on = ev.Kind == input.PasteStart
		text = strings.TrimSpace(p.text.String())
		p.text.Reset()
		return text, true
	case input.Press, input.Repeat:
		if p.on {
			p.add(ev)
		}
	}
	return "", p.on
}

func (p *paste) add(ev input.Event) {
	if p.text.Len() >= maxPaste {
		return
	}
	if char := ev.Character(); unicode.IsPrint(char) {
		p.text.WriteRune(char)
	} else {
		p.text.WriteByte(' ') // the end of a line, a tab
	}
}

const messageWidth = 56

// newMessage shows a message until Enter or Esc.
func newMessage(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press Enter or Esc to continue", func(key input.Key) bool { return key == input.KeyEnter })
}

// newNotice shows a message until any key is pressed.
func newNotice(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press any key to continue", func(input.Key) bool { return true })
}

// newMessageUntil shows a message until Esc or one of certain keys.
func newMessageUntil(a *app, headline, text, hint string, goesOn func(input.Key) bool) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words := tview.NewTextView().SetWordWrap(true).SetText(text)
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint(hint))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(words, 0, 1, false).AddItem(foot, 1, 0, true)
	rows.SetBorder(true).SetTitle(" "+headline+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: messageWidth, height: lines + 5, back: a.pop}
	p.press = func(ev input.Event) (left input.Event) {
		if goesOn(ev.Key) {
			a.pop()
		}
		return left
	}
	p.focus(foot)
	return p
}

// menuKey returns a press as tview's primitives take it.
func menuKey(ev input.Event) *tcell.EventKey {
	mods := menuMods(ev.Mods)
	switch {
	case ev.Key >= input.F1 && ev.Key <= input.F12:
		return tcell.NewEventKey(tcell.KeyF1+tcell.Key(ev.Key-input.F1), 0, mods)
	case !ev.Key.IsCharacter():
		return tcell.NewEventKey(menuKeys[ev.Key], 0, mods)
	case ev.Mods == input.Ctrl && (ev.Key < 'a' || ev.Key > 'z'): // which types nothing
		return tcell.NewEventKey(tcell.KeyF13, 0, mods)
	}
	return tcell.NewEventKey(tcell.KeyRune, rune(ev.Key), mods)
}

// untabbed returns the key of a press, or the arrow that Tab stands for.
func untabbed(ev input.Event) input.Key {
	switch {
	case ev.Key == input.KeyTab && ev.Mods&input.Shift != 0:
		return input.KeyUp
	case ev.Key == input.KeyTab:
		return input.KeyDown
	}
	return ev.Key
}

// menuKeys are tcell's keys that type no character. A key that neither knows stands for all
// the others.
var menuKeys = map[input.Key]tcell.Key{
	input.KeyEscape: tcell.KeyEscape, input.KeyEnter: tcell.KeyEnter, input.KeyTab: tcell.KeyTab, input.KeyBackspace: tcell.KeyBackspace,
	input.KeyInsert: tcell.KeyInsert, input.KeyDelete: tcell.KeyDelete, input.KeyHome: tcell.KeyHome, input.KeyEnd: tcell.KeyEnd,
	input.KeyPgUp: tcell.KeyPgUp, input.KeyPgDn: tcell.KeyPgDn, input.KeyUp: tcell.KeyUp, input.KeyDown: tcell.KeyDown,
	input.KeyLeft: tcell.KeyLeft, input.KeyRight: tcell.KeyRight, input.KeyOther: tcell.KeyF13,
}

func menuMods(mods input.Mods) (all tcell.ModMask) {
	for _, m := range [...]struct {
		ours   input.Mods
		theirs tcell.ModMask
	}{{input.Shift, tcell.ModShift}, {input.Alt, tcell.ModAlt}, {input.Ctrl, tcell.ModCtrl}, {input.Super | input.Meta, tcell.ModMeta}, {input.Hyper, tcell.ModHyper}} {
		if mods&m.ours != 0 {
			all |= m.theirs
		}
	}
	return all
}
