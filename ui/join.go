package ui

import (
	"fmt"
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/net/nearby"
	"dogfight/proto"
)

// joinPage is the page of matches that can be joined from here. The list is live: it
// changes while it is looked at, and what is chosen stays chosen.
type joinPage struct {
	app     *App
	frame   *tview.Box
	list    []nearby.Match
	row     int    // that is chosen: a match, or one of the doors below them
	id      uint64 // of the match that is chosen; 0 for a door
	moved   bool   // the player has chosen, and not the page
	top     int    // the first match that shows
	since   time.Time
	problem string // why the last choice did not work
	paste   paste  // of which nothing is taken
}

// Finder finds matches that can be joined from here. *nearby.Finder is one.
type Finder interface {
	// Matches returns at once which there are now, always in the same order. It
	// looks on only as long as it is asked.
	Matches(now time.Time) []nearby.Match
}

const (
	joinWidth  = 80
	joinHeight = 22
	// looking is how long the list may stay empty before that is something to tell.
	looking = 2 * time.Second
)

// doors lead elsewhere than into a match of the list.
var doors = []struct {
	key  rune
	name string
	open func(*App)
}{
	{'a', "Type an address, your name and ship", func(a *App) { a.push(newJoinForm(a)) }},
	{'h', "Host a match", func(a *App) { a.push(newHostForm(a)) }},
}

// newJoin returns the page for who wants to join a match. Where matches cannot be
// looked for, it asks for an address.
func newJoin(a *App) page {
	if a.conf.Finder == nil {
		return newJoinForm(a)
	}
	frame := tview.NewBox().SetBorder(true).SetTitle(" Join a match ").SetBorderPadding(1, 0, 2, 2)
	return &joinPage{app: a, frame: frame}
}

// look brings the list up to date. What is chosen stays so, wherever it is now.
func (j *joinPage) look(now time.Time) {
	if j.app.flight != nil { // which covers the page
		return
	}
	if j.since.IsZero() {
		j.since = now
	}
	door := j.row - len(j.list)
	j.list = j.app.conf.Finder.Matches(now)
	switch at := slices.IndexFunc(j.list, func(m nearby.Match) bool { return m.ID == j.id }); {
	case !j.moved:
		j.row = 0
	case j.id == 0:
		j.row = door + len(j.list)
	case at >= 0:
		j.row = at
	}
	j.choose(j.row)
}

// choose chooses a row, around the ends.
func (j *joinPage) choose(row int) {
	rows := len(j.list) + len(doors)
	j.row, j.id = (row+rows)%rows, 0
	if j.row < len(j.list) {
		j.id = j.list[j.row].ID
	}
}

func (j *joinPage) Event(ev tcell.Event, now time.Time) {
	_, pasted := j.paste.take(ev)
	key, ok := ev.(*tcell.EventKey)
	if pasted || !ok {
		return
	}
	j.problem = ""
	switch key.Key() {
	case tcell.KeyEscape:
		j.app.pop()
	case tcell.KeyEnter:
		j.enter()
	case tcell.KeyRune:
		j.press(key.Rune())
	default:
		j.move(key.Key())
	}
}

func (j *joinPage) press(key rune) {
	for _, d := range doors {
		if d.key == key {
			d.open(j.app)
		}
	}
}

func (j *joinPage) move(key tcell.Key) {
	j.moved = true
	switch key {
	case tcell.KeyUp, tcell.KeyBacktab:
		j.choose(j.row - 1)
	case tcell.KeyDown, tcell.KeyTab:
		j.choose(j.row + 1)
	case tcell.KeyHome, tcell.KeyPgUp:
		j.choose(0)
	case tcell.KeyEnd, tcell.KeyPgDn:
		j.choose(len(j.list) + len(doors) - 1)
	}
}

// enter joins the match that is chosen, or opens the door.
func (j *joinPage) enter() {
	if j.row >= len(j.list) {
		doors[j.row-len(j.list)].open(j.app)
		return
	}
	m := j.list[j.row]
	if !m.Ours() {
		j.problem = fmt.Sprintf("It speaks version %d of the protocol, and you %d: one of you is out of date.", m.Version, proto.Version)
		return
	}
	o := JoinOptions{Pilot: j.app.conf.Pilot, Address: m.Address}
	if err := j.app.launched(j.app.conf.Launcher.Join(o)); err != nil {
		j.problem = err.Error()
	}
}
