//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

// wholeFleet is a hub, hosts and a door, for players by SSH or browser.
type wholeFleet struct {
	*testing.T
	url   string
	hosts []*headless
	door  *headless
}

// startWholeFleet starts a hub, hosts with flags and a door on loopback.
func startWholeFleet(t *testing.T, hosts int, args ...string) *wholeFleet {
	t.Helper()
	hub := newCommand(t, "--listen", "127.0.0.1:0")
	hub.Env = append(hub.Env, beTheProgram+"=hub")
	f := &wholeFleet{T: t, url: "nats://" + startListening(t, hub, "nats").listens["nats"]}
	for n := range hosts {
		socket := filepath.Join(shortFolder(t), "admin")
		h := startHeadless(t, append([]string{"--lan=false", "--title", fmt.Sprint("Host ", n), "--fleet", f.url, "--admin", socket}, args...)...)
		h.socket = socket
		f.hosts = append(f.hosts, h)
	}
	socket := filepath.Join(shortFolder(t), "admin")
	f.door = startListening(t, newCommand(t, "door", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--web", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--admin", socket, "--fleet", f.url), "native")
	f.door.socket = socket
	f.await("all hosts are listed", func() bool { return len(f.listed("fleet")) == hosts })
	return f
}

// listed returns the lines that the program prints as JSON about the fleet.
func (f *wholeFleet) listed(args ...string) (lines []string) {
	f.Helper()
	code, out, problem := run(f.T, append(args, "--json", "--fleet", f.url)...)
	if code != exitOK {
		f.Fatalf("%q: %s", args, problem)
	}
	return slices.Collect(strings.Lines(out))
}

// inhabited waits for a match with a number of players and a standby, and returns it.
func (f *wholeFleet) inhabited(players int) (m fleet.Match) {
	f.Helper()
	listed := ""
	defer func() {
		if f.Failed() {
			f.Logf("the fleet plays\n%s", listed)
		}
	}()
	f.await(fmt.Sprint("a match of ", players), func() bool {
		lines := f.listed("fleet", "--matches")
		listed = strings.Join(lines, "")
		return slices.ContainsFunc(lines, func(line string) bool {
			m = fleet.Match{}
			return json.Unmarshal([]byte(line), &m) == nil && m.Players == players && m.Standby != 0 && f.hostOf(&m) != nil
		})
	})
	return m
}

// hostOf returns the running host of a match, or nil.
func (f *wholeFleet) hostOf(m *fleet.Match) *headless {
	if at := slices.IndexFunc(f.hosts, func(h *headless) bool { return h.addr == m.Address }); at >= 0 {
		return f.hosts[at]
	}
	return nil
}

// await waits for a condition.
func (f *wholeFleet) await(what string, holds func() bool) {
	f.Helper()
	testkit.Until(f.T, what, func() bool { time.Sleep(100 * time.Millisecond); return holds() }) // each check starts a program
}
