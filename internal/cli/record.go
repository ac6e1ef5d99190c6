package cli

import (
	"crypto/tls"

	"github.com/spf13/cobra"

	"dogfight/internal/replays"
	"dogfight/net/link"
)

// recordFlags say where the replays of matches go.
type recordFlags struct {
	folder string // "" for the user's, or off
	limit  replayLimit
}

// replayLimit is a flag that has no value of its own unless it is set: that is in the settings then.
type replayLimit struct {
	replays.Size
	set bool
}

func (l *replayLimit) Set(text string) error {
	l.set = true
	return l.Size.Set(text)
}

// addRecord gives a command the flags of replays.
func addRecord(c *cobra.Command, p *program) {
	p.record.limit.Size = replays.UsualSize
	c.Flags().StringVar(&p.record.folder, "record", "", "`DIR` for replays of the matches, or off for none (default "+p.dirs.Replays()+")")
	c.Flags().Var(&p.record.limit, "replays", "`SIZE` of the replays there at most, or unlimited: the oldest are deleted, marked ones stay; 0 records none")
}

// withoutReplays are the flags of replays that are not kept.
func withoutReplays(c *cobra.Command) idle {
	return idle{c.Flags().Lookup("record").Value.String() == "off", "replays", "does not go with --record off"}
}

// openArchive has matches recorded as the flags and the settings say.
func (p *program) openArchive(k kept) {
	if p.archive != nil || p.record.folder == "off" {
		return
	}
	folder := replays.Folder{Path: p.record.folder, Limit: p.record.limit.Size}
	if folder.Path == "" {
		folder.Path = p.dirs.Replays()
	}
	if !p.record.limit.set {
		folder.Limit.Set(k.Replays) // which was checked when it was read
	}
	p.archive = &replays.Archive{
		Folder: folder, Program: version,
		Key: func() (tls.Certificate, error) { return link.Certificate(p.dirs.HostCertificate()) },
	}
}

// closeArchive waits until what was recorded is in its place.
func (p *program) closeArchive() {
	if p.archive != nil {
		p.archive.Close()
	}
}

// launcher returns what starts matches.
func (p *program) launcher() launcher { return launcher{dirs: p.dirs, archive: p.archive} }
