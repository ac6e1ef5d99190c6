package admission

import (
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// exhausted is a listener of a system that has no file descriptor left for the first tries.
type exhausted struct {
	net.Listener
	tries, failures int
}

func (e *exhausted) Accept() (net.Conn, error) {
	if e.tries++; e.tries > e.failures {
		return nil, net.ErrClosed
	}
	return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
}

func (*exhausted) Addr() net.Addr { return &net.TCPAddr{Port: 4242} }

func TestAPatientListenerLogsOneLineAMinuteAndCountsEachFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		e, c := &exhausted{failures: 1201}, New(Limits{}) // of two minutes, at ten tries a second
		begin := time.Now()
		_, err := c.Patient(e, slog.New(slog.NewTextHandler(&log, nil))).Accept()
		if err != net.ErrClosed || e.tries != 1202 {
			t.Errorf("after %d tries: %v, want net.ErrClosed after 1202", e.tries, err)
		}
		if took := time.Since(begin); took != 1201*retry {
			t.Errorf("%d tries took %v, want %v", e.tries, took, 1201*retry)
		}
		if n := c.Refused().Failed; n != 1201 {
			t.Errorf("%d failures are counted, want 1201", n)
		}
		if lines := strings.Count(log.String(), "too many open files"); lines != 3 {
			t.Errorf("%d lines, want 3, one a minute:\n%s", lines, log.String())
		}
	})
}
