package sys

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Manager is the service manager, by sd_notify(3), that started this process: systemd or any other. A nil Manager is none. Its methods are
// safe for concurrent use.
type Manager struct {
	at       *net.UnixAddr
	watchdog time.Duration // the manager kills the process without a sign of life for so long; 0 for never
}

// ServiceManager returns the manager that the environment names, or nil. It clears these variables for child processes.
func ServiceManager() *Manager {
	defer unset("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
	path := os.Getenv("NOTIFY_SOCKET")
	if !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "@") { // vsock: addresses are for whole machines
		return nil
	}
	m := &Manager{at: &net.UnixAddr{Name: path, Net: "unixgram"}}
	if isUs(os.Getenv("WATCHDOG_PID"), true) {
		if n, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64); err == nil && n > 0 && n < int64(time.Hour*24*365/time.Microsecond) {
			m.watchdog = time.Duration(n) * time.Microsecond
		}
	}
	return m
}

func unset(names ...string) {
	for _, name := range names {
		os.Unsetenv(name)
	}
}

// isUs reports whether a pid in a variable is this process; missing is the result for an empty one.
func isUs(pid string, missing bool) bool {
	if pid == "" {
		return missing
	}
	return pid == strconv.Itoa(os.Getpid())
}

// Ready reports that the process is ready, at its start or after Reloading.
func (m *Manager) Ready(status string) error { return m.send("READY=1", statusLine(status)) }

// Reloading reports that the process reads its configuration again. Ready must follow.
func (m *Manager) Reloading() error {
	return m.send("RELOADING=1", fmt.Sprintf("MONOTONIC_USEC=%d", monotonic()/time.Microsecond))
}

// Stopping reports that the process begins to end.
func (m *Manager) Stopping() error { return m.send("STOPPING=1") }

// statusLine returns a status as one line.
func statusLine(status string) string {
	return "STATUS=" + strings.Join(strings.FieldsFunc(status, func(r rune) bool { return r == '\n' || r == 0 }), " ")
}

// send sends lines to the manager. It waits for no answer, and up to sendTime for a slow manager.
func (m *Manager) send(lines ...string) error {
	if m == nil {
		return nil
	}
	conn, err := net.DialUnix(m.at.Net, nil, m.at)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(sendTime))
	_, err = conn.Write([]byte(strings.Join(lines, "\n")))
	return err
}

const (
	sendTime = time.Second
	// statusEvery is the interval of reports.
	statusEvery = 5 * time.Second
	// extension is by how much the manager extends its wait while the process drains.
	extension = 30 * time.Second
)

// Watched is the state that is reported.
type Watched struct {
	Status   func() string
	Healthy  func() error // an error lets the manager kill the process
	Draining func() bool  // the process is ending after its match
}

// Watch reports that the process is ready, and then its state until stopping is called.
func (m *Manager) Watch(w Watched) (stopping func()) {
	m.Ready(w.Status())
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		defer Restore()
		m.Run(ctx, w)
	})
	return func() {
		cancel()
		running.Wait()
		m.Stopping()
	}
}

// Run reports the state of the process until ctx is done, and to the watchdog twice in its time while it is healthy.
func (m *Manager) Run(ctx context.Context, w Watched) {
	if m == nil {
		return
	}
	every, last := statusEvery, ""
	if m.watchdog > 0 {
		every = max(min(every, m.watchdog/2), time.Millisecond)
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for reported := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			var lines []string
			if m.watchdog > 0 && w.Healthy() == nil {
				lines = append(lines, "WATCHDOG=1")
			}
			if now.Sub(reported) >= statusEvery-every/2 {
				reported = now
				if status := w.Status(); status != last {
					last, lines = status, append(lines, statusLine(status))
				}
				if w.Draining() {
					lines = append(lines, fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", extension/time.Microsecond))
				}
			}
			if len(lines) > 0 {
				m.send(lines...)
			}
		}
	}
}
