package ui

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/rivo/tview"

	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// joinPage lists the matches that can be joined from here. The list is live: it
// changes while it is shown, and the selected match stays selected.
type joinPage struct {
	app     *app
	finder  Finder
	fleet   string // the address of the one that is listed; "" for all that is near
	frame   *tview.Box
	list    []lan.FoundMatch
	row     int    // selected: a match, or one of the actions below them
	id      uint64 // of the selected match; 0 for an action
	moved   bool   // the player made the selection, not the page
	top     int    // the first match that shows
	since   time.Time
	problem string // why the last attempt failed
	paste   paste  // of which nothing is taken
}

// Finder finds matches that can be joined from here. *nearby.Finder is one.
type Finder interface {
	// Matches returns at once which there are now, always in the same order. It
	// looks on only as long as it is asked.
	Matches(now time.Time) []lan.FoundMatch
}

const (
	joinWidth  = 80
	joinHeight = 22
	maxInvited = 40 // columns of a match's name
	// looking is how long the list may stay empty before the page says so.
	looking = 2 * time.Second
)

// joinActions are what else the page offers.
var joinActions = []struct {
	key  rune
	name string
	open func(*app)
}{
	{'a', "Join by address", func(a *app) { a.push(newJoinForm(a)) }},
	{'h', "Host a match", func(a *app) { a.push(newHostForm(a)) }},
}

// newJoin returns the page for joining a match. Without a Finder it asks for an address.
func newJoin(a *app) page {
	if a.conf.Finder == nil {
		return newJoinForm(a)
	}
	return newJoinFrom(a, a.conf.Finder, "")
}

// newJoinFrom returns the page for joining one of the matches that a Finder finds, of a fleet if one is named.
func newJoinFrom(a *app, finder Finder, fleet string) page {
	title := " Join a match "
	if fleet != "" {
		title = " " + tview.Escape(canvas.Clean(fleet)) + " "
	}
	frame := tview.NewBox().SetBorder(true).SetTitle(title).SetBorderPadding(1, 0, 2, 2)
	return &joinPage{app: a, finder: finder, fleet: fleet, frame: frame}
}

// look updates the list. The selected match stays selected, wherever it is now.
func (j *joinPage) look(now time.Time) {
	if j.app.flight != nil { // which covers the page
		return
	}
	if j.since.IsZero() {
		j.since = now
	}
	action := j.row - len(j.list)
	j.list = j.finder.Matches(now)
	switch at := slices.IndexFunc(j.list, func(m lan.FoundMatch) bool { return m.ID == j.id }); {
	case !j.moved:
		j.row = 0
	case j.id == 0:
		j.row = action + len(j.list)
	case at >= 0:
		j.row = at
	}
	j.choose(j.row)
}

// choose chooses a row, around the ends.
func (j *joinPage) choose(row int) {
	rows := len(j.list) + len(joinActions)
	j.row, j.id = (row+rows)%rows, 0
	if j.row < len(j.list) {
		j.id = j.list[j.row].ID
	}
}

func (j *joinPage) Event(ev input.Event, now time.Time) {
	_, pasted := j.paste.take(ev)
	if pasted || !ev.IsPress() {
		return
	}
	j.problem = ""
	switch {
	case ev.Key == input.KeyEscape:
		j.app.pop()
	case ev.Key == input.KeyEnter:
		j.enter()
	case ev.Character() != 0:
		j.press(ev.Character())
	default:
		j.move(ev)
	}
}

func (j *joinPage) press(key rune) {
	for _, d := range joinActions {
		if d.key == key {
			d.open(j.app)
		}
	}
	if key == 'i' && j.row < len(j.list) {
		j.invite()
	}
}

// invite shows how others join the selected match. The address of this machine that is listed is of no use to them.
func (j *joinPage) invite() {
	m := &j.list[j.row]
	ways := []string{"dogfight join " + m.Address}
	if at, err := netip.ParseAddrPort(m.Address); err == nil && at.Addr().IsLoopback() && m.Web != "" {
		ways = nil
	}
	j.app.push(newInvitation(j.app, "How others join "+titleIn(j.list, j.row, maxInvited), m.Web, ways))
}

func (j *joinPage) move(ev input.Event) {
	j.moved = true
	switch untabbed(ev) {
	case input.KeyUp:
		j.choose(j.row - 1)
	case input.KeyDown:
		j.choose(j.row + 1)
	case input.KeyHome, input.KeyPgUp:
		j.choose(0)
	case input.KeyEnd, input.KeyPgDn:
		j.choose(len(j.list) + len(joinActions) - 1)
	}
}

// enter joins the selected match, or performs the action.
func (j *joinPage) enter() {
	if j.row >= len(j.list) {
		joinActions[j.row-len(j.list)].open(j.app)
		return
	}
	m := j.list[j.row]
	if !m.Ours() {
		j.problem = fmt.Sprintf("The host speaks protocol version %d, you speak %d: one of you is out of date.", m.Version, proto.Version)
		return
	}
	o := JoinOptions{Pilot: j.app.conf.Pilot, Address: m.Address}
	if err := j.app.launched(j.app.conf.Launcher.Join(o)); err != nil {
		j.problem = err.Error()
	}
}
