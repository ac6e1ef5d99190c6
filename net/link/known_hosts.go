package link

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"dogfight/sys"
)

// KnownHosts remembers the certificates of hosts, as SSH does: it trusts an unknown host, and from then on no other
// certificate at that address.
//
// Its text file has a line "address fingerprint" for a host. Empty lines, comments (#) and a torn last line are
// skipped. It reads the file for each host, so users may edit it meanwhile. The zero KnownHosts has no file and trusts
// every host each time.
type KnownHosts struct {
	// Unsaved, if not nil, is called if a host cannot be saved, such as on a full disk. This KnownHosts still knows the
	// host.
	Unsaved func(error)

	only  string // a fingerprint, or "" for any
	path  string
	mu    sync.Mutex // of the file, within this process, and of the rest
	added string     // lines that could not be saved
}

// NewKnownHosts keeps known hosts in the file at path, which need not exist. An empty path means the zero KnownHosts.
func NewKnownHosts(path string) *KnownHosts { return &KnownHosts{path: path} }

// OnlyHost returns a KnownHosts without a file that accepts only the certificate with a fingerprint, which a trusted
// program has sent. "" accepts any.
func OnlyHost(fingerprint string) *KnownHosts { return &KnownHosts{only: fingerprint} }

// maxKnown bounds the file: some hundred thousand hosts.
const maxKnown = 16 << 20

// ChangedHostError refuses a host with another certificate than the known one.
type ChangedHostError struct {
	Addr             string // of the host
	Known, Presented string // fingerprints
	Path             string // of the file that has Known
}

func (e *ChangedHostError) Error() string {
	return fmt.Sprintf("the host at %s is not the one that you joined before: it has another certificate; do not join, unless you know "+
		"that it was reinstalled: then delete its line from %s. Its certificate was %s and is now %s",
		e.Addr, e.Path, e.Known, e.Presented)
}

// Check returns a *ChangedHostError if another certificate is known for addr, and another error if the file cannot be
// read.
func (s *KnownHosts) Check(addr, fingerprint string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.find(addr, fingerprint)
	return err
}

// checks returns Check for the certificate (DER) of the host at addr.
func (s *KnownHosts) checks(addr string) func(cert []byte) error {
	return func(cert []byte) error { return s.Check(addr, Fingerprint(cert)) }
}

// Remember saves the fingerprint of addr, unless it is known already.
func (s *KnownHosts) Remember(addr, fingerprint string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, err := s.find(addr, fingerprint)
	if known || err != nil || s.path == "" {
		return err
	}
	line := addr + " " + fingerprint + "\n"
	if err := sys.AppendFile(s.path, []byte(line), isTorn); err != nil {
		s.added += line
		if s.Unsaved != nil {
			s.Unsaved(fmt.Errorf("cannot remember the host at %s: %w", addr, err))
		}
	}
	return nil
}

// Addresses returns the addresses of a fingerprint, or of all hosts for "".
func (s *KnownHosts) Addresses(fingerprint string) (addresses []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := s.read()
	for line := range strings.Lines(text) {
		if a, f, err := parseLine(line); err == nil && a != "" && (f == fingerprint || fingerprint == "") {
			addresses = append(addresses, a)
		}
	}
	return addresses, err
}

// find reports whether fingerprint is known for addr. An address may have several, each on its line.
func (s *KnownHosts) find(addr, fingerprint string) (known bool, err error) {
	text, err := s.read()
	if err != nil {
		return false, err
	}
	var other string
	if s.only != "" && s.only != fingerprint {
		return false, fmt.Errorf("the host at %s is not the one that you were sent to: its certificate is %s and must be %s", addr, fingerprint, s.only)
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		a, f, err := parseLine(line)
		switch {
		case err != nil && !strings.HasSuffix(line, "\n"): // torn by a full disk; Remember removes it
		case err != nil:
			return false, fmt.Errorf("%s:%d: %w", s.path, number, err)
		case a != addr:
		case f == fingerprint:
			known = true
		case other == "":
			other = f
		}
	}
	for line := range strings.Lines(s.added) {
		if a, f, _ := parseLine(line); a == addr && f == fingerprint {
			known = true
		} else if a == addr {
			other = f
		}
	}
	if !known && other != "" {
		return false, &ChangedHostError{Addr: addr, Known: other, Presented: fingerprint, Path: s.path}
	}
	return known, nil
}

func (s *KnownHosts) read() (string, error) {
	if s.path == "" {
		return "", nil
	}
	text, err := sys.ReadFile(s.path, maxKnown)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("cannot read the known hosts: %w", err)
	}
	return string(text), nil
}

// parseLine parses a line. Both results are empty for a comment.
func parseLine(line string) (addr, fingerprint string, err error) {
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return "", "", nil
	}
	if len(words) != 2 || !isFingerprint(words[1]) {
		return "", "", fmt.Errorf("must be \"address %s...\", got %q", fingerprintPrefix, strings.TrimSpace(line))
	}
	return words[0], words[1], nil
}

// isTorn reports whether an unterminated last line is incomplete.
func isTorn(last []byte) bool {
	_, _, err := parseLine(string(last))
	return err != nil
}
