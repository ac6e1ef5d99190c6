package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/sys"
	"dogfight/ui"
)

const relayHelp = `Connect players and hosts that are behind routers. A relay needs one port that the Internet
reaches, TCP and UDP. It hosts no match, reads nothing of what it passes on, but for browsers (--web), and
connects to no other machine.

Hosts use it with "dogfight host --invite --relay ADDR".`

// relaying are the options of a relay.
type relaying struct {
	hosting
	rate int // kbit/s
}

// newRelay returns the command that runs a relay.
func newRelay(p *program) *cobra.Command {
	h := &relaying{hosting: hosting{Options: server.Options{Dirs: p.dirs, Hosting: ui.UsualHosting, Program: version}}}
	c := command.New("relay [flags]", "Connect players and hosts behind routers", noWords, func(c *cobra.Command, _ []string) error { return p.relay(c, h) })
	c.Long = relayHelp
	c.Example = "  dogfight relay\n  dogfight relay --web :443 --web-acme relay.example.org\n  dogfight relay --listen :5000 --per-address 16 --ops 127.0.0.1:9100"
	fs := c.Flags()
	fs.StringVarP(&h.Listen, "listen", "l", fmt.Sprintf(":%d", relay.DefaultPort), "`ADDR` to listen on, TCP and UDP; port 0 is a free one")
	fs.StringVarP(&h.config, "config", "c", "", "`FILE` of settings as for dogfight host, which flags override; those that a relay does not have are left out")
	fs.IntVar(&h.rate, "rate", relay.UsualRate*8/1000, "`KBIT` a second for a player each way, of its datagrams and of its stream; a player needs 10 to 60")
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` players and hosts of one address; addresses of this machine and of private networks may have more")
	addWeb(c, &h.hosting)
	for _, flag := range []string{"web-origin", "web-replays"} { // its pages are those of invitations
		fs.MarkHidden(flag)
	}
	fs.Lookup("web").Usage = "`ADDR` to listen on for browsers that open https://RELAY/CODE: the page says how to join, and lets them play if the host does; this relay can then read what they send and are sent"
	fs.DurationVar(&h.DrainLimit, "drain", usualDrain, "`TIME` for players to leave after SIGTERM or dogfight admin drain; until then no new players are connected")
	addOps(c, &h.hosting, p.dirs.RelaySocket())
	addLog(c, &h.log, "")
	return c
}

// settleRelay returns all that is wrong with the options of a relay.
func (s *sources) settleRelay(h *relaying) (wrong []error) {
	for _, err := range []error{
		checkListen("--listen", h.Listen), checkRange("--rate", h.rate, 16, 100_000), checkPerAddress(&h.hosting), settleWeb(s.flags, &h.hosting), checkOps(&h.hosting), checkLog(&h.log),
		expect(h.DrainLimit >= 0, "--drain: must be a time such as 10m, or 0 to end at once, got %v", h.DrainLimit),
		expect(h.Listen != "", "--listen: must be an address, such as :%d", relay.DefaultPort),
	} {
		if err != nil {
			wrong = append(wrong, s.place(err))
		}
	}
	return wrong
}

func (p *program) relay(c *cobra.Command, h *relaying) error {
	command.SurviveReaders()
	s, wrong := readSources(c, h.config)
	if wrong = append(wrong, s.settleRelay(h)...); len(wrong) > 0 {
		return s.refusal(wrong)
	}
	if !link.HasPort(h.Listen) {
		h.Listen = link.JoinPort(h.Listen, relay.DefaultPort)
	}
	log, _ := h.log.newLog(p.stderr)
	if s.file != nil {
		log.Info("configured", "file", s.file.Path)
	}
	r, err := server.OpenRelay(h.Options, h.rate*1000/8, log)
	if err != nil {
		return err
	}
	defer r.Close()
	fmt.Fprintf(p.stdout, "listening relay %s\n", r.Addrs()[0])
	p.printDoors(r.Listening(), r.WebURL(), log)
	defer sys.ServiceManager().Watch(sys.Watched{Status: r.Monitor().Status, Healthy: r.Monitor().Healthy, Draining: r.Draining})()
	return p.untilDrained(c.Context(), r, nil, nil)
}
