package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game/career"
	"dogfight/internal/session"
	"dogfight/net/lan"
	"dogfight/ui"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

// runTitle shows the title screen.
func (p *program) runTitle(c *cobra.Command, _ []string) error {
	return show(c.Context(), p.screens(p.readKept()))
}

// screens is what every command with a screen starts the ui with.
func (p *program) screens(k kept) ui.Config {
	p.ending.TakeTime() // a screen gives the terminal back, and a match its records
	p.openArchive(k)
	return ui.Config{
		Launcher: p.launcher(),
		Finder:   session.NewFleets(p.dirs, lan.NewFinder(p.dirs.Matches())),
		Fleet:    func(address string) ui.Finder { return session.FleetFinder(p.dirs, address) },
		Colours:  coloursOf[k.Colours],
		Newcomer: k.nothing,
		Problem:  k.problem,
		Save:     p.keep,
		Records:  func() (ui.Records, error) { return readRecords(p.dirs) },
		Career:   func() (*career.Career, error) { return readCareer(p.dirs) },
		Daily:    func() (ui.Daily, error) { return readDaily(p.dirs) },
		Replays:  newReplayFolder(p.dirs),
		Speaker:  func(volume int) ui.Speaker { return player.New(volume) },
		Settings: ui.Settings{
			Glyphs: glyphsOf[k.Glyphs], FewerFlashes: k.FewerFlashes, ReducedMotion: k.ReducedMotion, NoDamageNumbers: !k.DamageNumbers, NoKillCam: !k.KillCam, FrameRate: k.FrameRate,
			Theme: k.Theme, ColourBlind: paletteOf[k.Palette],
			Keys: k.Keys, Mouse: steeringOf[k.Steering],
			Sound: soundOf[k.Sound], Volume: k.Volume,
		},
		Pilot:  ui.Pilot{Name: k.playerName(), Colour: k.shipColour()},
		Solo:   defaultMatch,
		Host:   ui.HostOptions{Listen: defaultListen},
		Arenas: assets.ArenaNamesIn(p.dirs.Arenas()),
		Themes: p.dirs.Themes(),
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
