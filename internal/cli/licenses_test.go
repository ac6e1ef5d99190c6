package cli

import (
	"os/exec"
	"testing"

	"dogfight/internal/command"
)

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
