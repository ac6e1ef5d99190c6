package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/internal/session"
	"dogfight/proto/replay"
	"dogfight/ui"
	"dogfight/ui/menu"
)

// replayFolder is the ui's Replays: those in the user's folder.
type replayFolder struct {
	replays.Folder
	dirs config.Dirs
}

// List returns the replays, the newest first.
func (f replayFolder) List(player string) ([]menu.ReplayEntry, error) {
	all, err := f.Folder.List()
	if err != nil {
		return nil, err
	}
	list := make([]menu.ReplayEntry, len(all))
	for i := range all {
		list[i] = listed(&all[i], player)
	}
	return list, nil
}

// Watch shows a replay.
func (f replayFolder) Watch(name, player string) (*ui.Session, error) {
	_, file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	return session.Watch(file, player)
}

// Tell describes a replay.
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

// Path returns the path of a replay.
func (f replayFolder) Path(name string) (string, error) { return f.Locate(name) }

// listed returns the entry of a replay on the page.
func listed(e *replays.Entry, player string) menu.ReplayEntry {
	own := e.Own(player)
	to := menu.ReplayEntry{
		Name: strings.TrimSuffix(e.Name, replays.Ending), Kept: e.Kept, Size: int64(e.Size), Started: e.Started, Length: e.Length,
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
		to.Ended, to.Winner, to.Standing = e.Result.Finished, winnerOf(e.Result), standingsOf(e.Result, own)
		for _, s := range to.Standing {
			to.Ships += min(s.Place, 1)
		}
	}
	if own != nil {
		to.Place, to.Won = int(own.Place), own.Won
	}
	return to
}

// standingsOf returns the results of all pilots, the best first; those who left are last.
func standingsOf(r *replay.Result, own *replay.Flight) (all []menu.ReplayStanding) {
	for i := range r.Flights {
		f := &r.Flights[i]
		all = append(all, menu.ReplayStanding{
			Place: int(f.Place), Name: f.Name, Own: f == own, Team: f.Team, Score: int(f.Score),
			Kills: int(f.Kills), Deaths: int(f.Deaths), Assists: int(f.Assists),
		})
	}
	slices.SortStableFunc(all, func(a, b menu.ReplayStanding) int { return cmp.Compare(uint(a.Place-1), uint(b.Place-1)) })
	return all
}

// winnerOf names the winners, or their team; "" if there is none.
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
