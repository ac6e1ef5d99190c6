package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/net/link"
)

// usualFleetTime is how long a fleet may take to answer.
const usualFleetTime = 3 * time.Second

// newFleet returns the command that lists who is in a fleet.
func newFleet(p *program) *cobra.Command {
	var o overnats.Options
	var asJSON, matches bool
	c := command.New("fleet [flags]", "List the hosts of a fleet, or its matches", noWords, func(c *cobra.Command, _ []string) error {
		return p.fleet(c.Context(), o, matches, asJSON)
	})
	c.Example = "  dogfight fleet --fleet nats://10.0.0.1:4222\n  dogfight fleet --matches --json --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	c.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each")
	c.Flags().BoolVar(&matches, "matches", false, "list the matches instead of the hosts")
	c.AddCommand(newFleetBans(p), newFleetBan(p), newFleetUnban(p), newFleetReplay(p))
	return c
}

// addFleet gives a command the flags that say which fleet, and how to get in.
func addFleet(c *cobra.Command, o *overnats.Options) {
	c.Flags().StringVar(&o.URL, "fleet", "", "`URL` of the fleet's hub, such as nats://10.0.0.1:4222; several with commas between them")
	c.Flags().StringVar(&o.Seed, "fleet-key", "", "`FILE` with the key for that hub, as dogfight-hub key makes it")
	c.Flags().StringVar(&o.CA, "fleet-ca", "", "`FILE` with the certificate that signed the hub's (default the system's)")
}

func (p *program) fleet(ctx context.Context, o overnats.Options, matches, asJSON bool) error {
	return p.askFleet(ctx, o, func(ctx context.Context, c *overnats.Conn) error {
		if matches {
			return list(ctx, c, o.URL, fleet.Matches, byTitle, asJSON, p, matchColumns, matchRow)
		}
		return list(ctx, c, o.URL, fleet.Hosts, byAddress, asJSON, p, hostColumns, hostRow)
	})
}

// askFleet has something asked of a fleet.
func (p *program) askFleet(ctx context.Context, o overnats.Options, ask func(context.Context, *overnats.Conn) error) error {
	if o.URL == "" {
		return command.Usagef("--fleet: must be the URL of a hub, such as nats://10.0.0.1:4222; start one with dogfight-hub")
	}
	ctx, cancel := context.WithTimeout(ctx, p.fleetTime)
	defer cancel()
	o.Name = "dogfight fleet"
	c, err := overnats.Connect(o)
	if err != nil {
		return command.Usage(err)
	}
	defer c.Close()
	for !c.Up() {
		select {
		case <-ctx.Done():
			return p.whyNoFleet(c, o.URL, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
		if c.Refused() {
			return p.whyNoFleet(c, o.URL, nil)
		}
	}
	return ask(ctx, c)
}

func byAddress(a, b fleet.Host) int { return strings.Compare(a.Address, b.Address) }
func byTitle(a, b fleet.Match) int {
	return strings.Compare(a.Title+a.ID.String(), b.Title+b.ID.String())
}

// list prints all values of a kind in their order.
func list[T any, P interface {
	*T
	fleet.Value
}](ctx context.Context, c *overnats.Conn, url string, kind fleet.Kind, order func(a, b T) int, asJSON bool, p *program, columns []column, row func(v T) []string) error {
	entries, err := c.List(ctx, kind)
	if err != nil {
		return p.whyNoFleet(c, url, err)
	}
	var all []T
	for _, e := range entries {
		if v, err := fleet.Parse[T, P](e.Value); err == nil { // whatever others write there
			all = append(all, v)
		}
	}
	slices.SortFunc(all, order)
	if asJSON {
		for _, v := range all {
			if err := json.NewEncoder(p.stdout).Encode(v); err != nil {
				return err
			}
		}
		return nil
	}
	if len(all) == 0 {
		fmt.Fprintf(p.stdout, "No %s at %s.\n", kind, url)
		return nil
	}
	var rows [][]string
	for _, v := range all {
		rows = append(rows, row(v))
	}
	printTable(p.stdout, columns, rows)
	return nil
}

// whyNoFleet says in one line why a fleet could not be asked.
func (p *program) whyNoFleet(c *overnats.Conn, url string, err error) error {
	switch problem := c.Problem(); {
	case c.Refused():
		return fmt.Errorf("the hub at %s does not let us in: --fleet-key must be one that its file of keys has", url)
	case c.Up():
		return fmt.Errorf("the hub at %s tells nothing: %w", url, err)
	case problem != nil:
		return fmt.Errorf("no hub answers at %s within %v: %s", url, p.fleetTime, link.Reason(problem))
	}
	return fmt.Errorf("no hub answers at %s within %v", url, p.fleetTime)
}

// hostColumns are what fleet prints of hosts, and matchColumns of matches. What may be long comes last.
var (
	hostColumns = []column{
		{"ADDRESS", left}, {"VERSION", left}, {"REGION", left}, {"MATCHES", right}, {"PLAYERS", right}, {"ROOM", right},
		{"LOAD", right}, {"TICK P99", right}, {"STATE", left}, {"NAME", left},
	}
	matchColumns = []column{
		{"HOST", left}, {"MODE", left}, {"ARENA", left}, {"PLAYERS", right}, {"BOTS", right}, {"RATING", right}, {"ID", left}, {"TITLE", left},
	}
)

func hostRow(h fleet.Host) []string {
	state := "open"
	if h.Draining {
		state = "draining"
	}
	return []string{
		h.Address, h.Version, h.Region, fmt.Sprint(h.Matches), fmt.Sprint(h.Players), fmt.Sprint(h.Room),
		fmt.Sprintf("%.0f%%", float64(h.Load)/10), fmt.Sprintf("%.2f ms", float64(h.TickP99)/1000), state, h.Name,
	}
}

func matchRow(m fleet.Match) []string {
	rating := ""
	if m.Rating > 0 {
		rating = fmt.Sprint(m.Rating)
	}
	return []string{m.Address, m.Mode, m.Arena, fmt.Sprintf("%d/%d", m.Players, m.Slots), fmt.Sprint(m.Bots), rating, m.ID.String(), m.Title}
}
