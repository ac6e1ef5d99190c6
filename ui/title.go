package ui

import (
	"slices"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// title is the first page: the logo and the main menu, before a fight of bots.
type title struct {
	app     *app
	menu    *tview.List
	problem string // why the last attempt failed
	paste   paste
}

const (
	menuWidth = 26
	menuInset = 5 // columns beside the menu

	titleGaps = 3 // rows: above the logo, below it, and the subtitle

	subtitle = "spaceships fight in your terminal"
)

func newTitle(a *app) *title {
	t := &title{app: a, menu: newMenu()}
	t.menu.AddItem("Play against bots", "", 'p', t.try(a.playBots))
	t.menu.AddItem("Daily challenge", "", 'd', func() { a.push(newDaily(a)) })
	t.menu.AddItem("Learn to fly", "", 'l', t.try(func() error { return a.launched(a.conf.Launcher.Tutorial(a.conf.Player())) }))
	t.menu.AddItem("Practice range", "", 'g', t.try(func() error { return a.launched(a.conf.Launcher.Practice(a.conf.Player())) }))
	t.menu.AddItem("Host a match", "", 'h', func() { a.push(newHostForm(a)) })
	t.menu.AddItem("Join a match", "", 'j', func() { a.push(newJoin(a)) })
	t.menu.AddItem("Records", "", 'r', func() { a.push(newRecords(a)) })
	t.menu.AddItem("Replays", "", 'w', func() { a.push(newReplays(a, "")) })
	t.menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	t.menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, nil)) })
	t.menu.AddItem("Quit", "", 'q', func() { a.quit(nil) })
	return t
}

// try returns an action that shows its error on the title.
func (t *title) try(start func() error) func() {
	return func() {
		if err := start(); err != nil {
			t.problem = err.Error()
		}
	}
}

// titleLayout has the rows of the title's parts.
type titleLayout struct {
	logo
	logoTop, menuTop int
}

// lay lays out the logo, the menu below it, and the lines at the foot.
func (t *title) lay(width, height int) (l titleLayout) {
	items, foot := t.menu.GetItemCount(), 2+t.problemRows(width)
	l.logo = logoFor(width, height, items+foot+titleGaps)
	rows := l.rows()
	if t.app.ascii() {
		rows = len(asciiLogo)
	}
	left := max(height-rows-items-foot-titleGaps, 0)
	l.logoTop = 1 + left/3
	l.menuTop = min(l.logoTop+rows+2+min(left/3, 3), height-foot-items)
	return l
}

func (t *title) paint(c *canvas.Canvas, now time.Time) {
	if t.app.ascii() {
		return
	}
	width, height := t.app.screen.Size()
	l := t.lay(width, height)
	l.logo.paint(c, l.logoTop+1, now, !t.app.conf.Settings.FewerFlashes) // the canvas starts a row above the screen
}

func (t *title) Draw(s tcell.Screen, now time.Time) {
	width, height := s.Size()
	l, items := t.lay(width, height), t.menu.GetItemCount()
	if t.app.ascii() {
		drawASCIILogo(s, l.logoTop)
	}
	left := (width - menuWidth) / 2
	top, bottom := l.menuTop-1, min(l.menuTop+items+1, height-1-t.problemRows(width))
	cover(s, left-menuInset, top, menuWidth+2*menuInset, bottom-top)
	putCentred(s, top, subtitle, faint.Background(panelColor))
	t.menu.SetRect(left, l.menuTop, menuWidth, items)
	t.menu.Draw(s)
	switch {
	case t.problem != "":
		t.drawProblem(s)
	case t.app.conf.Newcomer:
		putCentred(s, height-2, " New here? Press l for a one-minute flying lesson ", accent.Background(panelColor))
	}
	cover(s, 0, height-1, width, 1)
	putCentred(s, height-1, "↑↓ choose · Enter selects · o match options · Ctrl-C quits", faint.Background(panelColor))
}

// drawProblem shows why the last attempt failed.
func (t *title) drawProblem(s tcell.Screen) {
	width, height := s.Size()
	rows := t.problemRows(width)
	cover(s, 0, height-1-rows, width, rows)
	words := tview.NewTextView().SetWordWrap(true).SetTextAlign(tview.AlignCenter).SetTextColor(badColor).SetText(t.problem)
	words.SetBackgroundColor(panelColor)
	words.SetRect(1, height-1-rows, width-2, rows)
	words.Draw(s)
}

func (t *title) problemRows(width int) int {
	if t.problem == "" {
		return 0
	}
	return len(tview.WordWrap(tview.Escape(t.problem), width-2))
}

