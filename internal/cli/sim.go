package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

const (
	mixMatches    = 40
	mixTime       = 5 * time.Minute
	mixSpawns     = 12      // minimum in an arena that is taken by itself
	maxMixMatches = 100_000 // keeps a core busy for days; each takes memory from the start
)

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

// simResult is the line that sim prints.
type simResult struct {
	Ticks          game.Tick `json:"ticks"`
	Hash           string    `json:"hash"` // of the last World, 16 hex digits
	Ships          int       `json:"ships"`
	Kills          int       `json:"kills"`
	Shots          int       `json:"shots"`
	WallMS         int64     `json:"wall_ms"`
	TicksPerSecond int64     `json:"ticks_per_second"`
}

// simulation are the options of sim.
type simulation struct {
	net.MatchOptions
	seed    uint64
	ticks   uint32
	mix     bool
	matches int    // with mix
	record  string // file for a replay; "" for none
}

// newSim returns the command that plays matches of bots without a screen.
func newSim(p *program) *cobra.Command {
	sim := simulation{MatchOptions: net.MatchOptions{Bots: 8, Skill: 3}}
	c := command.New("sim [flags]", "Let bots fight without a screen, at full speed", noWords,
		func(c *cobra.Command, _ []string) error {
			if err := sim.settle(c, p.dirs); err != nil {
				return err
			}
			if sim.mix {
				return p.mix(c.Context(), &sim)
			}
			return p.sim(c.Context(), &sim)
		})
	c.Long = simHelp
	c.Example = "  dogfight sim --seed 7 --bots 64 --ticks 36000\n  dogfight sim --mix --matches 120 --skill 2"
	c.Flags().Uint64Var(&sim.seed, "seed", 1, "`N`: the same seed gives the same match")
	c.Flags().Uint32Var(&sim.ticks, "ticks", 3600, "length of `N` ticks, 60 to the second; a limit may end it sooner")
	c.Flags().BoolVar(&sim.mix, "mix", false, "play every class with every weapon, and print their shares")
	c.Flags().IntVar(&sim.matches, "matches", mixMatches, "`N` matches, with --mix")
	c.Flags().StringVar(&sim.record, "record", "", "`FILE` to write a replay to")
	addMatch(c, p.dirs, &sim.MatchOptions)
	return c
}

// settle completes the options and returns the first fault.
func (sim *simulation) settle(c *cobra.Command, dirs config.Dirs) error {
	if err := checkMatch(c, dirs, &sim.MatchOptions, 0); err != nil {
		return err
	}
	if sim.Skill == net.AutoSkill {
		return command.Usagef("--skill: auto needs a player to suit, and here are only bots: must be 1 to 5")
	}
	sim.ArenaFolder = dirs.Arenas()
	err := refuseIdle(c.Flags().Changed, idle{sim.mix, "bots ticks mode teams record", "does not go with --mix"}, idle{!sim.mix, "matches", "goes with --mix only"})
	if err != nil || !sim.mix {
		return err
	}
	if sim.Time == 0 {
		sim.Time = mixTime
	}
	return checkRange("--matches", sim.matches, 1, maxMixMatches)
}

