package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// Config says which visitors are let in, and what for. Functions are called in a
// goroutine of the session. Their ctx is done when the visitor or the host goes;
// its cause is ErrLost if the visitor did not leave but was cut off.
type Config struct {
	Key     ssh.Signer // the host's
	Allowed *Allowed   // nil: all
	Limits  Limits
	Windows *window.Pool // that terminals are drawn in; nil: a pool of its own
	Log     *slog.Logger // nil: silent

	Meter func(net.Listener) net.Listener // counts what connections carry; nil: nobody wants to know

	// Play serves a visitor at their terminal, until they leave. An error is shown to them.
	Play func(ctx context.Context, t *Terminal) error
	// Commands are run by name, and write their answer. See Ask.
	Commands map[string]func(ctx context.Context, w io.Writer, v Visitor) error
	// WithWords are run by name too, and are told the words after it.
	WithWords map[string]func(ctx context.Context, w io.Writer, v Visitor, words string) error
	// Tunnel talks to a program at the other end, until either is done.
	Tunnel func(ctx context.Context, v Visitor, rw io.ReadWriteCloser)
}

// Subsystem is what a program asks for that wants the Tunnel.
const Subsystem = "dogfight"

// Server is open to visitors until Close.
type Server struct {
	// Static after construction.
	conf    Config
	tcp     net.Listener
	control *admission.Control
	closed  <-chan struct{}
	stop    context.CancelFunc

	// Safe from any goroutine.
	allowed  atomic.Pointer[Allowed]
	windows  *window.Pool
	commands *commandLimiter
	running  sync.WaitGroup // the accept loop and the connections
}

// goodbye is how long a closing Server waits for its sessions to give their
// terminals back.
const goodbye = 2 * time.Second

// Listen opens a Server at addr. The caller must Close it.
func Listen(addr string, conf Config) (*Server, error) {
	tcp, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, cannotListen(addr, err)
	}
	return Serve(tcp, conf), nil
}

// cannotListen explains to a user why addr cannot be used.
func cannotListen(addr string, err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return errors.New("cannot listen for SSH at " + addr + ": " + err.Error())
}

// Serve is Listen on what listens already, and closes that in the end.
func Serve(tcp net.Listener, conf Config) *Server {
	conf.Limits = conf.Limits.orDefaults()
	if conf.Log == nil {
		conf.Log = slog.New(slog.DiscardHandler)
	}
	if conf.Meter != nil {
		tcp = conf.Meter(tcp)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		conf: conf, control: admission.New(conf.Limits.admission()), commands: newCommandLimiter(),
		windows: conf.Windows, closed: ctx.Done(), stop: stop,
	}
	s.tcp = s.control.Patient(tcp, conf.Log)
	s.Allow(conf.Allowed)
	if s.windows == nil {
		s.windows = window.NewPool(conf.Limits.windows())
	}
	s.running.Go(func() {
		defer sys.Restore()
		s.accept(ctx)
	})
	return s
}

// Allow has others be let in from now on; nil has all. Whoever is in stays.
func (s *Server) Allow(a *Allowed) { s.allowed.Store(a) }

// Addr is where the Server listens, with the port that the system chose for port 0.
func (s *Server) Addr() netip.AddrPort { return s.tcp.Addr().(*net.TCPAddr).AddrPort() }

// Refused returns how many connections were not let in.
func (s *Server) Refused() admission.Refused { return s.control.Refused() }

// Close ends all sessions, waits until their terminals are restored, and
// returns when the goroutines of the Server are gone. Closing again does nothing.
func (s *Server) Close() {
	s.stop()
	s.tcp.Close()
	s.running.Wait()
	if s.conf.Windows == nil {
		s.windows.Stop()
	}
}

func (s *Server) accept(ctx context.Context) {
	for {
		raw, err := s.tcp.Accept()
		if err != nil {
			return
		}
		s.admit(ctx, raw)
	}
}

// admit has a connection shake hands, if it is let in.
func (s *Server) admit(ctx context.Context, raw net.Conn) {
	visit, err := s.control.Enter(admission.AddressOf(raw), func() { raw.Close() })
	if err != nil {
		raw.Close()
		return
	}
	s.running.Go(func() {
		defer visit.Leave()
		c := newConn(raw)
		defer c.Close()
		defer sys.Recover(s.broke(raw.RemoteAddr().String()))
		s.handshake(ctx, c, visit)
	})
}

// handshake lets a visitor in and serves them until they go. One that is not let in
// in time is dropped. Until then it is half-open, however long its user looks at the host's key.
func (s *Server) handshake(ctx context.Context, raw *conn, visit *admission.Visit) {
	ctxLeft := context.AfterFunc(ctx, func() { raw.Close() })
	late := time.AfterFunc(s.conf.Limits.Handshake, func() { raw.Close() })
	mayTake := func(time time.Duration) {
		if late.Stop() { // else it was let in, or dropped
			late.Reset(time)
		}
	}
	auth := authentication(signing(s.conf.Key, func() { mayTake(s.conf.Limits.Question) }), s.allowed.Load())
	auth.PreAuthConnCallback = func(ssh.ServerPreAuthConn) { mayTake(s.conf.Limits.Handshake) }
	c, channels, requests, err := ssh.NewServerConn(raw, auth)
	inTime, open := late.Stop(), ctxLeft()
	if err == nil && inTime && open {
		s.serve(ctx, c, visit, channels, requests)
	}
}

// broke returns what notes a panic in the goroutines of a visitor.
func (s *Server) broke(remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		s.conf.Log.Error("an SSH session broke", "from", remote, "panic", value, "stack", string(stack))
	}
}
