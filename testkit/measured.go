package testkit

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Measured returns the line of a table of figures that names its day, commit, compiler and machine.
func Measured(t testing.TB) string {
	t.Helper()
	commit, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		t.Fatalf("the commit: %v", err)
	}
	return fmt.Sprintf("Measured on %s at commit %s by %s on %s/%s, %d cores.\n", time.Now().UTC().Format(time.DateOnly),
		strings.TrimSpace(string(commit)), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}
