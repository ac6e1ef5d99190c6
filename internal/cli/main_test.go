package cli

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/testkit"
)

// TestMain runs more tests at a time than there are cores: many wait for hubs.
func TestMain(m *testing.M) {
	testkit.Parallel(8)
	os.Exit(m.Run())
}

// nobody has no files.
var nobody = config.Dirs{Config: "/nonexistent/config", Data: "/nonexistent/data"}

// user is one who runs the program, with files of their own.
type user struct {
	*testing.T
	config.Dirs
}

// newUser returns a user who has no files yet.
func newUser(t *testing.T) user {
	return user{t, config.Dirs{Config: t.TempDir(), Data: t.TempDir()}}
}

// call runs the program with arguments.
func (p user) call(args ...string) (code int, stdout, stderr string) {
	p.Helper()
	var out, errs bytes.Buffer
	code = (&program{dirs: p.Dirs, fleetTime: testkit.Limit, stdout: &out, stderr: &errs}).run(p.Context(), args)
	return code, out.String(), errs.String()
}

// call runs the program for nobody.
func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return user{t, nobody}.call(args...)
}

func TestTheLicencesOfAllLinkedModulesArePrinted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("not tried: bash is missing")
	}
	want, err := exec.Command("bash", "../../packaging/notices.sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call(t, "licenses"); code != command.ExitOK || out != string(want) || errs != "" {
		t.Errorf("exit code %d, %q: %d bytes, expected %d; run go generate ./internal/cli", code, errs, len(out), len(want))
	}
}
