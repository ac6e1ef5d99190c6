package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/session"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/listing"
	"dogfight/net/relay"
	"dogfight/ui"
)

const joinHelp = `Join a match. Without an address, the match on this network, or a list of them.

ADDR is HOST[:PORT], or ssh://[USER@]HOST[:PORT] to go through your own ssh. The door of a
fleet is fleet://HOST[:PORT]: it sends you to a match that is near and has room, or with
/MATCH at the end to that match. An invitation is RELAY/CODE, as dogfight host --invite
prints it. Servers of other games have the addresses
dogfight://HOST[:PORT], rtype://HOST[:PORT][?floats=big-endian] and rtype-code://HOST[:PORT].`

// joining are the options of joining a match.
type joining struct {
	ui.JoinOptions
	passwordFile string
	spectate     bool
	list         string   // URL of a public list to choose from; "" for none
	mode         string   // to prefer at a fleet; "" for any
	friends      []string // identities, at a fleet
}

// newJoin returns the command that joins a match.
func newJoin(p *program) *cobra.Command {
	var j joining
	c := command.New("join [ADDR] [flags]", "Join a match", command.Words{Most: 1}, func(c *cobra.Command, args []string) error {
		return p.join(c, j, append(args, "")[0])
	})
	c.Long = joinHelp
	c.Example = "  dogfight join\n  dogfight join example.org --name Ann\n  dogfight join ssh://example.org:2222 --spectate\n  dogfight join fleet://play.example.org\n  dogfight join relay.example.org/amber-fox-7k3q-92hd-m4xt"
	addPlayerName(c, &j.Player)
	fs := c.Flags()
	fs.StringVar(&j.Player.Class, "class", "", "your `SHIP`, one of the host's, such as scout")
	fs.StringVar(&j.Player.Weapon, "weapon", "", "its `GUN`, one of the host's, such as rail")
	addPasswordFile(c, &j.passwordFile)
	fs.BoolVar(&j.spectate, "spectate", false, "watch as a spectator")
	fs.StringVar(&j.list, "list", "", "`URL` of a public list of matches to choose from, instead of that in your settings")
	fs.StringVar(&j.mode, "mode", "", "`MODE` to prefer at a fleet, such as teams")
	fs.StringArrayVar(&j.friends, "friend", nil, "`KEY` of a friend, as dogfight id prints it: a fleet puts you into the same match; may be given again")
	addRecord(c, p)
	command.Completes(c, "class", classNames()...)
	command.Completes(c, "weapon", weaponNames()...)
	addColour(c, &j.Player)
	command.Completes(c, "mode", modeNames()...)
	c.ValidArgsFunction = p.completeHosts
	return c
}

// completeHosts offers the hosts that the player has joined.
func (p *program) completeHosts(_ *cobra.Command, args []string, _ string) (hosts []string, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		hosts, _ = link.NewKnownHosts(p.dirs.KnownHosts()).Addresses("")
		hosts = slices.DeleteFunc(hosts, relay.IsInvitation) // it ends with its host
		for _, door := range session.KnownFleets(p.dirs) {
			hosts = append(hosts, "fleet://"+door)
		}
	}
	return hosts, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) join(c *cobra.Command, j joining, address string) (err error) {
	if err := first(checkAddress(address), aboutFlag("--list", listing.CheckURL(j.list)),
		refuseIdle(c.Flags().Changed, withoutReplays(c), idle{address != "", "list", "does not go with an address"})); err != nil {
		return err
	}
	if err := session.PreferInFleets(j.mode, j.friends, address); err != nil {
		return command.Usage(err)
	}
	if j.Password, err = readPassword(j.passwordFile); err != nil {
		return err
	}
	saved := p.readSettings()
	if err := settlePilot(&j.Player, c, saved); err != nil {
		return err
	}
	conf := p.screens(c, saved)
	conf.Class, conf.Weapon = j.Player.Class, j.Player.Weapon
	conf.Launcher = launcher{p.dirs, j.Password, j.spectate, p.archive}
	if j.list != "" {
		conf.FromList, conf.Settings.List = true, j.list
	}
	if j.Address = address; address == "" && j.list == "" {
		j.Address = p.onlyMatch(c.Context(), conf.Finder)
	}
	if j.Address == "" {
		conf.Joining = true
	} else if conf.Session, err = p.connect(c.Context(), j); err != nil {
		return err
	}
	return show(c.Context(), conf)
}

// connect joins before there is a screen.
func (p *program) connect(ctx context.Context, j joining) (*ui.Session, error) {
	if session.IsForeign(j.Address) {
		s, err := session.Join(p.dirs, j.JoinOptions, j.spectate, p.archive)
		if errors.Is(err, session.ErrNoSpectators) {
			return nil, aboutFlag("--spectate", err)
		}
		return s, err
	}
	dial, err := session.Dial(ctx, p.dirs, j.Address, func(step string) { fmt.Fprintln(p.stderr, step) })
	if err != nil {
		return nil, err
	}
	return session.JoinRecorded(p.dirs, dial, j.JoinOptions, j.spectate, p.archive), nil
}

// onlyMatch returns the address of the match on this network if there is exactly one that we can join.
func (p *program) onlyMatch(ctx context.Context, finder ui.Finder) string {
	fmt.Fprintln(p.stderr, "looking for matches on this network ...")
	var found []lan.Match
	poll(ctx, finder, onlyWait, func(matches []lan.Match) { found = matches })
	if len(found) != 1 || !found[0].Ours() {
		return ""
	}
	fmt.Fprintf(p.stderr, "found one: joining %s at %s\n", found[0].Title, found[0].Address)
	return found[0].Address
}

// checkAddress checks the address of a match.
func checkAddress(address string) error {
	if err := session.CheckAddress(address); err != nil {
		return command.Usage(err)
	}
	return nil
}
