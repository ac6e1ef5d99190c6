package cli

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
)

// The groups in which help lists the commands.
const (
	toPlay  = "play"
	toHost  = "host"
	toAsk   = "ask"
	toTools = "tools"
)

// setCobra sets the options of cobra that are global.
var setCobra = sync.OnceFunc(func() {
	cobra.MousetrapHelpText = ""       // a double click on Windows starts the game
	cobra.EnableCommandSorting = false // ours go from the most used to the least
})

// newRoot returns the program's command, which alone shows the title screen, with all others.
func newRoot(p *program) *cobra.Command {
	setCobra()
	var showVersion bool
	root := command.New("dogfight", "Spaceships fight in a terminal", noWords, func(c *cobra.Command, args []string) error {
		if showVersion {
			return p.printVersion(c, args)
		}
		return p.runTitle(c, args)
	})
	root.Annotations = map[string]string{command.UsageNote: "the title screen"}
	root.Args = unknownCommand
	root.Flags().BoolVarP(&showVersion, "version", "v", false, "print the version, the commit and the platform")
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.AddGroup(
		&cobra.Group{ID: toPlay, Title: "Play:"}, &cobra.Group{ID: toHost, Title: "Host:"},
		&cobra.Group{ID: toAsk, Title: "Look things up:"}, &cobra.Group{ID: toTools, Title: "Tools:"},
	)
	for _, g := range []struct {
		group string
		make  []func(*program) *cobra.Command
	}{
		{toPlay, []func(*program) *cobra.Command{newSolo, newDaily, newTutorial, newJoin, newReplay}},
		{toHost, []func(*program) *cobra.Command{newHost, newDoor, newRelay, newAdmin, newConfig}},
		{toAsk, []func(*program) *cobra.Command{newLAN, newInfo, newFleet, newScores, newID, newDoctor}},
		{toTools, []func(*program) *cobra.Command{newArena, newSim, newSwarm, newMan, newLicenses, newVersion}},
	} {
		for _, make := range g.make {
			c := make(p)
			c.GroupID = g.group
			root.AddCommand(c)
		}
	}
	root.SetCompletionCommandGroupID(toTools)
	command.AddCompletion(root)
	root.SetHelpCommand(newHelp())
	root.SetHelpCommandGroupID(toTools)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		columns, _ := command.Columns(p.stdout)
		command.WriteHelp(p.stdout, c, columns)
		if c == root {
			settings := fmt.Sprintf("\nYour name, colours, keys and frame rate are kept in %s.\n", p.dirs.Settings())
			io.WriteString(p.stdout, command.Wrap(settings+"Run \"dogfight help COMMAND\" for details, \"dogfight help ssh-sound\" for sound over SSH.\n", columns))
		}
	})
	return root
}

// unknownCommand returns the error for words that name no command.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	root := c.Root()
	if found, rest, err := root.Find(args); err == nil && found != root && len(rest) > 0 {
		return command.Usagef("no command %q below %s", rest[0], found.CommandPath())
	}
	root.SuggestionsMinimumDistance = min(2, len(args[0])/2)
	if like := root.SuggestionsFor(args[0]); len(like) > 0 {
		return command.Usagef("no command called %q: did you mean %s?", args[0], strings.Join(like, " or "))
	}
	return command.Usagef("no command called %q: must be one of %s", args[0], strings.Join(command.Names(root), ", "))
}

// newHelp returns the command that shows the help of another, of a command of admin, or about sound over SSH.
func newHelp() *cobra.Command {
	help := command.NewHelp(unknownCommand)
	ofCommand := help.RunE
	help.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == sshSound {
			return writeSSHSound(c.OutOrStdout())
		}
		if found, rest, err := c.Root().Find(args); err == nil && found.Name() == "admin" && len(rest) > 0 {
			return found.RunE(found, append(rest, "--help"))
		}
		return ofCommand(c, args)
	}
	return help
}

// newVersion returns the command that prints the version.
func newVersion(p *program) *cobra.Command {
	return command.New("version", "Print the version", noWords, p.printVersion)
}

func (p *program) printVersion(*cobra.Command, []string) error {
	_, err := fmt.Fprintln(p.stdout, command.VersionLine("dogfight"))
	return err
}

//go:generate sh -c "../../packaging/notices.sh | gzip -n9 >notices.gz"

// notices are the licences of the program and of all its parts, 215 kB uncompressed.
//
//go:embed notices.gz
var notices []byte

