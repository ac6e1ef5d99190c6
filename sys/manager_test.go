//go:build unix

package sys

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dogfight/testkit"
)

// notified returns a socket as a manager has it, which is named in the environment, and what reads the next thing that it is told.
func notified(t *testing.T) (next func() string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "n") // shorter than the test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return func() string {
		b := make([]byte, 4096)
		conn.SetReadDeadline(time.Now().Add(testkit.Limit))
		n, err := conn.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
}

func TestAManagerIsToldWhatAHostDoes(t *testing.T) {
	next := notified(t)
	m := ServiceManager()
	if os.Getenv("NOTIFY_SOCKET") != "" {
		t.Error("programs that are started would speak for this one")
	}
	for _, c := range []struct {
		tell func() error
		want string
	}{
		{func() error { return m.Ready("3 players") }, "READY=1\nSTATUS=3 players"},
		{func() error { return m.Ready("3\nWATCHDOG=1\nx") }, "READY=1\nSTATUS=3 WATCHDOG=1 x"},
		{m.Stopping, "STOPPING=1"},
	} {
		if err := c.tell(); err != nil {
			t.Fatal(err)
		}
		if got := next(); got != c.want {
			t.Errorf("told %q, expected %q", got, c.want)
		}
	}
}

func TestAReloadIsToldWithATimeThatGoesOn(t *testing.T) {
	next := notified(t)
	m := ServiceManager()
	last := int64(0)
	for range 3 {
		if err := m.Reloading(); err != nil {
			t.Fatal(err)
		}
		at, ok := strings.CutPrefix(next(), "RELOADING=1\nMONOTONIC_USEC=")
		n, err := strconv.ParseInt(at, 10, 64)
		if !ok || err != nil || n <= last {
			t.Errorf("told %q after %d, %v", at, last, err)
		}
		last = n
		time.Sleep(time.Millisecond)
	}
}

func TestWithoutAManagerNothingIsTold(t *testing.T) {
	for _, path := range []string{"", "relative", "vsock:2:1234"} {
		t.Setenv("NOTIFY_SOCKET", path)
		m := ServiceManager()
		if m != nil || m.Ready("") != nil || m.Stopping() != nil || m.Reloading() != nil {
			t.Errorf("with %q there is a manager", path)
		}
		m.Run(context.Background(), Watched{})
	}
}

func TestAManagerThatIsGoneHoldsNobodyUp(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "nobody"))
	if err := ServiceManager().Ready(""); err == nil {
		t.Error("nobody was told")
	}
}

func TestTheWatchdogIsFedWhileTheHostIsHealthyAndNoLonger(t *testing.T) {
	next := notified(t)
	t.Setenv("WATCHDOG_USEC", "40000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	m := ServiceManager()
	if m.watchdog != 40*time.Millisecond {
		t.Fatalf("watchdog %v", m.watchdog)
	}
	const healthy = 3 // times that it says so
	asked := 0        // by Run's goroutine
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.Run(ctx, Watched{
			Status: func() string { return "" }, Draining: func() bool { return false },
			Healthy: func() error {
				if asked++; asked == 2*healthy {
					cancel()
				}
				if asked > healthy {
					return errors.New("ill")
				}
				return nil
			},
		})
	}()
	<-done
	m.Stopping()
	fed := 0
	for got := next(); got != "STOPPING=1"; got = next() {
		if fed++; got != "WATCHDOG=1" {
			t.Errorf("told %q", got)
		}
	}
	if fed != healthy {
		t.Errorf("fed %d times, expected %d", fed, healthy)
	}
}

func TestAnothersWatchdogIsNotFed(t *testing.T) {
	notified(t)
	for pid, usec := range map[string]string{"1": "1000000", "": "soon", "x": "1", strconv.Itoa(os.Getpid()): "-5"} {
		t.Setenv("NOTIFY_SOCKET", "/somewhere")
		t.Setenv("WATCHDOG_PID", pid)
		t.Setenv("WATCHDOG_USEC", usec)
		if m := ServiceManager(); m == nil || m.watchdog != 0 {
			t.Errorf("pid %q, %q µs: %+v", pid, usec, m)
		}
	}
}
