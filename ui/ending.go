package ui

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/tview"

	"dogfight/net"
	"dogfight/ui/input"
)

// ending is the page after the end of a match on another host that the player did not leave. It shows the reason and
// the ways to play on.
type ending struct {
	panel
	reason error
	opened time.Time
}

const (
	endingWidth  = 60
	endingMargin = 6 // columns of the frame
	// endingDeaf is how long the page takes no key: the player may still be flying and firing.
	endingDeaf = time.Second
)

// newEnding returns the page for a match that was joined at an address.
func newEnding(a *app, headline, address string, reason error) *ending {
	quits := a.conf.Session != nil // there is no title to return to
	menu := newMenu()
	if net.MayRetry(reason) {
		menu.AddItem("Try again", "", 't', func() { a.joinAgain(address) })
	}
	menu.AddItem("Join another", "", 'j', func() { a.toTitle(); a.push(newJoin(a)) })
	menu.AddItem("Play against bots", "", 'p', func() {
		a.toTitle()
		if err := a.playBots(); err != nil {
			a.push(newMessage(a, "Could not start a match", err.Error()))
		}
	})
	back := a.toTitle
	if quits {
		back = func() { a.quit(reason) }
		menu.AddItem("Quit", "", 'q', back)
	} else {
		menu.AddItem("Menu", "", 'm', back)
	}
	what, advice, _ := strings.Cut(reason.Error(), "; ")
	e := &ending{panel{width: endingWidth, height: 5 + menu.GetItemCount(), back: back}, reason, time.Now()}
	rows := framed(headline, 0)
	for i, text := range [...]string{what, advice} {
		if text == "" {
			continue
		}
		words := tview.NewTextView().SetWordWrap(true).SetText(sentence(text))
		if i > 0 {
			words.SetTextColor(labelColor)
		}
		lines := len(tview.WordWrap(tview.Escape(sentence(text)), endingWidth-endingMargin)) + 1 // a blank one
		rows.AddItem(words, lines, 0, false)
		e.height += lines
	}
	e.root = rows.AddItem(menu, 0, 1, true).AddItem(nil, 1, 0, false).AddItem(a.hintLine("Enter selects · ↑↓ move"), 1, 0, false)
	e.focus(menu)
	return e
}

func (e *ending) Event(ev input.Event, now time.Time) {
	if now.Sub(e.opened) >= endingDeaf {
		e.panel.Event(ev, now)
	}
}

// sentence returns an error text as a sentence.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// joinAgain joins the match at an address again. Leaving it then returns to the shell or the title, as before.
func (a *app) joinAgain(address string) {
	s, err := a.conf.Launcher.Join(JoinOptions{Player: a.conf.Player(), Address: address})
	if err != nil {
		a.push(newMessage(a, "Could not join", err.Error()))
		return
	}
	a.pages = nil
	a.fly(s)
}

// toTitle shows the title alone. From now on every match returns to it.
func (a *app) toTitle() {
	a.conf.Session = nil
	a.pages = nil
	a.push(newTitle(a))
}

// joinedAt returns the address of the present match; "" unless it was joined and the player can join others.
func (a *app) joinedAt() string {
	if a.flight == nil || a.conf.Guest || a.conf.Launcher == nil {
		return ""
	}
	return a.flight.session.Where
}

// failure returns the error to end with if the player quits now: the reason on the page about a match of the command
// line, else nil.
func (a *app) failure() error {
	for _, p := range a.pages {
		if e, ok := p.(*ending); ok && a.conf.Session != nil {
			return e.reason
		}
	}
	return nil
}
