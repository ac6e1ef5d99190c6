package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
)

const overview = `Dogfight is a game of spaceships for two to sixty-four players or bots, in a terminal. Alone, the command shows the title screen; Enter starts a match against bots.

A host has doors for players with this program, for players who have nothing but ssh, for browsers, and for programs in other protocols. Several hosts are a fleet: its hub knows its hosts and keeps its results, and its doors send players to them.

It writes to the folders under FILES. It opens ports only to host a match, or a door of a fleet. A host announces its match on the local network by multicast DNS, unless it has --lan=false.`

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
			{of.SSHHostKey(), "The key that your host shows by SSH.", "host door"},
			{of.Bans(), "The players who may not join your host.", "host admin"},
			{of.LinkedKeys(), "The keys that your host has seen to be one player's.", "host scores"},
			{of.AdminSocket(), "The socket of dogfight admin.", "host admin"},
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
