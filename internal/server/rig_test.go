package server

import (
	"log/slog"
	"os"
	"testing"

	"dogfight/internal/config"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net"
	"dogfight/testkit"
)

// TestMain runs more tests in parallel than there are cores: most wait for matches and sockets, and compute little.
func TestMain(m *testing.M) {
	testkit.Parallel(24)
	os.Exit(m.Run())
}

// tempDirs returns temporary folders for the files of one host.
func tempDirs(t testing.TB) config.Dirs { return config.Dirs{Config: t.TempDir(), Data: t.TempDir()} }

// start starts a host until the end of the test.
func start(t testing.TB, o Options, log *slog.Logger) *Server {
	t.Helper()
	s, err := Start(o, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// newFleet returns a fleet without hosts, and makes the test parallel.
func newFleet(t *testing.T) *fleettest.Local {
	t.Parallel()
	f := fleettest.NewLocal()
	t.Cleanup(f.Close)
	return f
}

// isKnownTo waits until a host accepts the tickets of a door.
func (i *issuer) isKnownTo(t *testing.T, s *Server) {
	t.Helper()
	until(t, func() bool { return s.member.keys.Door(i.id) != nil })
}

// keyOf returns the key of a pilot.
func keyOf(t *testing.T, host *net.Host, name string) string {
	t.Helper()
	pilots, err := host.Pilots()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pilots {
		if p.Name == name {
			return p.Identity
		}
	}
	t.Fatalf("there is no %s", name)
	return ""
}
