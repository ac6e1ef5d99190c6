package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/session"
	"dogfight/net"
)

// newReplayStats returns the command that counts what pilots did in a replay.
func newReplayStats(p *program) *cobra.Command {
	var asJSON bool
	c := command.New("stats FILE [flags]", "Play a match again, and count what each pilot did", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.replayStats(args[0], asJSON) })
	c.Long = `Play a match again, and count what each pilot did in it as the records do, also for an unfinished match. The JSON is an
object as the result of "dogfight replay info --json".`
	c.Example = "  dogfight replay stats match.dogfight\n  dogfight replay stats match.dogfight --json"
	c.Flags().BoolVar(&asJSON, "json", false, "print it as a line of JSON")
	return c
}

func (p *program) replayStats(path string, asJSON bool) error {
	f, err := playable(p.dirs, path)
	if err != nil {
		return err
	}
	r, err := net.Recount(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if asJSON {
		return json.NewEncoder(p.stdout).Encode(tellCount(&r))
	}
	state := "finished"
	if !r.Finished {
		state = "not finished"
	}
	_, err = fmt.Fprintf(p.stdout, "%s in %s, %s, %s\n\n%s", f.Head.Mode, f.Head.Arena, clock(r.Lasted), state,
		records.FlightsText(session.MatchOf(&r, time.Time{}), config.ScoresWidth))
	return err
}

// tellCount returns what was counted.
func tellCount(r *net.Result) *resultTold {
	told := &resultTold{Finished: r.Finished, Seconds: r.Lasted.Seconds(), Wave: r.Wave, TeamScores: teamScores(r.TeamScores[1:]), Flights: []flightTold{}}
	for i := range r.Flights {
		f := &r.Flights[i]
		told.Flights = append(told.Flights, flightTold{
			Pilot: int(f.Pilot), Name: f.Name, Bot: f.Skill != 0, Skill: max(f.Skill, 0), Team: int(f.Team), Class: f.Class, Weapon: f.Weapon,
			Place: f.Place, Won: f.Won, Score: int(f.Score), Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists,
			Shots: f.Shots, Hits: f.Hits, Damage: int(f.Did.Damage), Seconds: float64(f.Did.Flown) / game.TickRate,
		})
	}
	return told
}
