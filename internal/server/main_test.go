package server

import (
	"os"
	"testing"

	"dogfight/internal/config"
	"dogfight/testkit"
)

// TestMain runs more tests at a time than there are cores: most wait for matches and sockets, and compute little.
func TestMain(m *testing.M) {
	testkit.Parallel(24)
	os.Exit(m.Run())
}

// ownDirs returns folders for the files of a host of the test's own.
func ownDirs(t testing.TB) config.Dirs { return config.Dirs{Config: t.TempDir(), Data: t.TempDir()} }
