package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/net"
)

// What sim --mix plays unless it is told otherwise.
const (
	mixMatches = 40
	mixTime    = 5 * time.Minute
	mixSpawns  = 12 // that an arena has at the least which it takes in turn
)

// maxMixMatches keeps a core busy for days. Each takes memory from the start.
const maxMixMatches = 100_000

const simHelp = `Play a match of bots at full speed, and print its result as a line of JSON.

With --mix, play many matches on all cores, each with twelve bots for five minutes: every class with every weapon. Without --arena,
all arenas with 12 spawns or more take turns. It prints, with shares of 1:

  pairs             of each class and weapon: its share of all points, and
                    the matches in which it alone had the most
  classes, weapons  their shares of all points
  kills_per_minute  in a match, of all ships together
  closeness         1 - (first - second) / first, of the two highest scores of
                    a match, on average: 1 is a tie
  lead_changes      how often in a match the lead passed from one ship to
                    another, on average`

// checkMix does what check does, for matches in which every class flies with every
// weapon.
func (sim *simulation) checkMix() error {
	if sim.matches < 1 || sim.matches > maxMixMatches {
		return command.Usagef("--matches: must be 1 to %d, got %d", maxMixMatches, sim.matches)
	}
	if sim.Time == 0 {
		sim.Time = mixTime
	}
	return nil
}

// mix prints what matches come to in which every class flies with every weapon.
func (p *program) mix(ctx context.Context, sim *simulation) error {
	setups, err := sim.mixSetups()
	if err != nil {
		return err
	}
	progress := progress{out: p.stderr, of: sim.matches, began: time.Now(), what: "played"}
	progress.terminal = term.IsTerminal(int(os.Stderr.Fd()))
	table, err := run(ctx, Config{
		Setups: setups, Matches: sim.matches, Skill: sim.Skill, Seed: sim.seed, Progress: progress.show,
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
func (sim *simulation) mixSetups() ([]*game.Setup, error) {
	arenas := []string{sim.Arena}
	if sim.Arena == "" {
		arenas = nil
		for _, arena := range (&net.MatchOptions{Bots: mixSpawns}).Arenas(sim.Mode) {
			arenas = append(arenas, arena.Name)
		}
	}
	var setups []*game.Setup
	for _, name := range arenas {
		o := sim.MatchOptions
		o.Arena = name
		setup, err := o.Setup(0)
		if err != nil {
			return nil, err
		}
		if sim.Arena != "" || len(setup.Arena.Spawns) >= mixSpawns {
			setups = append(setups, setup)
		}
	}
	return setups, nil
}
