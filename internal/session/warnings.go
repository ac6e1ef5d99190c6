package session

import (
	"crypto/tls"
	"errors"
	"slices"
	"sync"

	"dogfight/internal/config"
	"dogfight/net/link"
)

// warnings are those that the next session shows, each once while the program runs.
var warnings warningList

type warningList struct {
	mu      sync.Mutex
	texts   []string
	waiting error
}

func (l *warningList) add(err error) {
	if err == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if text := err.Error(); !slices.Contains(l.texts, text) {
		l.texts, l.waiting = append(l.texts, text), errors.Join(l.waiting, err)
	}
}

// take returns those that wait, or nil.
func (l *warningList) take() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.waiting
	l.waiting = nil
	return err
}

// certificate returns that of the player, and has the next session warn of its key.
func certificate(dirs config.Dirs) (tls.Certificate, error) {
	if key, err := dirs.Key(); err == nil {
		warnings.add(key.Warning)
	}
	return dirs.Certificate()
}

// knownHosts returns those of the player, and has the next session warn of a host that cannot be saved.
func knownHosts(dirs config.Dirs) *link.KnownHosts {
	s := link.NewKnownHosts(dirs.KnownHosts())
	s.Unsaved = warnings.add
	return s
}
