package main

import (
	"context"
	"errors"
	"fmt"

	"dogfight/assets"
	"dogfight/net/foreign"
	"dogfight/net/nearby"
	"dogfight/ui"
	"dogfight/ui/term"
)

// screens is what every command with a screen starts the ui with.
func screens(k kept) ui.Config {
	return ui.Config{
		Launcher: launcher{},
		Finder:   nearby.New(matchFolder()),
		Colours:  coloursOf[k.Colours],
		Newcomer: k.nothing && !hasPlayed(),
		Problem:  k.problem,
		Keep:     keep,
		Records:  readRecords,
		Settings: ui.Settings{
			Glyphs: glyphsOf[k.Glyphs], FewerFlashes: k.FewerFlashes, FrameRate: k.FrameRate,
			Theme: k.Theme, ColourBlind: paletteOf[k.Palette],
			Keys: k.Keys, Mouse: steeringOf[k.Steering],
		},
		Pilot:  ui.Pilot{Name: k.pilotName()},
		Solo:   defaultMatch,
		Host:   ui.HostOptions{Listen: defaultListen},
		Arenas: assets.ArenaNamesIn(arenaFolder()),
		Themes: themeFolder(),
	}
}

// show runs the screens.
func show(ctx context.Context, conf ui.Config) error {
	err := ui.Run(ctx, conf)
	if errors.Is(err, term.ErrNoTerminal) {
		return fmt.Errorf("%w: run it in a terminal, or use dogfight host --headless, sim or info", err)
	}
	return err
}

// runTitle shows the title screen.
func runTitle(ctx context.Context, p *program, args []string) error {
	if err := p.parse(newFlags(""), args, 0); err != nil {
		return err
	}
	return show(ctx, screens(readKept()))
}

// runSolo plays against bots.
func runSolo(ctx context.Context, p *program, args []string) error {
	o := ui.SoloOptions{Match: defaultMatch}
	fs := newFlags("solo")
	addMatch(fs, &o.Match)
	addLobby(fs, &o.Match)
	addStats(fs, &o.Match)
	addShip(fs, &o.Pilot)
	addPilotName(fs, &o.Pilot, "name")
	if err := p.parse(fs, args, 0); err != nil {
		return err
	}
	k := readKept()
	for _, err := range []error{checkMatch(&o.Match, 1), checkShip(&o.Pilot), settleName(&o.Pilot, fs, "name", k)} {
		if err != nil {
			return err
		}
	}
	session, err := launcher{}.Solo(o)
	if err != nil {
		return err
	}
	conf := screens(k)
	conf.Session, conf.Pilot, conf.Solo = session, o.Pilot, o.Match
	return show(ctx, conf)
}

// runTutorial teaches to fly.
func runTutorial(ctx context.Context, p *program, args []string) error {
	if err := p.parse(newFlags("tutorial"), args, 0); err != nil {
		return err
	}
	conf := screens(readKept())
	session, err := launcher{}.Tutorial(conf.Pilot)
	if err != nil {
		return err
	}
	conf.Session = session
	return show(ctx, conf)
}

// runJoin joins a match.
func runJoin(ctx context.Context, p *program, args []string) error {
	var o ui.JoinOptions
	fs := newFlags("join")
	addPilotName(fs, &o.Pilot, "name")
	fs.StringVar(&o.Pilot.Class, "class", "", "your ship, by name; the host has the list")
	fs.StringVar(&o.Pilot.Weapon, "weapon", "", "its gun, likewise")
	passwordFile := addPasswordFile(fs)
	spectate := fs.Bool("spectate", false, "look on, without a ship")
	if err := p.parseUpTo(fs, args, 1); err != nil {
		return err
	}
	if err := checkAddress(fs.Arg(0)); err != nil {
		return err
	}
	var err error
	if o.Password, err = readPassword(*passwordFile); err != nil {
		return err
	}
	k := readKept()
	if err := settleName(&o.Pilot, fs, "name", k); err != nil {
		return err
	}
	conf := screens(k)
	conf.Pilot = o.Pilot
	conf.Launcher = launcher{password: o.Password}
	if *spectate {
		conf.Launcher = onlooker{launcher{password: o.Password}}
	}
	if o.Address = fs.Arg(0); o.Address == "" {
		o.Address = p.only(ctx, conf.Finder)
	}
	if o.Address == "" {
		conf.Joining = true
		return show(ctx, conf)
	}
	if foreign.Speaks(o.Address) {
		if conf.Session, err = joinForeign(o, *spectate); err != nil {
			return err
		}
		return show(ctx, conf)
	}
	dial, err := meet(ctx, o.Address)
	if err != nil {
		return err
	}
	conf.Session = joinBy(dial, o, *spectate)
	return show(ctx, conf)
}

// onlooker joins matches without a ship.
type onlooker struct{ launcher }

// Join looks on.
func (l onlooker) Join(o ui.JoinOptions) (*ui.Session, error) { return l.join(o, true) }
