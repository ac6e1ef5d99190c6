package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"dogfight/internal/command"
	"dogfight/internal/hub"
	"dogfight/internal/ops"
	"dogfight/net/listing"
	"dogfight/sys"
)

// operate lets operators watch a hub and manage it, until done is called: with the hub's state, before it ends. end ends the hub.
func (p *program) operate(f *flags, h *hub.Hub, kept *hub.Records, list *listing.Server, end func()) (done func(), err error) {
	service := ops.Service{
		Program: "hub", Healthy: h.Healthy, Ready: h.Serves, Status: h.Status, Who: h.Connections,
		Drain: func(time.Duration) string {
			end()
			return "the hub ends; in a cluster, others take its streams over"
		},
		Undrain: func() error { return errors.New("a hub that was drained ends at once: start it again") },
	}
	m := ops.NewService(command.Version, service)
	h.Watch(m)
	if kept != nil {
		kept.Watch(m)
	}
	if list != nil {
		watchList(m, list)
	}
	closes := []func(){}
	done = func() {
		for _, end := range closes {
			end()
		}
	}
	console, err := ops.ListenConsole(cmp.Or(f.admin, filepath.Join(f.Data, "admin")), f.Log, nil, ops.Logged(f.Log, service.Answer))
	switch {
	case err == nil:
		closes = append(closes, console.Close)
	case f.admin != "":
		return nil, err
	default:
		f.Log.Warn(err.Error())
	}
	if f.ops != "" {
		door, err := ops.Listen(f.ops, m, f.Log)
		if err != nil {
			done()
			return nil, err
		}
		closes = append(closes, door.Close)
		fmt.Fprintf(p.stdout, "listening ops %s\n", door.Addrs()[0])
	}
	m.Open()
	closes = append([]func(){sys.ServiceManager().Watch(sys.Watched{Status: m.Status, Healthy: m.Healthy, Draining: func() bool { return false }}), func() { m.Drain("the hub ends") }, h.Close}, closes...)
	return done, nil
}

// watchList adds the figures of a public list to a monitor.
func watchList(m *ops.Monitor, list *listing.Server) {
	m.Source("dogfight_list_matches", func() float64 {
		listed, _, _ := list.List.Counts()
		return float64(listed)
	})
	m.Counter(`dogfight_list_announcements_total{outcome="accepted"}`, func() uint64 {
		_, accepted, _ := list.List.Counts()
		return accepted
	})
	m.Counter(`dogfight_list_announcements_total{outcome="refused"}`, func() uint64 {
		_, _, refused := list.List.Counts()
		return refused
	})
	m.Refused("list", list.Refused)
}
