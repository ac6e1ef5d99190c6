package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/ui"
	"dogfight/ui/input"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

// savedSettings are the player's settings from the last time.
type savedSettings struct {
	input.Settings
	newcomer bool  // none are saved yet
	problem  error // of the file; the Settings are valid all the same
}

// readSettings reads the settings. Without a name, the player has the name of the user.
func (p *program) readSettings() *savedSettings {
	s, err := config.ReadSettings(p.dirs.Settings())
	_, missing := os.Stat(p.dirs.Settings())
	s.Name = cmp.Or(s.Name, config.UserName())
	return &savedSettings{s, errors.Is(missing, fs.ErrNotExist), err}
}

// runTitle shows the title screen.
func (p *program) runTitle(c *cobra.Command, _ []string) error {
	return show(c.Context(), p.screens(c, p.readSettings()))
}

// newSolo returns the command that plays against bots.
func newSolo(p *program) *cobra.Command {
	o, pilot := ui.UsualMatch, ui.Player{}
	c := command.New("solo [flags]", "Play against bots", noWords, func(c *cobra.Command, _ []string) error { return p.solo(c, o, pilot) })
	c.Example = "  dogfight solo\n  dogfight solo --bots 15 --skill 4 --arena belt\n  dogfight solo --mode teams --class scout --weapon rail\n" +
		"  dogfight solo --rotation deathmatch:open,teams:duel,teams\n  dogfight solo --two"
	addPlayedMatch(c, p.dirs, &o)
	addRecord(c, p)
	addShip(c, &pilot)
	addPlayerName(c, &pilot)
	c.Flags().BoolVar(&pilot.Two, "two", false, "two pilots at one keyboard: WASD, Space and f, and the arrows, Enter and /")
	return c
}

func (p *program) solo(c *cobra.Command, o net.MatchOptions, pilot ui.Player) error {
	saved := p.readSettings()
	if err := first(checkMatch(c, p.dirs, &o, 1), refuseIdle(c.Flags().Changed, withoutReplays(c)), checkShip(&pilot), settlePilot(&pilot, c, saved)); err != nil {
		return err
	}
	conf := p.screens(c, saved)
	session, err := p.launcher().Solo(o, pilot)
	if err != nil {
		return err
	}
	conf.Session, conf.Class, conf.Weapon, conf.Solo = session, pilot.Class, pilot.Weapon, o
	return show(c.Context(), conf)
}

// newTutorial returns the command that teaches to fly.
func newTutorial(p *program) *cobra.Command {
	return command.New("tutorial", "Learn to fly, in a minute", noWords, func(c *cobra.Command, _ []string) (err error) {
		conf := p.screens(c, p.readSettings())
		if conf.Session, err = p.launcher().Tutorial(conf.Player()); err != nil {
			return err
		}
		return show(c.Context(), conf)
	})
}

// screens returns the ui's Config of all commands with a screen.
func (p *program) screens(c *cobra.Command, s *savedSettings) ui.Config {
	p.openArchive(c, s)
	host := ui.UsualHosting
	host.Listen = defaultListen
	return ui.Config{
		Launcher: p.launcher(),
		Finder:   session.NewFleets(p.dirs, lan.NewFinder(p.dirs.Matches())),
		Fleet:    func(address string) ui.Finder { return session.FleetFinder(p.dirs, address) },
		List:     func(url string) ui.Finder { return session.ListFinder(url) },
		Newcomer: s.newcomer,
		Problem:  s.problem,
		Save:     func(was, is input.Settings) error { return config.SaveSettings(p.dirs.Settings(), was, is) },
		Records: func() (ui.Records, error) {
			scores, err := readScores(p.dirs, ui.MostRecords)
			if err != nil {
				return nil, err
			}
			return func(width int) string { return scores.Text(width, time.Local) }, nil
		},
		Career:   func() (*career.Career, error) { return readCareer(p.dirs) },
		Daily:    func() (ui.Daily, error) { return readDaily(p.dirs) },
		Replays:  replayFolder{replays.Folder{Path: p.dirs.Replays()}, p.dirs},
		Speaker:  func(volume int) ui.Speaker { return player.New(volume) },
		Settings: s.Settings,
		Host:     host,
		Arenas:   assets.ArenaNamesIn(p.dirs.Arenas()),
		Themes:   p.dirs.Themes(),
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

// recordFlags say where replays are written.
type recordFlags struct {
	folder string // "" for the user's; off for none
	limit  replays.Size
}

// addRecord adds the flags of replays.
func addRecord(c *cobra.Command, p *program) {
	p.record.limit = replays.UsualSize
	c.Flags().StringVar(&p.record.folder, "record", "", "`DIR` for replays of the matches, or off for none (default "+p.dirs.Replays()+")")
	c.Flags().Var(&p.record.limit, "replays", "`SIZE` of the replays there at most, or unlimited: the oldest are deleted, marked ones stay; 0 records none")
}

// withoutReplays are the flags of replays, where none are written.
func withoutReplays(c *cobra.Command) idle {
	return idle{c.Flags().Lookup("record").Value.String() == "off", "replays", "does not go with --record off"}
}

// openArchive opens the archive that the flags and the settings ask for.
func (p *program) openArchive(c *cobra.Command, s *savedSettings) {
	if p.archive != nil || p.record.folder == "off" {
		return
	}
	folder := replays.Folder{Path: p.record.folder, Limit: p.record.limit}
	if folder.Path == "" {
		folder.Path = p.dirs.Replays()
	}
	if !c.Flags().Changed("replays") {
		folder.Limit.Set(s.Replays) // checked when it was read
	}
	p.archive = &replays.Archive{
		Folder: folder, Program: version,
		Key: func() (tls.Certificate, error) { return link.Certificate(p.dirs.HostCertificate()) },
	}
}

func (p *program) launcher() launcher { return launcher{dirs: p.dirs, archive: p.archive} }
