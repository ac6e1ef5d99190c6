// Package bans keeps the bans of a host: a text file of one ban a line, like
// OpenSSH's known_hosts.
//
//	# what is banned, and a comment
//	SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU Rex, 2026-03-01
//	  192.0.2.7 Rex, 2026-03-01
//	2001:db8::/32 everybody there
//
// A line that begins with a space belongs to the ban above it: the two keep out the same one, and
// go together. Empty lines and those that begin with # are skipped.
package admission

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"dogfight/sys"
)

// List is all bans of a host. Open gives one. Its methods may be called from any
// goroutine.
type Bans struct {
	path string

	mu     sync.Mutex // and of the file, within this process
	bans   []Ban
	beside []Ban
}

// Open returns the bans kept in the file at path, which need not exist. With an
// empty path they are kept nowhere.
func OpenBans(path string) (*Bans, error) {
	l := &Bans{path: path}
	lines, err := l.read()
	if err != nil {
		return nil, err
	}
	l.bans, err = l.parse(lines)
	return l, err
}

// Renew has the bans hold that are in the file now, which an operator may have edited. If there is something wrong with them
// those of before hold.
func (l *Bans) Renew() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines, err := l.read()
	if err != nil {
		return err
	}
	bans, err := l.parse(lines)
	if err != nil {
		return err
	}
	l.bans = bans
	return nil
}

// All returns all bans, the oldest first.
func (l *Bans) All() []Ban {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.bans)
}

// Bars reports whether a player may not come in, by any of their identities ("" for none),
// or by their address, which may have a port.
func (l *Bans) Bars(address string, identities ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.bans)+len(l.beside) == 0 {
		return false
	}
	at := addressOf(address)
	bars := func(b Ban) bool { return b.bars(at, identities) }
	return slices.ContainsFunc(l.bans, bars) || slices.ContainsFunc(l.beside, bars)
}

// Beside has other bans hold as well, those of a fleet, instead of the ones that did so before. They are in no file, All does
// not list them, and Remove does not lift them.
func (l *Bans) Beside(others []Ban) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.beside = slices.Clone(others)
}

// Add bans a player: see Parse. The comment is one line. What else they are known by goes
// with it. What is banned already stays so.
func (l *Bans) Add(what, comment string, also ...string) error {
	var whole []Ban
	for _, what := range append([]string{what}, also...) {
		b, err := ParseBan(what)
		if err != nil {
			return err
		}
		b.Comment = strings.Join(strings.Fields(comment), " ")
		whole = append(whole, b)
	}
	return l.change(func(lines []string) ([]string, error) { return with(lines, whole), nil })
}

// Remove undoes a ban, by anything of it. It returns all that was banned with it.
func (l *Bans) Remove(what string) (gone Ban, err error) {
	b, err := ParseBan(what)
	if err != nil {
		return Ban{}, err
	}
	err = l.change(func(lines []string) (left []string, err error) {
		left, all := withoutBan(lines, b)
		if len(all) == 0 {
			return nil, fmt.Errorf("%s is not banned", b.What)
		}
		gone = all[0]
		gone.Also = all[1:]
		return left, nil
	})
	return gone, err
}

// change changes the lines of the file as they are now, since an operator may have
// edited it.
func (l *Bans) change(how func([]string) ([]string, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines, err := l.read()
	if err != nil {
		return err
	}
	if lines, err = how(lines); err != nil {
		return err
	}
	bans, err := l.parse(lines)
	if err != nil {
		return err
	}
	if l.path != "" {
		if err := sys.ReplaceFile(l.path, []byte(strings.Join(append(lines, ""), "\n"))); err != nil {
			return fmt.Errorf("cannot write the bans: %w", err)
		}
	}
	l.bans = bans
	return nil
}

// read returns the lines of the file.
func (l *Bans) read() (lines []string, err error) {
	if l.path == "" {
		for _, b := range l.bans {
			lines = with(lines, append([]Ban{b}, b.Also...))
		}
		return lines, nil
	}
	text, err := sys.ReadFile(l.path, sys.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the bans: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines, nil
}

func (l *Bans) parse(lines []string) (bans []Ban, err error) {
	for i, line := range lines {
		b, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", l.path, i+1, err)
		}
		switch {
		case b.What == "":
		case i > 0 && belongs(line) && says(lines[i-1]):
			above := &bans[len(bans)-1]
			above.Also = append(above.Also, b)
		default:
			bans = append(bans, b)
		}
	}
	return bans, nil
}

// Address returns an address that may have a port as it is shown; "" if it is none.
func BanAddress(s string) string {
	if at := addressOf(s); at.IsValid() {
		return at.String()
	}
	return ""
}

// Place returns an address that may have a port as it is banned: of IPv6 the network that a
// subscriber has, who can choose among its addresses. "" if it is none.
func BanPlace(s string) string {
	at := addressOf(s)
	if at.Is6() && !at.IsLinkLocalUnicast() { // whose network is everybody's on the wire
		return netip.PrefixFrom(at, 64).Masked().String()
	}
	return BanAddress(s)
}

// addressOf returns an address without its port, or the zero Addr, which is in no
// network.
func addressOf(s string) netip.Addr {
	if at, err := netip.ParseAddrPort(s); err == nil {
		return at.Addr().Unmap().WithZone("")
	}
	at, _ := netip.ParseAddr(s)
	return at.Unmap().WithZone("")
}