func (p *program) sim(ctx context.Context, sim *simulation) error {
	setup, err := sim.Setup(0)
	if err != nil {
		return err
	}
	var rec *simRecorder
	if sim.record != "" {
		rec = newSimRecorder(setup, sim)
	}
	result, err := simulate(ctx, setup, sim.seed, sim.Bots, sim.Skill, game.Tick(sim.ticks), rec)
	if err == nil && rec != nil {
		err = rec.write(sim.record)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(result)
}

// simulate plays a match of bots, with teams in turn, and with classes and weapons in turn in each team. rec may be nil.
func simulate(ctx context.Context, s *game.Setup, seed uint64, bots, skill int, ticks game.Tick, rec *simRecorder) (simResult, error) {
	world := game.NewWorld(s, seed)
	pilots := make([]bot.Bot, bots)
	orders := make([]game.Order, 0, game.MaxShips)
	teams := max(s.PilotTeams(), 1)
	for i := range pilots {
		pilots[i] = bot.New(skill, seed+uint64(i))
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(i),
			Class: uint8(i / teams % len(s.PilotClasses())), Weapon: uint8(i / teams % len(s.PilotWeapons())),
			Team: uint8(min(s.PilotTeams(), 1+i%teams)),
		})
	}
	result := simResult{Ships: bots}
	events := game.Events{}
	began := time.Now()
	for world.Tick < ticks && world.Status != game.Closed {
		if world.Tick%game.TickRate == 0 && ctx.Err() != nil {
			return result, fmt.Errorf("interrupted at tick %d of %d", world.Tick, ticks)
		}
		events.List = events.List[:0]
		world.Step(s, orders, &events)
		rec.tick(orders, &world, events.List)
		result.count(events.List)
		orders = orders[:0]
		for i := range pilots {
			if in := pilots[i].Fly(&world, s, i); in != world.Ships[i].Input {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
	}
	wall := time.Since(began)
	result.Ticks = world.Tick
	result.Hash = fmt.Sprintf("%016x", world.Hash())
	result.WallMS = wall.Milliseconds()
	result.TicksPerSecond = int64(float64(world.Tick) / max(wall, 1).Seconds())
	return result, nil
}

func (r *simResult) count(events []game.Event) {
	for _, ev := range events {
		switch ev.Kind {
		case game.EventKill:
			r.Kills++
		case game.EventShot:
			r.Shots++
		}
	}
}

// simRecorder writes a simulated match to a replay. It has no date, so that the same seed gives the same bytes. A nil one writes nothing.
type simRecorder struct {
	setup  *game.Setup
	skill  int
	writer *replay.Writer
	world  game.World // of the last tick
	tally  game.Tally
	roster []proto.Pilot
}

func newSimRecorder(s *game.Setup, sim *simulation) *simRecorder {
	r := &simRecorder{setup: s, skill: sim.Skill, world: game.NewWorld(s, sim.seed)}
	head := replay.NewHead(s, r.world.Tick)
	head.Whole, head.Seed, head.Program, head.Title = true, sim.seed, version, "Simulation"
	r.writer, r.tally = replay.NewWriter(head, s, &r.world), game.NewTally(&r.world)
	names := assets.PilotNames()
	for i := range sim.Bots {
		r.roster = append(r.roster, proto.Pilot{ID: uint16(i + 1), Slot: uint8(i), Flags: proto.BotPilot, Name: names[i%len(names)]})
	}
	r.writer.Roster(r.roster)
	return r
}

func (r *simRecorder) tick(orders []game.Order, w *game.World, events []game.Event) {
	if r == nil {
		return
	}
	r.writer.Tick(orders, w, w.Hash(), events)
	r.tally.Add(r.setup, w, events)
	r.world = *w
}

func (r *simRecorder) write(path string) error {
	seen := net.ResultOfView(&net.View{World: &r.world, Setup: r.setup, Roster: r.roster}, &r.tally)
	for i := range seen.Flights {
		seen.Flights[i].Skill = r.skill
	}
	if err := r.writer.End(&seen.Match, &r.world, nil, nil); err != nil {
		return err
	}
	return sys.ReplaceFile(path, r.writer.Take(nil))
}

// mix plays a tournament and prints its table.
func (p *program) mix(ctx context.Context, sim *simulation) error {
	setups, err := sim.mixSetups()
	if err != nil {
		return err
	}
	progress := p.progress("played", sim.matches)
	t := tournament{setups: setups, matches: sim.matches, skill: sim.Skill, seed: sim.seed, progress: progress.show}
	table, err := t.run(ctx)
	if err != nil {
		if progress.terminal {
			fmt.Fprintln(p.stderr) // the line of progress stays
		}
		return err
	}
	return json.NewEncoder(p.stdout).Encode(table)
}

// mixSetups returns the Setups of a tournament: of the chosen arena, or of those that are built in and large enough.
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
