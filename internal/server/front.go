package server

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game/career"
	"dogfight/internal/door"
	"dogfight/internal/ops"
	"dogfight/proto"
	"dogfight/sys"
)

// Front is the doors for SSH, for browsers and for operators of a door of a fleet.
type Front struct {
	*Entrance
	door  *door.Door
	limit time.Duration // of a drain

	by      atomic.Pointer[time.Time] // the end of a drain at the latest; nil: none
	drained chan struct{}
	stop    context.CancelFunc
	running sync.WaitGroup
}

// OpenFront opens the doors that the options name. scores returns the answer to "scores".
func OpenFront(d *door.Door, scores func() (string, error), o Options, log *slog.Logger) (*Front, error) {
	no := func() bool { return false }
	ctx, stop := context.WithCancel(context.Background())
	f := &Front{Entrance: &Entrance{dirs: o.Dirs, log: log, fleetAddr: d.Addr()}, door: d, limit: o.DrainLimit, drained: make(chan struct{}), stop: stop}
	service := ops.Service{
		Program: "door", Healthy: d.Healthy, Ready: d.Ready, Status: func() string { return d.Info().Title },
		Who: d.Guests, DrainLimit: f.limit, Drain: f.drain, Undrain: f.undrain,
	}
	f.monitor = ops.NewService(o.Program, service)
	f.lobby = &lobby{
		add: d.Add, follow: d.Follow, closed: no, suspended: no, draining: f.Draining, scores: scores,
		roster: func() (string, error) { return d.Summary(), nil },
		info:   func() (proto.Info, proto.Progress) { return d.Info(), proto.Progress{Left: proto.NoLimit} },
		news:   func(string) func() *career.News { return nil },
	}
	d.Watch(f.monitor)
	f.monitor.Source("dogfight_door_drawn", func() float64 { return float64(f.drawn.Load()) })
	f.running.Go(func() {
		defer sys.Restore()
		f.awaitDrained(ctx)
	})
	err := f.serveOps(&o)
	if err == nil {
		err = f.openAdmin(o.Admin, f.dirs.DoorSocket(), nil, service.Answer)
	}
	if err == nil {
		err = f.openVisitorDoors(&o)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	f.monitor.Open()
	f.invite()
	return f, nil
}

// Close disconnects all visitors.
func (f *Front) Close() {
	f.stop()
	f.running.Wait()
	f.Entrance.Close()
}

// Drain refuses new players. The front is drained when those that it draws have left, or at its limit.
func (f *Front) Drain() error {
	f.drain(f.limit)
	return nil
}

func (f *Front) drain(limit time.Duration) (done string) {
	by := time.Now().Add(limit)
	f.by.Store(&by)
	f.door.Refuse(true)
	f.monitor.Drain("it takes no new players")
	f.log.Info("draining", "limit", limit)
	return fmt.Sprintf("draining: the door takes no new players, and ends when those that it draws have left, in %v at the latest", limit)
}

func (f *Front) undrain() error {
	f.by.Store(nil)
	f.door.Refuse(false)
	f.monitor.Refill()
	return nil
}

// Draining reports whether new players are refused.
func (f *Front) Draining() bool { return f.by.Load() != nil }

// Drained is closed when a draining front is to be closed.
func (f *Front) Drained() <-chan struct{} { return f.drained }

// Err returns nil: a front drains only when it is asked to.
func (*Front) Err() error { return nil }

// drainedEvery is the interval of checks of a draining front.
const drainedEvery = 100 * time.Millisecond

// awaitDrained closes drained.
func (f *Front) awaitDrained(ctx context.Context) {
	timer := time.NewTicker(drainedEvery)
	defer timer.Stop()
	for {
		select {
		case now := <-timer.C:
			by := f.by.Load()
			if by != nil && (!now.Before(*by) || f.drawn.Load() == 0 && len(f.door.Guests()) == 0) {
				close(f.drained)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