// newLicenses returns the command that prints the licences.
func newLicenses(p *program) *cobra.Command {
	return command.New("licenses", "Print the licences of the program and of all its parts", noWords, func(*cobra.Command, []string) error {
		text, err := gzip.NewReader(bytes.NewReader(notices))
		if err != nil {
			return err
		}
		_, err = io.Copy(p.stdout, text)
		return err
	})
}

const overview = `Dogfight is a game of spaceships for two to sixty-four players or bots, in a terminal. Alone, the command shows the title screen; Enter starts a match against bots.

A host has doors for players with this program, for players who have nothing but ssh, for browsers, and for programs in other protocols. Several hosts are a fleet: its hub knows its hosts and keeps its results, and its doors send players to them.

It writes to the folders under FILES. It opens ports only to host a match, or a door of a fleet. A host announces its match on the local network by multicast DNS, unless it has --lan=false, and to a public list only with --announce.`

// newMan returns the command that prints the manual, or writes its pages to files for packages.
func newMan(p *program) *cobra.Command {
	of := config.Dirs{Config: "~/.config/dogfight", Data: "~/.local/share/dogfight"} // the same for each user
	c := command.NewMan(command.Manual{
		Root:     func() *cobra.Command { return newRoot(&program{dirs: of}) },
		Section:  6,
		Source:   "Dogfight " + version,
		Overview: overview,
		More:     helpSections(),
		Files: [][3]string{
			{of.Settings(), "Your settings. The menu writes it; you may, too.", ""},
			{of.ServerFile(), "The settings of a host without a screen.", "host config"},
			{of.Config + "/id_ed25519", "Your key, by which hosts know you. Keep it secret.", "join host door id scores"},
			{of.Proofs(), "The SSH keys that are linked with it.", "join id"},
			{of.KnownHosts(), "The certificates of the hosts that you have joined.", "join lan info replay"},
			{of.Fleets(), "The doors of fleets that you have joined.", "join"},
			{of.HostCertificate(), "The certificate that your host shows.", "host door"},
			{of.RelayCertificate(), "The certificate that your relay shows to hosts.", "relay"},
			{of.SSHHostKey(), "The key that your host shows by SSH.", "host door"},
			{of.Bans(), "The players who may not join your host.", "host admin"},
			{of.LinkedKeys(), "The keys that your host has seen to be one player's.", "host scores"},
			{of.AdminSocket(), "The socket of dogfight admin.", "host admin"},
			{of.DoorSocket(), "The socket of a door of a fleet for dogfight admin.", "door admin"},
			{of.RelaySocket(), "The socket of a relay for dogfight admin.", "relay admin"},
			{of.Matches(), "The matches that are hosted on this machine.", "host join lan"},
			{of.Arenas(), "Your own arenas, a file each.", "arena host solo sim"},
			{of.Themes(), "Your own colours, a file each.", "replay"},
			{of.Records(), "The records: matches, players and ratings.", "scores host solo daily join"},
			{of.Replays(), "The replays of your matches.", "replay host solo daily join scores"},
		},
		Environment: [][2]string{
			{"XDG_CONFIG_HOME", "The folder of settings and keys, instead of ~/.config (on macOS ~/Library/Application Support, on Windows %LOCALAPPDATA%)."},
			{"XDG_DATA_HOME", "The folder of records and replays, instead of ~/.local/share (likewise)."},
			{"USER, USERNAME, LOGNAME", "The first that can be a name is yours, unless your settings have one."},
			{"TERM, COLORTERM, NO_COLOR, TERM_PROGRAM, COLORFGBG", "The colours and abilities of your terminal; dogfight doctor prints the result."},
			{"LC_ALL, LC_CTYPE, LANG", "Without UTF-8 in the first that is set, the game draws in ASCII."},
		},
		SeeAlso: "\\fBdogfight\\-hub\\fR(8),\n\\fBssh\\fR(1)",
	}, unknownCommand)
	c.Example = "  dogfight man join | man -l -\n  dogfight man --dir /usr/local/share/man/man6"
	return c
}

// helpSections returns the sections of the help screen: keys and rules.
func helpSections() (all [][2]string) {
	for line := range strings.Lines(assets.Help()) {
		if strings.TrimSpace(line[:1]) != "" {
			all = append(all, [2]string{strings.TrimSpace(line)})
			continue
		}
		all[len(all)-1][1] += line
	}
	return all
}
