package admission

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/sys"
)

// Bans are all bans of a host. OpenBans returns one. Its methods are safe for concurrent use.
//
// The text file has a ban a line, like OpenSSH's known_hosts:
//
//	# a key, an address or a network, and a comment
//	SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU Rex, 2026-03-01
//	  192.0.2.7 Rex, 2026-03-01
//	2001:db8::/32 the whole network
//
//	192.0.2.9 until=2026-03-01T18:00:00Z spoils the fun
//
// A line that begins with a space belongs to the ban above it: both ban the same player, and are removed together. Bans that have ended are
// removed at the next change.
// Empty lines and comments (#) are skipped.
type Bans struct {
	path string

	mu     sync.Mutex // and of the file, within this process
	bans   []Ban
	beside []Ban
}

// OpenBans returns the bans in the file at path, which need not exist. With an empty path they are in memory only.
func OpenBans(path string) (*Bans, error) {
	l := &Bans{path: path}
	lines, err := l.read()
	if err != nil {
		return nil, err
	}
	l.bans, err = l.parse(lines)
	return l, err
}

// Renew reads the file again, which an operator may have edited. After an error the previous bans stay.
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
	return slices.DeleteFunc(slices.Clone(l.bans), Ban.ended)
}

// Bars reports whether a player is banned, by any of their identities ("" for none), or by their address, which may
// have a port.
func (l *Bans) Bars(address string, identities ...string) bool {
	_, barred := l.longest(address, identities)
	return barred
}

// Terms returns the time left and the reason of the ban that bars a player, for them to read; "" if it has no end.
func (l *Bans) Terms(address string, identities ...string) string {
	b, _ := l.longest(address, identities)
	if b.Until.IsZero() {
		return ""
	}
	return " for another " + b.Left() + ": " + b.Comment
}

// longest returns the ban that bars a player for the longest.
func (l *Bans) longest(address string, identities []string) (found Ban, barred bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.bans)+len(l.beside) == 0 {
		return Ban{}, false
	}
	at := addressOf(address)
	for _, list := range [][]Ban{l.bans, l.beside} {
		for i := range list {
			if b := &list[i]; b.bars(at, identities) && (!barred || b.outlasts(found)) {
				found, barred = *b, true
			}
		}
	}
	return found, barred
}

// SetShared sets additional bans, those of a fleet. They are in no file, All does not list them, and Remove does not
// remove them.
func (l *Bans) SetShared(others []Ban) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.beside = slices.Clone(others)
}

// Add bans a player by one or more identities, addresses or networks: see ParseBan. The comment is one line. The ban
// ends at a time, or never if that is zero. An existing ban stays.
func (l *Bans) Add(what, comment string, until time.Time, also ...string) error {
	var whole []Ban
	for _, what := range append([]string{what}, also...) {
		b, err := ParseBan(what)
		if err != nil {
			return err
		}
		b.Comment, b.Until = strings.Join(strings.Fields(comment), " "), until.Truncate(time.Second)
		whole = append(whole, b)
	}
	return l.change(func(lines []string) ([]string, error) { return withBans(lines, whole), nil })
}

// Remove removes a ban by any part of it, and returns all of it.
func (l *Bans) Remove(what string) (removed Ban, err error) {
	b, err := ParseBan(what)
	if err != nil {
		return Ban{}, err
	}
	err = l.change(func(lines []string) (left []string, err error) {
		left, all := withoutBan(lines, b)
		if len(all) == 0 {
			return nil, fmt.Errorf("%s is not banned", b.Subject)
		}
		removed = all[0]
		removed.Also = all[1:]
		return left, nil
	})
	return removed, err
}

// change changes the current lines of the file, since an operator may have edited it.
func (l *Bans) change(edit func([]string) ([]string, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines, err := l.read()
	if err != nil {
		return err
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { b, _ := parseLine(line); return b.ended() })
	if lines, err = edit(lines); err != nil {
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

func (l *Bans) read() (lines []string, err error) {
	if l.path == "" {
		for _, b := range l.bans {
			lines = withBans(lines, append([]Ban{b}, b.Also...))
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
		case b.Subject == "":
		case i > 0 && isIndented(line) && isBan(lines[i-1]):
			above := &bans[len(bans)-1]
			above.Also = append(above.Also, b)
		default:
			bans = append(bans, b)
		}
	}
	return bans, nil
}
