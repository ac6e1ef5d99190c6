// Package home knows where the files of the user who runs the program lie, and reads those that
// say who they are.
package home

import (
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"dogfight/proto"
)

// Config is the folder of settings, keys, trust, and the user's own arenas and themes.
func Config() string { return filepath.Join(xdg.ConfigHome, "dogfight") }

// Settings is the file of the player's settings.
func Settings() string { return filepath.Join(Config(), "settings.toml") }

// ServerFile is the file that says what a host without a screen hosts, if it is there.
func ServerFile() string { return filepath.Join(Config(), "server.toml") }

// Themes is the folder of the user's own themes.
func Themes() string { return filepath.Join(Config(), "themes") }

// Arenas is the folder of the user's own arenas.
func Arenas() string { return filepath.Join(Config(), "arenas") }

// Matches is the folder with a file for each match that is hosted on this machine, to be found.
func Matches() string { return filepath.Join(Config(), "matches") }

// Fleets is the file of the doors of fleets that the player has joined.
func Fleets() string { return filepath.Join(Config(), "fleets") }

// KnownHosts is the file of the hosts whose certificates were seen before.
func KnownHosts() string { return filepath.Join(Config(), "known_hosts") }

// HostCertificate is the file of the certificate that a host shows.
func HostCertificate() string { return filepath.Join(Config(), "host.pem") }

// SSHHostKey is the file of the key that a host shows to those who come by SSH.
func SSHHostKey() string { return filepath.Join(Config(), "ssh_host_key") }

// Bans is the file of those who may not join matches hosted here.
func Bans() string { return filepath.Join(Config(), "bans") }

// LinkedKeys is the file in which a host remembers which keys belong to one player.
func LinkedKeys() string { return filepath.Join(Config(), "kin") }

// AdminSocket is where a host listens to its operator, unless told otherwise.
func AdminSocket() string { return filepath.Join(Config(), "run", "admin") }

// Records is the file of the matches played on this machine.
func Records() string { return filepath.Join(xdg.DataHome, "dogfight", "records.db") }

// Replays is the folder of the replays of matches.
func Replays() string { return filepath.Join(xdg.DataHome, "dogfight", "replays") }

// Hub is the folder where a hub keeps the fleet's streams.
func Hub() string { return filepath.Join(xdg.DataHome, "dogfight", "hub") }

// WebCertificates is the folder of what a host got from an authority to show browsers.
func WebCertificates() string { return filepath.Join(xdg.DataHome, "dogfight", "web-certificates") }

// UserName returns the login name of the user, if it can be a player's name.
func UserName() string {
	for _, variable := range []string{"USER", "USERNAME", "LOGNAME"} {
		if name, err := proto.CleanName(os.Getenv(variable)); err == nil {
			return name
		}
	}
	return "Pilot"
}