func (t *title) Event(ev input.Event, now time.Time) {
	if !t.paste.isPress(ev) {
		return
	}
	t.problem = ""
	if ev.Character() == 'o' {
		t.app.push(newSoloForm(t.app))
		return
	}
	t.menu.InputHandler()(menuKey(ev), nil)
}

// logo is the size of a pixel of the logo, in dots.
type logo struct{ across, down int }

// logoPixels are the letters, two pixels thick.
var logoPixels = [...]string{
	"#####.  .####.  .#####  ######  ##  .#####  ##..##  ######",
	"######  ######  ######  ######  ##  ######  ##..##  ######",
	"##..##  ##..##  ##....  ##....  ##  ##....  ##..##  ..##..",
	"##..##  ##..##  ##.###  #####.  ##  ##.###  ######  ..##..",
	"##..##  ##..##  ##..##  ##....  ##  ##..##  ##..##  ..##..",
	"######  ######  ######  ##....  ##  ######  ##..##  ..##..",
	"#####.  .####.  .#####  ##....  ##  .#####  ##..##  ..##..",
}

// logoColumns are the columns that are drawn: letters are two columns apart in logoPixels, and one on the screen.
var logoColumns = func() (columns []int) {
	gap := false
	for x := range logoPixels[0] {
		blank := logoPixels[0][x] == ' '
		if !blank || !gap {
			columns = append(columns, x)
		}
		gap = blank
	}
	return columns
}()

// logoFor returns the largest logo that leaves so many rows for the rest.
func logoFor(width, height, others int) logo {
	best := logo{2, 2}
	for _, l := range [...]logo{{2, 4}, {3, 4}, {4, 4}, {5, 6}, {6, 6}, {6, 8}} {
		if l.columns() <= width-2 && l.rows()+others <= height {
			best = l
		}
	}
	return best
}

// columns and rows return the size with the shadow, in cells.
func (l logo) columns() int { return (len(logoColumns)*l.across+l.depth())/canvas.Across + 1 }
func (l logo) rows() int {
	return (len(logoPixels)*l.down + l.depth() + canvas.Down - 1) / canvas.Down
}

// depth is the offset of the shadow to the right and below, in dots.
func (l logo) depth() int { return max(l.across/2&^1, 2) }

// A light that runs over the logo.
const (
	gleamEvery = 9 * time.Second
	gleamSpeed = 5 * time.Millisecond // a dot
	gleamWidth = 10                   // dots
)

// paint paints the logo in the middle of a canvas, with its top in a row.
func (l logo) paint(c *canvas.Canvas, row int, now time.Time, gleams bool) {
	width, _ := c.Dots()
	left, top := (width-len(logoColumns)*l.across)/2&^1, canvas.Down*row
	l.paintPixels(c, left+l.depth(), top+l.depth(), func(_, _ int) canvas.Colour { return canvas.ShieldWorn })
	gleam := -gleamWidth
	if gleams {
		gleam = int(time.Duration(now.UnixNano()) % gleamEvery / gleamSpeed)
	}
	l.paintPixels(c, left, top, func(x, y int) canvas.Colour {
		if at := gleam - x + left - (y - top); at >= 0 && at < gleamWidth {
			return canvas.Strong
		}
		return canvas.Logo + canvas.Colour((y-top)/l.down*canvas.LogoInks/len(logoPixels))
	})
}

// paintPixels paints the dots of all pixels.
func (l logo) paintPixels(c *canvas.Canvas, left, top int, ink func(x, y int) canvas.Colour) {
	for y, line := range logoPixels {
		for column, x := range logoColumns {
			if line[x] != '#' {
				continue
			}
			for i := range l.across * l.down {
				dx, dy := left+column*l.across+i%l.across, top+y*l.down+i/l.across
				c.Figure(dx, dy, ink(dx, dy))
			}
		}
	}
}

// asciiLogo is the logo in characters.
var asciiLogo = [...]string{
	` ____   ___   ____ _____ ___ ____ _   _ _____ `,
	`|  _ \ / _ \ / ___|  ___|_ _/ ___| | | |_   _|`,
	`| | | | | | | |  _| |_   | | |  _| |_| | | |  `,
	`| |_| | |_| | |_| |  _|  | | |_| |  _  | | |  `,
	`|____/ \___/ \____|_|   |___\____|_| |_| |_|  `,
}

// drawASCIILogo draws asciiLogo with its top at y.
func drawASCIILogo(s tcell.Screen, y int) {
	for row, line := range asciiLogo {
		putCentred(s, y+row, line, tcell.StyleDefault.Foreground(role(canvas.Logo+canvas.Colour(row))).Background(panelColor).Bold(true))
	}
}

