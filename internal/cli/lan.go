package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/listing"
	"dogfight/proto"
	"dogfight/ui"
)

// lanResult is a line of lan --json.
type lanResult struct {
	Address string `json:"address"`
	ID      string `json:"id"` // the same at every address of a host
	listing.MatchInfo
	Ping     float64 `json:"ping_ms"`
	Web      string  `json:"web,omitempty"` // address for browsers
	Password bool    `json:"password,omitempty"`
}

const (
	lanLine     = "%-21s %8s  %-11s %-7s  %-10s  %-10s  %s\n" // long and wide values last
	lanWait     = 2 * time.Second
	lanMost     = 2048 // matches are listed: forged ones may come without an end
	lanInterval = 50 * time.Millisecond

	// onlyWait is the wait for a second match before the first is joined without a question.
	onlyWait = 1500 * time.Millisecond
)

// lanFlags are the options of the list.
type lanFlags struct {
	filter listing.Filter
	ours   bool
	list   string // URL of a public list; "" for this network
	asJSON bool
	wait   time.Duration
}

// newLAN returns the command that lists the matches on this network, or of a public list.
func newLAN(p *program) *cobra.Command {
	var l lanFlags
	c := command.New("lan [flags]", "List the matches on this network, or of a public list", noWords,
		func(c *cobra.Command, _ []string) error { return p.listMatches(c.Context(), l) })
	c.Example = "  dogfight lan\n  dogfight lan --json --wait 5s\n  dogfight lan --list https://list.example.org --mode teams --ping 80ms --players 1 --open"
	fs := c.Flags()
	fs.BoolVar(&l.asJSON, "json", false, "a line of JSON for each match")
	fs.DurationVarP(&l.wait, "wait", "w", lanWait, "`TIME` to search, such as 10s")
	fs.StringVar(&l.list, "list", "", "`URL` of a public list of matches, instead of this network")
	fs.StringVar(&l.filter.Mode, "mode", "", "only matches of this `MODE`, such as teams")
	fs.DurationVar(&l.filter.Ping, "ping", 0, "only matches with a ping of at most this `TIME`, such as 80ms")
	fs.IntVar(&l.filter.Players, "players", 0, "only matches with at least `N` players")
	fs.BoolVar(&l.ours, "ours", false, "only matches of your version")
	fs.BoolVar(&l.filter.NoPassword, "open", false, "only matches that are not known to need a password")
	command.Completes(c, "mode", modeNames()...)
	return c
}

// listMatches prints each match as soon as it is found.
func (p *program) listMatches(ctx context.Context, l lanFlags) error {
	if err := first(
		expect(l.wait > 0 && l.wait <= time.Hour, "--wait: must be more than 0, up to 1h, got %v", l.wait),
		oneOf("--mode", cmp.Or(l.filter.Mode, modeNames()[0]), modeNames()), checkRange("--players", l.filter.Players, 0, game.MaxShips),
		expect(l.filter.Ping >= 0, "--ping: must be a time such as 80ms, got %v", l.filter.Ping), aboutFlag("--list", listing.CheckURL(l.list)),
	); err != nil {
		return err
	}
	if l.ours {
		l.filter.Version = proto.Version
	}
	listed := map[uint64]bool{}
	show := func(matches []lan.Match) {
		for _, m := range matches {
			if listed[m.ID] || len(listed) == lanMost || !l.filter.Selects(&m) {
				continue
			}
			if len(listed) == 0 && !l.asJSON {
				fmt.Fprintf(p.stdout, lanLine, "ADDRESS", "PING", "PLAYERS", "VERSION", "MODE", "ARENA", "TITLE")
			}
			listed[m.ID] = true
			result := lanResult{m.Address, fmt.Sprintf("%016x", m.ID), listing.MatchInfoOf(&m.Info), milliseconds(m.Ping), m.Web, m.Password}
			p.print(l.asJSON, result, func() string { return lanText(m) })
		}
	}
	if l.list != "" {
		matches, err := listing.Read(ctx, l.list)
		if show(matches); err == nil && len(listed) == 0 {
			err = fmt.Errorf("found no such match in the list at %s, which has %d", l.list, len(matches))
		}
		return err
	}
	finder := lan.NewFinder(p.dirs.Matches())
	defer finder.Close()
	poll(ctx, finder, l.wait, show)
	if len(listed) == 0 && ctx.Err() == nil {
		return fmt.Errorf("found no match on this network in %v; start one with dogfight host", l.wait)
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
	ping := "?"
	if m.Ping > 0 {
		ping = fmt.Sprintf("%.1f ms", milliseconds(m.Ping))
	}
	if m.Password {
		m.Title += " (password)"
	}
	return fmt.Sprintf(lanLine, m.Address, ping, players, version, m.Mode.Name(), m.Arena, m.Title) + web
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// infoTime is the limit for the answer of a host.
const infoTime = 8 * time.Second

// newInfo returns the command that prints the match of a host.
func newInfo(p *program) *cobra.Command {
	c := command.New("info ADDR", "Print the match at an address, as JSON", oneWord,
		func(c *cobra.Command, args []string) error { return p.info(c.Context(), args[0]) })
	c.Example = "  dogfight info example.org\n  dogfight info fleet://play.example.org\n  dogfight info relay.example.org/amber-fox-7k3q-92hd-m4xt"
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
	reply, err := net.Ask(ctx, session.DialUnknown(address))
	if err != nil {
		return err
	}
	answer := server.InfoOf(reply.Info, reply.Progress)
	answer.Closing = reply.Closing
	if host := link.HostOf(address); host != "" { // an invitation has none
		answer.Web = reply.Web.URL(host)
	}
	return json.NewEncoder(p.stdout).Encode(answer)
}
