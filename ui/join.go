package ui

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// joinPage lists the matches that can be joined. The list is live, and the selected match stays selected.
type joinPage struct {
	app     *app
	finder  Finder
	fleet   string // address of the listed fleet; "" for the local network
	public  bool   // the public list instead of the local network
	filter  matchFilter
	list    []lan.Match
	all     int    // matches, before the filter
	row     int    // selected: a match, or an action below them
	id      uint64 // of the selected match; 0 for an action
	moved   bool   // the player has selected a row
	top     int    // first visible match
	since   time.Time
	problem string // why the last attempt failed
	paste   paste
}

// Finder finds matches that can be joined. *lan.Finder is one.
type Finder interface {
	// Matches returns the present matches at once, always in the same order. The search stops when no calls come.
	Matches(now time.Time) []lan.Match
}

const (
	joinWidth  = 80
	joinHeight = 22
	maxInvited = 40 // columns of a match's name
	// noneAfter is how long the list may be empty before the page says so.
	noneAfter = 2 * time.Second
)

// joinActions are the rows below the matches.
var joinActions = []struct {
	key  rune
	name string
	open func(*app)
}{
	{'a', "Join by address", func(a *app) { a.push(newJoinForm(a)) }},
	{'h', "Host a match", func(a *app) { a.push(newHostForm(a)) }},
}

// newJoin returns the page for joining a match. Without a Finder that is the form for an address.
func newJoin(a *app) page {
	if a.conf.Finder == nil {
		return newJoinForm(a)
	}
	j := newJoinFrom(a, a.conf.Finder, "")
	if a.conf.FromList {
		j.turn()
	}
	return j
}

// newJoinFrom lists the matches of a Finder. fleet is the address of their fleet, or "".
func newJoinFrom(a *app, finder Finder, fleet string) *joinPage {
	return &joinPage{app: a, finder: finder, fleet: fleet}
}

// turns reports whether the page has two lists: the local network and the public list.
func (j *joinPage) turns() bool { return j.fleet == "" && j.app.conf.List != nil }

// turn shows the other list.
func (j *joinPage) turn() {
	if !j.turns() {
		return
	}
	*j = joinPage{app: j.app, finder: j.app.conf.Finder, public: !j.public, filter: j.filter}
	if j.public {
		j.finder = j.app.conf.List(j.app.conf.Settings.List)
	}
}

// update updates the list and the row of the selected match.
func (j *joinPage) update(now time.Time) {
	if j.app.flight != nil { // it covers the page
		return
	}
	if j.since.IsZero() {
		j.since = now
	}
	action := j.row - len(j.list)
	j.list, j.all = j.filter.apply(j.finder.Matches(now))
	switch at := slices.IndexFunc(j.list, func(m lan.Match) bool { return m.ID == j.id }); {
	case !j.moved:
		j.row = 0
	case j.id == 0:
		j.row = action + len(j.list)
	case at >= 0:
		j.row = at
	}
	j.choose(j.row)
}

// choose selects a row and wraps around.
func (j *joinPage) choose(row int) {
	rows := len(j.list) + len(joinActions)
	j.row, j.id = (row+rows)%rows, 0
	if j.row < len(j.list) {
		j.id = j.list[j.row].ID
	}
}

func (j *joinPage) Event(ev input.Event, now time.Time) {
	if !j.paste.isPress(ev) {
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
	j.filter.press(key)
}

// invite shows how others join the selected match. They cannot use a loopback address.
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
	case input.KeyLeft, input.KeyRight:
		j.turn()
	case input.KeyHome, input.KeyPgUp:
		j.choose(0)
	case input.KeyEnd, input.KeyPgDn:
		j.choose(len(j.list) + len(joinActions) - 1)
	}
}

// enter joins the selected match, or runs the action.
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
	o := JoinOptions{Player: j.app.conf.Player(), Address: m.Address}
	if err := j.app.launched(j.app.conf.Launcher.Join(o)); err != nil {
		j.problem = err.Error()
	}
}

func (j *joinPage) Draw(s tcell.Screen, now time.Time) {
	j.update(now)
	if j.app.flight != nil {
		return
	}
	title := "Join a match"
	switch {
	case j.fleet != "":
		title = tview.Escape(canvas.Clean(j.fleet))
	case j.public:
		title += ": LAN ◂Internet▸"
	case j.turns():
		title += ": ◂LAN▸ Internet"
	}
	x, y, w, h := drawBox(s, title, joinWidth, joinHeight)
	foot := y + h - 1 - problemRows - len(joinActions) - 1
	if j.all > 0 {
		put(s, j.filter.text(), x, foot, w, j.filter.ink())
	}
	if len(j.list) > 0 {
		j.drawMatches(s, x, y, w, foot-1-y)
	} else {
		j.drawNone(s, x, y, w, now)
	}
	j.drawFoot(s, x, foot+1, w)
}

// drawFoot draws the actions and, below them, the problem and the key hints.
func (j *joinPage) drawFoot(s tcell.Screen, x, y, w int) {
	for i, d := range joinActions {
		put(s, fmt.Sprintf("(%c) %s", d.key, d.name), x, y+i, w, j.highlight(s, x, y+i, w, len(j.list)+i))
	}
	y += len(joinActions)
	for i, line := range tview.WordWrap(tview.Escape(j.problem), w) {
		if i < problemRows {
			tview.Print(s, line, x, y+i, w, tview.AlignLeft, badColor)
		}
	}
	put(s, j.hints(w), x, y+problemRows, w, labelColor)
}

