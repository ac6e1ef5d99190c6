// Package home knows where the files of the local player lie, and reads those that say who the player is.
package config

import (
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"dogfight/proto"
)

// Dirs are the folders of one player's files. The zero value has none, and its methods panic.
type Dirs struct {
	Config string // settings, keys, trust, and the player's own arenas and themes
	Data   string // records and replays
}

// User returns the folders of the user who runs the program, as the environment named them when the program started.
func User() Dirs {
	return Dirs{Config: filepath.Join(xdg.ConfigHome, "dogfight"), Data: filepath.Join(xdg.DataHome, "dogfight")}
}

// config returns the path of a name in the configuration.
func (d Dirs) config(name ...string) string { return in(d.Config, name) }

// data returns the path of a name in the data.
func (d Dirs) data(name ...string) string { return in(d.Data, name) }

// in returns the path of a name in a folder. Without a folder the files would be written where the program was started.
func in(folder string, name []string) string {
	if folder == "" {
		panic("home: Dirs without a folder")
	}
	return filepath.Join(folder, filepath.Join(name...))
}

// Settings is the file of the player's settings.
func (d Dirs) Settings() string { return d.config("settings.toml") }

// ServerFile is the file of what a host without a screen hosts. It need not exist.
func (d Dirs) ServerFile() string { return d.config("server.toml") }

// Themes is the folder of the player's own themes.
func (d Dirs) Themes() string { return d.config("themes") }

// Arenas is the folder of the player's own arenas.
func (d Dirs) Arenas() string { return d.config("arenas") }

// Matches is the folder with a file for each match that is hosted on this machine, so that the others find it.
func (d Dirs) Matches() string { return d.config("matches") }

// Fleets is the file of the doors of fleets that the player has joined.
func (d Dirs) Fleets() string { return d.config("fleets") }

// KnownHosts is the file of the hosts whose certificates were seen before.
func (d Dirs) KnownHosts() string { return d.config("known_hosts") }

// HostCertificate is the file of the certificate that a host shows.
func (d Dirs) HostCertificate() string { return d.config("host.pem") }

// SSHHostKey is the file of the key that a host shows to players who connect by SSH.
func (d Dirs) SSHHostKey() string { return d.config("ssh_host_key") }

// Bans is the file of the players who may not join matches hosted here.
func (d Dirs) Bans() string { return d.config("bans") }

// LinkedKeys is the file in which a host remembers which keys belong to one player.
func (d Dirs) LinkedKeys() string { return d.config("kin") }

// AdminSocket is where a host listens to its operator by default.
func (d Dirs) AdminSocket() string { return d.config("run", "admin") }

// Records is the file of the matches played on this machine.
func (d Dirs) Records() string { return d.data("records.db") }

// Replays is the folder of the replays of matches.
func (d Dirs) Replays() string { return d.data("replays") }

// Hub is the folder where a hub keeps the fleet's streams.
func (d Dirs) Hub() string { return d.data("hub") }

// Unrecorded is the folder of matches that the records could not take when they ended, and that are tried again.
func (d Dirs) Unrecorded() string { return d.data("unrecorded") }

// Outbox is the folder of the results that a host of a fleet has not yet sent to the hub.
func (d Dirs) Outbox() string { return d.data("outbox") }

// FleetPlayers is the folder of a host's copy of its fleet's bans and linked keys.
func (d Dirs) FleetPlayers() string { return d.data("fleet") }

// WebCertificates is the folder of the certificates for browsers that a host got from an authority.
func (d Dirs) WebCertificates() string { return d.data("web-certificates") }

// UserName returns the login name of the user, if it can be a player's name.
func UserName() string {
	for _, variable := range []string{"USER", "USERNAME", "LOGNAME"} {
		if name, err := proto.CleanName(os.Getenv(variable)); err == nil {
			return name
		}
	}
	return "Pilot"
}
