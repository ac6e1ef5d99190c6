package server

import (
	"log/slog"

	"dogfight/game/career"
	"dogfight/internal/door"
	"dogfight/internal/ops"
	"dogfight/proto"
)

// Front is the doors for SSH, for browsers and for operators of a door of a fleet.
type Front struct {
	*Entrance
	*drainer
}

// OpenFront opens the doors that the options name. scores returns the answer to "scores".
func OpenFront(d *door.Door, scores func() (string, error), o Options, log *slog.Logger) (*Front, error) {
	no := func() bool { return false }
	f := &Front{Entrance: &Entrance{dirs: o.Dirs, log: log, fleetAddr: d.Addr()}}
	f.drainer = &drainer{
		limit: o.DrainLimit, refuse: d.Refuse, logger: log, what: "the door takes no new players, and ends when those that it draws have left",
		idle: func() bool { return f.drawn.Load() == 0 && len(d.Guests()) == 0 },
	}
	service := f.drainer.service(ops.Service{Program: "door", Healthy: d.Healthy, Ready: d.Ready, Status: func() string { return d.Info().Title }, Who: d.Guests})
	f.monitor = ops.NewService(o.Program, service)
	f.drainer.start(f.monitor)
	f.lobby = &lobby{
		add: d.Add, follow: d.Follow, closed: no, suspended: no, draining: f.Draining, scores: scores,
		roster: func() (string, error) { return d.Summary(), nil },
		info:   func() (proto.Info, proto.Progress) { return d.Info(), proto.Progress{Left: proto.NoLimit} },
		news:   func(string) func() *career.News { return nil },
	}
	d.Watch(f.monitor)
	f.monitor.Source("dogfight_door_drawn", func() float64 { return float64(f.drawn.Load()) })
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
	f.drainer.close()
	f.Entrance.Close()
}
