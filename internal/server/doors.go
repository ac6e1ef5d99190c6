package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/config"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/ops"
	"dogfight/net"
	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/net/playback"
	"dogfight/net/window"
	"dogfight/proto"
	"dogfight/sys"
)

// Door listens for one kind of client: players, or the operator.
type Door interface {
	Name() string    // of the protocol
	Addrs() []string // HOST:PORT, or a path
	Close()          // returns when all of its goroutines have ended
}

// Entrance is the doors of a process, and the parts that they share.
type Entrance struct {
	// Static once the doors are open.
	dirs        config.Dirs
	log         *slog.Logger
	monitor     *ops.Monitor
	lobby       *lobby
	fleetAddr   netip.AddrPort  // of the front door of a fleet; zero for a host
	certificate tls.Certificate // of the native door
	fingerprint string          // of that
	keys        *linkedKeys     // of players; nil without a native door
	steps       net.Steps       // of all players whose clients run here
	windows     *window.Pool    // draws visitors' terminals; nil if no door has any
	drawn       atomic.Int64    // visitors whose terminals are drawn
	doors       []Door
	ops         *ops.Door // nil: none
	warning     error     // for the host's own player; may be nil
	inviting    inviting  // at a relay

	invites atomic.Pointer[invitation] // nil until all doors are open
}

// lobby is the match as the doors for visitors see it. Functions that may be nil say so.
type lobby struct {
	add       func(link.Link)                                          // a visitor's client
	follow    func(proto.Place, netip.Addr) link.Link                  // dials the host that add sends clients to; nil: it sends them nowhere
	likely    func(password string) bool                               // see session.Visit; may be nil
	knows     func(ctx context.Context, remote, password string) error // checks a password, if closed
	closed    func() bool                                              // there is a password
	suspended func() bool                                              // the match resumes when the host starts again
	draining  func() bool
	info      func() (proto.Info, proto.Progress)
	roster    func() (string, error)
	scores    func() (string, error)                    // may be nil
	career    func(identity string) (string, error)     // may be nil
	console   func() ops.Console                        // for operators; nil: the host is elsewhere
	news      func(identity string) func() *career.News // see ui.Session.News
	recent    *playback.Buffer                          // the host's, which all visitors share; nil: each has their own
}

// Doors returns the doors for players, in the order in which they opened.
func (e *Entrance) Doors() (all []Door) {
	for _, d := range e.doors {
		if _, operator := d.(*ops.ConsoleSocket); !operator {
			all = append(all, d)
		}
	}
	return all
}

// Listening returns the doors for players, followed by the one for monitoring, if there is one.
func (e *Entrance) Listening() []Door {
	all := e.Doors()
	if e.ops != nil {
		all = append(all, e.ops)
	}
	return all
}

// Monitor returns the figures of this process.
func (e *Entrance) Monitor() *ops.Monitor { return e.monitor }

// Close disconnects all visitors.
func (e *Entrance) Close() {
	for _, d := range e.doors {
		d.Close()
	}
	if d := e.inviting.browsers; d != nil {
		d.Close()
	}
	if e.windows != nil {
		e.windows.Stop()
	}
	if e.ops != nil {
		e.ops.Close()
	}
}

// open adds a door, or returns why there is none.
func (e *Entrance) open(d Door, err error) error {
	if err == nil {
		e.doors = append(e.doors, d)
	}
	return err
}

// doorOf returns the door of a type; the zero value if there is none.
func doorOf[T Door](e *Entrance) (door T) {
	for _, d := range e.doors {
		if d, ok := d.(T); ok {
			return d
		}
	}
	return door
}

// openVisitorDoors opens the doors for players without a program of ours.
func (e *Entrance) openVisitorDoors(o *Options) error {
	if o.SSH != "" || o.Web != "" || o.invitesBrowsers() {
		e.windows = window.NewPool(o.limits())
	}
	if o.SSH != "" {
		if err := e.open(e.openSSH(o)); err != nil {
			return err
		}
	}
	if o.Web != "" {
		return e.open(e.openWeb(o, e.webPages(o), nil))
	}
	return nil
}

// openDoors opens all doors that the options name.
func (s *Server) openDoors(o *Options, listener *link.Listener) error {
	s.lobby = s.newLobby()
	if err := s.openOps(o); err != nil {
		return err
	}
	if listener != nil {
		s.open(s.openNative(listener), nil)
		s.monitor.Refused("native", listener.Refused)
		if err := s.openAdmin(o.Admin, s.dirs.AdminSocket(), &s.events, s.answerAdmin); err != nil {
			return err
		}
	}
	if err := s.openVisitorDoors(o); err != nil {
		return err
	}
	return s.openGateways(o)
}

// openOps registers the figures of the records, and opens the door for monitoring if the options name one.
func (s *Server) openOps(o *Options) (err error) {
	figures := func(b *outbox.Box) (f outbox.Figures) {
		if b != nil {
			f = b.Figures()
		}
		return f
	}
	s.monitor.Source("dogfight_records_waiting", func() float64 {
		if s.recorder == nil {
			return 0
		}
		return float64(s.recorder.Waiting() + figures(s.retries).Waiting)
	})
	s.monitor.Counter("dogfight_records_refused_total", s.refused.Load)
	s.monitor.Events(&s.events)
	s.monitor.Source("dogfight_results_waiting", func() float64 { return float64(figures(s.results).Waiting) })
	s.monitor.Counter("dogfight_results_lost_total", func() uint64 {
		return uint64(figures(s.retries).Dropped + figures(s.results).Dropped)
	})
	return s.serveOps(o)
}

