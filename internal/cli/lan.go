package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/ui"
)

// lanResult is a line of lan --json.
type lanResult struct {
	Address string `json:"address"`
	ID      string `json:"id"` // the same at every address of a host
	server.MatchInfo
	Ping float64 `json:"ping_ms"`
	Web  string  `json:"web,omitempty"` // address for browsers
}

const (
	lanLine     = "%-21s %8s  %-11s %-7s  %-10s  %-10s  %s\n" // long and wide values last
	lanWait     = 2 * time.Second
	lanMost     = 1000 // matches are listed: forged ones may come without an end
	lanInterval = 50 * time.Millisecond

	// onlyWait is the wait for a second match before the first is joined without a question.
	onlyWait = 1500 * time.Millisecond
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

// listLAN prints each match as soon as it is found.
func (p *program) listLAN(ctx context.Context, wait time.Duration, asJSON bool) error {
	if err := expect(wait > 0 && wait <= time.Hour, "--wait: must be more than 0, up to 1h, got %v", wait); err != nil {
		return err
	}
	finder := lan.NewFinder(p.dirs.Matches())
	defer finder.Close()
	listed := map[uint64]bool{}
	poll(ctx, finder, wait, func(matches []lan.Match) {
		for _, m := range matches {
			if listed[m.ID] || len(listed) == lanMost {
				continue
			}
			if len(listed) == 0 && !asJSON {
				fmt.Fprintf(p.stdout, lanLine, "ADDRESS", "PING", "PLAYERS", "VERSION", "MODE", "ARENA", "TITLE")
			}
			listed[m.ID] = true
			p.print(asJSON, lanResult{m.Address, fmt.Sprintf("%016x", m.ID), server.MatchInfoOf(&m.Info), milliseconds(m.Ping), m.Web}, func() string { return lanText(m) })
		}
	})
	if len(listed) == 0 && ctx.Err() == nil {
		return fmt.Errorf("found no match on this network in %v; start one with dogfight host", wait)
	}
	return nil
}

// poll calls show with the matches found so far, every lanInterval until the wait is over.
func poll(ctx context.Context, finder ui.Finder, wait time.Duration, show func([]lan.Match)) {
	end := time.After(wait)
	next := time.NewTicker(lanInterval)
	defer next.Stop()
	for {
		show(finder.Matches(time.Now()))
		select {
		case <-next.C:
		case <-end:
			return
		case <-ctx.Done():
			return
		}
	}
}

func lanText(m lan.Match) string {
	players, version, web := fmt.Sprint(m.Players), fmt.Sprint(m.Version), ""
	if m.Bots > 0 {
		players += fmt.Sprintf(" +%d bots", m.Bots)
	}
	if !m.Ours() {
		version += ", not ours"
	}
	if m.Web != "" {
		web = fmt.Sprintf("  in a browser: %s\n", m.Web)
	}
	return fmt.Sprintf(lanLine, m.Address, fmt.Sprintf("%.1f ms", milliseconds(m.Ping)), players, version, m.Mode.Name(), m.Arena, m.Title) + web
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// infoTime is the limit for the answer of a host.
const infoTime = 8 * time.Second

// newInfo returns the command that prints the match of a host.
func newInfo(p *program) *cobra.Command {
	c := command.New("info ADDR", "Print the match at an address, as JSON", oneWord,
		func(c *cobra.Command, args []string) error { return p.info(c.Context(), args[0]) })
	c.Example = "  dogfight info example.org\n  dogfight info fleet://play.example.org"
	c.ValidArgsFunction = p.completeHosts
	return c
}

// info plays nothing, so it accepts any certificate and saves none.
func (p *program) info(ctx context.Context, address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	if door, ok := strings.CutPrefix(address, "fleet://"); ok {
		address, _, _ = strings.Cut(door, "/")
	}
	ctx, cancel := context.WithTimeout(ctx, infoTime)
	defer cancel()
	reply, err := net.Ask(ctx, link.Dial(address, &link.KnownHosts{}))
	if err != nil {
		return err
	}
	answer := server.InfoOf(reply.Info, reply.Progress)
	answer.Closing = reply.Closing
	answer.Web = reply.Web.URL(link.HostOf(address))
	return json.NewEncoder(p.stdout).Encode(answer)
}
