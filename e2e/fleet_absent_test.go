//go:build unix

package e2e

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// ofFleets begin the names of what runs in a host of a fleet alone.
var ofFleets = []string{"dogfight/internal/fleet", "github.com/nats-io"}

func TestWithoutAFleetNothingOfItRuns(t *testing.T) {
	t.Parallel()
	f := startWholeFleet(t, 0)
	for _, c := range []struct {
		args []string
		runs bool
	}{{nil, false}, {[]string{"--fleet", f.url}, true}} {
		socket := filepath.Join(shortFolder(t), "ops")
		startHeadless(t, append([]string{"--lan=false", "--ops", "unix:" + socket}, c.args...)...)
		stacks := strings.ReplaceAll(goroutines(t, socket), "dogfight/internal/fleet/outbox", "") // has the results of every host
		for _, name := range ofFleets {
			if strings.Contains(stacks, name) != c.runs {
				t.Errorf("with %q it is %v that goroutines of %s run", c.args, !c.runs, name)
			}
		}
		t.Logf("%q: %d goroutines", c.args, strings.Count(stacks, "\ngoroutine ")+1)
	}
}

// goroutines returns the stacks of all in a host that is watched at a socket.
func goroutines(t *testing.T, socket string) string {
	t.Helper()
	client := http.Client{Timeout: patience, Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}}
	defer client.CloseIdleConnections()
	r, err := client.Get("http://host/debug/pprof/goroutine?debug=2")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", r.Status, err)
	}
	return string(b)
}
