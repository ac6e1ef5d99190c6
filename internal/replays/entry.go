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

// List returns all replays, the newest first.
func (f Folder) List() ([]career.Replay, error) {
	list, err := f.files()
	if err != nil {
		return nil, err
	}
	var reading sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		reading.Go(func() {
			for i := worker; i < len(list); i += runtime.GOMAXPROCS(0) {
				readFile(&list[i])
			}
		})
	}
	reading.Wait()
	list = slices.DeleteFunc(list, func(e career.Replay) bool { return errors.Is(e.Broken, os.ErrNotExist) })
	slices.SortFunc(list, func(a, b career.Replay) int {
		if c := b.Started.Compare(a.Started); c != 0 {
			return c
		}
		return strings.Compare(filepath.Base(b.Path), filepath.Base(a.Path))
	})
	return list, nil
}

var errNone = errors.New("no replays yet")

// Newest returns the latest replay that can be read.
func (f Folder) Newest() (career.Replay, error) {
	list, err := f.files()
	if err != nil {
		return career.Replay{}, err
	}
	for i := range list {
		if readFile(&list[i]); list[i].Broken == nil {
			return list[i], nil
		}
	}
	return career.Replay{}, errNone
}

// Names returns the file names of all replays, the newest first.
func (f Folder) Names() (names []string) {
	list, _ := f.files()
	for _, e := range list {
		names = append(names, filepath.Base(e.Path))
	}
	return names
}

// files returns all replays, the newest first, without their content.
func (f Folder) files() (list []career.Replay, err error) {
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
			list = append(list, career.Replay{
				Name: strings.TrimSuffix(file.Name(), Ending), Path: f.path(file.Name(), kept), Protected: kept, Size: info.Size(),
				Modified: info.ModTime(), Match: career.Match{Started: info.ModTime()},
			})
		}
	}
	slices.SortFunc(list, func(a, b career.Replay) int { return b.Modified.Compare(a.Modified) })
	return list, nil
}

// readFile reads the content of the file.
func readFile(e *career.Replay) {
	b, err := sys.ReadFile(e.Path, replay.MaxFile)
	var f *replay.File
	if err == nil {
		f, err = replay.Skim(b)
	}
	if err != nil {
		e.Broken = err
		return
	}
	started := e.Started
	if e.Ended = f.Result != nil; e.Ended {
		e.Match = *f.Result
	}
	h := &f.Head
	if e.Started = started; h.Started != 0 { // simulations have no date
		e.Started = time.UnixMilli(h.Started)
	}
	e.Title, e.Arena, e.Mode, e.Replay = h.Title, h.Arena, h.Mode, career.ReplayKey(h.Host, h.Number)
	e.Watched, e.Pilot, e.RulesVersion = h.Watched, h.Pilot, h.RulesVersion
	e.Sealed, e.Unplayable, e.Torn = f.Seal != nil, f.Unplayable, f.Torn
	readNotes(e, f)
}

// readNotes reads the pilots and the length of the match. It reports whether the file has its start.
func readNotes(e *career.Replay, f *replay.File) (started bool) {
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
	e.Lasted = career.TimeOf(f.LastTick - began)
	return started
}
