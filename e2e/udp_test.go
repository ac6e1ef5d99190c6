//go:build unix

package e2e

import (
	"fmt"
	stdnet "net"
	"strings"
	"syscall"
	"testing"
)

func TestAHostWhoseUDPPortIsTakenSaysSoAndPlaysOn(t *testing.T) {
	t.Parallel()
	taken, err := stdnet.ListenPacket("udp", fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))) // of which TCP has to be free
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
