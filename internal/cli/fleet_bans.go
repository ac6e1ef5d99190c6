package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/net/admission"
)

// newFleetBans returns the command that lists who may not come in at any host of a fleet.
func newFleetBans(p *program) *cobra.Command {
	var o overnats.Options
	var asJSON bool
	c := command.New("bans [flags]", "List the bans of a fleet", noWords, func(c *cobra.Command, _ []string) error {
		return p.askFleet(c.Context(), o, func(ctx context.Context, bus *overnats.Conn) error {
			list, err := fleet.ReadBans(ctx, bus)
			if err != nil {
				return p.whyNoFleet(bus, o.URL, err)
			}
			if asJSON {
				return json.NewEncoder(p.stdout).Encode(list)
			}
			for _, b := range list.Bans {
				fmt.Fprintf(p.stdout, "%s  %s  %s\n", b.At.In(time.Local).Format(time.DateOnly), b.What, b.Comment)
			}
			if len(list.Bans) == 0 {
				fmt.Fprintf(p.stdout, "No bans at %s.\n", o.URL)
			}
			return nil
		})
	})
	c.Example = "  dogfight fleet bans --fleet nats://10.0.0.1:4222"
	addFleet(c, &o)
	c.Flags().BoolVar(&asJSON, "json", false, "print them as a line of JSON")
	return c
}

// newFleetBan returns the command that keeps somebody out of all hosts of a fleet.
func newFleetBan(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("ban KEY|ADDRESS|NETWORK [COMMENT] [flags]", "Ban a player from all hosts of a fleet", command.Words{Least: 1, Most: 100}, func(c *cobra.Command, args []string) error {
		what, err := admission.ParseBan(args[0])
		if err != nil {
			return command.Usage(err)
		}
		ask := fleet.BanAsk{Ban: what.What, Comment: strings.Join(args[1:], " ")}
		return p.changeBans(c.Context(), o, ask, what.What+" is banned from the fleet")
	})
	c.Example = "  dogfight fleet ban 192.0.2.0/24 spam, 2026-11-23 --fleet nats://10.0.0.1:4222 --fleet-key operator.nkey"
	addFleet(c, &o)
	return c
}

// newFleetUnban returns the command that lifts a ban.
func newFleetUnban(p *program) *cobra.Command {
	var o overnats.Options
	c := command.New("unban KEY|ADDRESS|NETWORK [flags]", "Lift a ban of a fleet", command.Words{Least: 1, Most: 1}, func(c *cobra.Command, args []string) error {
		what, err := admission.ParseBan(args[0])
		if err != nil {
			return command.Usage(err)
		}
		return p.changeBans(c.Context(), o, fleet.BanAsk{Unban: what.What}, what.What+" is no longer banned from the fleet")
	})
	c.Example = "  dogfight fleet unban 192.0.2.0/24 --fleet nats://10.0.0.1:4222 --fleet-key operator.nkey"
	addFleet(c, &o)
	return c
}

func (p *program) changeBans(ctx context.Context, o overnats.Options, ask fleet.BanAsk, done string) error {
	return p.askFleet(ctx, o, func(ctx context.Context, bus *overnats.Conn) error {
		answer, err := fleet.ChangeBans(ctx, bus, ask)
		switch {
		case answer.Error != "":
			return fmt.Errorf("%s: %w", ask.Ban+ask.Unban, err)
		case errors.Is(err, fleet.ErrNobody) || errors.Is(err, context.DeadlineExceeded):
			return p.whyNoRecords(bus, o.URL, err)
		case err != nil:
			return err
		}
		fmt.Fprintln(p.stdout, done)
		return nil
	})
}
