package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// title is the first screen: the game's name and what can be done.
type title struct {
	app     *App
	menu    *tview.List
	problem string // why the last choice did not work
	paste   paste  // of which nothing is taken
}

const menuWidth = 26

func newTitle(a *App) *title {
	t := &title{app: a, menu: newMenu(tcell.ColorDefault)}
	t.menu.AddItem("Play against bots", "", 'p', t.play)
	t.menu.AddItem("Learn to fly", "", 'l', t.learn)
	t.menu.AddItem("Host a match", "", 'h', func() { a.push(newHostForm(a)) })
	t.menu.AddItem("Join a match", "", 'j', func() { a.push(newJoin(a)) })
	t.menu.AddItem("Records", "", 'r', func() { a.push(newRecords(a)) })
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

// play starts a match at once; whoever wants to choose first presses o.
func (t *title) play() {
	if err := t.app.playBots(); err != nil {
		t.problem = err.Error()
	}
}

// learn starts the tutorial, which need not be offered again.
func (t *title) learn() {
	if err := t.app.launched(t.app.conf.Launcher.Tutorial(t.app.conf.Pilot)); err != nil {
		t.problem = err.Error()
	}
}

func (t *title) Draw(s tcell.Screen, now time.Time) {
	drawStars(s, now)
	width, height := s.Size()
	logo := logoFor(width, t.app.ascii())
	items := t.menu.GetItemCount()
	top := max((height-len(logo)-4-items)/3, 1)
	logo.draw(s, top, now, !t.app.conf.Settings.FewerFlashes)
	putCentred(s, top+len(logo)+1, "spaceships fight in your terminal", faint)
	t.menu.SetRect((width-menuWidth)/2, top+len(logo)+3, menuWidth, items)
	t.menu.Draw(s)
	switch {
	case t.problem != "":
		t.drawProblem(s)
	case t.app.conf.Newcomer:
		putCentred(s, height-3, "New here? Press l for a one-minute flying lesson", accent)
	}
	putCentred(s, height-2, "↑↓ choose · Enter select · o match options · Ctrl-C quit", faint)
}

// drawProblem says why the last choice did not work, in as many rows as that takes.
func (t *title) drawProblem(s tcell.Screen) {
	width, height := s.Size()
	rows := len(tview.WordWrap(tview.Escape(t.problem), width-2))
	words := tview.NewTextView().SetWordWrap(true).SetTextAlign(tview.AlignCenter).SetTextColor(badColor).SetText(t.problem)
	words.SetBackgroundColor(tcell.ColorDefault)
	words.SetRect(1, height-2-rows, width-2, rows)
	words.Draw(s)
}

func (t *title) Event(ev tcell.Event, now time.Time) {
	_, pasted := t.paste.take(ev)
	key, ok := ev.(*tcell.EventKey)
	if pasted || !ok {
		return
	}
	t.problem = ""
	if key.Key() == tcell.KeyRune && key.Rune() == 'o' {
		t.app.push(newSoloForm(t.app))
		return
	}
	t.menu.InputHandler()(key, nil)
}
