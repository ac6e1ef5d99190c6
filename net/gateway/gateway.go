package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
)

// Config is what a Gateway needs of its host.
type Config struct {
	// Dial makes a link to the host for somebody who comes from an address. It
	// is called from any goroutine.
	Dial func(remote string) link.Link
	// Set changes the settings of the match. Only the lightracer dialect has words
	// for that, and only the first of its players may use them; nobody if it is nil.
	Set func(key, value string) error

	Classic bool         // dogfight: as much as its first client can hold
	Limits  link.Limits  // for each dialect by itself
	Log     *slog.Logger // nil: silent
}

// Gateway lets players of one dialect into a match.
type Gateway struct {
	// Static after construction.
	spec    Spec
	conf    Config
	log     *slog.Logger
	addrs   []string
	sockets []func()        // that close what listens
	ctx     context.Context // done when it closes
	stop    context.CancelFunc

	// Safe from any goroutine.
	door    *admission.Control
	came    atomic.Int64 // players so far
	running sync.WaitGroup
}

// kinds are the dialects, with the ports that they have unless another is asked for.
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
func Open(spec Spec, conf Config) (*Gateway, error) {
	g := &Gateway{spec: spec, conf: conf, log: conf.Log, door: admission.New(admissionOf(spec, conf.Limits))}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	g.log = g.log.With("dialect", spec.Dialect)
	g.ctx, g.stop = context.WithCancel(context.Background())
	if err := find(spec.Dialect).open(g); err != nil {
		g.Close()
		return nil, fmt.Errorf("cannot listen for %s: %w", spec.Dialect, reason(err))
	}
	g.log.Warn("open to every program that finds it: this dialect knows no keys and no passwords", "addr", g.addrs[0])
	return g, nil
}

// admissionOf returns the limits of who gets a connection to a dialect. Where any datagram
// makes a player, its sender may have put another's address on it.
func admissionOf(spec Spec, l link.Limits) admission.Limits {
	return admission.Limits{
		HalfOpen: l.HalfOpen, PerAddress: l.PerAddress, PerLocal: l.PerLocal, Total: l.Total, Local: l.Local,
		Forged: spec.Dialect == "rtype" || spec.Dialect == "rtype-code",
	}
}

// Name is the dialect's.
func (g *Gateway) Name() string { return g.spec.Dialect }

// Addrs are where it listens, for who asked for port 0: of lightracer, the control
// port and the data port.
func (g *Gateway) Addrs() []string { return g.addrs }

// Close sends all players away, and returns when their goroutines are gone. Whoever
// should hear the host's last words first closes the host before.
func (g *Gateway) Close() {
	g.stop()
	for _, shut := range g.sockets {
		shut()
	}
	g.running.Wait()
}

// newPlayer returns a player who came from an address.
func (g *Gateway) newPlayer(s Session, remote string, send dialect.Send) *player {
	return &player{
		session: s, send: send,
		name: fmt.Sprintf("%s-%d", g.spec.Dialect, g.came.Add(1)),
		dial: func() link.Link { return g.conf.Dial(remote) },
	}
}

var errClosing = errors.New("the host closes")

// tickTime is how long a tick lasts.
const tickTime = time.Second / game.TickRate
