//go:build unix

package fleets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/testkit"
)

// fleetOf is a fleet of processes on loopback, with a connection to its directory.
type fleetOf struct {
	*testing.T
	hubs  []*process
	hosts []*process
	door  *process
	conn  *overnats.Conn
}

// startFleet starts hubs, hosts and a door. The hosts get more flags.
func startFleet(t *testing.T, hubs, hosts int, more ...string) *fleetOf {
	t.Helper()
	if testing.Short() {
		t.Skip("whole fleets; runs without -short")
	}
	t.Parallel()
	f := startHubs(t, hubs)
	for n := range hosts {
		f.hosts = append(f.hosts, f.host(n, f.url(), more...))
	}
	f.startAll(f.hosts...)
	f.door = newProcess(t, "the door", "game", "door", "--listen", "127.0.0.1:0", "--per-address", "1000", "--fleet", f.url())
	f.startAll(f.door)
	f.await("all hosts are known", func() bool { return len(f.list(fleet.Hosts)) == hosts })
	return f
}

// startHubs starts one hub, or a cluster.
func startHubs(t *testing.T, n int) *fleetOf {
	t.Helper()
	f := &fleetOf{T: t}
	var routes []string
	for range n {
		routes = append(routes, freeAddress(t))
	}
	for i := range n {
		name := fmt.Sprint("hub", i)
		args := []string{"--listen", freeAddress(t)}
		if n > 1 {
			var others []string
			for other, at := range routes {
				if other != i {
					others = append(others, "nats://"+at)
				}
			}
			args = append(args, "--name", name, "--cluster", routes[i], "--routes", strings.Join(others, ","), "--replicas", fmt.Sprint(n))
		}
		f.hubs = append(f.hubs, newProcess(t, name, "hub", args...))
	}
	f.startAll(f.hubs...)
	conn, err := overnats.Connect(overnats.Options{URL: f.url(), Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	f.conn = conn
	f.await("the hub is there", conn.Up)
	return f
}

// startAll starts processes, and waits until all are ready.
func (f *fleetOf) startAll(all ...*process) {
	f.Helper()
	var ready []func()
	for _, p := range all {
		ready = append(ready, p.start())
	}
	for _, wait := range ready {
		wait()
	}
}

// url returns the URL of all hubs.
func (f *fleetOf) url() string {
	var all []string
	for _, h := range f.hubs {
		all = append(all, "nats://"+h.listens["nats"])
	}
	return strings.Join(all, ",")
}

// host describes a host that connects to the fleet by a URL.
func (f *fleetOf) host(n int, url string, more ...string) *process {
	f.Helper()
	address := freeAddress(f.T)
	socket := filepath.Join(shortFolder(f.T), "admin")
	p := newProcess(f.T, fmt.Sprint("host ", n), "game", append([]string{
		"host", "--headless", "--lan=false", "--listen", address, "--title", fmt.Sprint("host ", n), "--fleet", url, "--admin", socket,
		"--mode", "teams", "--fill", "2", "--time", "0", "--score", "100000", "--drain", "1m",
	}, more...)...)
	p.socket = socket
	return p
}

// shortFolder creates a folder with a path short enough for a Unix socket.
func shortFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dogfight")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// answerTime is the longest wait for the hub's answer before the next try.
const answerTime = 2 * time.Second

// list returns the entries of a kind, or none while the hub does not answer.
func (f *fleetOf) list(kind fleet.Kind) []fleet.Entry {
	ctx, cancel := context.WithTimeout(f.Context(), answerTime)
	defer cancel()
	entries, _ := f.conn.List(ctx, kind)
	return entries
}

// match returns a match from the directory, and false if there is no answer or no such match.
func (f *fleetOf) match(id fleet.ID) (fleet.Match, bool) {
	ctx, cancel := context.WithTimeout(f.Context(), answerTime)
	defer cancel()
	e, err := f.conn.Get(ctx, fleet.Matches, id.String())
	if err != nil {
		if !errors.Is(err, fleet.ErrNone) && ctx.Err() == nil {
			f.Logf("the directory: %v", err)
		}
		return fleet.Match{}, false
	}
	m, err := fleet.Parse[fleet.Match](e.Value)
	if err != nil {
		f.Fatal(err)
	}
	return m, true
}

// matchesWithPlayers returns the matches with players.
func (f *fleetOf) matchesWithPlayers() (some []fleet.Match) {
	for _, e := range f.list(fleet.Matches) {
		if m, err := fleet.Parse[fleet.Match](e.Value); err != nil {
			f.Fatal(err)
		} else if m.Players > 0 {
			some = append(some, m)
		}
	}
	return some
}

// lives reports whether a host runs. The directory lists killed hosts until their entries expire.
func (f *fleetOf) lives(id fleet.ID) bool {
	newest := map[string]fleet.Entry{} // by address
	at := ""
	for _, e := range f.list(fleet.Hosts) {
		h, err := fleet.Parse[fleet.Host](e.Value)
		if err != nil {
			f.Fatal(err)
		}
		if e.Revision > newest[h.Address].Revision {
			newest[h.Address] = e
		}
		if h.ID == id {
			at = h.Address
		}
	}
	return at != "" && newest[at].Key == id.String()
}

// whereIs returns the host of a match.
func (f *fleetOf) whereIs(m *fleet.Match) *process {
	f.Helper()
	for _, h := range f.hosts {
		if h.listens["native"] == m.Address {
			return h
		}
	}
	f.Fatalf("no host is at %s", m.Address)
	return nil
}

// await waits for a condition.
func (f *fleetOf) await(what string, holds func() bool) {
	f.Helper()
	testkit.Until(f.T, what, holds)
}
