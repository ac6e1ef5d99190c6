package dialects

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"testing"
)

// errMissing is the error if no program can be built here.
var errMissing = errors.New("the real libenet is not to be had here")

// Build builds a program from a C file.
func Build(program, source string) error {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		return fmt.Errorf("%w: there is no C compiler, cc", errMissing)
	}
	out, err := exec.Command(compiler, "-std=c99", "-Wall", "-o", program, source, "-lenet").CombinedOutput()
	switch {
	case err == nil:
		return nil
	case regexp.MustCompile(`enet/enet\.h: No such file|-lenet\b`).Match(out):
		return fmt.Errorf("%w: install libenet-dev", errMissing)
	case bytes.Contains(out, []byte("h: No such file")):
		return fmt.Errorf("%w: install libc6-dev", errMissing)
	}
	return fmt.Errorf("%s does not build:\n%s", source, out)
}

// Need skips a test without libenet, and fails one if its program does not build.
func Need(t testing.TB, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errMissing):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
}
