package cli

import (
	"fmt"
	"strings"

	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/proto/replay"
)

// sealFound is what a replay's seal says.
type sealFound struct {
	State    string   `json:"state"`               // none, good, or why it is not
	SignedBy string   `json:"signed_by,omitempty"` // fingerprint of the host's certificate
	Known    []string `json:"known_as,omitempty"`  // addresses at which this user has met that host
	Own      bool     `json:"own,omitempty"`       // it is the host of this user
}

// The states of a seal.
const (
	noSeal   = "none"
	goodSeal = "good"
)

// checkSeal says who sealed a replay, and who that is to this user.
func checkSeal(dirs config.Dirs, f *replay.File) sealFound {
	if f.Seal == nil {
		return sealFound{State: noSeal}
	}
	found := sealFound{State: goodSeal, SignedBy: link.Fingerprint(f.Seal.Certificate)}
	if err := f.Seal.Check(); err != nil {
		found.State = err.Error()
		return found
	}
	found.Known, _ = link.NewKnownHosts(dirs.KnownHosts()).Addresses(found.SignedBy)
	found.Own = found.SignedBy == link.FileFingerprint(dirs.HostCertificate())
	return found
}

// wrong reports whether there is a seal that does not hold.
func (s *sealFound) wrong() bool { return s.State != noSeal && s.State != goodSeal }

func (s *sealFound) String() string {
	switch {
	case s.State == noSeal:
		return "no seal: no host has signed it"
	case s.wrong():
		return "wrong seal: " + s.State
	}
	return fmt.Sprintf("sealed by %s; %s; it proves that this host recorded the match, not that it is honest", s.SignedBy, s.whose())
}

// whose says who that host is to this user.
func (s *sealFound) whose() string {
	switch {
	case s.Own:
		return "your own host"
	case len(s.Known) > 0:
		return "the host that you know at " + strings.Join(s.Known, ", ")
	}
	return "a host that you have not met"
}
