package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/internal/session"
	"dogfight/proto/replay"
)

const replayHelp = `Watch a match that was recorded. Space pauses, the arrows jump by 5 s, ? shows all keys.

FILE is a path, the name of a file in the folder of your replays, or last for the newest there.`

// lastReplay stands for the replay that was recorded last.
const lastReplay = "last"

// newReplay returns the command that watches a replay, with those below it that do other things with one.
func newReplay(p *program) *cobra.Command {
	c := command.New("replay FILE", "Watch a recorded match", command.Words{Least: 1, Most: 1}, func(c *cobra.Command, args []string) error {
		return p.replay(c, args[0])
	})
	c.Long = replayHelp
	c.Example = "  dogfight replay last\n  dogfight replay friday.dogfight\n  dogfight replay verify friday.dogfight\n  dogfight replay cut friday.dogfight --from 1m --to 1m20s --output best.dogfight"
	for _, make := range []func(*program) *cobra.Command{
		newReplayVerify,
		newReplayInfo,
		newReplayStats,
		newReplayCut,
		newReplayExport,
	} {
		sub := make(p)
		sub.ValidArgsFunction = p.completeReplays
		c.AddCommand(sub)
	}
	c.ValidArgsFunction = p.completeReplays
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
	f, err := session.Read(path)
	if err != nil {
		return err
	}
	conf := p.screens(p.readKept())
	conf.Session, err = session.Watch(f, conf.Pilot.Name)
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

// replayPath returns the path of a file, which may be the name of one in the user's folder of replays.
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
