package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet/overnats"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// newFleetReplay returns the command that puts replays where all of a fleet find them, and fetches them.
func newFleetReplay(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("replay FILE|HASH [FILE] [flags]", "Put a replay into a fleet's store, or fetch one by its hash", command.Words{Least: 1, Most: 2}, func(c *cobra.Command, args []string) error {
		if len(args) == 2 {
			return p.fetchReplay(c.Context(), o, args[0], args[1])
		}
		return p.putReplay(c.Context(), o, args[0])
	})
	c.Long = "Put a replay into a fleet's store, and print its SHA-256. With that hash and a file, fetch it."
	c.Example = "  dogfight fleet replay match.replay --fleet nats://10.0.0.1:4222\n  dogfight fleet replay 9f86d0... match.replay --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	return c
}

// replayTime is how long a replay may be on its way.
const replayTime = 2 * time.Minute

func (p *program) putReplay(ctx context.Context, o overnats.Options, path string) error {
	b, err := sys.ReadFile(path, overnats.MaxReplay)
	if err != nil {
		return err
	}
	if _, err := replay.Parse(b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	ctx, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	return p.askFleet(ctx, o, func(_ context.Context, bus *overnats.Conn) error {
		hash, err := bus.PutReplay(ctx, b)
		if err == nil {
			fmt.Fprintln(p.stdout, hash)
		}
		return err
	})
}

func (p *program) fetchReplay(ctx context.Context, o overnats.Options, hash, path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already", path)
	}
	ctx, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	return p.askFleet(ctx, o, func(_ context.Context, bus *overnats.Conn) error {
		b, err := bus.Replay(ctx, hash)
		if err != nil {
			return err
		}
		return sys.CreateFile(filepath.Clean(path), b)
	})
}
