//go:build unix

package e2e

import (
	stdnet "net"
	"strings"
	"syscall"
	"testing"
)

func TestAHostWhoseUDPPortIsTakenSaysSoAndPlaysOn(t *testing.T) {
	taken, err := stdnet.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	h := startHeadlessAt(t, taken.LocalAddr().String())
	h.cmd.Process.Signal(syscall.SIGTERM)
	h.cmd.Wait()
	if log := h.log.String(); !strings.Contains(log, "there is no UDP, which means more lag for players") {
		t.Errorf("the log does not tell: %s", log)
	}
}
