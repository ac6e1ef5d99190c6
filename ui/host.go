package ui

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// HostControls is what the host of a match can do with it. An error is shown in one line.
type HostControls struct {
	Match net.MatchOptions // as it is set, or will be from the next on
	// Change changes the match: at once while it waits, otherwise from the next one.
	Change func(net.MatchOptions) (atOnce bool, err error)
	Start  func() error // the waiting match, ready or not
	End    func() error // the match under way

	JoinHints []string // what others type to join, a line each; none if nobody can join
	Web       string   // the address for those who have but a browser; "" for none

	Moderation *Moderation // nil if nobody can join
}

// newMatchForm lets the host change the match: the one that waits, or else the next.
func newMatchForm(a *app, hosted *HostControls) *form {
	waiting := a.flight.status() == game.Waiting
	title := "Next match"
	if waiting {
		title = "Match settings"
	}
	f := newForm(a, title, "applies")
	match := f.match(a, hosted.Match, true)
	fill := choose(f, "Fill with bots up to", countOptions(0, maxBots()), hosted.Match.Fill)
	start := func() bool { return false }
	lobby := func() bool { return hosted.Match.Lobby }
	if waiting {
		start = choose(f, "Start", []option[bool]{{false, "when all are ready"}, {true, "now"}}, false)
	} else {
		lobby = choose(f, "Lobby", noYes(), hosted.Match.Lobby)
	}
	set := func() (atOnce bool, err error) {
		o := hosted.Match
		match(&o)
		o.Fill, o.Lobby = fill(), lobby()
		return a.flight.set(hosted, o)
	}
	f.keep = func() {
		if atOnce, err := set(); err != nil {
			a.push(newMessage(a, "Could not change the match", err.Error()))
		} else if waiting && !atOnce {
			a.push(newTooLate(a))
		}
	}
	f.submit = func() error {
		atOnce, err := set()
		if err == nil && atOnce && start() {
			err = hosted.Start()
		}
		if err != nil {
			return err
		}
		a.resume()
		if waiting && !atOnce {
			a.push(newTooLate(a))
		}
		return nil
	}
	return f.ready()
}

// newTooLate says that the changes came too late for the match that waited.
func newTooLate(a *app) *panel {
	return newMessage(a, "Too late", "The match has already started. Your changes apply from the next one.")
}

// set changes the host's match, if anything differs.
func (f *flight) set(hosted *HostControls, o net.MatchOptions) (atOnce bool, err error) {
	if o == hosted.Match {
		return true, nil
	}
	if atOnce, err = hosted.Change(o); err == nil {
		hosted.Match = o
		f.tellHosting()
	}
	return atOnce, err
}

// addStartOrEnd lets the host start the waiting match, or end the running one.
func (a *app) addStartOrEnd(menu *tview.List, hosted *HostControls) {
	do := func(what func() error) func() {
		return func() {
			a.resume()
			if err := what(); err != nil {
				a.push(newMessage(a, "Too late", err.Error()))
			}
		}
	}
	switch a.flight.status() {
	case game.Waiting:
		menu.AddItem("Start now", "", 'n', do(hosted.Start))
	case game.InProgress:
		menu.AddItem("End this match now", "", 'e', do(hosted.End))
	}
}

// Moderation is what the host of a match can do about the players in it.
type Moderation struct {
	Pilots func() ([]net.Present, error)
	Kick   func(id uint16, reason string) error
	Mute   func(id uint16, on bool) error
	// Ban bans a player. Unless sure, it returns a *net.UnsureError with the others it would hit.
	Ban   func(id uint16, by net.BanBy, sure bool) error
	Bans  func() []admission.Ban
	Unban func(what string) error
}

const (
	longMenuWidth = 56
	longMenuRows  = 10 // that show at once
)

// newModeration lists the other players in the match; each leads to what can be done about
// them.
func newModeration(a *app, may *Moderation) *panel {
	menu := newMenu(panelColor)
	all, err := may.Pilots()
	for _, p := range all {
		if !p.Bot && p.ID != a.flight.view.Pilot {
			menu.AddItem(tview.Escape(playerLine(p)), "", 0, func() { a.push(newPlayerActions(a, may, p)) })
		}
	}
	switch {
	case err != nil:
		menu.AddItem(err.Error(), "", 0, a.pop)
	case menu.GetItemCount() == 0:
		menu.AddItem("No other players", "", 0, a.pop)
	}
	if n := len(may.Bans()); n > 0 {
		menu.AddItem(fmt.Sprintf("Bans (%d)", n), "", 'b', func() { a.push(newBans(a, may)) })
	}
	return longMenu(a, menu, "Kick, mute, ban")
}

