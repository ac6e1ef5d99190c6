//go:build unix

package fleets

import (
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

// get returns the status and the text of a path at the door for monitoring, which answers only so often.
func (p *process) get(path string) (code int, text string) {
	p.Helper()
	testkit.Until(p.T, "the door for monitoring answers", func() bool {
		r, err := http.Get("http://" + p.listens["ops"] + path)
		if err != nil {
			p.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			p.Fatal(err)
		}
		code, text = r.StatusCode, string(b)
		return code != http.StatusTooManyRequests
	})
	return code, text
}

// reports reports whether all lines are among the figures.
func (p *process) reports(lines ...string) bool {
	_, text := p.get("/metrics")
	for _, line := range lines {
		if !strings.Contains(text, "\n"+line+"\n") {
			return false
		}
	}
	return true
}

func TestADeadHubIsVisible(t *testing.T) {
	f := startFleet(t, 1, 2, "--ops", "127.0.0.1:0")
	ready := func(h *process) bool {
		code, _ := h.get("/readyz")
		return code == http.StatusOK
	}
	for _, h := range f.hosts {
		f.await("a host is ready", func() bool {
			return ready(h) && h.reports("dogfight_fleet_connected 1", "dogfight_matches_without_lease 0", "dogfight_ready 1")
		})
	}
	f.await("each match has a standby", func() bool {
		with := 0
		for _, e := range f.list(fleet.Matches) {
			if m, err := fleet.Parse[fleet.Match](e.Value); err == nil && f.lives(m.Standby) {
				with++
			}
		}
		return with == len(f.hosts)
	})
	f.hubs[0].kill()
	for _, h := range f.hosts {
		f.await("a host is not ready", func() bool {
			code, why := h.get("/readyz")
			return code == http.StatusServiceUnavailable && strings.Contains(why, "the fleet's hub has been away")
		})
		if !h.reports("dogfight_fleet_connected 0", "dogfight_matches_without_lease 1", "dogfight_matches_standing 0", "dogfight_ready 0") {
			_, text := h.get("/metrics")
			t.Errorf("%s reports\n%s", h.name, text)
		}
		if code, text := h.get("/healthz"); code != http.StatusOK {
			t.Errorf("a restart would not help, but its health is %d, %s", code, text)
		}
	}
	for _, p := range append(f.hosts, f.door) {
		if n := strings.Count(p.log(), "level=WARN"); n != 1 || !strings.Contains(p.log(), "the fleet's bus is away") {
			t.Errorf("%s logs %d warnings", p.name, n) // one, for all matches
		}
	}
	f.startAll(f.hubs...)
	for _, h := range f.hosts {
		f.await("a host is ready again", func() bool {
			return ready(h) && h.reports("dogfight_fleet_connected 1", "dogfight_matches_without_lease 0", "dogfight_ready 1")
		})
	}
}

func TestAHostWithAnUnknownKeyIsNotReady(t *testing.T) {
	t.Parallel()
	f := startKeyedHub(t)
	f.revoke("honest")
	h := f.host(0, f.url(), "--fleet-key", f.seed("honest"), "--ops", "127.0.0.1:0")
	f.startAll(h)
	f.await("the host is not ready", func() bool {
		code, why := h.get("/readyz")
		return code == http.StatusServiceUnavailable && strings.Contains(why, "does not know the key")
	})
	if !h.reports("dogfight_ready 0", "dogfight_fleet_connected 0") || strings.Count(h.log(), "level=WARN") > 1 {
		t.Errorf("it logs\n%s", h.log())
	}
	f.listed["honest"] = f.hubs[0].run("key", "again", "--role", "host", "--dir", f.folder)
	f.write()
	if err := os.Rename(f.seed("again"), f.seed("honest")); err != nil {
		t.Fatal(err)
	}
	h.kill()
	f.hubs[0].signal(syscall.SIGHUP)
	f.startAll(h)
	f.await("the host is ready", func() bool { code, _ := h.get("/readyz"); return code == http.StatusOK })
}
