package lan

import (
	"bytes"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder has a file for each match on this machine. "" is none.
type folder string

const (
	// renewal is how often a host touches its file, and checks the networks of the machine.
	renewal = 15 * time.Second
	// stale is the age at which a file counts as left by a crash.
	stale = 4 * renewal
	// maxFile is larger than any file of ours.
	maxFile = 1 << 10
)

func (f folder) file(id uint64) string { return filepath.Join(string(f), idText(id)) }

// write writes the file of a match. Errors do not matter to the match.
func (f folder) write(m instance) {
	if f == "" {
		return
	}
	var text bytes.Buffer
	for _, a := range m.At {
		text.WriteString(a.String() + "\n")
	}
	if isURL(m.web) {
		text.WriteString(webKey + m.web + "\n")
	}
	if os.MkdirAll(string(f), 0o700) == nil {
		os.WriteFile(f.file(m.ID), text.Bytes(), 0o600)
	}
}

func (f folder) remove(id uint64) {
	if f != "" {
		os.Remove(f.file(id))
	}
}

// read returns the matches in the folder, and removes stale files.
func (f folder) read(now time.Time) (found []instance) {
	if f == "" {
		return nil
	}
	entries, _ := os.ReadDir(string(f))
	for _, e := range entries {
		id, ok := parseID(e.Name())
		info, err := e.Info()
		switch {
		case !ok || err != nil || !info.Mode().IsRegular():
		case now.Sub(info.ModTime()) > stale:
			f.remove(id)
		case len(found) < maxMatches:
			if m := f.readFile(id); len(m.At) > 0 {
				found = append(found, m)
			}
		}
	}
	return found
}

func (f folder) readFile(id uint64) instance {
	m := instance{ID: id}
	file, err := os.Open(f.file(id))
	if err != nil {
		return m
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxFile))
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if a, err := netip.ParseAddrPort(line); err == nil {
			m.add(a)
		} else if url, is := strings.CutPrefix(line, webKey); is && isURL(url) {
			m.web = url
		}
	}
	return m
}
