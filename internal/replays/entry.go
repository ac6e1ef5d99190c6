package replays

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// Entry is what is listed of a replay.
type Entry struct {
	Name     string // of the file
	Path     string
	Kept     bool
	Size     Size
	Modified time.Time

	Head    replay.Head
	Started time.Time      // when the recording began
	Length  time.Duration  // of the match itself: the wait for its begin does not count
	Players []string       // names of all who had a ship, and are no bots
	Bots    int            // how many of those had one
	Result  *replay.Result // nil if it has none
	Marks   int            // how many marks were set

	Sealed     bool  // there is a seal, which was not checked
	Unplayable error // why this program cannot play it; nil if it can
	Torn       error // why the end of it is missing; nil if nothing is
	Broken     error // why nothing can be read, and nothing is known but the file; nil if it can
}

// Own returns what a player did in the match: the one whose client recorded it or, in a replay of a host, the one of that
// name. It returns nil if the result does not tell.
func (e *Entry) Own(name string) *replay.Flight {
	if e.Result == nil {
		return nil
	}
	for i := range e.Result.Flights {
		f := &e.Result.Flights[i]
		if e.Head.Watched && f.Pilot == e.Head.Pilot || !e.Head.Watched && f.Skill == 0 && f.Name == name {
			return f
		}
	}
	return nil
}

// Playable reports whether this program can play it.
func (e *Entry) Playable() bool { return e.Unplayable == nil && e.Broken == nil }

// List returns all replays, the newest first. None is played for that.
func (f Folder) List() ([]Entry, error) {
	list, err := f.files()
	if err != nil {
		return nil, err
	}
	var reading sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		reading.Go(func() {
			for i := worker; i < len(list); i += runtime.GOMAXPROCS(0) {
				list[i].read()
			}
		})
	}
	reading.Wait()
	list = slices.DeleteFunc(list, func(e Entry) bool { return errors.Is(e.Broken, os.ErrNotExist) })
	slices.SortFunc(list, func(a, b Entry) int {
		if c := b.Started.Compare(a.Started); c != 0 {
			return c
		}
		return strings.Compare(b.Name, a.Name)
	})
	return list, nil
}

// ErrNone says that there is no replay yet.
var errNone = errors.New("no replays yet")

// Newest returns the replay that was recorded last, of those that can be read.
func (f Folder) Newest() (Entry, error) {
	list, err := f.files()
	if err != nil {
		return Entry{}, err
	}
	for i := range list {
		if list[i].read(); list[i].Broken == nil {
			return list[i], nil
		}
	}
	return Entry{}, errNone
}

// Names returns the names of all replays, the newest first.
func (f Folder) Names() (names []string) {
	list, _ := f.files()
	for _, e := range list {
		names = append(names, e.Name)
	}
	return names
}

// files returns all replays, the newest first, of which nothing was read.
func (f Folder) files() (list []Entry, err error) {
	for _, kept := range []bool{false, true} {
		files, err := os.ReadDir(filepath.Dir(f.path("x", kept)))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			info, err := file.Info()
			if err != nil || !strings.HasSuffix(file.Name(), Ending) || !info.Mode().IsRegular() || info.Size() == 0 {
				continue
			}
			list = append(list, Entry{
				Name: file.Name(), Path: f.path(file.Name(), kept), Kept: kept, Size: Size(info.Size()), Modified: info.ModTime(),
				Started: info.ModTime(),
			})
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	return list, nil
}

// read reads what the file tells.
func (e *Entry) read() {
	f, err := e.parse()
	if err != nil {
		e.Broken = err
		return
	}
	e.Head, e.Result, e.Sealed, e.Unplayable, e.Torn = f.Head, f.Result, f.Seal != nil, f.Unplayable, f.Torn
	if f.Head.Started != 0 { // as in a simulation
		e.Started = time.UnixMilli(f.Head.Started)
	}
	e.readNotes(f)
}

// readNotes takes who was in the match, and from when to when it went. It reports whether the file has its begin.
func (e *Entry) readNotes(f *replay.File) (started bool) {
	began, bots := f.Head.First, map[uint16]bool{}
	for i := range f.Notes {
		switch n := &f.Notes[i]; {
		case n.Kind == replay.NoteMark:
			e.Marks++
		case n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventStart:
			began, started = n.Tick, true
		case n.Kind == replay.NoteCame && n.Pilot.Slot != proto.NoSlot && n.Pilot.Flags&proto.BotPilot != 0:
			bots[n.Pilot.ID] = true
		case n.Kind == replay.NoteCame && n.Pilot.Slot != proto.NoSlot && !slices.Contains(e.Players, n.Pilot.Name):
			e.Players = append(e.Players, n.Pilot.Name)
		}
	}
	e.Bots = len(bots)
	e.Length = time.Duration(f.LastTick-began) * time.Second / game.TickRate
	return started
}

// parse reads the file, unless it is longer than replays are.
func (e *Entry) parse() (*replay.File, error) {
	b, err := sys.ReadFile(e.Path, replay.MaxFile)
	if err != nil {
		return nil, err
	}
	return replay.Skim(b)
}
