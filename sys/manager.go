package sys

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// Manager is who started this process and wants to know how it fares. A nil Manager is nobody. Its methods may be called from
// any goroutine.
type Manager struct {
	at       *net.UnixAddr
	watchdog time.Duration // the manager kills the process if it is silent for so long; 0 for never
}

// TheManager returns who is named in the environment, or nil. Programs that this one starts are not told of them.
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

// isUs reports whether a variable names this process. One that is not there may do so as well.
func isUs(pid string, missing bool) bool {
	if pid == "" {
		return missing
	}
	return pid == strconv.Itoa(os.Getpid())
}

// Ready tells that the process does what it was started for, or does it again after Reloading.
func (m *Manager) Ready(status string) error { return m.tell("READY=1", statusLine(status)) }

// Reloading tells that the process reads its configuration again. Ready is to follow, whatever comes of it.
func (m *Manager) Reloading() error {
	return m.tell("RELOADING=1", fmt.Sprintf("MONOTONIC_USEC=%d", monotonic()/time.Microsecond))
}

// Stopping tells that the process begins to end.
func (m *Manager) Stopping() error { return m.tell("STOPPING=1") }

// statusLine is a status, of which there is one line.
func statusLine(status string) string {
	return "STATUS=" + strings.Join(strings.FieldsFunc(status, func(r rune) bool { return r == '\n' || r == 0 }), " ")
}

// tell sends lines to the manager. It waits for no answer, and not for a manager that is slow.
func (m *Manager) tell(lines ...string) error {
	if m == nil {
		return nil
	}
	conn, err := net.DialUnix(m.at.Net, nil, m.at)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(tellTime))
	_, err = conn.Write([]byte(strings.Join(lines, "\n")))
	return err
}

const (
	tellTime = time.Second
	// statusEvery is how often the manager is told what is new.
	statusEvery = 5 * time.Second
	// patience is for how much longer the manager is to wait while the process drains.
	extension = 30 * time.Second
)

// Watched is what the manager is told of, again and again.
type Watched struct {
	Status   func() string // one line
	Healthy  func() error  // not nil: the manager may kill the process
	Draining func() bool   // the process has been told to end, and takes its time
}

// Run tells the manager how the process fares, until ctx is done. The watchdog hears of it twice in its time, as long as the
// process is healthy.
func (m *Manager) Run(ctx context.Context, w Watched) {
	if m == nil {
		return
	}
	every, said := statusEvery, ""
	if m.watchdog > 0 {
		every = max(min(every, m.watchdog/2), time.Millisecond)
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for told := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			var lines []string
			if m.watchdog > 0 && w.Healthy() == nil {
				lines = append(lines, "WATCHDOG=1")
			}
			if now.Sub(told) >= statusEvery-every/2 {
				told = now
				if status := w.Status(); status != said {
					said, lines = status, append(lines, statusLine(status))
				}
				if w.Draining() {
					lines = append(lines, fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", extension/time.Microsecond))
				}
			}
			if len(lines) > 0 {
				m.tell(lines...)
			}
		}
	}
}
