package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/door"
	"dogfight/internal/fleet"
	"dogfight/internal/server"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/sys"
)

const doorHelp = `Let players into a fleet of hosts. A door hosts no match: it sends each player to a host
that is near and has room, into a match of players of similar strength.

Players join with "dogfight join fleet://ADDR", ssh or a browser. For ssh and browsers,
this program draws the match.`

// newDoor returns the command that lets players into a fleet.
func newDoor(p *program) *cobra.Command {
	h := &hosting{Options: server.Options{Dirs: p.dirs, Program: version}}
	c := command.New("door --fleet URL [flags]", "Let players into a fleet of hosts", noWords, func(c *cobra.Command, _ []string) error { return p.door(c, h) })
	c.Long = doorHelp
	c.Example = "  dogfight door --fleet nats://10.0.0.1:4222\n  dogfight door --fleet nats://10.0.0.1:4222 --ssh :2222 --web :8080 --fleet-region eu"
	fs := c.Flags()
	fs.StringVarP(&h.Listen, "listen", "l", defaultListen, "`ADDR` to listen on; port 0 is a free one")
	fs.StringVarP(&h.config, "config", "c", "", "`FILE` of settings as for dogfight host, which flags override; those that a door does not have are left out")
	addSSH(c, &h.Options)
	addWeb(c, h)
	addMember(c, h)
	fs.StringVar(&h.Fleet.Region, "region", "", "the same as --fleet-region")
	fs.MarkHidden("region")
	fs.MarkHidden("web-replays") // a door has none
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` connections and SSH sessions of one address; addresses of this machine and of private networks may have more")
	fs.DurationVar(&h.DrainLimit, "drain", usualDrain, "`TIME` for players by SSH and browser to leave after SIGTERM or dogfight admin drain; until then no new players join")
	addOps(c, h, p.dirs.DoorSocket())
	addLog(c, &h.log, "")
	return c
}

// settleDoor completes the options of a door and returns all that is wrong with them.
func (s *sources) settleDoor(h *hosting) (wrong []error) {
	for _, err := range []error{
		checkListen("--listen", h.Listen), checkDoor("--ssh", h.SSH), settleWeb(s.flags, h), checkSSH(&h.Options), checkPerAddress(h), checkFleet(&h.fleet, &h.Fleet),
		checkOps(h), checkLog(&h.log),
		expect(h.DrainLimit >= 0, "--drain: must be a time such as 10m, or 0 to end at once, got %v", h.DrainLimit),
		expect(h.fleet.URL != "", "--fleet: must be the URL of the fleet's hub, such as nats://10.0.0.1:4222; to host a match alone, use dogfight host"),
		expect(h.Listen != "", "--listen: must be an address, such as %s", defaultListen),
	} {
		if err != nil {
			wrong = append(wrong, s.place(err))
		}
	}
	return wrong
}

func (p *program) door(c *cobra.Command, h *hosting) error {
	command.SurviveReaders()
	s, wrong := readSources(c, h.config)
	if wrong = append(wrong, s.settleDoor(h)...); len(wrong) > 0 {
		return s.refusal(wrong)
	}
	log, _ := h.log.newLog(p.stderr)
	if s.file != nil {
		log.Info("configured", "file", s.file.Path)
	}
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
	front, err := server.OpenFront(d, func() (string, error) { return fleetScores(bus) }, h.Options, log)
	if err != nil {
		return err
	}
	defer front.Close()
	fmt.Fprintf(p.stdout, "listening native %s\n", d.Addr())
	p.printDoors(front.Listening(), front.WebURL(), log)
	defer sys.ServiceManager().Watch(sys.Watched{Status: front.Monitor().Status, Healthy: front.Monitor().Healthy, Draining: front.Draining})()
	return p.untilDrained(c.Context(), front, nil, nil)
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
