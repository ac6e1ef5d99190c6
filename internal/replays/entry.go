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
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// Entry is a replay in a list.
type Entry struct {
	Name      string // of the file
	Path      string
	Protected bool
	Size      Size
	Modified  time.Time

	Head    replay.Head
	Started time.Time     // of the recording
	Length  time.Duration // of the match, without the wait for its start
	Players []string      // names of the players with a ship
	Bots    int           // number of bots that had one
	Result  *career.Match // nil if it has none
	Marks   int           // number of marks

	Sealed     bool  // there is a seal, not checked
	Unplayable error // why this program cannot play it, or nil
	Torn       error // why its end is missing, or nil
	Broken     error // why it cannot be read, or nil
}

// LocalFlight returns the flight of the local player: of the client that recorded the match or, in a replay of a host, the one of that name. It
// returns nil without a result.
func (e *Entry) LocalFlight(name string) *career.Flight {
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

// List returns all replays, the newest first.
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

var errNone = errors.New("no replays yet")

// Newest returns the latest replay that can be read.
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

// files returns all replays, the newest first, without their content.
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
				Name: file.Name(), Path: f.path(file.Name(), kept), Protected: kept, Size: Size(info.Size()), Modified: info.ModTime(),
				Started: info.ModTime(),
			})
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return b.Modified.Compare(a.Modified) })
	return list, nil
}

// read reads the content of the file.
func (e *Entry) read() {
	b, err := sys.ReadFile(e.Path, replay.MaxFile)
	var f *replay.File
	if err == nil {
		f, err = replay.Skim(b)
	}
	if err != nil {
		e.Broken = err
		return
	}
	e.Head, e.Result, e.Sealed, e.Unplayable, e.Torn = f.Head, f.Result, f.Seal != nil, f.Unplayable, f.Torn
	if f.Head.Started != 0 { // simulations have no date
		e.Started = time.UnixMilli(f.Head.Started)
	}
	e.readNotes(f)
}

// readNotes reads the pilots and the length of the match. It reports whether the file has its start.
func (e *Entry) readNotes(f *replay.File) (started bool) {
	began, bots := f.Head.First, map[uint16]bool{}
	for i := range f.Notes {
		switch n := &f.Notes[i]; {
		case n.Kind == replay.NoteMark:
			e.Marks++
		case n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventStart:
			began, started = n.Tick, true
		case n.Kind == replay.NoteJoined && n.Pilot.Slot != proto.NoSlot && n.Pilot.Flags&proto.BotPilot != 0:
			bots[n.Pilot.ID] = true
		case n.Kind == replay.NoteJoined && n.Pilot.Slot != proto.NoSlot && !slices.Contains(e.Players, n.Pilot.Name):
			e.Players = append(e.Players, n.Pilot.Name)
		}
	}
	e.Bots = len(bots)
	e.Length = time.Duration(f.LastTick-began) * time.Second / game.TickRate
	return started
}
