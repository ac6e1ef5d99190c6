//go:build linux

package e2e

import (
	"strings"
	"testing"
)

// Nothing can be created below /proc, and nothing is there to read.
func TestAHostThatCannotWriteItsFilesStartsAndLogsTheConsequences(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--lan=false")
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME=/proc/self/full", "XDG_DATA_HOME=/proc/self/full")
	h := startHeadlessOf(t, cmd)
	if code, out, errs := run(t, "info", h.addr); code != exitOK || !strings.Contains(out, "title") {
		t.Errorf("info: %d, %s %s", code, out, errs)
	}
	h.cmd.Process.Kill()
	h.cmd.Wait()
	for _, want := range []string{"the certificate of this host is new and cannot be kept", "the key for SSH of this host is new and cannot be kept"} {
		if n := strings.Count(h.log.String(), want); n != 1 {
			t.Errorf("%q is logged %d times in %s", want, n, h.log.String())
		}
	}
}