// playerLine describes a player.
func playerLine(p net.Present) string {
	words := []string{p.Name}
	for _, r := range []struct {
		so   bool
		word string
	}{{p.Spectates, "spectator"}, {p.Away, "away"}, {p.Muted, "muted"}} {
		if r.so {
			words = append(words, r.word)
		}
	}
	if at := admission.BanAddress(p.Address); at != "" {
		words = append(words, at)
	}
	return strings.Join(words, " · ")
}

// newPlayerActions offers what can be done about a player.
func newPlayerActions(a *app, may *Moderation, p net.Present) *panel {
	menu := newMenu(panelColor)
	do := func(what func() error) func() { return func() { a.seeTo(may, what()) } }
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem("Kick (may rejoin)", "", 'k', do(func() error { return may.Kick(p.ID, "") }))
	if p.Muted {
		menu.AddItem("Unmute", "", 'm', do(func() error { return may.Mute(p.ID, false) }))
	} else {
		menu.AddItem("Mute for everyone", "", 'm', do(func() error { return may.Mute(p.ID, true) }))
	}
	at := admission.BanPlace(p.Address)
	switch {
	case p.Identity != "" && at != "":
		menu.AddItem("Ban key and address "+at, "", 'a', func() { a.ban(may, p, net.ByBoth) })
		menu.AddItem("Ban key only", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case p.Identity != "":
		menu.AddItem("Ban key", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case at != "":
		menu.AddItem("Ban address "+at, "", 'a', func() { a.ban(may, p, net.ByAddress) })
	}
	return longMenu(a, menu, p.Name)
}

// ban bans a player, and asks first if that would hit others.
func (a *app) ban(may *Moderation, p net.Present, by net.BanBy) {
	err := may.Ban(p.ID, by, false)
	var asks *net.UnsureError
	if !errors.As(err, &asks) {
		a.seeTo(may, err)
		return
	}
	a.push(newBanWarning(a, may, p, by, asks.Hit))
}

// newBanWarning lists the players that a ban would hit, and asks which to ban.
func newBanWarning(a *app, may *Moderation, p net.Present, by net.BanBy, hit []net.Present) *panel {
	menu := newMenu(panelColor)
	done := func(by net.BanBy) func() {
		return func() {
			err := may.Ban(p.ID, by, true)
			a.pop()
			a.seeTo(may, err)
		}
	}
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem(fmt.Sprintf("Ban all %d", len(hit)), "", 'a', done(by))
	if p.Identity != "" {
		menu.AddItem("Ban "+tview.Escape(p.Name)+" by key only", "", 'p', done(net.ByKey))
	}
	for _, other := range hit {
		menu.AddItem(tview.Escape("  bans "+playerLine(other)), "", 0, func() {})
	}
	return longMenu(a, menu, "This bans more than one player")
}

// newBans lists the bans; selecting one lifts it.
func newBans(a *app, may *Moderation) *panel {
	menu := newMenu(panelColor)
	for _, b := range may.Bans() {
		menu.AddItem(tview.Escape(cmp.Or(b.Comment, "?")+" · "+strings.Join(b.All(), ", ")), "", 0, func() { a.seeTo(may, may.Unban(b.What)) })
	}
	return longMenu(a, menu, "Bans: Enter lifts one")
}

// seeTo returns to the updated list from a page that it led to, and shows the error,
// if any.
func (a *app) seeTo(may *Moderation, err error) {
	a.pop()
	a.pop()
	a.push(newModeration(a, may))
	if err != nil {
		a.push(newMessage(a, "Could not do that", err.Error()))
	}
}

// longMenu puts a menu that may be long into a box that covers those below it.
func longMenu(a *app, menu *tview.List, title string) *panel {
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint("Enter selects · ↑↓ move · Esc back"))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(menu, 0, 1, true).AddItem(foot, 1, 0, false)
	rows.SetBorder(true).SetTitle(" "+tview.Escape(title)+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: longMenuWidth, height: longMenuRows + 5, back: a.pop}
	p.focus(menu)
	return p
}

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
