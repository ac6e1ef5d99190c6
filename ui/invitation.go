package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// invitation is the page that shows how others join a match. Where browsers may, that is there as a code for a phone's
// camera too, if the terminal has the room and the colours.
type invitation struct {
	app   *app
	frame *tview.Box
	code  canvas.QRCode
	web   string
	ways  []string
	paste paste // of which nothing is taken
}

const (
	invitationWidth  = 40 // of the text, where there is room, or wider for what is to be typed
	invitationLeast  = 30 // beside a code
	invitationMargin = 6  // columns that the frame takes
	invitationEdge   = 3  // rows
	codeGap          = 3  // columns between code and text
)

// newInvitation shows the address for browsers, "" for none, and what is typed elsewhere, a line each.
func newInvitation(a *app, title, web string, ways []string) *invitation {
	frame := tview.NewBox().SetBorder(true).SetTitle(" "+title+" ").SetBorderPadding(1, 0, 2, 2)
	return &invitation{app: a, frame: frame, code: canvas.QRCodeOf(web), web: web, ways: ways}
}

// invitation returns what the player can tell others of how to join the match.
func (s *Session) invitation() (web string, ways []string) {
	switch {
	case s.Host != nil:
		return s.Host.Web, s.Host.JoinHints
	case s.Invites != nil:
		return s.Invites()
	}
	return "", nil
}

// inked is a line of text in a colour.
type inked struct {
	text string
	ink  tcell.Color
}

// lines returns the text in so many columns.
func (v *invitation) lines(coded bool, width int) (lines []inked) {
	add := func(ink tcell.Color, text string) {
		for _, line := range tview.WordWrap(text, width) {
			lines = append(lines, inked{line, ink})
		}
	}
	if v.web != "" {
		head := "In a browser:"
		if coded {
			head = "In a browser; a phone's camera reads the code:"
		}
		add(labelColor, head)
		add(accentColor, v.web)
	}
	if len(v.ways) == 0 {
		return lines
	}
	head := "Others type one of these:"
	if v.web != "" {
		lines = append(lines, inked{})
		head = "Without a browser:"
	}
	add(labelColor, head)
	for _, way := range v.ways {
		add(textColor, way)
	}
	return lines
}

// longest returns how many columns the longest of what is typed takes.
func (v *invitation) longest() int {
	columns := canvas.Width(v.web)
	for _, way := range v.ways {
		columns = max(columns, canvas.Width(way))
	}
	return columns
}

// layout returns the columns of the text and of the code, 0 if that does not show, and the rows of both.
func (v *invitation) layout(width, height int) (text, columns, rows int) {
	columns, rows = v.code.Size()
	wanted := v.longest()
	text = min(width-invitationMargin-columns-codeGap, max(wanted, invitationWidth))
	if columns == 0 || v.app.ascii() || v.app.screen.Colors() == 0 || text < invitationLeast || rows > height-invitationEdge {
		text = min(width-invitationMargin, max(wanted, messageWidth-invitationMargin))
		return text, 0, len(v.lines(false, text)) + 2
	}
	return text, columns, max(rows, len(v.lines(true, text))+2)
}

func (v *invitation) Draw(s tcell.Screen, _ time.Time) {
	width, height := s.Size()
	text, columns, rows := v.layout(width, height)
	w, h := text+invitationMargin, min(rows+invitationEdge, height)
	if columns > 0 {
		w += columns + codeGap
	}
	left, top := (width-w)/2, (height-h)/2
	cover(s, left, top, w, h)
	v.frame.SetRect(left, top, w, h)
	v.frame.Draw(s)
	x, y, _, h := v.frame.GetInnerRect()
	if columns > 0 {
		v.drawCode(s, x, y)
		x += columns + codeGap
	}
	for i, line := range v.lines(columns > 0, text) {
		if i < h-2 {
			put(s, line.text, x, y+i, text, line.ink)
		}
	}
	put(s, "Press Enter or Esc to continue", x, y+h-1, text, labelColor)
}

// drawCode draws the code from a cell on.
func (v *invitation) drawCode(s tcell.Screen, x, y int) {
	v.code.Draw(func(column, row int, character rune, ink, ground canvas.Colour) {
		s.SetContent(x+column, y+row, character, nil, tcell.StyleDefault.Foreground(role(ink)).Background(role(ground)))
	})
}

func (v *invitation) Event(ev input.Event, _ time.Time) {
	_, pasted := v.paste.take(ev)
	if !pasted && ev.IsPress() && (ev.Key == input.KeyEnter || ev.Key == input.KeyEscape) {
		v.app.pop()
	}
}
