package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/replays"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/ui"
	"dogfight/ui/menu"
)

const replayHelp = `Watch a match that was recorded. Space pauses, the arrows jump by 5 s, ? shows all keys.

FILE is a path, the name of a file in the folder of your replays, or last for the newest there.`

// lastReplay names the newest replay.
const lastReplay = "last"

// newReplay returns the command that watches a replay, and its subcommands.
func newReplay(p *program) *cobra.Command {
	c := command.New("replay FILE", "Watch a recorded match", oneWord, func(c *cobra.Command, args []string) error {
		return p.replay(c, args[0])
	})
	c.Long = replayHelp
	c.Example = "  dogfight replay last\n  dogfight replay friday.dogfight\n  dogfight replay verify friday.dogfight\n  dogfight replay cut friday.dogfight --from 1m --to 1m20s --output best.dogfight"
	c.AddCommand(newReplayVerify(p), newReplayInfo(p), newReplayStats(p), newReplayCut(p), newReplayExport(p))
	for _, c := range append(c.Commands(), c) {
		c.ValidArgsFunction = p.completeReplays
	}
	return c
}

// completeReplays offers the player's replays, the newest first, and files.
func (p *program) completeReplays(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return append([]string{lastReplay}, replays.Folder{Path: p.dirs.Replays()}.Names()...), cobra.ShellCompDirectiveKeepOrder
}

// replay shows a file on the match screen.
func (p *program) replay(c *cobra.Command, file string) error {
	path, err := replayPath(p.dirs, file)
	if err != nil {
		return err
	}
	f, err := replays.Read(path)
	if err != nil {
		return err
	}
	conf := p.screens(c, p.readSettings())
	conf.Session, err = session.Watch(f, conf.Settings.Name)
	var other *replay.OtherRulesError
	if errors.As(err, &other) {
		fmt.Fprint(p.stdout, describeReplay(p.dirs, path, f).text(true, true))
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return show(c.Context(), conf)
}

// replayPath returns the path of a file, which may be a name in the user's folder of replays.
func replayPath(dirs config.Dirs, file string) (string, error) {
	if _, err := os.Stat(file); err == nil || filepath.Base(file) != file {
		return file, nil
	}
	folder := replays.Folder{Path: dirs.Replays()}
	if file == lastReplay {
		newest, err := folder.Newest()
		return newest.Path, err
	}
	return folder.Locate(file)
}

// readReplay reads the replay at a path or of a name. The error names the file.
func readReplay(dirs config.Dirs, path string) (*replay.File, error) {
	found, err := replayPath(dirs, path)
	if err != nil {
		return nil, err
	}
	return replays.Read(found)
}

// readPlayable reads a replay that this program can play, until ctx is done.
func readPlayable(ctx context.Context, dirs config.Dirs, path string) (*replay.File, error) {
	f, err := readReplay(dirs, path)
	if err != nil {
		return nil, err
	}
	if f.Unplayable != nil {
		return nil, fmt.Errorf("%s: %w", path, f.Unplayable)
	}
	f.Interrupted = ctx.Err
	return f, nil
}

// newReplayStats returns the command that counts the deeds of pilots in a replay.
func newReplayStats(p *program) *cobra.Command {
	var asJSON bool
	c := command.New("stats FILE [flags]", "Play a match again, and count what each pilot did", oneWord,
		func(c *cobra.Command, args []string) error { return p.replayStats(c.Context(), args[0], asJSON) })
	c.Long = `Play a match again, and count what each pilot did in it as the records do, also for an unfinished match. The JSON is an
object as the result of "dogfight replay info --json".`
	c.Example = "  dogfight replay stats match.dogfight\n  dogfight replay stats match.dogfight --json"
	c.Flags().BoolVar(&asJSON, "json", false, "print it as a line of JSON")
	return c
}

func (p *program) replayStats(ctx context.Context, path string, asJSON bool) error {
	f, err := readPlayable(ctx, p.dirs, path)
	if err != nil {
		return err
	}
	r, err := net.Recount(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	counted := resultOf(r.Replayed())
	counted.Seconds = r.Lasted.Seconds()
	return p.print(asJSON, counted, func() string {
		state := "finished"
		if !r.Finished {
			state = "not finished"
		}
		return fmt.Sprintf("%s in %s, %s, %s\n\n%s", f.Head.Mode, f.Head.Arena, clock(r.Lasted), state,
			records.FlightsText(session.MatchOf(&r, time.Time{}), config.ScoresWidth))
	})
}

// matchTime returns the time from the first tick of a replay to another.
func matchTime(f *replay.File, t game.Tick) time.Duration { return ticks(t - f.Head.First) }

func ticks(n game.Tick) time.Duration { return time.Duration(n) * time.Second / game.TickRate }

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// clock writes a time as m:ss or h:mm:ss.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// tenths writes a time as clock does, with tenths of a second.
func tenths(d time.Duration) string { return fmt.Sprintf("%s.%d", clock(d), d/(time.Second/10)%10) }

// cast are the pilots in a replay at a tick, by its notes.
type cast struct {
	notes  []replay.Note // after that tick
	roster []proto.Pilot
}

// at advances to a tick.
func (c *cast) at(t game.Tick) *cast {
	for ; len(c.notes) > 0 && c.notes[0].Tick <= t; c.notes = c.notes[1:] {
		c.roster = c.notes[0].Apply(c.roster)
	}
	return c
}

// inSlot returns the name of the pilot in a slot, or the number of the slot.
func (c *cast) inSlot(slot uint8) string {
	for i := range c.roster {
		if c.roster[i].Slot == slot {
			return c.roster[i].Name
		}
	}
	return fmt.Sprintf("slot %d", slot)
}

// nameOf returns the name of the pilot with an id.
func (c *cast) nameOf(id uint16) string {
	for i := range c.roster {
		if c.roster[i].ID == id {
			return c.roster[i].Name
		}
	}
	return ""
}

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

// Describe is the description of a replay.
func (f replayFolder) Describe(name string) (string, error) {
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
	file, err = replays.Read(path)
	return path, file, err
}

// Path returns the path of a replay.
func (f replayFolder) Path(name string) (string, error) { return f.Locate(name) }

// listed returns the entry of a replay on the page.
func listed(e *replays.Entry, player string) menu.ReplayEntry {
	own := e.LocalFlight(player)
	to := menu.ReplayEntry{
		Name: strings.TrimSuffix(e.Name, replays.Ending), Protected: e.Protected, Size: int64(e.Size), Started: e.Started, Length: e.Length,
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

// standingsOf returns the results of all pilots, the best first; those that left are last.
func standingsOf(r *replay.Result, own *replay.Flight) (all []menu.ReplayStanding) {
	for i := range r.Flights {
		f := &r.Flights[i]
		all = append(all, menu.ReplayStanding{
			Place: int(f.Place), Name: f.Name, IsPlayer: f == own, Team: f.Team, Score: int(f.Score),
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
