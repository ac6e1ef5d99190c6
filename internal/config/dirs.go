package config

import (
	"crypto/tls"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/adrg/xdg"

	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/proto"
)

// Dirs are the folders of one player's files. The zero value has none: its methods panic.
type Dirs struct {
	Config string // settings, keys, trust, and the player's own arenas and themes
	Data   string // records and replays
}

// User returns the folders of the user of this process, by the environment at its start.
func User() Dirs {
	return Dirs{Config: filepath.Join(xdg.ConfigHome, "dogfight"), Data: filepath.Join(xdg.DataHome, "dogfight")}
}

func (d Dirs) config(name ...string) string { return in(d.Config, name) }

func (d Dirs) data(name ...string) string { return in(d.Data, name) }

// in joins a folder and a name. Without a folder, files would be written to the working directory.
func in(folder string, name []string) string {
	if folder == "" {
		panic("home: Dirs without a folder")
	}
	return filepath.Join(folder, filepath.Join(name...))
}

func (d Dirs) Settings() string { return d.config("settings.toml") }

// ServerFile is the file of a host without a screen; it may be missing.
func (d Dirs) ServerFile() string { return d.config("server.toml") }

func (d Dirs) Themes() string { return d.config("themes") }

func (d Dirs) Arenas() string { return d.config("arenas") }

// Matches is the folder with a file for each match on this machine, by which other programs find it.
func (d Dirs) Matches() string { return d.config("matches") }

// Fleets is the file of the fleet doors that the player has joined.
func (d Dirs) Fleets() string { return d.config("fleets") }

// KnownHosts is the file of the certificates of hosts.
func (d Dirs) KnownHosts() string { return d.config("known_hosts") }

// HostCertificate is the file of this machine's certificate as a host.
func (d Dirs) HostCertificate() string { return d.config("host.pem") }

// SSHHostKey is the file of its SSH host key.
func (d Dirs) SSHHostKey() string { return d.config("ssh_host_key") }

// Bans is the file of the bans of hosts on this machine.
func (d Dirs) Bans() string { return d.config("bans") }

// LinkedKeys is the file of keys that hosts on this machine have seen to be one player's.
func (d Dirs) LinkedKeys() string { return d.config("kin") }

// AdminSocket is the default socket of dogfight admin.
func (d Dirs) AdminSocket() string { return d.config("run", "admin") }

// DoorSocket is the default socket of a door of a fleet.
func (d Dirs) DoorSocket() string { return d.config("run", "door") }

// RelaySocket is the default socket of a relay.
func (d Dirs) RelaySocket() string { return d.config("run", "relay") }

// RelayCertificate is the file of the certificate that a relay on this machine shows to hosts.
func (d Dirs) RelayCertificate() string { return d.config("relay.pem") }

// Records is the file of the matches played on this machine.
func (d Dirs) Records() string { return d.data("records.db") }

func (d Dirs) Replays() string { return d.data("replays") }

// Hub is the folder of a hub's streams.
func (d Dirs) Hub() string { return d.data("hub") }

// Unrecorded is the folder of matches that could not be recorded yet.
func (d Dirs) Unrecorded() string { return d.data("unrecorded") }

// Outbox is the folder of results that a host has not yet sent to its fleet's hub.
func (d Dirs) Outbox() string { return d.data("outbox") }

// FleetPlayers is the folder of a host's copy of its fleet's bans and linked keys.
func (d Dirs) FleetPlayers() string { return d.data("fleet") }

// WebCertificates is the folder of certificates from an authority.
func (d Dirs) WebCertificates() string { return d.data("web-certificates") }

// UserName returns the login name of the user, or "Pilot" if it cannot be a player's name.
func UserName() string {
	for _, variable := range []string{"USER", "USERNAME", "LOGNAME"} {
		if name, err := proto.CleanName(os.Getenv(variable)); err == nil {
			return name
		}
	}
	return "Pilot"
}

func (d Dirs) key() string { return d.config("id_ed25519") }

// Proofs is the file that links the player's SSH keys to their own.
func (d Dirs) Proofs() string { return d.config("linked_keys") }

// Key returns the player's key. The first call creates it.
func (d Dirs) Key() (identity.Key, error) { return identity.Load(d.key()) }

// Certificate returns the player's certificate for hosts.
func (d Dirs) Certificate() (tls.Certificate, error) {
	key, err := d.Key()
	if err != nil {
		return tls.Certificate{}, err
	}
	proofs, err := identity.LoadProofs(d.Proofs())
	if err != nil {
		return tls.Certificate{}, err
	}
	return key.Certificate(proofs)
}

// Identity returns the fingerprint of the player's key; "" if there is none, for a reason that joining a match reports.
func (d Dirs) Identity() string {
	key, err := d.Key()
	if err != nil {
		return ""
	}
	return key.Fingerprint()
}

// Identities returns the fingerprints of all keys that are known to be the player's: their own, those that vouch for it, and those seen
// together with them by hosts on this machine. There are none before the first use of a key.
func (d Dirs) Identities() []string {
	if _, err := os.Stat(d.key()); err != nil {
		return nil
	}
	own := d.Identity()
	if own == "" {
		return nil
	}
	all := []string{own}
	if proofs, err := identity.LoadProofs(d.Proofs()); err == nil {
		all = append(all, proofs.By(own)...)
	}
	known, err := identity.OpenLinkedKeys(d.LinkedKeys())
	if err != nil {
		return all
	}
	for _, key := range slices.Clone(all) {
		all = append(all, known.Of(key)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ScoresWidth is the width of the records in columns, if that of the screen is not known.
const ScoresWidth = 80

// ScoresListed is the default number of listed pilots and matches.
const ScoresListed = 20

// ScoresText returns the records as plain text.
func (d Dirs) ScoresText(limit, width int) (string, error) {
	scores, err := records.ReadScores(d.Records(), limit)
	if err != nil {
		return "", err
	}
	return scores.Text(width, time.Local), nil
}
