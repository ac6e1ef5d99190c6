//go:build unix

package e2e

import (
	"strings"
	"syscall"
	"testing"
)

// TestADoorThatDrainsEndsWhenThoseItDrawsHaveLeft: SIGTERM lets a player by SSH play on, and refuses others.
func TestADoorThatDrainsEndsWhenThoseItDrawsHaveLeft(t *testing.T) {
	t.Parallel()
	f := startWholeFleet(t, 1, "--fill", "3", "--time", "0")
	p := startTerminalOf(t, f.door.ssh("Comet"))
	p.sees("♥ ▊▊▊▊▊")
	f.door.until("it draws a player", func(f figures) bool {
		return f["dogfight_door_drawn"] == 1 && f["dogfight_placed_total"] == 1 && f["dogfight_ready"] == 1 && f["dogfight_fleet_connected"] == 1
	})
	admin := func(words ...string) string {
		code, out, errs := run(t, append([]string{"admin", "--socket", f.door.socket}, words...)...)
		if code != exitOK {
			t.Errorf("admin %v: %s", words, errs)
		}
		return out
	}
	if out := admin("who"); out != "" {
		t.Errorf("nobody waits, and who prints %q", out)
	}
	admin("drain", "1h")
	if out := admin("undrain"); out != "it takes new players again\n" {
		t.Errorf("undrain prints %q", out)
	}
	f.door.cmd.Process.Signal(syscall.SIGTERM)
	f.door.until("it drains", func(f figures) bool { return f["dogfight_draining"] == 1 && f["dogfight_ready"] == 0 })
	late := startTerminalOf(t, f.door.ssh("Late"))
	if code := late.leaves(); code == exitOK || !strings.Contains(late.raw.String(), "this door is closing and takes no new players") {
		t.Errorf("another player: code %d, %q", code, late.raw.String())
	}
	p.press("\x03")
	p.leaves()
	if err := f.door.cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
