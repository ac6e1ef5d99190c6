// Package hub is the middle of a fleet: a NATS server with JetStream in this process, the streams and buckets of internal/fleet, and the records of
// the fleet.
//
// One hub is enough. Three with routes to each other act as one hub, and one of them may fail. A file lists the accepted public keys; the role of a
// key decides its subjects:
//
//	host, door, operator, hub -> an nkey in the file of keys -> subjects (keys.go)
//
// Records are results of matches, each counted once, with the ratings that follow; bans; links between keys:
//
//	stream DOGFIGHT_RESULTS -> take: parse, signature, bounds -> records.Store.AddOnce -> ack
//	                               |                                  | no database, or an unknown key: later
//	                               +-> invalid for ever: refused, counted, logged
//
// They are in a SQLite file of one hub, or in a PostgreSQL database that all hubs of a cluster may share. A message is acknowledged when its result
// is on the disk. If a hub dies before that, the message is delivered again and the result is found.
//
// Only this package links the NATS server; the game does not.
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

	"dogfight/internal/fleet/overnats"
	"dogfight/net/admission"
	"dogfight/sys"
)

// startTime is the limit for opening the listeners.
const startTime = 10 * time.Second

// Hub is a NATS server that runs in this process.
type Hub struct {
	// Static after Start.
	options Options
	log     *slog.Logger
	server  *server.Server
	self    self
	guard   *guard        // nil without keys
	shown   *certificate  // nil without TLS
	ready   chan struct{} // closed when streams and buckets exist
	streams admission.Answer[map[string]server.StreamDetail]
	stop    context.CancelFunc
	running sync.WaitGroup // services, and the creation of streams

	reloading sync.Mutex
	closing   sync.Once
}

// Start opens the listeners and returns. Streams and buckets are created later, since a hub of a cluster needs another hub for it: see Ready.
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
	h.streams.Life, h.streams.Find = streamsLife, h.readStreams
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

// Addr returns the address of the listener.
func (h *Hub) Addr() string { return h.server.Addr().String() }

// ClusterURL returns the route to this hub for other hubs, or "" without a cluster.
func (h *Hub) ClusterURL() string {
	if h.options.Cluster == "" {
		return ""
	}
	return "nats://" + h.server.ClusterAddr().String()
}

// Ready is closed when streams and buckets exist. In a cluster this needs other hubs.
func (h *Hub) Ready() <-chan struct{} { return h.ready }

// nats returns the options of the server with the hub's certificate and guard.
func (h *Hub) nats() (n *server.Options, err error) {
	if n, err = h.options.nats(); err != nil {
		return nil, err
	}
	if h.options.Keys != "" {
		if h.guard, err = newGuard(h.options.Keys, h.self.public, h.options.OnKeys); err != nil {
			return nil, err
		}
		n.CustomClientAuthentication = h.guard
		n.MaxConn += ownConnections // the listener counts admitted connections
	}
	if h.shown, err = newCertificate(h.options.TLS); err != nil || h.shown == nil {
		return n, err
	}
	return n, h.shown.apply(n)
}

// Reload reads the file of keys and the certificate again, and disconnects clients with removed keys. If a file is invalid, nothing changes.
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
		return h.guard.replace(keys, h.server)
	}
	return nil
}

// Close stops the services and the server. In a cluster, other hubs take over the streams that this one leads.
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

// connect returns an in-process connection to this hub with all permissions.
func (h *Hub) connect(name string) (*nats.Conn, error) {
	nc, err := nats.Connect("", nats.InProcessServer(h.server), nats.Name(name), nats.MaxReconnects(-1),
		nats.ReconnectWait(50*time.Millisecond), nats.Nkey(h.self.public, h.self.sign))
	if err != nil {
		return nil, fmt.Errorf("could not reach the hub in this process: %w", err)
	}
	return nc, nil
}

// serve opens the desk, creates the streams, and runs the services until ctx is done.
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
		services.Go(func() { h.runService(ctx, s) })
	}
	<-ctx.Done() // until then the desk is open
}

var errStopped = errors.New("stopped by itself")

// Service is a service of the fleet on the bus, such as the records. Each hub of a cluster runs its own; they share the work by a durable consumer
// or a queue group.
type Service struct {
	Name string
	// Run works until ctx is done. It is called when the streams exist, with its own connection, which has all permissions and is closed after
	// Run. If Run returns earlier, that is logged and it is called again after restartPause.
	Run func(ctx context.Context, nc *nats.Conn) error
}

