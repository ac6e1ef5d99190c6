package hub

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"reflect"
	"strconv"
	"sync"

	"github.com/nats-io/nats-server/v2/server"

	"dogfight/net/admission"
)

// listener accepts the connections of a hub with keys through net/admission: a stranger's are half-open until they show a listed key. The
// bus itself only counts connections, so that whoever opens enough of them keeps everybody else off.
type listener struct {
	*net.TCPListener
	control *admission.Control
	guard   *guard
	log     *limitedLog

	mu       sync.Mutex
	arriving map[netip.AddrPort]*visitor
	of       map[string]int        // connections by key
	known    map[netip.Addr]string // the last key that came from an address
}

// visitor is a connection. As a TCPConn, the bus writes many messages to it with one call of the system.
type visitor struct {
	*net.TCPConn
	at    *listener
	from  netip.AddrPort
	visit *admission.Visit
	key   string // guarded by at.mu; "" while half-open
}

const (
	// mostOfKey is how many connections a key has at most.
	mostOfKey = 64
	// ownConnections is how many the hub may need for itself.
	ownConnections = 64
)

// listen opens the listener of a server with such options, and has the server accept from it. The server has a place for a listener
// that is open already, but no option that sets it (nats-server 2.15.2).
func (g *guard) listen(s *server.Server, o *server.Options, connections int, log *slog.Logger) error {
	place := reflect.ValueOf(s).Elem().FieldByName("listener")
	if !place.IsValid() || place.Type() != reflect.TypeFor[net.Listener]() {
		return errors.New("this version of nats-server has no place for a listener")
	}
	config := net.ListenConfig{KeepAlive: -1}                                                                      // the bus has pings of its own
	tcp, err := config.Listen(context.Background(), "tcp", net.JoinHostPort(o.Host, strconv.Itoa(max(o.Port, 0)))) // RANDOM_PORT is less
	if err != nil {
		return err
	}
	l := &listener{
		TCPListener: tcp.(*net.TCPListener), guard: g, log: newLimitedLog(log, 4, 0.1),
		arriving: map[netip.AddrPort]*visitor{}, of: map[string]int{}, known: map[netip.Addr]string{},
	}
	l.control = admission.New(admission.Limits{
		HalfOpen: max(connections/8, 16), Total: connections,
		PerAddress: connections, PerLocal: connections, // half-open ones are bounded by prefix, and others by key
		Local: func(from netip.Addr) bool { return admission.IsLocal(from) || l.knows(from) },
	})
	reflect.NewAt(place.Type(), place.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(l))
	g.door = l
	return nil
}

// Accept returns the next connection that is admitted.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.AcceptTCP()
		if err != nil {
			return nil, err
		}
		v := &visitor{TCPConn: conn, at: l, from: conn.RemoteAddr().(*net.TCPAddr).AddrPort()}
		if v.visit, err = l.control.Enter(v.from.Addr(), func() { conn.Close() }); err != nil {
			l.log.Log(slog.LevelWarn, "a connection is refused", "from", v.from, "err", err)
			conn.Close()
			continue
		}
		l.mu.Lock()
		l.arriving[v.from] = v
		l.mu.Unlock()
		return v, nil
	}
}

// settle notes that a connection has shown a listed key. It reports false if it has ended, or its key has too many.
func (l *listener) settle(from net.Addr, key string) bool {
	tcp, ok := from.(*net.TCPAddr)
	if !ok {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.arriving[tcp.AddrPort()]
	if v == nil || l.of[key] >= mostOfKey {
		return false
	}
	v.key = key
	l.of[key]++
	if len(l.known) >= maxKeys {
		clear(l.known)
	}
	l.known[v.from.Addr()] = key
	delete(l.arriving, v.from)
	v.visit.Settle()
	return true
}

// knows reports whether a listed key has come from an address: then it counts as local, so that members of a fleet find the hub
// again before strangers do.
func (l *listener) knows(from netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return (*l.guard.roles.Load())[l.known[from]] != ""
}

// Close ends the connection.
func (v *visitor) Close() error {
	v.visit.Leave()
	v.at.mu.Lock()
	defer v.at.mu.Unlock()
	if v.at.arriving[v.from] == v {
		delete(v.at.arriving, v.from)
	}
	if v.key != "" {
		if v.at.of[v.key]--; v.at.of[v.key] == 0 {
			delete(v.at.of, v.key)
		}
		v.key = ""
	}
	return v.TCPConn.Close()
}
