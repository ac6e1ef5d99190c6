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
	"dogfight/net/relay"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// HostControls control the match that the player hosts. An error is shown in one line.
type HostControls struct {
	Match net.MatchOptions // of this match, or of the next if they have changed
	// Change changes the options: at once in the lobby, otherwise from the next match on.
	Change func(net.MatchOptions) (atOnce bool, err error)
	Start  func() error // ends the lobby, ready or not
	End    func() error // the running match

	JoinHints []string // commands that join; none if the match is closed
	Web       string   // address for browsers; or ""

	Moderation *Moderation // nil if the match is closed
}

// newMatchForm changes the options of the match in the lobby, or else of the next.
func newMatchForm(a *app, hosted *HostControls) *form {
	lobby := a.flight.status() == game.Waiting
	title := "Next match"
	if lobby {
		title = "Match settings"
	}
	f := newForm(a, title, "applies")
	o, start := hosted.Match, false
	f.stores = append(f.stores, func() { o = hosted.Match }) // for the fields that do not show
	if hosted.Moderation == nil && o.Fill == 0 {             // no one can join
		choose(f, "Bots", botCounts(), &o.Bots)
	} else {
		f.note(choose(f, "Bots that stay", botCounts(), &o.Bots), botsNote)
		f.fill(&o)
	}
	f.match(&o)
	if lobby {
		choose(f, "Start", []option[bool]{{false, "when all are ready"}, {true, "now"}}, &start)
	} else {
		choose(f, "Lobby", noYes, &o.Lobby)
	}
	warnTooLate := func(atOnce bool) {
		if lobby && !atOnce {
			a.push(newMessage(a, "Too late", "The match has already started. Your changes apply from the next one."))
		}
	}
	f.apply = func() {
		if atOnce, err := a.flight.set(hosted, o); err != nil {
			a.push(newMessage(a, "Could not change the match", err.Error()))
		} else {
			warnTooLate(atOnce)
		}
	}
	f.submit = func() error {
		atOnce, err := a.flight.set(hosted, o)
		if err == nil && atOnce && start {
			err = hosted.Start()
		}
		if err != nil {
			return err
		}
		a.resume()
		warnTooLate(atOnce)
		return nil
	}
	return f.ready()
}

// set changes the options of the match, if they differ.
func (f *flight) set(hosted *HostControls, o net.MatchOptions) (atOnce bool, err error) {
	if o == hosted.Match {
		return true, nil
	}
	if atOnce, err = hosted.Change(o); err == nil {
		hosted.Match = o
		f.showHosting()
	}
	return atOnce, err
}

// addStartOrEnd adds the item that ends the lobby, or the running match.
func (a *app) addStartOrEnd(menu *tview.List, hosted *HostControls) {
	add := func(item string, key rune, do func() error) {
		menu.AddItem(item, "", key, func() {
			a.resume()
			if err := do(); err != nil {
				a.push(newMessage(a, "Too late", err.Error()))
			}
		})
	}
	switch a.flight.status() {
	case game.Waiting:
		add("Start now", 'n', hosted.Start)
	case game.InProgress:
		add("End this match now", 'e', hosted.End)
	}
}

// Moderation acts on the players in the match.
type Moderation struct {
	Pilots func() ([]net.PilotInfo, error)
	Kick   func(id uint16, reason string) error
	Mute   func(id uint16, on bool) error
	// Ban bans a player. Unless sure, it returns a *net.UnsureError with the others that the ban would hit.
	Ban   func(id uint16, by net.BanBy, sure bool) error
	Bans  func() []admission.Ban
	Unban func(what string) error
}

