// Package gateway accepts players of the five foreign dialects into a match. Each is a client of the host over an
// in-memory link, so it has the same slots, rules, kicks, mutes and bans (by address: the dialects prove no identity)
// as all players. A session of the dialect translates its bytes:
//
//	socket -> session.Receive -> Intent -> net.Client -> host
//	socket <- session.Tick    <- Scene  <- net.Client <-
//
// A connection has one goroutine that reads and one that does everything else (connPlayer). All players of a datagram
// socket share two (udpServer). A session that panics ends its own player only. Input beyond a tick's limit waits in
// the socket, or is lost if it is a datagram. A player that does not read is disconnected, except for the original
// client of Dogfight, which gets less.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/sys"
)

// Config connects a Gateway to its host.
type Config struct {
	// Dial makes a link to the host for a player at an address. It must be safe for concurrent use.
	Dial func(remote string) link.Link
	// Joined, if not nil, gets the dialect and the near end of each such link.
	Joined func(dialect string, near link.Link)
	// Set changes a setting of the match, or is nil. Only lightracer has requests for it, and only the first of its
	// players may send them.
	Set func(key, value string) error

	Steps   *dogfight.Steps  // shared with other clients of the process; nil: none
	Classic bool             // dogfight: limit packets to those the original client can read
	Limits  admission.Limits // for each dialect by itself
	Log     *slog.Logger     // nil: silent

	taken []uint16 // ports of the dialects that open together
}

// Gateway listens for one dialect.
type Gateway struct {
	// Static after construction.
	spec    Spec
	conf    Config
	log     *slog.Logger
	addrs   []string
	closers []func()        // close the listeners
	ctx     context.Context // done when the gateway closes
	stop    context.CancelFunc

	// Safe for concurrent use.
	admission *admission.Control
	players   atomic.Int64 // so far
	running   sync.WaitGroup
}

// session is the host's end of one player's dialect; the packages below proto/dialect implement it. It belongs to one
// goroutine.
type session interface {
	// Receive handles any piece of a stream, or one whole datagram. It may answer at once. An error ends the session,
	// and is for the log.
	Receive(ch dialect.Channel, p []byte, send dialect.Send) error
	// Tick is called sixty times a second. Errors are as Receive's.
	Tick(scene *dialect.Scene, send dialect.Send) error
	// Intent returns the player's current wishes. The caller empties Say after passing it on.
	Intent() *dialect.Intent
	// End sends a refusal or farewell, if the dialect has one. It is the last call.
	End(reason string, send dialect.Send)
}

type kind struct {
	name string
	port int // the default
	open func(*Gateway) error
}

var kinds = []kind{
	{"dogfight", 6699, (*Gateway).openDogfight},
	{"carnage", 4245, (*Gateway).openCarnage},
	{"warworlds", 4246, (*Gateway).openWarWorlds},
	{"lightracer", 4247, (*Gateway).openLightRacer},
	{"rtype", 4243, (*Gateway).openRType},
	{"rtype-code", 4244, (*Gateway).openRType},
}

// find returns a dialect, or nil.
func find(name string) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// Names returns the names of all dialects.
func Names() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// OpenAll opens a Gateway for each spec, or none. A dialect that may choose a port avoids those of the other specs.
func OpenAll(specs []Spec, conf Config) (all []*Gateway, err error) {
	for _, s := range specs {
		conf.taken = append(conf.taken, portOf(s.Addr))
	}
	for _, s := range specs {
		g, err := open(s, conf)
		if err != nil {
			for _, g := range all {
				g.Close()
			}
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// portOf returns the port of a Spec's address.
func portOf(addr string) uint16 {
	_, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.ParseUint(port, 10, 16)
	return uint16(n)
}

func open(spec Spec, conf Config) (*Gateway, error) {
	g := newGateway(spec, conf)
	if err := find(spec.Dialect).open(g); err != nil {
		g.Close()
		return nil, fmt.Errorf("cannot listen for %s: %w", spec.Dialect, reason(err))
	}
	g.log.Warn("open to every program that finds it: this dialect knows no keys and no passwords", "addr", g.addrs[0])
	return g, nil
}

// newGateway returns a Gateway that does not listen yet.
func newGateway(spec Spec, conf Config) *Gateway {
	g := &Gateway{spec: spec, conf: conf, log: conf.Log, admission: admission.New(admissionOf(spec, conf.Limits))}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	g.log = g.log.With("dialect", spec.Dialect)
	g.ctx, g.stop = context.WithCancel(context.Background())
	return g
}

// admissionOf returns the limits of a dialect's connections. In rtype and rtype-code any datagram makes a player, so its
// address may be forged. rtype-code plays with neighbours without proof of their address, so only loopback gets the
// wider limits of local addresses.
func admissionOf(spec Spec, l admission.Limits) admission.Limits {
	if spec.Dialect == "rtype-code" && l.Local == nil {
		l.Local = netip.Addr.IsLoopback
	}
	l.Forged = spec.Dialect == "rtype" || spec.Dialect == "rtype-code"
	return l
}

// Name returns the dialect's name.
func (g *Gateway) Name() string { return g.spec.Dialect }

// Addrs returns the listening addresses: of lightracer, the control port and the data port.
func (g *Gateway) Addrs() []string { return g.addrs }

// Refused counts the refused connections.
func (g *Gateway) Refused() admission.Refused { return g.admission.Refused() }

// Close ends all players and waits for all goroutines. Close the host first, so that players get its last words.
func (g *Gateway) Close() {
	g.stop()
	for _, shut := range g.closers {
		shut()
	}
	g.running.Wait()
}

// spawn runs f on a goroutine that Close waits for.
func (g *Gateway) spawn(f func()) {
	g.running.Go(func() {
		defer sys.Restore()
		f()
	})
}

// newPlayer returns a player at an address.
func (g *Gateway) newPlayer(s session, remote string, send dialect.Send) *player {
	return &player{
		session: s, send: send,
		name:  fmt.Sprintf("%s-%d", g.spec.Dialect, g.players.Add(1)),
		steps: g.conf.Steps,
		dial: func() link.Link {
			l := g.conf.Dial(remote)
			if g.conf.Joined != nil {
				g.conf.Joined(g.spec.Dialect, l)
			}
			return l
		},
	}
}

var errClosing = errors.New("the host is closing")

// panicked returns a function that logs the panic of a player's session.
func (g *Gateway) panicked(remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		g.log.Error("a session panicked", "from", remote, "panic", value, "stack", string(stack))
	}
}