// restartPause is the pause before a failed service starts again.
const restartPause = time.Second

// runService runs a service until ctx is done, again after each failure.
func (h *Hub) runService(ctx context.Context, s Service) {
	defer sys.Restore()
	for {
		err := h.run(ctx, s)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			err = errStopped
		}
		h.log.Error("a service failed; it starts again", "service", s.Name, "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(restartPause):
		}
	}
}

func (h *Hub) run(ctx context.Context, s Service) error {
	nc, err := h.connect(s.Name)
	if err != nil {
		return err
	}
	defer nc.Close()
	return s.Run(ctx, nc)
}

const (
	ensureTime  = 5 * time.Second
	ensurePause = 250 * time.Millisecond
	// ensureLog is the interval of log lines of a hub that waits for others.
	ensureLog = 10 * time.Second
)

// ensure creates streams and buckets. It retries until ctx is done, as the hubs of a cluster must choose a leader first.
func (h *Hub) ensure(ctx context.Context, js jetstream.JetStream) error {
	logged := time.Now()
	for {
		try, cancel := context.WithTimeout(ctx, ensureTime)
		err := overnats.Ensure(try, js, h.options.Replicas)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(logged) > ensureLog {
			logged = time.Now()
			h.log.Warn("streams are not there yet", "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(ensurePause):
		}
	}
}

const (
	tendEach = 3 * time.Second
	tendTime = 2 * time.Second // to ask for a stream
	// stalledAfter is the limit for a stream without a leader: twice the time of an election.
	stalledAfter = 15 * time.Second
)

// tend recreates streams in memory that lost their leader. That happens if so many hubs ended one after another that none has the whole stream: the
// others then wait for ever. Members of the fleet send the lost contents again.
func (h *Hub) tend(ctx context.Context, js jetstream.JetStream) {
	each := time.NewTicker(tendEach)
	defer each.Stop()
	since := map[string]time.Time{} // without a leader
	for {
		select {
		case <-ctx.Done():
			return
		case <-each.C:
		}
		for _, name := range overnats.Streams() {
			h.widen(ctx, js, name)
		}
		for _, name := range overnats.InMemory() {
			if h.stalled(ctx, js, name, since) {
				h.log.Warn("a stream had no leader for too long: it is made anew, empty", "stream", name)
				h.recreate(ctx, js, name)
			}
		}
	}
}

// stalled reports whether this hub must recreate a stream.
func (h *Hub) stalled(ctx context.Context, js jetstream.JetStream, name string, since map[string]time.Time) bool {
	ctx, cancel := context.WithTimeout(ctx, tendTime)
	defer cancel()
	s, err := js.Stream(ctx, name) // without a leader of the stream, that of the cluster answers, or none
	began, known := since[name]
	switch {
	case err == nil && s.CachedInfo().Cluster != nil && s.CachedInfo().Cluster.Leader != "" || errors.Is(err, jetstream.ErrStreamNotFound):
		delete(since, name)
	case !known:
		since[name] = time.Now()
	case time.Since(began) >= stalledAfter && h.server.JetStreamIsLeader(): // one hub does it
		delete(since, name)
		return true
	}
	return false
}

func (h *Hub) recreate(ctx context.Context, js jetstream.JetStream, name string) {
	ctx, cancel := context.WithTimeout(ctx, 2*ensureTime)
	defer cancel()
	try, done := context.WithTimeout(ctx, ensureTime)
	js.DeleteStream(try, name) // may time out, as its hubs are missing
	done()
	err := overnats.Ensure(ctx, js, h.options.Replicas)
	if err != nil { // too few hubs: one replica is better than none; see widen
		err = overnats.Ensure(ctx, js, 1)
	}
	if err != nil && ctx.Err() == nil {
		h.log.Warn("streams are not there yet", "err", err)
	}
}

// widen restores the number of replicas of a stream when there are enough hubs again.
func (h *Hub) widen(ctx context.Context, js jetstream.JetStream, name string) {
	ctx, cancel := context.WithTimeout(ctx, tendTime)
	defer cancel()
	s, err := js.Stream(ctx, name)
	if err != nil || s.CachedInfo().Config.Replicas >= h.options.Replicas || !h.server.JetStreamIsLeader() {
		return
	}
	c := s.CachedInfo().Config
	c.Replicas = h.options.Replicas
	if _, err := js.UpdateStream(ctx, c); err == nil {
		h.log.Info("a stream is kept by all again", "stream", name)
	}
}
