package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/net/lan"
	"dogfight/ui"
)

// lanResult is a line that lan --json prints.
type lanResult struct {
	Address string `json:"address"`
	ID      string `json:"id"` // the same at every address of a host
	server.MatchInfo
	Ping float64 `json:"ping_ms"`
	Web  string  `json:"web,omitempty"` // where browsers may play
}

const (
	// lanLine is a line that lan prints without --json. What may be long or wide comes
	// last.
	lanLine = "%-21s %8s  %-11s %-7s  %-10s  %-10s  %s\n"
	// lanWait is how long it looks unless told otherwise.
	lanWait = 2 * time.Second
	// lanMost is how many it lists: forged ones may come as long as it looks.
	lanMost = 1000
	// lanInterval is how often it looks at what was found.
	lanInterval = 50 * time.Millisecond
)

// newLAN returns the command that lists the matches on this network.
func newLAN(p *program) *cobra.Command {
	var asJSON bool
	var wait time.Duration
	c := command.New("lan [flags]", "List the matches on this network", noWords,
		func(c *cobra.Command, _ []string) error { return p.listLAN(c.Context(), wait, asJSON) })
	c.Example = "  dogfight lan\n  dogfight lan --json --wait 5s"
	c.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each match")
	c.Flags().DurationVarP(&wait, "wait", "w", lanWait, "`TIME` to search, such as 10s")
	return c
}

// listLAN lists each match as soon as it is found.
func (p *program) listLAN(ctx context.Context, wait time.Duration, asJSON bool) error {
	if wait <= 0 || wait > time.Hour {
		return command.Usagef("--wait: must be more than 0, up to 1h, got %v", wait)
	}
	finder := lan.NewFinder(p.dirs.Matches())
	defer finder.Close()
	tell := p.tellMatch
	if asJSON {
		tell = p.tellMatchInJSON
	}
	told := map[uint64]bool{}
	lookFor(ctx, finder, wait, func(matches []lan.FoundMatch) {
		for _, m := range matches {
			if !told[m.ID] && len(told) < lanMost {
				tell(len(told), m)
				told[m.ID] = true
			}
		}
	})
	if len(told) == 0 && ctx.Err() == nil {
		return fmt.Errorf("found no match on this network in %v; start one with dogfight host", wait)
	}
	return nil
}

// lookFor shows what a finder has found, again and again for so long.
func lookFor(ctx context.Context, finder ui.Finder, wait time.Duration, show func([]lan.FoundMatch)) {
	end := time.After(wait)
	look := time.NewTicker(lanInterval)
	defer look.Stop()
	for {
		show(finder.Matches(time.Now()))
		select {
		case <-look.C:
		case <-end:
			return
		case <-ctx.Done():
			return
		}
	}
}

// tellMatch prints a line for people. The first has the heads of the columns above it.
func (p *program) tellMatch(nth int, m lan.FoundMatch) {
	if nth == 0 {
		fmt.Fprintf(p.stdout, lanLine, "ADDRESS", "PING", "PLAYERS", "VERSION", "MODE", "ARENA", "TITLE")
	}
	players := fmt.Sprint(m.Players)
	if m.Bots > 0 {
		players += fmt.Sprintf(" +%d bots", m.Bots)
	}
	version := fmt.Sprint(m.Version)
	if !m.Ours() {
		version += ", not ours"
	}
	ping := fmt.Sprintf("%.1f ms", inMilliseconds(m.Ping))
	fmt.Fprintf(p.stdout, lanLine, m.Address, ping, players, version, m.Mode.Name(), m.Arena, m.Title)
	if m.Web != "" {
		fmt.Fprintf(p.stdout, "  in a browser: %s\n", m.Web)
	}
}

func (p *program) tellMatchInJSON(_ int, m lan.FoundMatch) {
	json.NewEncoder(p.stdout).Encode(lanResult{m.Address, fmt.Sprintf("%016x", m.ID), server.MatchInfoOf(&m.Info), inMilliseconds(m.Ping), m.Web})
}

func inMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// onlyWait is how long to wait for a second match before the first is joined without
// a question.
const onlyWait = 1500 * time.Millisecond
