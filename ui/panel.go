package ui

import (
	"strings"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// panel is a page that shows a tview primitive in a box in the middle. Only tview's primitives are used: its
// Application would bring a second loop and a second screen.
type panel struct {
	root          tview.Primitive
	width, height int
	back          func()
	press         func(input.Event) (left input.Event) // handles keys other than Esc; the primitive gets its result

	focused  tview.Primitive
	paste    paste
	headline string // title without the state of the match
}

// framed returns an empty column with a border, and with so many blank rows above the lower edge.
func framed(title string, below int) *tview.Flex {
	rows := tview.NewFlex().SetDirection(tview.FlexRow)
	rows.SetBorder(true).SetTitle(" "+title+" ").SetBorderPadding(1, below, 2, 2)
	return rows
}

// hintLine returns a line that names keys.
func (a *app) hintLine(text string) *tview.TextView {
	return tview.NewTextView().SetTextColor(labelColor).SetText(a.hint(text))
}

func (p *panel) Draw(s tcell.Screen, _ time.Time) {
	width, height := s.Size()
	w, h := min(p.width, width), min(p.height, height)
	x, y := (width-w)/2, (height-h)/2
	cover(s, x, y, w, h)
	p.root.SetRect(x, y, w, h)
	p.root.Draw(s)
}

// drawBox draws a box with a border in the middle of the screen, and returns the rectangle in it.
func drawBox(s tcell.Screen, title string, w, h int) (x, y, width, height int) {
	width, height = s.Size()
	w, h = min(w, width), min(h, height)
	x, y = (width-w)/2, (height-h)/2
	cover(s, x, y, w, h)
	box := tview.NewBox().SetBorder(true).SetTitle(" "+title+" ").SetBorderPadding(1, 0, 2, 2)
	box.SetRect(x, y, w, h)
	box.Draw(s)
	return box.GetInnerRect()
}

// cover blanks a rectangle, which tview's Flex does not.
func cover(s tcell.Screen, left, top, width, height int) {
	ground := tcell.StyleDefault.Background(panelColor)
	for y := top; y < top+height; y++ {
		for x := left; x < left+width; x++ {
			s.SetContent(x, y, ' ', nil, ground)
		}
	}
}

func (p *panel) Event(ev input.Event, now time.Time) {
	if text, pasted := p.paste.add(ev); pasted {
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

// focus moves the keyboard focus to a primitive.
func (p *panel) focus(to tview.Primitive) {
	if p.focused != nil {
		p.focused.Blur()
	}
	p.focused = to
	to.Focus(p.focus)
}

const (
	messageWidth   = 56
	scrolledHeight = 60 // rows of a long text in a large window

	longMenuWidth = 56
	longMenuRows  = 10
)

// newMessage shows a message until Enter or Esc.
func newMessage(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press Enter or Esc to continue", func(key input.Key) bool { return key == input.KeyEnter })
}

// newNotice shows a message until any key.
func newNotice(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press any key to continue", func(input.Key) bool { return true })
}

// newMessageUntil shows a message until Esc or a closing key.
func newMessageUntil(a *app, headline, text, hint string, closes func(input.Key) bool) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words, foot := tview.NewTextView().SetWordWrap(true).SetText(text), a.hintLine(hint)
	rows := framed(headline, 0).AddItem(words, 0, 1, false).AddItem(foot, 1, 0, true)
	p := &panel{root: rows, width: messageWidth, height: lines + 5, back: a.pop}
	p.press = func(ev input.Event) (left input.Event) {
		if closes(ev.Key) {
			a.pop()
		}
		return left
	}
	p.focus(foot)
	return p
}

// newScrolled shows a text that may be longer than the window.
func newScrolled(a *app, title, text string, width int) *panel {
	words := tview.NewTextView().SetText(text)
	rows := framed(title, 0).AddItem(words, 0, 1, true).AddItem(nil, 1, 0, false).
		AddItem(a.hintLine("↑↓ PgUp PgDn scroll · Esc back"), 1, 0, false)
	p := &panel{root: rows, width: width, height: scrolledHeight, back: a.pop}
	p.focus(words)
	return p
}

// newMenu returns an empty list with the focus.
func newMenu() *tview.List {
	menu := tview.NewList().ShowSecondaryText(false).SetHighlightFullLine(true).SetWrapAround(true)
	menu.SetMainTextStyle(plain.Background(panelColor)).SetSelectedStyle(selected).SetShortcutStyle(faint.Background(panelColor))
	menu.SetBackgroundColor(panelColor)
	menu.Focus(nil)
	return menu
}

// longMenu shows a menu of any length in a box that covers the pages below it.
func longMenu(a *app, menu *tview.List, title string) *panel {
	rows := framed(tview.Escape(title), 0).AddItem(menu, 0, 1, true).AddItem(a.hintLine("Enter selects · ↑↓ move · Esc back"), 1, 0, false)
	p := &panel{root: rows, width: longMenuWidth, height: longMenuRows + 5, back: a.pop}
	p.focus(menu)
	return p
}

// put writes a text on the present ground, cut to width columns.
func put(s tcell.Screen, text string, x, y, width int, ink tcell.Color) {
	tview.Print(s, tview.Escape(canvas.Cut(text, width)), x, y, width, tview.AlignLeft, ink)
}

// paste collects the keys of a pasted text, which must not act as keys. The zero value is ready.
type paste struct {
	text strings.Builder
	on   bool
}

// maxPaste is the longest text that is collected; no field has room for more.
const maxPaste = 1024

// add reports whether an event is part of a paste. At its end it returns the text, in one line.
func (p *paste) add(ev input.Event) (text string, pasted bool) {
	switch ev.Kind {
	case input.PasteStart, input.PasteEnd:
		p.on = ev.Kind == input.PasteStart
		text = strings.TrimSpace(p.text.String())
		p.text.Reset()
		return text, true
	case input.Press, input.Repeat:
		if p.on && p.text.Len() < maxPaste {
			if char := ev.Character(); unicode.IsPrint(char) {
				p.text.WriteRune(char)
			} else {
				p.text.WriteByte(' ') // the end of a line, a tab
			}
		}
	}
	return "", p.on
}

// isPress reports whether an event is the press of a key outside a paste, for pages without a text field.
func (p *paste) isPress(ev input.Event) bool {
	_, pasted := p.add(ev)
	return !pasted && ev.IsPress()
}

// menuKey returns a key press in tview's form.
func menuKey(ev input.Event) *tcell.EventKey {
	mods := menuMods(ev.Mods)
	switch {
	case ev.Key >= input.F1 && ev.Key <= input.F12:
		return tcell.NewEventKey(tcell.KeyF1+tcell.Key(ev.Key-input.F1), 0, mods)
	case !ev.Key.IsCharacter():
		return tcell.NewEventKey(menuKeys[ev.Key], 0, mods)
	case ev.Mods == input.Ctrl && (ev.Key < 'a' || ev.Key > 'z'): // types nothing
		return tcell.NewEventKey(tcell.KeyF13, 0, mods)
	}
	return tcell.NewEventKey(tcell.KeyRune, rune(ev.Key), mods)
}

// untabbed returns the key of a press, with an arrow in place of Tab.
func untabbed(ev input.Event) input.Key {
	switch {
	case ev.Key == input.KeyTab && ev.Mods&input.Shift != 0:
		return input.KeyUp
	case ev.Key == input.KeyTab:
		return input.KeyDown
	}
	return ev.Key
}

// menuKeys are tcell's keys that type no character. KeyF13 represents all keys that have no name here.
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