// backdrop is a dimmed fight of bots behind the menus. It has no host: the frames step its World, until a match starts.
type backdrop struct {
	screen *play.Backdrop
	setup  *game.Setup
	world  game.World
	bots   []bot.Bot
	orders []game.Order
	events game.Events
	view   net.View
	last   time.Time // last step
	large  bool      // for a large window
}

const (
	backdropBots  = 12 // in a large window; half of them in a small one
	backdropSkill = 3
	backdropSeed  = 7

	backdropEvery = 100 * time.Millisecond // between two frames: these bytes carry no information
	backdropSteps = int(backdropEvery * game.TickRate / time.Second)
	backdropBegun = 12 * game.TickRate // length of the fight before it first shows

	smallArena, largeArena = "duel", "open"
	smallArenaWidth        = 100 // columns
)

// newBackdrop returns a running fight for a window of so many columns.
func newBackdrop(o play.Options, width int) *backdrop {
	begun := begunSmall
	if width > smallArenaWidth {
		begun = begunLarge
	}
	b := *begun()
	b.screen, b.large = play.NewBackdrop(o), width > smallArenaWidth
	b.bots, b.orders = slices.Clone(b.bots), slices.Clone(b.orders)
	b.view = net.View{Phase: net.Playing, Setup: b.setup, World: &b.world, Me: -1}
	return &b
}

// The fights after backdropBegun, which backdrops copy.
var (
	begunSmall = sync.OnceValue(func() *backdrop { return begin(smallArena, backdropBots/2) })
	begunLarge = sync.OnceValue(func() *backdrop { return begin(largeArena, backdropBots) })
)

// begin returns a fight after backdropBegun.
func begin(name string, bots int) *backdrop {
	arena, err := assets.Arena(name)
	if err != nil {
		panic(err) // embedded
	}
	b := &backdrop{bots: make([]bot.Bot, bots)}
	b.setup = &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	b.world = game.NewWorld(b.setup, backdropSeed)
	for i := range b.bots {
		b.bots[i] = bot.New(backdropSkill, uint64(i))
		b.orders = append(b.orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % len(b.setup.PilotClasses())), Weapon: uint8(i % len(b.setup.PilotWeapons())),
		})
	}
	for range backdropBegun {
		b.step()
	}
	b.events = game.Events{}
	return b
}

// step runs a tick.
func (b *backdrop) step() {
	b.world.Step(b.setup, b.orders, &b.events)
	b.orders = b.orders[:0]
	for i := range b.bots {
		if in := b.bots[i].Fly(&b.world, b.setup, i); in != b.world.Ships[i].Input {
			b.orders = append(b.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
}

// advance runs the fight up to now if a frame is due. A still backdrop never changes.
func (b *backdrop) advance(now time.Time, still bool) {
	now = now.Truncate(backdropEvery)
	if !b.last.IsZero() && (still || !now.After(b.last)) {
		return
	}
	b.events.List = b.events.List[:0]
	if !b.last.IsZero() {
		for range backdropSteps {
			b.step()
		}
	}
	b.last = now
	b.view.Events = b.events.List
	b.screen.See(&b.view, now)
}

// illustrated is a page that paints on the canvas of the backdrop.
type illustrated interface {
	paint(c *canvas.Canvas, now time.Time)
}

// inSpace reports whether the backdrop is behind the pages: there is no match, or it is still being joined.
func (a *app) inSpace() bool { return a.flight == nil || a.flight.view.Phase == net.Joining }

// drawBackdrop covers the whole screen with the background of a page.
func (a *app) drawBackdrop(p page, now time.Time) {
	width, _ := a.screen.Size()
	switch {
	case a.conf.Guest, a.ascii(), a.screen.Colors() == 0: // stars: a fight for each guest costs the host too much, and a fight as bright as the text hides it
		if a.backdrop == nil {
			a.backdrop = &backdrop{screen: play.NewBackdrop(a.screenOptions())}
		}
	default:
		if a.backdrop == nil || a.backdrop.large != (width > smallArenaWidth) {
			a.backdrop = newBackdrop(a.screenOptions(), width)
		}
		a.backdrop.advance(now, a.lowBandwidth() || a.conf.Settings.FewerFlashes || a.conf.Settings.ReducedMotion)
	}
	c := a.backdrop.screen.Paint(a.term.Grid())
	if p, ok := p.(illustrated); ok {
		p.paint(c, now)
	}
	a.backdrop.screen.Show()
}
