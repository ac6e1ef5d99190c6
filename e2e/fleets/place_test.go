//go:build unix

package fleets

import (
	"crypto/tls"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/identity"
	"dogfight/net/link"
	"dogfight/proto"
)

// TestManyPlayersAtOnceAreSentToMatchesSoon connects players to the door, each with a key, which all send Hello at the same moment.
func TestManyPlayersAtOnceAreSentToMatchesSoon(t *testing.T) {
	players := 20
	if *long {
		players = 200
	}
	f := startFleet(t, 1, 3)
	hello := (&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Ann",
	}).Append(nil)
	links, keys := make([]link.Link, players), make([]tls.Certificate, players)
	for i := range links {
		key, err := identity.Load(filepath.Join(t.TempDir(), "key"))
		if err != nil {
			t.Fatal(err)
		}
		if keys[i], err = key.Certificate(nil); err != nil {
			t.Fatal(err)
		}
		links[i] = link.DialAs(f.door.listens["native"], &link.KnownHosts{}, keys[i])
		defer func() { links[i].Close() }()
	}
	f.await("all are connected to the door", func() bool {
		all := true
		for i, l := range links {
			if l.Err() != nil { // the door closes connections that wait too long for the others
				l.Close()
				links[i] = link.DialAs(f.door.listens["native"], &link.KnownHosts{}, keys[i])
			}
			all = all && links[i].Ready()
		}
		return all
	})
	var all sync.WaitGroup
	took := make([]time.Duration, players)
	began := time.Now()
	for i, l := range links {
		l.Send(link.Control, hello)
		all.Go(func() {
			to, err := sentOn(l)
			if took[i] = time.Since(began); err != nil {
				t.Errorf("a player is not sent to a match: %v", err)
			} else if !slices.ContainsFunc(f.hosts, func(h *process) bool { return h.listens["native"] == to }) {
				t.Errorf("sent to %s", to)
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	t.Logf("%d at once: sent to a match after p50 %v, p99 %v", players, took[players/2].Round(time.Millisecond), took[players*99/100].Round(time.Millisecond))
}

// sentOn returns the address to which the door sends a client.
func sentOn(l link.Link) (address string, err error) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		down := l.Err()
		p, ok := l.Receive(nil)
		if !ok && down != nil {
			return "", down
		}
		if !ok || p.Channel != link.Control {
			continue
		}
		switch m, err := proto.Parse(p.Bytes); m := m.(type) {
		case *proto.Redirect:
			return m.Address, nil
		case *proto.FleetList: // while the door chooses a match
		default:
			return "", fmt.Errorf("got %+v, %v", m, err)
		}
	}
	return "", errors.New("no answer")
}
