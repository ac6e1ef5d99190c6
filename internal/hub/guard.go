package hub

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"dogfight/net/admission"
)

// guard authenticates clients by the listed keys. The server's own list can only change with all of its options, which races with its open
// connections (nats-server 2.15.2).
type guard struct {
	self   string // the hub's own key, always accepted
	roles  atomic.Pointer[map[string]Role]
	onKeys func([]Key) // may be nil
	door   *listener   // static after Start

	unknown, crowded atomic.Uint64          // connections without a listed key, and those beyond maxOfKey
	overQuota        atomic.Uint64          // requests
	refused          atomic.Pointer[string] // the key of the latest of unknown
}

// newGuard returns a guard with the keys of a file.
func newGuard(file, self string, onKeys func([]Key)) (*guard, error) {
	keys, err := readKeys(file)
	if err != nil {
		return nil, err
	}
	g := &guard{self: self, onKeys: onKeys}
	g.list(keys)
	return g, nil
}

// list replaces the keys and returns the earlier ones.
func (g *guard) list(keys []Key) (before map[string]Role) {
	roles := map[string]Role{g.self: RoleHub}
	for _, k := range keys {
		roles[k.Public] = k.Role
	}
	if g.onKeys != nil {
		g.onKeys(keys)
	}
	if old := g.roles.Swap(&roles); old != nil {
		return *old
	}
	return nil
}

// Check is server.Authentication.
func (g *guard) Check(c server.ClientAuthentication) bool {
	shown := c.GetOpts()
	role, listed := (*g.roles.Load())[shown.Nkey]
	if !listed || !signed(shown.Nkey, c.GetNonce(), shown.Sig) {
		g.unknown.Add(1)
		key := shown.Nkey
		if before := g.refused.Swap(&key); before != nil && *before == key {
			return false // it tries several times a second
		}
		g.door.log.Log(slog.LevelWarn, "a connection is refused: its key is not in the file of keys", "from", c.RemoteAddress(), "name", shown.Name, "key", shown.Nkey)
		return false
	}
	if shown.Nkey != g.self && !g.door.settle(c.RemoteAddress(), shown.Nkey) {
		g.crowded.Add(1)
		g.door.log.Log(slog.LevelWarn, "a connection is refused: its key has too many", "from", c.RemoteAddress(), "name", shown.Name, "key", shown.Nkey)
		return false
	}
	c.RegisterUser(&server.User{Permissions: permissionsOf(role, shown.Nkey)})
	return true
}

// signed reports whether the signature of the server's nonce is valid for the key.
func signed(public string, nonce []byte, signature string) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return false
	}
	key, err := nkeys.FromPublicKey(public)
	return err == nil && key.Verify(nonce, sig) == nil
}

// replace replaces the keys and disconnects clients with a removed key or another role.
func (g *guard) replace(keys []Key, s *server.Server) error {
	before := g.list(keys) // later clients are checked by the new keys
	present, err := s.Connz(&server.ConnzOptions{Username: true, Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	now := *g.roles.Load()
	for _, c := range present.Conns {
		if now[c.AuthorizedUser] != before[c.AuthorizedUser] {
			s.DisconnectClientByID(c.Cid)
		}
	}
	return nil
}

// listener accepts the connections of a hub with keys through net/admission: they are half-open until they send a listed key. The NATS server only
// counts connections, so a stranger with enough of them would keep out all others.
type listener struct {
	*net.TCPListener
	control *admission.Control
	guard   *guard
	log     *limitedLog

	mu       sync.Mutex
	arriving map[netip.AddrPort]*visitor
	of       map[string]int        // connections by key
	known    map[netip.Addr]string // the latest key from an address
}

// visitor is a connection. It embeds a TCPConn, so the server writes many messages with one system call.
type visitor struct {
	*net.TCPConn
	at    *listener
	from  netip.AddrPort
	visit *admission.Visit
	key   string // guarded by at.mu; "" while half-open
}

const (
	// maxOfKey is the maximum of connections with one key.
	maxOfKey = 64
	// ownConnections is the number of connections for the hub itself.
	ownConnections = 64
)

// listen opens the listener of a server and installs it. The server has a field for an open listener, but no option that sets it (nats-server
// 2.15.2).
func (g *guard) listen(s *server.Server, o *server.Options, connections int, log *slog.Logger) error {
	field := reflect.ValueOf(s).Elem().FieldByName("listener")
	if !field.IsValid() || field.Type() != reflect.TypeFor[net.Listener]() {
		return errors.New("this version of nats-server has no field for a listener")
	}
	config := net.ListenConfig{KeepAlive: -1}                                                                      // the server has its own pings
	tcp, err := config.Listen(context.Background(), "tcp", net.JoinHostPort(o.Host, strconv.Itoa(max(o.Port, 0)))) // RANDOM_PORT is negative
	if err != nil {
		return err
	}
	l := &listener{
		TCPListener: tcp.(*net.TCPListener), guard: g, log: newLimitedLog(log, 4, 0.1),
		arriving: map[netip.AddrPort]*visitor{}, of: map[string]int{}, known: map[netip.Addr]string{},
	}
	l.control = admission.New(admission.Limits{
		HalfOpen: max(connections/8, 16), Total: connections,
		PerAddress: connections, PerLocal: connections, // half-open ones are limited by prefix, others by key
		Local: func(from netip.Addr) bool { return admission.IsLocal(from) || l.knows(from) },
	})
	reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(l))
	g.door = l
	return nil
}

// Accept returns the next admitted connection.
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

// settle marks a connection as authenticated. It returns false if the connection has ended or its key has too many.
func (l *listener) settle(from net.Addr, key string) bool {
	tcp, ok := from.(*net.TCPAddr)
	if !ok {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.arriving[tcp.AddrPort()]
	if v == nil || l.of[key] >= maxOfKey {
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

// knows reports whether a listed key was used from an address. Such addresses count as local, so members of a fleet reconnect before strangers.
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
