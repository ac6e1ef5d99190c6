package cli

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/door"
	"dogfight/internal/fleet"
	"dogfight/internal/server"
	"dogfight/net/admission"
	"dogfight/net/link"
)

const doorHelp = `Let players into a fleet of hosts. A door hosts no match: it sends each player to a host
that is near and has room, into a match of players of similar strength.

Players join with "dogfight join fleet://ADDR", ssh or a browser. For ssh and browsers,
this program draws the match.`

// newDoor returns the command that lets players into a fleet.
func newDoor(p *program) *cobra.Command {
	h := hosting{Options: server.Options{Dirs: p.dirs, Program: version}}
	c := command.New("door --fleet URL [flags]", "Let players into a fleet of hosts", noWords, func(c *cobra.Command, _ []string) error { return p.door(c, h) })
	c.Long = doorHelp
	c.Example = "  dogfight door --fleet nats://10.0.0.1:4222\n  dogfight door --fleet nats://10.0.0.1:4222 --ssh :2222 --web :8080 --fleet-region eu"
	fs := c.Flags()
	fs.StringVarP(&h.Listen, "listen", "l", defaultListen, "`ADDR` to listen on; port 0 is a free one")
	addSSH(c, &h.Options)
	addWeb(c, &h)
	addMember(c, &h)
	fs.StringVar(&h.Fleet.Region, "region", "", "the same as --fleet-region")
	fs.MarkHidden("region")
	fs.MarkHidden("web-replays") // a door has none
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` connections and SSH sessions of one address; addresses of this machine and of private networks may have more")
	return c
}

func (p *program) door(c *cobra.Command, h hosting) error {
	command.SurviveReaders()
	err := first(checkListen("--listen", h.Listen), checkDoor("--ssh", h.SSH), settleWeb(c, &h), checkSSH(&h.Options), checkPerAddress(&h), checkFleet(&h.fleet, &h.Fleet))
	switch {
	case err != nil:
		return err
	case h.fleet.URL == "":
		return command.Usagef("--fleet: must be the URL of the fleet's hub, such as nats://10.0.0.1:4222; to host a match alone, use dogfight host")
	case h.Listen == "":
		return command.Usagef("--listen: must be an address, such as %s", defaultListen)
	}
	log := slog.New(server.BoundedLog(slog.NewTextHandler(command.PatientLog(p.stderr), nil)))
	bus, key, err := connectFleet(h.fleet, "door", log)
	if err != nil {
		return err
	}
	defer bus.Close()
	cert, err := link.Certificate(p.dirs.HostCertificate())
	if cert.PrivateKey == nil {
		return err
	}
	if err != nil { // it was not saved
		log.Warn(err.Error())
	}
	d, err := door.Open(door.Options{
		Fleet: bus, Key: key, Certificate: cert, Listen: h.Listen, Limits: doorLimits(h.PerAddress),
		Address: h.Fleet.Address, Region: h.Fleet.Region, Rating: ratings(bus), Log: log,
	})
	if err != nil {
		return err
	}
	defer d.Close()
	return p.openFront(c.Context(), d, bus, h.Options, log)
}

// openFront opens the SSH and web doors, and waits for ctx.
func (p *program) openFront(ctx context.Context, d *door.Door, bus fleet.Fleet, o server.Options, log *slog.Logger) error {
	front, err := server.OpenFront(&server.Front{
		Addr: d.Addr(), Add: d.Add, Follow: d.Follow, Summary: d.Summary, Info: d.Info,
		Scores: func() (string, error) { return fleetScores(bus) },
	}, o, log)
	if err != nil {
		return err
	}
	defer front.Close()
	fmt.Fprintf(p.stdout, "listening native %s\n", d.Addr())
	p.printDoors(front.Doors(), front.WebURL(), log)
	<-ctx.Done()
	return nil
}

// doorLimits returns the limits of a door, where many may connect at once, each for a short time.
func doorLimits(perAddress int) admission.Limits {
	return admission.Limits{PerAddress: perAddress, PerLocal: max(1024, perAddress), HalfOpen: 1024, Total: 8192}
}

// ratings returns a function that returns the rating of a player; 0 without a hub.
func ratings(bus fleet.Bus) func(context.Context, string) int {
	cache := fleet.NewRatingCache(bus)
	return func(ctx context.Context, identity string) int {
		all, _ := cache.Of(ctx, []string{identity})
		return all[0].Firm()
	}
}

// scoresTime is the limit for the hub's answer.
const scoresTime = 2 * time.Second

// fleetScores returns the records of a fleet as text.
func fleetScores(bus fleet.Bus) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), scoresTime)
	defer cancel()
	s, err := fleet.AskScores(ctx, bus, config.ScoresListed)
	if err != nil {
		return "", fmt.Errorf("the fleet's hub does not send the scores now: %w", err)
	}
	return s.Text(config.ScoresWidth, time.Local), nil
}
