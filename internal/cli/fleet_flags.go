package cli

import (
	"context"
	"crypto/ed25519"
	"log/slog"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/server"
	"dogfight/proto"
)

// fleetFlags say how a program becomes part of a fleet.
type fleetFlags struct {
	overnats.Options
	region, address string
}

// addMember gives a command the flags by which it becomes part of a fleet.
func addMember(c *cobra.Command, f *fleetFlags) {
	addFleet(c, &f.Options)
	c.Flags().StringVar(&f.region, "fleet-region", "", "`NAME` of the region of this machine: players are placed near their own")
	c.Flags().StringVar(&f.address, "fleet-address", "", "`ADDR` for players of the fleet (default the address of --listen)")
}

// addFleetHost adds those of hosts alone.
func addFleetHost(c *cobra.Command, h *hosting) {
	c.Flags().IntVar(&h.Fleet.Matches, "fleet-matches", server.UsualMatches, "`N` matches at most")
}

// check says what is wrong with the flags.
func (f *fleetFlags) check() error {
	if f.URL != "" {
		if err := overnats.CheckURL(f.URL); err != nil {
			return command.Usage(err)
		}
	}
	for _, flag := range []struct{ name, value string }{
		{"--fleet-key", f.Seed}, {"--fleet-ca", f.CA}, {"--fleet-region", f.region}, {"--fleet-address", f.address},
	} {
		if f.URL == "" && flag.value != "" {
			return command.Usagef("%s: needs --fleet with it", flag.name)
		}
	}
	if !proto.Legible(f.region, fleet.MaxRegion) {
		return command.Usagef("--fleet-region: must be at most %d bytes of legible text, got %q", fleet.MaxRegion, f.region)
	}
	return checkListen("--fleet-address", f.address)
}

// checkFleet says what is wrong with a host of a fleet.
func checkFleet(h *hosting) error {
	err := h.fleet.check()
	switch {
	case h.Fleet.Matches < 1 || h.Fleet.Matches > 1024:
		return command.Usagef("--fleet-matches: must be 1 to 1024, got %d", h.Fleet.Matches)
	case err != nil || h.fleet.URL == "":
		return err
	case !h.headless:
		return command.Usagef("--fleet: needs --headless with it: hosts of a fleet have no player of their own")
	case h.Listen == "":
		return command.Usagef("--fleet: needs --listen with it")
	case h.Password != "":
		return command.Usagef("--fleet: does not go with --password-file: whom a door sends comes in")
	}
	return nil
}

// connect connects to the bus, which may not be there yet, and returns the key with which this program signs; nil for none.
func (f *fleetFlags) connect(name string, log *slog.Logger) (bus fleet.Fleet, key ed25519.PrivateKey, err error) {
	if f.Seed != "" {
		if key, err = overnats.ReadKey(f.Seed); err != nil {
			return nil, nil, command.Usage(err)
		}
	}
	o := f.Options
	o.Name, o.Log = name, log
	conn, err := overnats.Connect(o)
	if err != nil {
		return nil, nil, command.Usage(err)
	}
	return conn, key, nil
}

// hostOfFleet hosts without a screen, as one of a fleet if that is wanted.
func (p *program) hostOfFleet(ctx context.Context, h *hosting, t told) error {
	log, level := h.log.newLog(p.stderr)
	if h.fleet.URL == "" {
		return p.hostHeadless(ctx, h, t, log, level)
	}
	bus, key, err := h.fleet.connect("host "+h.Title, log)
	if err != nil {
		return err
	}
	defer bus.Close()
	h.Options.Fleet.Fleet, h.Options.Fleet.Key = bus, key
	h.Options.Fleet.Name, h.Options.Fleet.Region, h.Options.Fleet.Address = h.Title, h.fleet.region, h.fleet.address
	h.Options.Fleet.Outbox, h.Options.Fleet.Players = p.dirs.Outbox(), p.dirs.FleetPlayers()
	h.Options.Fleet.Version = version
	return p.hostHeadless(ctx, h, t, log, level)
}
