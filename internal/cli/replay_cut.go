package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// replayCut is what to cut out of a replay.
type replayCut struct {
	from, to time.Duration // after its first tick; to 0: its end
	output   string
	force    bool
}

// newReplayCut returns the command that cuts a replay.
func newReplayCut(p *program) *cobra.Command {
	var cut replayCut
	c := command.New("cut FILE --output FILE [flags]", "Write a part of a replay to a file of its own", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.cutReplay(args[0], &cut) })
	c.Long = `Write a part of a replay to a file of its own, which plays like any other. Times count from the beginning of the file. A part that
reaches the end has the result too. Parts have no seal.`
	c.Example = "  dogfight replay cut match.dogfight --from 1m --to 1m20s --output best.dogfight"
	cut.addFlags(c, "part", "")
	return c
}

// addFlags gives a command the flags of a part of a replay, named by what it is.
func (cut *replayCut) addFlags(c *cobra.Command, name, output string) {
	c.Flags().DurationVar(&cut.from, "from", 0, "`TIME` where the "+name+" begins, such as 10s or 1m20s")
	c.Flags().DurationVar(&cut.to, "to", 0, "`TIME` where it ends (default where the match does)")
	c.Flags().StringVarP(&cut.output, "output", "o", "", "`FILE` to write"+output)
	c.Flags().BoolVarP(&cut.force, "force", "f", false, "overwrite an existing file")
}

// check says what is wrong with what is asked for, of a match of that length.
func (cut *replayCut) check(length time.Duration) error {
	if cut.output == "" {
		return command.Usagef("--output: must be a file to write to")
	}
	return first(cut.checkTimes(length), cut.mayWrite())
}

// checkTimes says what is wrong with the times in a match of that length.
func (cut *replayCut) checkTimes(length time.Duration) error {
	if cut.from < 0 || cut.from >= length {
		return command.Usagef("--from: must be 0s or more and below %v, where the replay ends, got %v", length.Round(time.Second/10), cut.from)
	}
	if cut.to != 0 && cut.to <= cut.from {
		return command.Usagef("--to: must be after --from %v, got %v", cut.from, cut.to)
	}
	return nil
}

// mayWrite refuses an output that is there.
func (cut *replayCut) mayWrite() error {
	if _, err := os.Lstat(cut.output); !cut.force && !errors.Is(err, fs.ErrNotExist) {
		return command.Usagef("--output: %s is there already; --force writes over it", cut.output)
	}
	return nil
}

// cutReplay writes a part of the replay at path.
func (p *program) cutReplay(path string, cut *replayCut) error {
	f, err := playable(p.dirs, path)
	if err != nil {
		return err
	}
	if err := cut.check(matchTime(f, f.LastTick)); err != nil {
		return err
	}
	to := f.LastTick
	if cut.to != 0 && cut.to < matchTime(f, to) {
		to = tickAt(f, cut.to)
	}
	b, err := partOf(f, tickAt(f, cut.from), to)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := sys.ReplaceFile(cut.output, b); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s, %d bytes\n", cut.output, tenths(matchTime(f, to)-matchTime(f, tickAt(f, cut.from))), len(b))
	return err
}

// tickAt returns the tick of a time of the match.
func tickAt(f *replay.File, at time.Duration) game.Tick {
	return f.Head.First + game.Tick(at*game.TickRate/time.Second)
}

// partOf returns the bytes of a part of a replay.
func partOf(f *replay.File, from, to game.Tick) ([]byte, error) {
	w, last, err := f.Cut(from, to)
	if err != nil {
		return nil, err
	}
	result := f.Result
	if to < f.LastTick {
		result = nil
	}
	if err := w.End(result, last, nil, nil); err != nil {
		return nil, err
	}
	return w.Take(nil), nil
}
