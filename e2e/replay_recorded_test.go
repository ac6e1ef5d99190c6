//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestASoloMatchIsAReplay(t *testing.T) {
	smoke(t)
	t.Parallel()
	data, config := "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir()
	cmd := newCommand(t, "solo", "--bots", "2", "--name", "Ann", "--time", "11s", "--replays", "1MB")
	cmd.Env = append(cmd.Env, data, config)
	p := startTerminalOf(t, cmd)
	p.sees("recorded: dogfight replay last")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	verify := newCommand(t, "replay", "verify", "last")
	verify.Env = append(verify.Env, data, config)
	if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), "verified: 0:11") || !strings.Contains(string(out), "your own host") {
		t.Errorf("%v: %s", err, out)
	}
}
