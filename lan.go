package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"dogfight/net/nearby"
	"dogfight/ui"
)

// lanResult is a line that lan --json prints.
type lanResult struct {
	Address string `json:"address"`
	ID      string `json:"id"` // the same at every address of a host
	infoResult
	Ping float64 `json:"ping_ms"`
}

const (
	// lanLine is a line that lan prints without --json. What may be long or wide comes
	// last.
	lanLine = "%-21s %8s  %-11s %-7s  %-10s  %-10s  %s\n"
	// lanWait is how long it looks unless told otherwise.
	lanWait = 2 * time.Second
	// lanBeat is how often it looks at what was found.
	lanBeat = 50 * time.Millisecond
)

// runLAN lists the matches on this network, each as soon as it is found.
func runLAN(ctx context.Context, p *program, args []string) error {
	fs := newFlags("lan")
	asJSON := fs.Bool("json", false, "a line of JSON for each match")
	wait := fs.Duration("wait", lanWait, "how long to look")
	if err := p.parse(fs, args, 0); err != nil {
		return err
	}
	if *wait <= 0 || *wait > time.Hour {
		return usagef("--wait: must be more than 0, up to 1h, got %v", *wait)
	}
	finder := nearby.New(matchFolder())
	defer finder.Close()
	tell := p.tellMatch
	if *asJSON {
		tell = p.tellMatchInJSON
	}
	told := map[uint64]bool{}
	lookFor(ctx, finder, *wait, func(matches []nearby.Match) {
		for _, m := range matches {
			if !told[m.ID] {
				tell(len(told), m)
				told[m.ID] = true
			}
		}
	})
	if len(told) == 0 && ctx.Err() == nil {
		return fmt.Errorf("no match was found on this network in %v; dogfight host begins one", *wait)
	}
	return nil
}

// lookFor shows what a finder has found, again and again for so long.
func lookFor(ctx context.Context, finder ui.Finder, wait time.Duration, show func([]nearby.Match)) {
	end := time.After(wait)
	look := time.NewTicker(lanBeat)
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
func (p *program) tellMatch(nth int, m nearby.Match) {
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
}

func (p *program) tellMatchInJSON(_ int, m nearby.Match) {
	json.NewEncoder(p.stdout).Encode(lanResult{m.Address, fmt.Sprintf("%016x", m.ID), resultOf(&m.Info), inMilliseconds(m.Ping)})
}

func inMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// onlyWait is how long to wait for a second match before the first is joined without
// a question.
const onlyWait = 1500 * time.Millisecond

// only returns the address of the match on this network if there is just one that we
// can join, and says so.
func (p *program) only(ctx context.Context, finder ui.Finder) string {
	fmt.Fprintln(p.stderr, "looking for matches on this network ...")
	var found []nearby.Match
	lookFor(ctx, finder, onlyWait, func(matches []nearby.Match) { found = matches })
	if len(found) != 1 || !found[0].Ours() {
		return ""
	}
	fmt.Fprintf(p.stderr, "there is one: joining %s at %s\n", found[0].Title, found[0].Address)
	return found[0].Address
}
