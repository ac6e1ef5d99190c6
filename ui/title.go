package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// title is the first screen: the game's name and what can be done, before a fight of bots.
type title struct {
	app     *app
	menu    *tview.List
	problem string // why the last attempt failed
	paste   paste  // of which nothing is taken
}

const (
	menuWidth = 26
	menuInset = 5 // columns of the panel beside the menu

	titleGaps = 3 // rows: over the logo, under it, and the subtitle

	subtitle = "spaceships fight in your terminal"
)

func newTitle(a *app) *title {
	t := &title{app: a, menu: newMenu(panelColor)}
	t.menu.AddItem("Play against bots", "", 'p', t.play)
	t.menu.AddItem("Daily challenge", "", 'd', func() { a.push(newDaily(a)) })
	t.menu.AddItem("Learn to fly", "", 'l', t.learn)
	t.menu.AddItem("Practice range", "", 'g', t.practise)
	t.menu.AddItem("Host a match", "", 'h', func() { a.push(newHostForm(a)) })
	t.menu.AddItem("Join a match", "", 'j', func() { a.push(newJoin(a)) })
	t.menu.AddItem("Records", "", 'r', func() { a.push(newRecords(a)) })
	t.menu.AddItem("Replays", "", 'w', func() { a.push(newReplays(a, "")) })
	t.menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	t.menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, nil)) })
	t.menu.AddItem("Quit", "", 'q', func() { a.quit(nil) })
	return t
}

// newMenu returns an empty list to choose from, on the ground, with the focus.
func newMenu(ground tcell.Color) *tview.List {
	menu := tview.NewList().ShowSecondaryText(false).SetHighlightFullLine(true).SetWrapAround(true)
	menu.SetMainTextStyle(plain.Background(ground)).SetSelectedStyle(selected).SetShortcutStyle(faint.Background(ground))
	menu.SetBackgroundColor(ground)
	menu.Focus(nil)
	return menu
}

// play starts a match at once; o opens its options.
func (t *title) play() {
	if err := t.app.playBots(); err != nil {
		t.problem = err.Error()
	}
}

// learn starts the tutorial.
func (t *title) learn() {
	if err := t.app.launched(t.app.conf.Launcher.Tutorial(t.app.conf.Pilot)); err != nil {
		t.problem = err.Error()
	}
}

// practise goes to the practice range.
func (t *title) practise() {
	if err := t.app.launched(t.app.conf.Launcher.Practice(t.app.conf.Pilot)); err != nil {
		t.problem = err.Error()
	}
}

// titleLayout is in which rows things are on the title.
type titleLayout struct {
	logo
	logoTop, menuTop int
}

// lay lays the title out: the logo, the menu under it and, at the foot, what to say.
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

// paint paints the logo.
func (t *title) paint(c *canvas.Canvas, now time.Time) {
	if t.app.ascii() {
		return
	}
	width, height := t.app.screen.Size()
	l := t.lay(width, height)
	l.logo.paint(c, l.logoTop+1, now, !t.app.conf.Settings.FewerFlashes) // the canvas begins a row above the screen
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

// drawProblem shows why the last attempt failed, in as many rows as that takes.
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
	_, pasted := t.paste.take(ev)
	if pasted || !ev.IsPress() {
		return
	}
	t.problem = ""
	if ev.Character() == 'o' {
		t.app.push(newSoloForm(t.app))
		return
	}
	t.menu.InputHandler()(menuKey(ev), nil)
}
