package testkit

import (
	"os"
	"testing"
)

// Home returns a folder for the files of a program, which is removed after the test. Its path is short whatever the name of the test is:
// the program has a Unix socket in it, whose path has at most 104 bytes on some systems.
func Home(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "home")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}
