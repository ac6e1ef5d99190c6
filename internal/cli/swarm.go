package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/net/link"
	"dogfight/net/swarm"
)

// newSwarm returns the command that loads hosts with many clients.
func newSwarm(p *program) *cobra.Command {
	conf := swarm.Config{Clients: 64, WarmUp: 5 * time.Second, Duration: 20 * time.Second, Rate: 30, Skill: 3}
	var transport string
	var hosts bool
	c := command.New("swarm [flags]", "Load hosts with many clients, and print the cost, as JSON", noWords,
		func(c *cobra.Command, _ []string) error {
			if hosts {
				return swarm.Serve(os.Stdin, p.stdout)
			}
			if err := refuseIdle(c.Flags().Changed, idle{conf.Thin, "skill", "does not go with --thin, whose clients have no bots"}); err != nil {
				return err
			}
			return p.swarm(c.Context(), conf, transport)
		})
	c.Example = "  dogfight swarm --clients 640 --duration 1m\n  dogfight swarm --addr example.org --clients 16"
	addSwarm(c.Flags(), &conf)
	c.Flags().StringVar(&transport, "transport", "udp", "how data travels, `udp|tls`")
	c.Flags().BoolVar(&hosts, "hosts", false, "be the hosts of a swarm in another process")
	c.Flags().MarkHidden("hosts")
	return c
}

// addSwarm adds the flags of a swarm.
func addSwarm(fs *pflag.FlagSet, c *swarm.Config) {
	fs.IntVar(&c.Clients, "clients", c.Clients, "`N` clients play")
	fs.IntVar(&c.Matches, "matches", c.Matches, "in `N` matches (default as many as they need)")
	fs.DurationVar(&c.Duration, "duration", c.Duration, "`TIME` to measure")
	fs.DurationVar(&c.WarmUp, "warm-up", c.WarmUp, "`TIME` to wait before that, after all have joined")
	fs.StringVar(&c.Addr, "addr", c.Addr, "`ADDR` of a host to load (default hosts that it starts on this machine)")
	fs.DurationVar(&c.RTT, "rtt", c.RTT, "round trip `TIME` to add to the network's")
	fs.DurationVar(&c.Jitter, "jitter", c.Jitter, "up to this `TIME` more for each packet each way")
	fs.Var(shareFlag(&c.Loss), "loss", "`SHARE` of data packets to lose each way, such as 5% or 0.05")
	fs.IntVar(&c.Rate, "rate", c.Rate, "data packets to a client in a second, `30|60`")
	fs.BoolVar(&c.Thin, "thin", c.Thin, "clients that do not simulate, for thousands of them")
	fs.IntVar(&c.Skill, "skill", c.Skill, "`SKILL` of the bots that are not thin, 1 to 5")
	fs.StringVar(&c.Profile, "profile", c.Profile, "file for a CPU profile of the hosts")
	fs.MarkHidden("profile")
}

// The largest swarm has more clients than a machine has ports.
const maxClients, maxSwarmMatches = 1 << 16, 1 << 12

// settleSwarm completes the options and returns the first fault.
func settleSwarm(c *swarm.Config) error {
	need := (c.Clients + game.MaxShips - 1) / game.MaxShips
	err := first(
		checkListen("--addr", c.Addr), checkRange("--clients", c.Clients, 1, maxClients),
		expect(c.Addr == "" || c.Matches == 0, "--matches: does not go with --addr"),
		expect(c.Addr == "" || c.Profile == "", "--profile: does not go with --addr"),
		expect(c.Matches == 0 || c.Matches >= need && c.Matches <= maxSwarmMatches, "--matches: must be %d to %d for %d clients, got %d", need, maxSwarmMatches, c.Clients, c.Matches),
		expect(c.Duration >= time.Millisecond, "--duration: must be 1ms or more, got %v", c.Duration),
		expect(c.WarmUp >= 0, "--warm-up: must be 0s or more, got %v", c.WarmUp),
		expect(c.RTT >= 0, "--rtt: must be 0s or more, got %v", c.RTT),
		expect(c.Jitter >= 0, "--jitter: must be 0s or more, got %v", c.Jitter),
		expect(c.Rate == 30 || c.Rate == 60, "--rate: must be 30 or 60, got %d", c.Rate),
		checkRange("--skill", c.Skill, 1, 5),
	)
	c.Matches = cmp.Or(c.Matches, need)
	return err
}

// dialer returns a function that connects over a transport. It accepts any certificate: our own hosts have temporary ones.
func dialer(transport string, thin bool) func(addr string) link.Link {
	var trust link.KnownHosts
	switch {
	case transport == "tls":
		return func(addr string) link.Link { return link.DialTLS(addr, &trust) }
	case thin:
		return func(addr string) link.Link { return link.DialPolled(addr, &trust) }
	}
	return func(addr string) link.Link { return link.Dial(addr, &trust) }
}

// swarm runs a swarm, with this program as its hosts.
func (p *program) swarm(ctx context.Context, conf swarm.Config, transport string) error {
	if err := oneOf("--transport", transport, []string{"udp", "tls"}); err != nil {
		return err
	}
	if err := settleSwarm(&conf); err != nil {
		return err
	}
	conf.Dial = dialer(transport, conf.Thin)
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the program to start the hosts with: %w", err)
	}
	conf.Command = []string{self, "swarm", "--hosts"}
	conf.Progress = p.progress("joined", conf.Clients).show
	result, err := swarm.Run(ctx, conf)
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(result)
}
