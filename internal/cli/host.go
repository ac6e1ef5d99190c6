package cli

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/home"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/ui"
)

// defaultListen is every address of this machine, at the usual port.
var defaultListen = fmt.Sprintf(":%d", link.DefaultPort)

// hosting is what the command line wants hosted.
type hosting struct {
	server.Options
	pilot        ui.Pilot
	passwordFile string
	web          webFlags
	lan          bool
	headless     bool
}

// newHost returns the command that hosts a match.
func newHost(p *program) *cobra.Command {
	h := hosting{Options: server.Options{Match: defaultMatch}}
	h.Match.Bots, h.Match.Skill = 0, usualSkill
	c := p.command("host [flags]", "Host a match, and play in it unless --headless", noWords,
		func(c *cobra.Command, _ []string) error { return p.host(c, h) })
	c.Example = "  dogfight host\n  dogfight host --web :8080\n  dogfight host --bots 4 --mode teams --title \"Friday night\"\n" +
		"  dogfight host --headless --ssh :2222 --fill 8 --rotation deathmatch:open,teams:duel"
	addListeners(c, &h)
	addMatch(c, &h.Match)
	addRotation(c, &h.Match)
	c.Flags().IntVarP(&h.Match.Fill, "fill", "f", 0, "`N` ships to keep in the match, with bots that leave as players come")
	addLobby(c, &h.Match)
	c.Flags().BoolVar(&h.Match.NoVotes, "no-votes", false, "players do not vote for the next arena and mode")
	addStats(c, &h.Match)
	addRecord(c, p)
	addShip(c, &h.pilot)
	addPlayerName(c, &h.pilot, "pilot")
	return c
}

// addListeners gives a command the flags that say where players come in, and who may.
func addListeners(c *cobra.Command, h *hosting) {
	fs := c.Flags()
	fs.StringVarP(&h.Title, "title", "T", "", "`TITLE` of the match (default from your name)")
	fs.StringVar(&h.Title, "name", "", "the same as --title")
	fs.MarkHidden("name")
	fs.StringVarP(&h.Listen, "listen", "l", defaultListen, "`ADDR` to listen on; port 0 takes a free one")
	fs.BoolVar(&h.lan, "lan", true, "let others on this network find the match; --lan=false does not")
	fs.BoolVar(&h.headless, "headless", false, "no screen and no ship of your own; log to stderr")
	fs.BoolVar(&h.Resume, "resume", false, "go on with the match that was played when the host at this address was killed (default with --headless)")
	addPasswordFile(c, &h.passwordFile)
	fs.DurationVar(&h.Delay, "delay", 0, "`TIME` that spectators see the match later than players, such as 30s; up to 5m")
	fs.StringVar(&h.SSH, "ssh", "", "`ADDR` to listen on for players who only have ssh, such as :2222")
	fs.StringVar(&h.SSHAllow, "ssh-allow", "", "`FILE` of public keys, as authorized_keys: only they may come by SSH")
	addWeb(c, h)
	fs.StringArrayVar(&h.Dialects, "dialect", nil, "let in programs that speak another protocol, `NAME=ADDR` ("+strings.Join(gateway.Names(), ", ")+"; rtype=ADDR,big-endian for floats; carnage=ADDR,websocket for WebSockets too, with ,origin=ORIGIN for pages of that origin); may be given again")
	fs.BoolVar(&h.Classic, "dialect-classic", false, "the dogfight dialect speaks as its first client reads it, and no other")
	fs.BoolVar(&h.DialectSettings, "dialect-settings", false, "the first player of the lightracer dialect may change the next match")
	fs.IntVar(&h.PerAddress, "per-address", server.UsualPerAddress, "`N` connections, SSH sessions and seats for one address; those of this machine and its own network may have more")
	fs.StringVar(&h.Admin, "admin", "", "`PATH` of the socket for dogfight admin (default "+home.AdminSocket()+")")
}

