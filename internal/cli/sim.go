package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net"
)

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

// simulation is what sim is asked for.
type simulation struct {
	net.MatchOptions
	seed    uint64
	ticks   uint32
	mix     bool
	matches int    // with mix
	record  string // the file of a replay; "" for none
}

// newSim returns the command that lets bots fight without a screen.
func newSim(p *program) *cobra.Command {
	sim := simulation{MatchOptions: net.MatchOptions{Bots: 8, Skill: 3}}
	c := command.New("sim [flags]", "Let bots fight without a screen, at full speed", noWords,
		func(c *cobra.Command, _ []string) error {
			if err := sim.check(c, p.dirs); err != nil {
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

// check tells what is wrong with the flags, and fills in what depends on others.
func (sim *simulation) check(c *cobra.Command, dirs config.Dirs) error {
	if err := checkMatch(c, dirs, &sim.MatchOptions, 0); err != nil {
		return err
	}
	if sim.Skill == net.AutoSkill {
		return command.Usagef("--skill: auto needs a player to suit, and here are only bots: must be 1 to 5")
	}
	sim.ArenaFolder = dirs.Arenas()
	if err := refuseIdle(c.Flags().Changed, []idle{{sim.mix, "bots ticks mode teams record", "does not go with --mix"}, {!sim.mix, "matches", "goes with --mix only"}}); err != nil || !sim.mix {
		return err
	}
	return sim.checkMix()
}

func (p *program) sim(ctx context.Context, sim *simulation) error {
	setup, err := sim.Setup(0)
	if err != nil {
		return err
	}
	var film *simFilm
	if sim.record != "" {
		film = newSimFilm(setup, sim)
	}
	result, err := simulate(ctx, setup, sim.seed, sim.Bots, sim.Skill, game.Tick(sim.ticks), film)
	if err == nil && film != nil {
		err = film.write(sim.record)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(result)
}

// simulate plays a match of bots that take classes, weapons and teams in turn. The film may be nil.
func simulate(ctx context.Context, s *game.Setup, seed uint64, bots, skill int, ticks game.Tick, film *simFilm) (simResult, error) {
	world := game.NewWorld(s, seed)
	pilots := make([]bot.Bot, bots)
	orders := make([]game.Order, 0, game.MaxShips)
	for i := range pilots {
		pilots[i] = bot.New(skill, seed+uint64(i))
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(i),
			Class: uint8(i % len(s.PilotClasses())), Weapon: uint8(i % len(s.PilotWeapons())),
			Team: uint8(min(s.PilotTeams(), 1+i%max(s.PilotTeams(), 1))),
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
		film.tick(orders, &world, events.List)
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
