package ui

import (
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/sys"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
)

// Replays are the player's. All is asked by name.
type Replays interface {
	// List returns all, the newest first, as a player of that name sees them. It may take a while, and is called by another
	// goroutine than the rest.
	List(player string) ([]menu.ReplayEntry, error)
	Watch(name, player string) (*Session, error)
	// Tell tells what is in a replay that cannot be watched, in lines.
	Tell(name string) (string, error)
	Keep(name string, on bool) error
	Rename(name, to string) error
	Delete(name string) error
	Path(name string) (string, error)
}

// replaysPage lists the player's replays.
type replaysPage struct {
	app     *app
	page    menu.ReplaysPage
	reading chan replayList // what comes of reading the list; nil: nobody reads it
	wanted  string          // name of the replay that is to be chosen then; "" for the one that is
	readAt  time.Time       // when the last list came
	paste   paste
}

// lookAgain is how often a folder is read that has no replay: the last match may still be on its way there.
const lookAgain = time.Second

type replayList struct {
	entries []menu.ReplayEntry
	err     error
}

// newReplays shows the replays, with the one of a name chosen; "" for the newest.
func newReplays(a *app, name string) *replaysPage {
	p := &replaysPage{app: a, page: menu.ReplaysPage{
		Canvas:  canvas.Canvas{Mode: a.mode(), Palette: a.palette, Sky: canvas.Sky, Scenery: canvas.Border},
		Reading: a.conf.Replays != nil,
	}}
	if a.fewerBytes() {
		p.page.Canvas.Palette = canvas.FewTones(a.palette)
	}
	p.read(name)
	return p
}

// read reads the list anew. Until it is there the one of before stands.
func (p *replaysPage) read(name string) {
	if p.app.conf.Replays == nil {
		return
	}
	read, player, list := p.app.conf.Replays.List, p.app.conf.Pilot.Name, make(chan replayList, 1)
	p.reading, p.wanted = list, name
	go func() { // which ends with the reading; nobody waits for it who has left the page
		defer sys.Restore()
		entries, err := read(player)
		list <- replayList{entries, err}
	}()
}

// look takes the list once it has been read.
func (p *replaysPage) look(now time.Time) {
	select {
	case list := <-p.reading:
		p.reading, p.readAt = nil, now
		p.page.Reading = false
		if list.err != nil {
			p.page.Problem = list.err.Error()
			return
		}
		p.page.Set(list.entries, p.wanted)
	default:
		if p.reading == nil && p.page.Empty() && now.Sub(p.readAt) >= lookAgain {
			p.read("")
		}
	}
}

func (p *replaysPage) Draw(_ tcell.Screen, now time.Time) {
	p.look(now)
	p.page.Draw(p.app.term.Grid(), now)
}

func (p *replaysPage) Event(ev input.Event, _ time.Time) {
	text, pasted := p.paste.take(ev)
	switch {
	case pasted:
		p.page.Paste(text)
	case ev.IsPress():
		p.do(p.page.Key(ev))
	}
}

// do does what the player wants.
func (p *replaysPage) do(act menu.ReplayAct) {
	a, all, e := p.app, p.app.conf.Replays, p.page.Chosen()
	if act == menu.Back {
		a.pop()
		return
	}
	if e == nil || act == menu.NoAct {
		return
	}
	var err error
	name := e.Name
	switch act {
	case menu.WatchReplay:
		err = p.watch(name)
	case menu.Tell:
		err = p.tell(name)
	case menu.Keep:
		if err = all.Keep(name, !e.Kept); err == nil {
			e.Kept = !e.Kept
		}
	case menu.RenameReplay:
		a.push(newRenameForm(a, name, p.read))
	case menu.DeleteReplay:
		if err = all.Delete(name); err == nil {
			p.page.Drop()
		}
	case menu.Share:
		var path string
		if path, err = all.Path(name); err == nil {
			a.push(newMessage(a, "Where it is", path))
		}
	}
	if err != nil {
		p.page.Problem = err.Error()
	}
}

// watch shows a replay, after which the player is back here.
func (p *replaysPage) watch(name string) error {
	s, err := p.app.conf.Replays.Watch(name, p.app.conf.Pilot.Name)
	if err != nil {
		return err
	}
	p.app.pop() // so that the title is below the match
	p.app.watched = name
	p.app.fly(s)
	return nil
}

// tell shows what is in a replay that cannot be watched.
func (p *replaysPage) tell(name string) error {
	told, err := p.app.conf.Replays.Tell(name)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(told, "\n"), "\n")
	for i := range lines {
		lines[i] = canvas.Clean(lines[i])
	}
	text := tview.NewTextView().SetText(strings.Join(lines, "\n"))
	page := scrolled(p.app, canvas.Cut(canvas.Clean(name), toldWidth-8), text, toldWidth)
	page.back = p.app.pop
	page.focus(text)
	p.app.push(&page)
	return nil
}

const (
	toldWidth      = 78
	mostReplayName = 100
)

// newRenameForm asks for another name of a replay, and has the list read anew with that one chosen.
func newRenameForm(a *app, name string, read func(name string)) *form {
	f := newForm(a, "Rename replay", "renames")
	wanted := f.text("Name", name, mostReplayName)
	f.submit = func() error {
		to := wanted()
		if to != name {
			if err := a.conf.Replays.Rename(name, to); err != nil {
				return err
			}
		}
		a.pop()
		read(to)
		return nil
	}
	return f.ready()
}