// hints names the keys and, if there is room, the address of the selected match for browsers.
func (j *joinPage) hints(width int) string {
	line := "Enter joins · ↑↓ choose · Esc back"
	if j.turns() {
		line = "Enter joins · ↑↓ choose · ←→ LAN, Internet · Esc back"
	}
	line = j.app.hint(line)
	if j.row >= len(j.list) || j.list[j.row].Web == "" {
		return line
	}
	line += " · i browser"
	if longer := line + ": " + j.list[j.row].Web; canvas.Width(longer) <= width {
		return longer
	}
	return line
}

// drawNone shows that no match was found, and the alternatives.
func (j *joinPage) drawNone(s tcell.Screen, x, y, w int, now time.Time) {
	dots := "..."[:1+now.UnixMilli()/500%3]
	if j.all > 0 {
		put(s, fmt.Sprintf("None of %d passes the filter.", j.all), x, y, w, textColor)
		return
	}
	where, asks := "Looking for matches on this network ", j.fleet != "" || j.public
	if asks {
		where = "Asking for the matches there "
	}
	put(s, where+dots, x, y, w, textColor)
	if p, ok := j.finder.(interface{ Problem() error }); asks && ok && p.Problem() != nil {
		for i, line := range tview.WordWrap(tview.Escape(p.Problem().Error()), w) {
			put(s, line, x, y+2+i, w, badColor)
		}
		return
	}
	if j.fleet == "" && now.Sub(j.since) >= noneAfter {
		put(s, "None found yet.", x, y+2, w, labelColor)
		put(s, "To join one elsewhere, press a and type its address.", x, y+3, w, labelColor)
		put(s, "Or press h to host one that others here can join.", x, y+4, w, labelColor)
	}
}

// drawMatches draws the matches around the selected one.
func (j *joinPage) drawMatches(s tcell.Screen, x, y, w, h int) {
	columns := columnsIn(w)
	columns.draw(s, x, y, [...]string{"TITLE", "ARENA", "MODE", "PLAYERS", "PING"}, labelColor)
	room := h - 1
	if j.row < len(j.list) {
		j.top = min(max(j.top, j.row-room+1), j.row)
	}
	j.top = max(min(j.top, len(j.list)-room), 0)
	for i := j.top; i < min(j.top+room, len(j.list)); i++ {
		at, cells := y+1+i-j.top, cellsOf(&j.list[i], w)
		cells[0] = titleIn(j.list, i, columns[0])
		columns.draw(s, x, at, cells, j.highlight(s, x, at, w, i))
	}
	if hidden := len(j.list) - room; hidden > 0 {
		put(s, fmt.Sprintf("%d of %d", room, len(j.list)), x, y+h, w, labelColor)
	}
}

// highlight draws the background of a row if it is selected, and returns the ink of the row.
func (j *joinPage) highlight(s tcell.Screen, x, y, w, row int) tcell.Color {
	if row != j.row {
		return textColor
	}
	for at := x - 1; at <= x+w; at++ {
		s.SetContent(at, y, ' ', nil, selected)
	}
	s.SetContent(x-1, y, '▸', nil, selected) // colour is not the only sign
	ink, _, _ := selected.Decompose()
	return ink
}

// cellsOf returns the row of a match in a list of that width.
func cellsOf(m *lan.Match, width int) [5]string {
	players := fmt.Sprint(m.Players)
	if m.Bots > 0 {
		players += fmt.Sprintf(" +%d", m.Bots)
	}
	if m.Bots > 0 && width >= roomy {
		players += " bots"
	}
	ping := fmt.Sprintf("%d ms", m.Ping.Milliseconds())
	switch {
	case m.Ping == 0:
		ping = "?"
	case m.Ping < time.Millisecond:
		ping = "<1 ms"
	}
	if !m.Ours() {
		ping = "other version"
	}
	mode := m.Mode.Name()
	if m.Mode == proto.AnyMode { // the door of the fleet chooses
		mode = "any"
	}
	return [...]string{m.Title, m.Arena, mode, players, ping}
}

// columns are the widths of the columns.
type columns [5]int

const (
	columnGap = 2
	roomy     = 70 // width of a list without abbreviations
)

// columnsIn returns the widths in a list of that width. The title has the rest.
func columnsIn(width int) columns {
	c := columns{0, 7, 10, 7, 6}
	if width >= roomy {
		c = columns{0, 10, 10, 10, 13}
	}
	c[0] = width
	for _, w := range c[1:] {
		c[0] -= w + columnGap
	}
	return c
}

func (c columns) draw(s tcell.Screen, x, y int, cells [5]string, ink tcell.Color) {
	for i, text := range cells {
		put(s, text, x, y, c[i], ink)
		x += c[i] + columnGap
	}
}

// locked follows the title of a match with a password.
const locked = " (password)"

// titleIn returns the title of row i in so many columns. The address follows if the title is empty or not unique: it
// could be a copy of another match's.
func titleIn(list []lan.Match, i, columns int) string {
	title := canvas.Clean(list[i].Title)
	if list[i].Password {
		title = canvas.Cut(title, max(columns-len(locked), 0)) + locked
	}
	same := title == ""
	for k := range list {
		same = same || k != i && strings.EqualFold(canvas.Clean(list[k].Title), title)
	}
	if !same {
		return title
	}
	at := " " + list[i].Address
	return strings.TrimSpace(canvas.Cut(title, max(columns-len(at), 0)) + at)
}