// serveOps opens the door for monitoring if the options name one.
func (e *Entrance) serveOps(o *Options) (err error) {
	switch {
	case o.Sockets.Ops != nil:
		e.ops = ops.Serve(o.Sockets.Ops, e.monitor, e.log)
	case o.Ops != "":
		e.ops, err = ops.Listen(o.Ops, e.monitor, e.log)
	}
	return err
}

// openAdmin opens the operator's socket at path or, if that is empty, at the usual one, which another program may have. Nil events
// cannot be followed.
func (e *Entrance) openAdmin(path, usual string, events *ops.Events, answer func(by, request string) ([]string, error)) error {
	socket, err := ops.ListenConsole(cmp.Or(path, usual), e.log, events, ops.Logged(e.log, answer))
	if err != nil && path == "" {
		e.log.Warn(err.Error())
		return nil
	}
	return e.open(socket, err)
}

// native is the door for our own clients: TLS, and UDP beside it.
type native struct {
	listener *link.Listener
	running  sync.WaitGroup
}

// listen opens the listener for our own clients. It accepts no connections yet.
func (s *Server) listen(o *Options) (*link.Listener, error) {
	cert, err := link.Certificate(s.dirs.HostCertificate())
	if err := s.warnNotSaved("certificate", err); err != nil {
		return nil, err
	}
	s.certificate, s.fingerprint = cert, link.Fingerprint(cert.Certificate[0])
	limits := o.limits()
	limits.Log = s.log
	if o.Fleet.Fleet != nil {
		limits = s.fleetLimits(limits, o.Fleet.Matches)
	}
	var l *link.Listener
	if tcp := o.Sockets.Native; tcp != nil {
		l = link.ListenOn(tcp, o.Sockets.NativeUDP, cert, limits)
	} else if l, err = link.Listen(o.Listen, cert, limits); err != nil {
		return nil, err
	}
	if err := l.UDP(); err != nil {
		s.log.Warn(err.Error())
	}
	return l, nil
}

// warnNotSaved logs that a new certificate or key was not saved, or that others can read it, and remembers the
// warning for the host's player. It returns all other errors.
func (e *Entrance) warnNotSaved(what string, err error) error {
	var unguarded *sys.UnguardedError
	if errors.As(err, &unguarded) {
		e.log.Warn(err.Error())
		return nil
	}
	var notSaved *sys.NotSavedError
	if !errors.As(err, &notSaved) {
		return err
	}
	warning := fmt.Errorf("the %s of this host is new and cannot be kept (%w): "+
		"next time, players will see another fingerprint and be warned", what, notSaved.Err)
	e.log.Warn(warning.Error())
	e.warning = errors.Join(e.warning, warning)
	return nil
}

// openNative accepts the clients of a listener.
func (s *Server) openNative(l *link.Listener) *native {
	n := &native{listener: l}
	l.Answer(s.home.host.Answer)
	count := s.monitor.Native().Follow
	n.running.Go(func() {
		defer sys.Restore()
		for {
			client, err := l.Accept()
			if errors.Is(err, link.ErrClosed) {
				return
			}
			if err == nil {
				count(client)
				s.route(client)
			}
		}
	})
	return n
}

func (*native) Name() string { return "native" }

func (n *native) Addrs() []string { return []string{n.listener.Addr().String()} }

func (n *native) Close() {
	n.listener.Close()
	n.running.Wait()
}

// openGateways opens the doors for programs that speak other protocols.
func (s *Server) openGateways(o *Options) error {
	var set func(key, value string) error
	if o.DialectSettings {
		set = s.set
	}
	var specs []gateway.Spec
	traffic := map[string]*ops.Traffic{}
	for _, text := range o.Dialects {
		spec, err := gateway.ParseSpec(text)
		if err != nil {
			return err
		}
		specs = append(specs, spec)
		if traffic[spec.Dialect] == nil {
			traffic[spec.Dialect] = s.monitor.Dialect(spec.Dialect)
		}
	}
	all, err := gateway.OpenAll(specs, gateway.Config{
		Dial:   func(remote string) link.Link { return s.dialFrom(remote, "") },
		Joined: func(dialect string, near link.Link) { traffic[dialect].Follow(near) },
		Set:    set, Steps: &s.steps, Classic: o.Classic, Limits: o.limits(), Log: s.log,
	})
	for _, g := range all {
		s.open(g, nil)
		s.monitor.Refused(g.Name(), g.Refused)
	}
	return err
}

// set changes one setting of the next match, in the words of the lightracer
// dialect: bots, time in seconds, mode, arena. The last two end a rotation.
func (s *Server) set(key, value string) error {
	s.mu.Lock()
	o := s.match
	s.mu.Unlock()
	switch key {
	case "bots":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n >= game.MaxShips {
			return fmt.Errorf("bots: must be 0 to %d, got %q", game.MaxShips-1, value)
		}
		o.Bots, o.Fill = n, 0
	case "time":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 24*60*60 {
			return fmt.Errorf("time: must be 0 to 86400 seconds, got %q", value)
		}
		o.Time = time.Duration(n) * time.Second
	case "mode":
		mode, ok := game.ModeNamed(value)
		if !ok {
			return fmt.Errorf("mode: must be one of %s, got %q", net.ModeNames(), value)
		}
		o.Mode, o.Arena, o.Rotation = mode, "", ""
	case "arena":
		if !slices.Contains(assets.ArenaNames(), value) {
			return fmt.Errorf("arena: must be one of %s, got %q", strings.Join(assets.ArenaNames(), ", "), value)
		}
		o.Arena, o.Rotation = value, ""
	default:
		return errors.New("must be bots, time, mode or arena")
	}
	_, err := s.change(o)
	return err
}
