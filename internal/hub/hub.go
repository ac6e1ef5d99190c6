package hub

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/sys"
)

// startTime is how long the listeners may take to open.
const startTime = 10 * time.Second

// Hub is a NATS server that runs in this process.
type Hub struct {
	// Static after Start.
	options Options
	log     *slog.Logger
	server  *server.Server
	self    self
	guard   *guard        // nil where everybody may come in
	shown   *certificate  // nil without TLS
	ready   chan struct{} // closed when streams and buckets are there
	stop    context.CancelFunc
	running sync.WaitGroup // the services, and who makes the streams

	reloading sync.Mutex
	closing   sync.Once
}

// Start opens the listeners and returns. Streams and buckets are made from then on, since a hub of three
// can make none before it has met another: see Ready.
func Start(o Options) (*Hub, error) {
	if o.Listen == "" {
		o.Listen = DefaultListen
	}
	o.Replicas, o.Connections = max(o.Replicas, 1), orDefault(o.Connections, DefaultConnections)
	if err := o.Check(); err != nil {
		return nil, err
	}
	self, err := newSelf()
	if err != nil {
		return nil, err
	}
	h := &Hub{options: o, log: o.log(), self: self, ready: make(chan struct{})}
	natsOptions, err := h.nats()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(natsOptions)
	if err != nil {
		return nil, fmt.Errorf("could not start: %w", err)
	}
	h.server = s
	if h.guard != nil {
		if err := h.guard.listen(s, natsOptions, o.Connections, h.log); err != nil {
			return nil, fmt.Errorf("could not listen at %s: %w", o.Listen, err)
		}
	}
	problems := newServerLog(h.log)
	s.SetLoggerV2(problems, false, false, false)
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, fmt.Errorf("could not listen at %s: %w", o.Listen, problems.firstError())
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.stop = cancel
	h.running.Go(func() { h.serve(ctx) })
	return h, nil
}

// Addr is the address that the hub listens at.
func (h *Hub) Addr() string { return h.server.Addr().String() }

// ClusterURL is the route by which other hubs reach this one, or "" when it is alone.
func (h *Hub) ClusterURL() string {
	if h.options.Cluster == "" {
		return ""
	}
	return "nats://" + h.server.ClusterAddr().String()
}

// Ready is closed when streams and buckets are there. A hub of a cluster waits for others until then.
func (h *Hub) Ready() <-chan struct{} { return h.ready }

// nats returns the options of the server, with the hub's certificate and its guard in them.
func (h *Hub) nats() (n *server.Options, err error) {
	if n, err = h.options.nats(); err != nil {
		return nil, err
	}
	if h.options.Keys != "" {
		if h.guard, err = newGuard(h.options.Keys, h.self.public, h.options.OnKeys); err != nil {
			return nil, err
		}
		n.CustomClientAuthentication = h.guard
		n.MaxConn += ownConnections // what is admitted is counted by the listener
	}
	if h.shown, err = newCertificate(h.options.TLS); err != nil || h.shown == nil {
		return n, err
	}
	return n, h.shown.apply(n)
}

// Reload reads the file of keys and the certificate again. Who is no longer listed is disconnected at once. When a file is
// wrong, everything stays as it is.
func (h *Hub) Reload() error {
	h.reloading.Lock()
	defer h.reloading.Unlock()
	var keys []Key
	var pair *tls.Certificate
	var err error
	if h.guard != nil {
		if keys, err = readKeys(h.options.Keys); err != nil {
			return err
		}
	}
	if h.shown != nil {
		if pair, err = h.options.TLS.read(); err != nil {
			return err
		}
		h.shown.now.Store(pair)
	}
	if h.guard != nil {
		return h.guard.listAgain(keys, h.server)
	}
	return nil
}

// Close stops the services, hands what this hub leads over to others of its cluster, and ends.
func (h *Hub) Close() {
	h.closing.Do(func() {
		h.stop()
		h.running.Wait()
		if h.options.Cluster != "" {
			h.server.LameDuckShutdown() // a second for the others to take over
		}
		h.server.Shutdown()
		h.server.WaitForShutdown()
	})
}

// connect returns a connection to this hub that needs no socket. It may do everything.
func (h *Hub) connect(name string) (*nats.Conn, error) {
	nc, err := nats.Connect("", nats.InProcessServer(h.server), nats.Name(name), nats.MaxReconnects(-1),
		nats.ReconnectWait(50*time.Millisecond), nats.Nkey(h.self.public, h.self.sign))
	if err != nil {
		return nil, fmt.Errorf("could not reach the hub in this process: %w", err)
	}
	return nc, nil
}

// serve opens the desk, makes the streams, and then runs the services until ctx is done.
func (h *Hub) serve(ctx context.Context) {
	defer sys.Restore()
	nc, err := h.connect("hub")
	if err != nil {
		h.log.Error("the hub's own connection", "err", err)
		return
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		h.log.Error("the hub's own connection", "err", err)
		return
	}
	closeDesk, err := openDesk(ctx, nc, h.guard, h.log)
	if err != nil {
		h.log.Error("the hub's own connection", "err", err)
		return
	}
	defer closeDesk()
	var services sync.WaitGroup
	defer services.Wait()
	if h.options.Cluster != "" {
		services.Go(func() {
			defer sys.Restore()
			h.tend(ctx, js)
		})
	}
	if h.ensure(ctx, js) != nil {
		return // ctx is done
	}
	close(h.ready)
	h.log.Info("the fleet's streams are there")
	for _, s := range h.options.Services {
		services.Go(func() { h.keepRunning(ctx, s) })
	}
	<-ctx.Done() // until then the desk is open
}

// errStopped is what a service returns for whom there was no more to do.
var errStopped = errors.New("stopped by itself")
