package enet_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

// buildFolder is the folder for programs built by the tests.
var buildFolder string

func TestMain(m *testing.M) {
	var err error
	if buildFolder, err = os.MkdirTemp("", "enet"); err != nil {
		panic(err)
	}
	testkit.Parallel(12)
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(buildFolder)
		os.Exit(code)
	}))
}

// eventually waits for a condition on real sockets.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	testkit.Until(t, what, happened)
}
