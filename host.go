package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/ui"
)

// defaultListen is every address of this machine, at the usual port.
var defaultListen = fmt.Sprintf(":%d", link.DefaultPort)

// runHost hosts a match.
func runHost(ctx context.Context, p *program, args []string) error {
	o := ui.HostOptions{Match: defaultMatch}
	o.Match.Bots = 0
	fs := newFlags("host")
	fs.StringVar(&o.Listen, "listen", defaultListen, "address to listen on; port 0 takes a free one")
	lan := fs.Bool("lan", true, "let others on this network find the match; --lan=false does not")
	fs.StringVar(&o.SSH, "ssh", "", "address to listen on for players who have but ssh, such as :2222")
	fs.StringVar(&o.SSHAllow, "ssh-allow", "", "file of public keys, as authorized_keys: nobody else may come by SSH")
	fs.StringArrayVar(&o.Dialects, "dialect", nil, "let programs in that speak another protocol, NAME=ADDR ("+strings.Join(gateway.Names(), ", ")+"; rtype=ADDR,big-endian for floats); may be given again")
	fs.BoolVar(&o.Classic, "dialect-classic", false, "the dogfight dialect says no more than its first client can hold")
	fs.BoolVar(&o.DialectSettings, "dialect-settings", false, "the first player of the lightracer dialect may change the match to come")
	fs.IntVar(&o.PerAddress, "per-address", usualPerAddress, "connections, SSH sessions and seats that an address may have; those of this machine and its own network may have more")
	fs.StringVar(&o.Title, "name", "", "title of the match (default from your name)")
	addMatch(fs, &o.Match)
	fs.IntVar(&o.Match.Fill, "fill", 0, "ships to keep in the match, by bots who leave as people come")
	addLobby(fs, &o.Match)
	addStats(fs, &o.Match)
	headless := fs.Bool("headless", false, "no screen and no ship of one's own; log to stderr")
	fs.StringVar(&o.Admin, "admin", "", "socket for dogfight admin (default "+defaultSocket()+")")
	passwordFile := addPasswordFile(fs)
	addShip(fs, &o.Pilot)
	addPilotName(fs, &o.Pilot, "pilot")
	if err := p.parse(fs, args, 0); err != nil {
		return err
	}
	var err error
	if o.Password, err = readPassword(*passwordFile); err != nil {
		return err
	}
	o.Hidden = !*lan
	k := readKept()
	players := 1
	if *headless {
		players = 0
	}
	for _, err := range []error{checkMatch(&o.Match, players), checkShip(&o.Pilot), settleName(&o.Pilot, fs, "pilot", k), settleTitle(&o), checkSSH(&o), checkDialects(&o), checkPerAddress(&o)} {
		if err != nil {
			return err
		}
	}
	if *headless {
		if k.problem != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", k.problem)
		}
		return hostHeadless(ctx, p, o)
	}
	session, err := launcher{}.Host(o)
	if err != nil {
		return err
	}
	conf := screens(k)
	conf.Session, conf.Pilot, conf.Host = session, o.Pilot, o
	return show(ctx, conf)
}

// hostHeadless hosts without a screen, until ctx is done. Standard output is for
// programs: a line a listener, then "ready".
func hostHeadless(ctx context.Context, p *program, o ui.HostOptions) error {
	log := slog.New(newBoundedLog(slog.NewTextHandler(p.stderr, nil)))
	h, err := startHosting(o, log)
	if err != nil {
		return err
	}
	defer h.stop()
	if err := h.openDoors(o, log); err != nil {
		return err
	}
	if !o.Hidden {
		h.announce(o.Title, log)
	}
	fmt.Fprintf(p.stdout, "listening native %s\n", h.listener.Addr())
	if h.door != nil {
		fmt.Fprintf(p.stdout, "listening ssh %s\n", h.door.Addr())
	}
	for _, g := range h.gateways {
		fmt.Fprintf(p.stdout, "listening %s %s\n", g.Name(), strings.Join(g.Addrs(), " "))
	}
	fmt.Fprintf(p.stdout, "ready\n")
	<-ctx.Done()
	return nil
}

// settleTitle checks the title that was asked for, or makes one.
func settleTitle(o *ui.HostOptions) error {
	if o.Title == "" {
		o.Title = o.Pilot.Name + "'s match"
	}
	if err := proto.ValidTitle(o.Title); err != nil {
		return usagef("--name: %s", strings.TrimPrefix(err.Error(), "title: "))
	}
	return nil
}

// checkSSH says what is wrong with how players may come by SSH.
func checkSSH(o *ui.HostOptions) error {
	if o.SSHAllow != "" && o.SSH == "" {
		return usagef("--ssh-allow: expected --ssh with it")
	}
	return nil
}

// checkDialects says what is wrong with the other protocols to be spoken.
func checkDialects(o *ui.HostOptions) error {
	for _, text := range o.Dialects {
		if _, err := gateway.ParseSpec(text); err != nil {
			return usagef("--dialect: %w", err)
		}
	}
	if len(o.Dialects) > 0 && o.Password != "" {
		return usagef("--dialect: expected no --password-file with it: dialects know no passwords")
	}
	return nil
}
