package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/internal/config"
	internal "dogfight/internal/replays"
	"dogfight/internal/session"
	"dogfight/proto/replay"
	"dogfight/ui"
	"dogfight/ui/menu"
)

// replayFolder is the ui's Replays: those of the user's folder.
type replayFolder struct {
	internal.Folder
	dirs config.Dirs
}

func newReplayFolder(dirs config.Dirs) ui.Replays {
	return replayFolder{internal.Folder{Path: dirs.Replays()}, dirs}
}

// List returns what is listed of them, the newest first.
func (f replayFolder) List(player string) ([]menu.ReplayEntry, error) {
	all, err := f.Folder.List()
	if err != nil {
		return nil, err
	}
	list := make([]menu.ReplayEntry, len(all))
	for i := range all {
		list[i] = entryOf(&all[i], player)
	}
	return list, nil
}

// entryOf returns what the page shows of a replay.
func entryOf(e *internal.Entry, player string) menu.ReplayEntry {
	to := menu.ReplayEntry{
		Name: strings.TrimSuffix(e.Name, internal.Ending), Kept: e.Kept, Size: int64(e.Size), Started: e.Started, Length: e.Length,
		Title: e.Head.Title, Arena: e.Head.Arena, Mode: e.Head.Mode, Players: e.Players, Bots: e.Bots,
		Sealed: e.Sealed, Torn: e.Torn != nil,
	}
	if e.Broken != nil {
		to.Broken = e.Broken.Error()
	}
	if e.Unplayable != nil {
		to.OtherRules = fmt.Sprintf("rules version %d", e.Head.RulesVersion)
		if e.Head.RulesVersion == game.RulesVersion {
			to.OtherRules = "other rules"
		}
	}
	if e.Result != nil {
		to.Ended, to.Winner, to.Ships = e.Result.Finished, winnerOf(e.Result), ranked(e.Result)
		to.Standing = standingOf(e.Result, e.Own(player))
	}
	if own := e.Own(player); own != nil {
		to.Place, to.Won = int(own.Place), own.Won
	}
	return to
}

// standingOf returns how all did, the best first, and those who left last.
func standingOf(r *replay.Result, own *replay.Flight) (all []menu.ReplayStanding) {
	for i := range r.Flights {
		f := &r.Flights[i]
		all = append(all, menu.ReplayStanding{
			Place: int(f.Place), Name: f.Name, Own: f == own, Team: f.Team, Score: int(f.Score),
			Kills: int(f.Kills), Deaths: int(f.Deaths), Assists: int(f.Assists),
		})
	}
	slices.SortStableFunc(all, func(a, b menu.ReplayStanding) int {
		return cmp.Or(cmp.Compare(btoi(a.Place == 0), btoi(b.Place == 0)), cmp.Compare(a.Place, b.Place))
	})
	return all
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ranked returns how many were there at the end.
func ranked(r *replay.Result) (n int) {
	for i := range r.Flights {
		if r.Flights[i].Place > 0 {
			n++
		}
	}
	return n
}

// winnerOf returns the name of who won, or of their team; "" if nobody did.
func winnerOf(r *replay.Result) string {
	var names []string
	team := uint8(0)
	for i := range r.Flights {
		if f := &r.Flights[i]; f.Won {
			names, team = append(names, f.Name), f.Team
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case team > 0:
		return "team " + string('A'+team-1)
	case len(names) > 2:
		return fmt.Sprintf("%s and %d others", names[0], len(names)-1)
	}
	return strings.Join(names, " and ")
}

// Watch shows one.
func (f replayFolder) Watch(name, player string) (*ui.Session, error) {
	_, file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	return session.Watch(file, player)
}

// Tell tells what is in one.
func (f replayFolder) Tell(name string) (string, error) {
	path, file, err := f.open(name)
	if err != nil {
		return "", err
	}
	return describeReplay(f.dirs, path, file).text(true, true), nil
}

func (f replayFolder) open(name string) (path string, file *replay.File, err error) {
	if path, err = f.Locate(name); err != nil {
		return "", nil, err
	}
	file, err = session.Read(path)
	return path, file, err
}

// Path returns where one is.
func (f replayFolder) Path(name string) (string, error) { return f.Locate(name) }
