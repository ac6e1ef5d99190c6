package ui

import (
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/sys"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
)

// Replays are the player's replays, by name.
type Replays interface {
	// List returns all, the newest first, as seen by a player. It may block; the page calls it in a goroutine of its own.
	List(player string) ([]menu.ReplayEntry, error)
	Watch(name, player string) (*Session, error)
	// Tell describes the contents of a replay that cannot be watched, in lines.
	Describe(name string) (string, error)
	Protect(name string, on bool) error
	Rename(name, to string) error
	Delete(name string) error
	Path(name string) (string, error)
}

// replaysPage lists the player's replays.
type replaysPage struct {
	app     *app
	page    menu.ReplaysPage
	reading chan replayList // receives the next list; nil while none is read
	wanted  string          // name of the replay to choose in that list; "" for the chosen one
	readAt  time.Time       // arrival of the last list
	paste   paste
}

const (
	rereadAfter    = time.Second // if the list is empty: the last replay may still be on its way to the folder
	contentsWidth  = 78
	mostReplayName = 100
)

type replayList struct {
	entries []menu.ReplayEntry
	err     error
}

// newReplays shows the replays, with the one of a name chosen; "" for the newest.
func newReplays(a *app, name string) *replaysPage {
	p := &replaysPage{app: a, page: menu.ReplaysPage{Canvas: a.menuCanvas(), Reading: a.conf.Replays != nil}}
	p.read(name)
	return p
}

// read starts to read the list. The old one shows until then.
func (p *replaysPage) read(name string) {
	if p.app.conf.Replays == nil {
		return
	}
	read, player, list := p.app.conf.Replays.List, p.app.conf.Settings.Name, make(chan replayList, 1)
	p.reading, p.wanted = list, name
	go func() { // ends with the reading, even if the player has left the page
		defer sys.Restore()
		entries, err := read(player)
		list <- replayList{entries, err}
	}()
}

// update shows the list once it is read.
func (p *replaysPage) update(now time.Time) {
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
		if p.reading == nil && p.page.Empty() && now.Sub(p.readAt) >= rereadAfter {
			p.read("")
		}
	}
}

func (p *replaysPage) Draw(_ tcell.Screen, now time.Time) {
	p.update(now)
	p.page.Draw(p.app.term.Grid(), now)
}

func (p *replaysPage) Event(ev input.Event, _ time.Time) {
	text, pasted := p.paste.add(ev)
	switch {
	case pasted:
		p.page.Paste(text)
	case ev.IsPress():
		p.do(p.page.Key(ev))
	}
}

// do performs an action on the chosen replay.
func (p *replaysPage) do(act menu.ReplayAct) {
	a, all, e := p.app, p.app.conf.Replays, p.page.Chosen()
	if act == menu.LeavePage {
		a.pop()
		return
	}
	if e == nil || act == menu.NoAct {
		return
	}
	var err error
	switch act {
	case menu.WatchReplay:
		err = p.watch(e.Name)
	case menu.DescribeReplay:
		err = p.showContents(e.Name)
	case menu.ProtectReplay:
		if err = all.Protect(e.Name, !e.Protected); err == nil {
			e.Protected = !e.Protected
		}
	case menu.RenameReplay:
		a.push(newRenameForm(a, e.Name, p.read))
	case menu.DeleteReplay:
		if err = all.Delete(e.Name); err == nil {
			p.page.Drop()
		}
	case menu.ShareReplay:
		var path string
		if path, err = all.Path(e.Name); err == nil {
			a.push(newMessage(a, "Where it is", path))
		}
	}
	if err != nil {
		p.page.Problem = err.Error()
	}
}

// watch shows a replay. Its end leads back here.
func (p *replaysPage) watch(name string) error {
	s, err := p.app.conf.Replays.Watch(name, p.app.conf.Settings.Name)
	if err != nil {
		return err
	}
	p.app.pop() // the title must be below the match
	p.app.watched = name
	p.app.fly(s)
	return nil
}

// showContents shows the contents of a replay that cannot be watched.
func (p *replaysPage) showContents(name string) error {
	text, err := p.app.conf.Replays.Describe(name)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = canvas.Clean(lines[i])
	}
	p.app.push(newScrolled(p.app, canvas.Cut(canvas.Clean(name), contentsWidth-8), strings.Join(lines, "\n"), contentsWidth))
	return nil
}

// newRenameForm asks for a new name of a replay, and reads the list again with that one chosen.
func newRenameForm(a *app, name string, read func(name string)) *form {
	f := newForm(a, "Rename replay", "renames")
	to := name
	f.text("Name", &to, mostReplayName)
	f.submit = func() error {
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
