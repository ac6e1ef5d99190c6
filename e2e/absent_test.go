//go:build unix

package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestWithoutAFleetNothingOfItRuns(t *testing.T) {
	t.Parallel()
	f := startWholeFleet(t, 0)
	runsOnlyWith(t, []string{"--fleet", f.url}, "dogfight/internal/fleet", "github.com/nats-io")
}

func TestWithoutAnInvitationNothingOfItRuns(t *testing.T) {
	t.Parallel()
	relay := startListening(t, newCommand(t, "relay", "--listen", "127.0.0.1:0"), "relay")
	runsOnlyWith(t, []string{"--invite", "--relay", relay.listens["relay"]}, "dogfight/net/relay")
}

// runsOnlyWith checks that a host has goroutines of packages, by prefixes of their paths, with some flags and not without them.
func runsOnlyWith(t *testing.T, flags []string, packages ...string) {
	t.Helper()
	for _, args := range [][]string{nil, flags} {
		socket := filepath.Join(shortFolder(t), "ops")
		startHeadless(t, append([]string{"--lan=false", "--ops", "unix:" + socket}, args...)...)
		stacks := strings.ReplaceAll(goroutines(t, socket), "dogfight/internal/fleet/outbox", "") // stores the results of every host
		for _, name := range packages {
			if runs := strings.Contains(stacks, name); runs != (args != nil) {
				t.Errorf("with %q it is %v that goroutines of %s run", args, runs, name)
			}
		}
		t.Logf("%q: %d goroutines", args, strings.Count(stacks, "\ngoroutine ")+1)
	}
}

// goroutines returns the stacks of all goroutines of the host with a monitoring socket.
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

// TestThePageForBrowsersIsNotBuiltAtTheStartOfTheProgram reads how much the packages behind the browser door allocate before main. They
// must unpack no file of the page and create no sound sample.
func TestThePageForBrowsersIsNotBuiltAtTheStartOfTheProgram(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=inittrace=1")
	_, _, trace := runOf(t, cmd)
	inits := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(trace, -1)
	if len(inits) < 50 {
		t.Fatalf("the program reports %d packages", len(inits))
	}
	found := 0
	for _, init := range inits {
		for _, behind := range []string{"dogfight/net/webd", "dogfight/ui/sound", "dogfight/ui/canvas", "rsc.io/qr", "github.com/coder/websocket", "golang.org/x/crypto/acme"} {
			if !strings.HasPrefix(init[1], behind) {
				continue
			}
			found++
			var bytes int
			if fmt.Sscan(init[2], &bytes); bytes > 16<<10 {
				t.Errorf("%s allocates %d bytes", init[1], bytes)
			}
		}
	}
	if found == 0 {
		t.Error("none of these packages is linked in")
	}
}
