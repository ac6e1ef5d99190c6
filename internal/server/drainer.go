package server

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/ops"
	"dogfight/sys"
)

// drainer drains a program that plays no matches: it refuses new visitors, and ends when the last has left.
type drainer struct {
	// Static after start.
	limit  time.Duration // of a drain
	refuse func(on bool) // turns the refusal of new visitors on or off
	idle   func() bool   // no visitor is left
	what   string        // a drain does
	logger *slog.Logger
	status *ops.Monitor

	by      atomic.Pointer[time.Time] // the end of a drain at the latest; nil: none
	drained chan struct{}
	stop    context.CancelFunc
	running sync.WaitGroup
}

// service adds the functions for draining to a service.
func (d *drainer) service(s ops.Service) ops.Service {
	s.DrainLimit, s.Drain, s.Undrain = d.limit, d.drain, d.undrain
	return s
}

func (d *drainer) start(m *ops.Monitor) {
	ctx, stop := context.WithCancel(context.Background())
	d.status, d.stop, d.drained = m, stop, make(chan struct{})
	d.running.Go(func() {
		defer sys.Restore()
		d.await(ctx)
	})
}

func (d *drainer) close() {
	d.stop()
	d.running.Wait()
}

// Drain refuses new visitors. The program is drained when the others have left, or at its limit.
func (d *drainer) Drain() error {
	d.drain(d.limit)
	return nil
}

func (d *drainer) drain(limit time.Duration) (done string) {
	by := time.Now().Add(limit)
	d.by.Store(&by)
	d.refuse(true)
	d.status.Drain("it takes no new players")
	d.logger.Info("draining", "limit", limit)
	return fmt.Sprintf("draining: %s, in %v at the latest", d.what, limit)
}

func (d *drainer) undrain() error {
	d.by.Store(nil)
	d.refuse(false)
	d.status.Refill()
	return nil
}

// Draining reports whether new visitors are refused.
func (d *drainer) Draining() bool { return d.by.Load() != nil }

// Drained is closed when a draining program is to be closed.
func (d *drainer) Drained() <-chan struct{} { return d.drained }

// Err returns nil: such a program drains only when it is asked to.
func (*drainer) Err() error { return nil }

// drainedEvery is the interval of checks of a draining program.
const drainedEvery = 100 * time.Millisecond

// await closes drained.
func (d *drainer) await(ctx context.Context) {
	timer := time.NewTicker(drainedEvery)
	defer timer.Stop()
	for {
		select {
		case now := <-timer.C:
			if by := d.by.Load(); by != nil && (!now.Before(*by) || d.idle()) {
				close(d.drained)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