func (p *program) host(c *cobra.Command, h hosting) (err error) {
	if h.Password, err = readPassword(h.passwordFile); err != nil {
		return err
	}
	h.Hidden = !h.lan
	if !c.Flags().Changed("resume") {
		h.Resume = h.headless
	}
	k := readKept()
	players := 1
	if h.headless {
		players = 0
	}
	err = first(
		checkMatch(c, &h.Match, players), checkShip(&h.pilot), settleName(&h.pilot, c, "pilot", k), settleTitle(&h),
		checkListen("--listen", h.Listen), checkListen("--ssh", h.SSH), settleWeb(c, &h), checkSSH(&h), checkDialects(&h), checkPerAddress(&h), checkDelay(&h),
	)
	switch {
	case err != nil:
		return err
	case h.headless:
		if k.problem != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", k.problem)
		}
		p.openArchive(k)
		h.Archive = p.archive
		return p.hostHeadless(c.Context(), h.Options)
	}
	conf := p.screens(k)
	h.Archive = p.archive
	conf.Pilot = h.pilot
	conf.Host = ui.HostOptions{
		Pilot: h.pilot, Match: h.Match, Title: h.Title, Listen: h.Listen, Hidden: h.Hidden, Password: h.Password, Web: h.Web,
	}
	if conf.Session, err = hostAndJoin(h.Options, h.pilot); err != nil {
		return err
	}
	return show(c.Context(), conf)
}

// hostHeadless hosts without a screen, until ctx is done. Standard output is for programs: a line a
// door, then "ready".
func (p *program) hostHeadless(ctx context.Context, o server.Options) error {
	log := slog.New(server.BoundedLog(slog.NewTextHandler(p.stderr, nil)))
	s, err := server.Start(o, log)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, d := range s.Doors() {
		fmt.Fprintf(p.stdout, "listening %s %s\n", d.Name(), strings.Join(d.Addrs(), " "))
	}
	if url := s.WebURL(); url != "" {
		log.Info("others play in a browser", "url", url)
	}
	fmt.Fprintf(p.stdout, "ready\n")
	<-ctx.Done()
	return nil
}

// settleTitle checks the title that was asked for, or makes one.
func settleTitle(h *hosting) error {
	if h.Title == "" {
		h.Title = h.pilot.Name + "'s match"
	}
	if err := proto.ValidTitle(h.Title); err != nil {
		return usagef("--title: %s", strings.TrimPrefix(err.Error(), "title: "))
	}
	return nil
}

// checkListen says what is wrong with the address that a flag has the host listen at.
func checkListen(flag, address string) error {
	if address == "" {
		return nil
	}
	if err := link.CheckAddress(address); err != nil {
		return usagef("%s: %w", flag, err)
	}
	return nil
}

// checkSSH says what is wrong with how players may come by SSH.
func checkSSH(h *hosting) error {
	if h.SSHAllow != "" && h.SSH == "" {
		return usagef("--ssh-allow: needs --ssh with it")
	}
	return nil
}

// checkDialects says what is wrong with the other protocols to speak.
func checkDialects(h *hosting) error {
	for _, text := range h.Dialects {
		if _, err := gateway.ParseSpec(text); err != nil {
			return usagef("--dialect: %w", err)
		}
	}
	if len(h.Dialects) > 0 && h.Password != "" {
		return usagef("--dialect: does not go with --password-file: dialects know no passwords")
	}
	return nil
}

// checkPerAddress says what is wrong with how much an address may have.
func checkPerAddress(h *hosting) error {
	if h.PerAddress < 1 || h.PerAddress > server.MaxPerAddress {
		return usagef("--per-address: must be 1 to %d, got %d", server.MaxPerAddress, h.PerAddress)
	}
	return nil
}

// checkDelay says what is wrong with how much later spectators see the match.
func checkDelay(h *hosting) error {
	if h.Delay < 0 || h.Delay > net.MaxDelay {
		return usagef("--delay: must be 0 to 5m, such as 30s, got %v", h.Delay)
	}
	return nil
}
