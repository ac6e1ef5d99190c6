package cli

import (
	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// simFilm makes a replay of a simulated match. It has no time, so that the same seed gives the same bytes. A nil one films
// nothing.
type simFilm struct {
	setup  *game.Setup
	skill  int
	writer *replay.Writer
	world  game.World // of the last tick
	tally  game.Tally
	roster []proto.Pilot
}

func newSimFilm(s *game.Setup, sim *simulation) *simFilm {
	f := &simFilm{setup: s, skill: sim.Skill, world: game.NewWorld(s, sim.seed)}
	head := replay.NewHead(s, f.world.Tick)
	head.Whole, head.Seed, head.Program, head.Title = true, sim.seed, version, "Simulation"
	f.writer, f.tally = replay.NewWriter(head, s, &f.world), game.NewTally(&f.world)
	names := assets.PilotNames()
	for i := range sim.Bots {
		f.roster = append(f.roster, proto.Pilot{ID: uint16(i + 1), Slot: uint8(i), Flags: proto.BotPilot, Name: names[i%len(names)]})
	}
	f.writer.Roster(f.roster)
	return f
}

// tick takes what was played in a tick.
func (f *simFilm) tick(orders []game.Order, w *game.World, events []game.Event) {
	if f == nil {
		return
	}
	f.writer.Tick(f.setup, orders, w, w.Hash(), events)
	f.tally.Add(f.setup, w, events)
	f.world = *w
}

// write writes the replay to a file.
func (f *simFilm) write(path string) error {
	seen := net.SeenResult(&net.View{World: &f.world, Setup: f.setup, Roster: f.roster}, &f.tally)
	result := seen.Replayed()
	for i := range result.Flights {
		result.Flights[i].Skill = uint8(f.skill)
	}
	if err := f.writer.End(result, &f.world, nil, nil); err != nil {
		return err
	}
	return sys.ReplaceFile(path, f.writer.Take(nil))
}
