package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
)

// Config is what a Gateway needs of its host.
type Config struct {
	// Dial makes a link to the host for a player from an address. It is called from any
	// goroutine.
	Dial func(remote string) link.Link
	// Joined is told of the near end of each such link, and the dialect that is spoken beyond it. Nil: nobody wants to know.
	Joined func(dialect string, near link.Link)
	// Set changes the settings of the match. Only the lightracer dialect has requests for
	// that, and only the first of its players may use them. It may be nil.
	Set func(key, value string) error

	Classic bool         // dogfight: as its first client can read it
	Limits  link.Limits  // for each dialect by itself
	Log     *slog.Logger // nil: silent

	given []uint16 // ports of the dialects that open together
}

// Gateway lets players of one dialect into a match.
type Gateway struct {
	// Static after construction.
	spec    Spec
	conf    Config
	log     *slog.Logger
	addrs   []string
	closers []func()        // that close the listeners
	ctx     context.Context // done when it closes
	stop    context.CancelFunc

	// Safe from any goroutine.
	admission *admission.Control
	players   atomic.Int64 // so far
	running   sync.WaitGroup
}

// kinds are the dialects, with their default ports.
var kinds = []kind{
	{"dogfight", 6699, (*Gateway).openDogfight},
	{"carnage", 4245, (*Gateway).openCarnage},
	{"warworlds", 4246, (*Gateway).openWarWorlds},
	{"lightracer", 4247, (*Gateway).openLightRacer},
	{"rtype", 4243, (*Gateway).openRType},
	{"rtype-code", 4244, (*Gateway).openRType},
}

type kind struct {
	name string
	port int
	open func(*Gateway) error
}

func find(name string) *kind {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i]
		}
	}
	return nil
}

// Names returns the names of all dialects.
func Names() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// Open begins to listen.
func open(spec Spec, conf Config) (*Gateway, error) {
	g := newGateway(spec, conf)
	if err := find(spec.Dialect).open(g); err != nil {
		g.Close()
		return nil, fmt.Errorf("cannot listen for %s: %w", spec.Dialect, reason(err))
	}
	g.log.Warn("open to every program that finds it: this dialect knows no keys and no passwords", "addr", g.addrs[0])
	return g, nil
}

// newGateway returns one that does not listen yet.
func newGateway(spec Spec, conf Config) *Gateway {
	g := &Gateway{spec: spec, conf: conf, log: conf.Log, admission: admission.New(admissionOf(spec, conf.Limits))}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	g.log = g.log.With("dialect", spec.Dialect)
	g.ctx, g.stop = context.WithCancel(context.Background())
	return g
}

// admissionOf returns the limits of the connections to a dialect. Where any datagram makes a
// player, its address may be forged. In rtype-code a neighbour's is believed, so that no more may
// be made to go there than to any other.
func admissionOf(spec Spec, l link.Limits) admission.Limits {
	if spec.Dialect == "rtype-code" && l.Local == nil {
		l.Local = netip.Addr.IsLoopback
	}
	return admission.Limits{
		HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local,
		Forged: spec.Dialect == "rtype" || spec.Dialect == "rtype-code",
	}
}

// Name is the dialect's.
func (g *Gateway) Name() string { return g.spec.Dialect }

// Addrs are the addresses it listens on, with the ports chosen for port 0: of lightracer, the
// control port and the data port.
func (g *Gateway) Addrs() []string { return g.addrs }

// Refused returns how many connections were not let in.
func (g *Gateway) Refused() admission.Refused { return g.admission.Refused() }

// Close sends all players away, and returns when all goroutines have ended. For players to
// get the host's last words, close the host first.
func (g *Gateway) Close() {
	g.stop()
	for _, shut := range g.closers {
		shut()
	}
	g.running.Wait()
}

// newPlayer returns a player from an address.
func (g *Gateway) newPlayer(s Session, remote string, send dialect.Send) *player {
	return &player{
		session: s, send: send,
		name: fmt.Sprintf("%s-%d", g.spec.Dialect, g.players.Add(1)),
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
