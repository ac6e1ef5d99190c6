package cli

import (
	"strings"
	"testing"
)

func TestHelpHasALineForSoundOverSSHOnEachSystem(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"linux", "freebsd", "darwin", "windows"} {
		if lines := sshSoundLines(system); !strings.Contains(lines, "  ssh -t -p 2222 HOST sound 2>") {
			t.Errorf("%s has %q", system, lines)
		}
	}
	if code, out, errs := call(t, "help", "ssh-sound"); code != 0 || errs != "" || !strings.Contains(out, "HOST sound 2>") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}
