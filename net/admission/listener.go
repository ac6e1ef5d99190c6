package admission

import (
	"errors"
	"log/slog"
	"net"
	"time"

	"golang.org/x/time/rate"
)

const (
	// retry is the pause after the system could not accept a connection.
	retry = 100 * time.Millisecond
	// warnEvery is how often that is logged at most.
	warnEvery = time.Minute
)

// listener accepts connections, and tries again when the system cannot.
type listener struct {
	net.Listener
	log    *slog.Logger
	warn   rate.Sometimes
	failed func()
}

// Patient returns a listener on l whose Accept logs an error, such as that no file descriptor is left, and tries again until l is
// closed. A log that is nil is silent.
func Patient(l net.Listener, log *slog.Logger) net.Listener { return patient(l, log, func() {}) }

// Patient is the function of that name for the listener that c serves: errors are counted in Refused.
func (c *Control) Patient(l net.Listener, log *slog.Logger) net.Listener {
	return patient(l, log, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.refused.Failed++
	})
}

func patient(l net.Listener, log *slog.Logger, failed func()) *listener {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &listener{l, log, rate.Sometimes{Interval: warnEvery}, failed}
}

// Accept returns the next connection, or net.ErrClosed.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err == nil || errors.Is(err, net.ErrClosed) {
			return conn, err
		}
		l.failed()
		l.warn.Do(func() {
			l.log.Error("cannot accept connections, trying again; if too many files are open, raise the limit (ulimit -n, LimitNOFILE)",
				"addr", l.Addr().String(), "err", err)
		})
		time.Sleep(retry)
	}
}
