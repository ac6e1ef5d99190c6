package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/server"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/ui"
)

// newDaily returns the command for the daily challenge.
func newDaily(p *program) *cobra.Command {
	var pilot ui.Player
	var practice, list bool
	c := command.New("daily [flags]", "Play the daily challenge: one try counts", noWords, func(c *cobra.Command, _ []string) error {
		if err := refuseIdle(c.Flags().Changed,
			idle{list, "practice record replays class weapon colour name", "does not go with --list, which plays nothing"}, withoutReplays(c),
		); err != nil {
			return err
		}
		if list {
			return p.listDaily(time.Now())
		}
		return p.playDaily(c, pilot, practice)
	})
	c.Long = "Play the daily challenge: the same arena, mode, bots and random numbers for all players on that day, in UTC. One try a day counts, from its\n" +
		"start, whether or not you play it to its end; practice is unlimited, before and after."
	c.Example = "  dogfight daily\n  dogfight daily --practice\n  dogfight daily --list"
	c.Flags().BoolVar(&practice, "practice", false, "practise today's challenge, as often as you like")
	c.Flags().BoolVar(&list, "list", false, "print today's challenge and your tries, and play nothing")
	addRecord(c, p)
	addShip(c, &pilot)
	addPlayerName(c, &pilot)
	return c
}

func (p *program) playDaily(c *cobra.Command, pilot ui.Player, practice bool) (err error) {
	saved := p.readSettings()
	if err := first(checkShip(&pilot), settlePilot(&pilot, c, saved)); err != nil {
		return err
	}
	conf := p.screens(c, saved)
	conf.Class, conf.Weapon, conf.Challenged = pilot.Class, pilot.Weapon, true
	if practice {
		if conf.Session, err = p.launcher().Daily(false, pilot); err != nil {
			return err
		}
	}
	return show(c.Context(), conf)
}

// listDaily prints the challenge of a day, and the user's tries.
func (p *program) listDaily(now time.Time) error {
	c := session.ChallengeOf(now)
	tries, err := readTries(p.dirs, c.Day)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stdout, c.Text(tries, config.ScoresWidth))
	return err
}

// readTries reads the tries of the user of this process, even without an identity.
func readTries(dirs config.Dirs, day string) (*records.Tries, error) {
	keys := append(dirs.Identities(), "")
	return records.ReadTries(dirs.Records(), keys[0], day)
}

// readDaily is the ui's Daily.
func readDaily(dirs config.Dirs) (ui.Daily, error) {
	c := session.ChallengeOf(time.Now())
	tries, err := readTries(dirs, c.Day)
	if err != nil {
		tries = &records.Tries{} // the challenge is known without them
	}
	used := len(tries.Rated) > 0 && tries.Rated[0].Day == c.Day
	return ui.Daily{Used: used, Text: func(width int) string { return c.Text(tries, width) }}, err
}

var errUsed = errors.New("today's try is used up: practise, or come back tomorrow (UTC)")

// Daily hosts the challenge of today and joins it: as the try that counts, or for practice.
func (l launcher) Daily(rated bool, p ui.Player) (*ui.Session, error) {
	now := time.Now()
	c := session.ChallengeOf(now)
	match, err := c.Match()
	if err != nil {
		return nil, err
	}
	book, unwritten := session.OpenDailyBook(l.dirs.Records(), l.dirs.Identity(), c.Day)
	if rated && unwritten != nil {
		return nil, unwritten
	}
	conf := net.HostConfig{HostOptions: net.HostOptions{Title: "Daily challenge " + c.Day}, BotNames: assets.PilotNames()}
	if book != nil {
		conf.Result = book.Note
	}
	var s *server.Server
	if rated {
		ok, err := book.Rate(now)
		if err == nil && !ok {
			err = errUsed
		}
		if err != nil {
			book.Close()
			return nil, err
		}
		s = server.StartOnce(l.dirs, conf, match, "daily "+c.Day, l.archive)
	} else {
		s = server.StartFor(l.dirs, conf, match, l.archive)
	}
	p.Class, p.Weapon = c.Fit(p.Class, p.Weapon)
	session := s.Join(p)
	if book == nil {
		session.Warning = fmt.Errorf("this practice is not recorded: %w", unwritten)
		return session, nil
	}
	book.Begin(s.Send)
	end := session.Close
	session.Close = func() {
		end()
		book.Close()
	}
	return session, nil
}
