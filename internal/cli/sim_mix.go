package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/home"
	"dogfight/internal/tournament"
	"dogfight/net"
)

// What sim --mix plays unless it is told otherwise.
const (
	mixMatches = 40
	mixTime    = 5 * time.Minute
	mixSpawns  = 12 // that an arena has at the least which it takes in turn
)

const simHelp = `Plays a match of bots as fast as it goes, and prints what it came to as a line of JSON.

With --mix, it plays many matches, on all cores, in each of which every class flies with every weapon once: twelve bots, for five
minutes. Without --arena it takes all arenas in turn that have 12 spawns or more. It prints, with shares of 1:

  pairs             of each class and weapon: its share of all points, and
                    the matches in which it alone had the most
  classes, weapons  their shares of all points
  kills_per_minute  in a match, of all ships together
  closeness         1 - (first - second) / first, of the two highest scores of
                    a match, on average: 1 is a tie
  lead_changes      how often in a match the lead passed from one ship to
                    another, on average`

// notWithMix are flags of sim that say what --mix says otherwise.
var notWithMix = []string{"bots", "ticks", "mode", "teams"}

// checkMix tells which flags do not go with each other.
func checkMix(c *cobra.Command, mix bool, matches int) error {
	if !mix {
		if c.Flags().Changed("matches") {
			return usagef("--matches: goes with --mix only")
		}
		return nil
	}
	for _, name := range notWithMix {
		if c.Flags().Changed(name) {
			return usagef("--%s: does not go with --mix", name)
		}
	}
	if matches < 1 {
		return usagef("--matches: must be 1 or more, got %d", matches)
	}
	return nil
}

// mix prints what matches come to in which every class flies with every weapon.
func (p *program) mix(ctx context.Context, o net.MatchOptions, seed uint64, matches int) error {
	if o.Time == 0 {
		o.Time = mixTime
	}
	setups, err := mixSetups(o)
	if err != nil {
		return err
	}
	progress := progress{out: p.stderr, of: matches, began: time.Now(), what: "played"}
	progress.terminal = term.IsTerminal(int(os.Stderr.Fd()))
	table, err := tournament.Run(ctx, tournament.Config{
		Setups: setups, Matches: matches, Skill: o.Skill, Seed: seed, Progress: progress.show,
	})
	if err != nil {
		if progress.terminal {
			fmt.Fprintln(p.stderr) // the line of progress stays
		}
		return err
	}
	return json.NewEncoder(p.stdout).Encode(table)
}

// mixSetups returns what the matches are played with: the arena that was chosen,
// or those that are built in and large enough.
func mixSetups(o net.MatchOptions) ([]*game.Setup, error) {
	arenas := []string{o.Arena}
	if o.Arena == "" {
		arenas = assets.ArenaNames()
	}
	var setups []*game.Setup
	for _, name := range arenas {
		one := o
		one.Arena, one.ArenaFolder = name, home.Arenas()
		setup, err := one.Setup(0)
		if err != nil {
			return nil, err
		}
		if o.Arena != "" || len(setup.Arena.Spawns) >= mixSpawns {
			setups = append(setups, setup)
		}
	}
	return setups, nil
}