// newModeration lists the other players in the match. Each item opens the actions on that player.
func newModeration(a *app, may *Moderation) *panel {
	menu := newMenu()
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
func playerLine(p net.PilotInfo) string {
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

// newPlayerActions lists the actions on a player.
func newPlayerActions(a *app, may *Moderation, p net.PilotInfo) *panel {
	menu := newMenu()
	add := func(item string, key rune, do func() error) {
		menu.AddItem(item, "", key, func() { a.showDone(may, do()) })
	}
	addBan := func(item string, key rune, by net.BanBy) { menu.AddItem(item, "", key, func() { a.ban(may, p, by) }) }
	menu.AddItem("Back", "", 'b', a.pop)
	add("Kick (may rejoin)", 'k', func() error { return may.Kick(p.ID, "") })
	if p.Muted {
		add("Unmute", 'm', func() error { return may.Mute(p.ID, false) })
	} else {
		add("Mute for everyone", 'm', func() error { return may.Mute(p.ID, true) })
	}
	at := admission.BanSubject(p.Address)
	switch {
	case p.Identity != "" && at != "":
		addBan("Ban key and address "+at, 'a', net.ByBoth)
		addBan("Ban key only", 'p', net.ByKey)
	case p.Identity != "":
		addBan("Ban key", 'p', net.ByKey)
	case at != "":
		addBan("Ban address "+at, 'a', net.ByAddress)
	}
	return longMenu(a, menu, p.Name)
}

// ban bans a player, and asks first if that would hit others.
func (a *app) ban(may *Moderation, p net.PilotInfo, by net.BanBy) {
	err := may.Ban(p.ID, by, false)
	var unsure *net.UnsureError
	if !errors.As(err, &unsure) {
		a.showDone(may, err)
		return
	}
	a.push(newBanWarning(a, may, p, by, unsure.Hit))
}

// newBanWarning lists the players that a ban would hit, and asks which to ban.
func newBanWarning(a *app, may *Moderation, p net.PilotInfo, by net.BanBy, hit []net.PilotInfo) *panel {
	menu := newMenu()
	ban := func(by net.BanBy) func() {
		return func() {
			err := may.Ban(p.ID, by, true)
			a.pop()
			a.showDone(may, err)
		}
	}
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem(fmt.Sprintf("Ban all %d", len(hit)), "", 'a', ban(by))
	if p.Identity != "" {
		menu.AddItem("Ban "+tview.Escape(p.Name)+" by key only", "", 'p', ban(net.ByKey))
	}
	for _, other := range hit {
		menu.AddItem(tview.Escape("  bans "+playerLine(other)), "", 0, func() {})
	}
	return longMenu(a, menu, "This bans more than one player")
}

// newBans lists the bans; selecting one lifts it.
func newBans(a *app, may *Moderation) *panel {
	menu := newMenu()
	for _, b := range may.Bans() {
		menu.AddItem(tview.Escape(cmp.Or(b.Comment, "?")+" · "+strings.Join(b.All(), ", ")), "", 0, func() { a.showDone(may, may.Unban(b.Subject)) })
	}
	return longMenu(a, menu, "Bans: Enter lifts one")
}

// showDone replaces a page and the list below it by the updated list, and shows the error, if any.
func (a *app) showDone(may *Moderation, err error) {
	a.pop()
	a.pop()
	a.push(newModeration(a, may))
	if err != nil {
		a.push(newMessage(a, "Could not do that", err.Error()))
	}
}

// invitation is the page that shows how others join a match. On a terminal with enough room and colours it shows the
// address for browsers also as a QR code.
type invitation struct {
	app   *app
	title string
	code  canvas.QRCode
	web   string
	ways  []string
	paste paste
}

const (
	invitationWidth  = 40 // of the text, where there is room; the addresses may be wider
	invitationLeast  = 30 // beside a code
	invitationMargin = 6  // columns of the frame
	invitationEdge   = 3  // rows of the frame
	codeGap          = 3  // columns between code and text
)

// newInvitation shows the address for browsers, "" for none, and commands that join.
func newInvitation(a *app, title, web string, ways []string) *invitation {
	return &invitation{app: a, title: title, code: canvas.QRCodeOf(web), web: web, ways: ways}
}

// invitation returns how others join the match, as far as the player knows.
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
	head, anywhere := "Others type one of these:", fromAnywhere(v.ways)
	if v.web != "" {
		lines = append(lines, inked{})
		head = "Without a browser:"
	}
	if anywhere > 0 {
		head = "From anywhere, others type:"
	}
	add(labelColor, head)
	for i, way := range v.ways {
		if i == anywhere && i > 0 {
			lines = append(lines, inked{})
			add(labelColor, "Where a router lets them in, as in this network:")
		}
		add(textColor, way)
	}
	return lines
}

// fromAnywhere returns how many ways, at the begin, are invitations at a relay.
func fromAnywhere(ways []string) int {
	n := 0
	for n < len(ways) && relay.IsInvitation(ways[n]) {
		n++
	}
	return n
}

// layout returns the columns of the text and of the code, 0 without a code, and the rows of both.
func (v *invitation) layout(width, height int) (text, columns, rows int) {
	columns, rows = v.code.Size()
	wanted := canvas.Width(v.web)
	for _, way := range v.ways {
		wanted = max(wanted, canvas.Width(way))
	}
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
	w := text + invitationMargin
	if columns > 0 {
		w += columns + codeGap
	}
	x, y, _, h := drawBox(s, v.title, w, rows+invitationEdge)
	at := x
	if columns > 0 {
		v.code.Draw(func(column, row int, character rune, ink, ground canvas.Colour) {
			s.SetContent(x+column, y+row, character, nil, tcell.StyleDefault.Foreground(role(ink)).Background(role(ground)))
		})
		at += columns + codeGap
	}
	for i, line := range v.lines(columns > 0, text) {
		if i < h-2 {
			put(s, line.text, at, y+i, text, line.ink)
		}
	}
	put(s, "Press Enter or Esc to continue", at, y+h-1, text, labelColor)
}

func (v *invitation) Event(ev input.Event, _ time.Time) {
	if v.paste.isPress(ev) && (ev.Key == input.KeyEnter || ev.Key == input.KeyEscape) {
		v.app.pop()
	}
}
