package sshd

import (
	"context"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// Config configures a Server. Its functions run in a goroutine of the session. Their ctx is done when the visitor leaves or the host
// closes; its cause is ErrLost if the connection broke.
type Config struct {
	Key     ssh.Signer // the host's
	Allowed Allowed    // nil: all
	Limits  admission.Limits
	Windows *window.Pool // nil: a pool of its own
	Log     *slog.Logger // nil: silent

	Meter func(net.Listener) net.Listener // counts bytes; may be nil

	// Play serves a visitor at their terminal. The terminal shows its error.
	Play func(ctx context.Context, t *Terminal) error
	// Commands are run by name, and write their answer. See Ask.
	Commands map[string]func(ctx context.Context, w io.Writer, v Visitor) error
	// WithWords are commands with arguments.
	WithWords map[string]func(ctx context.Context, w io.Writer, v Visitor, words string) error
	// Tunnel serves a program at the other end, until either is done.
	Tunnel func(ctx context.Context, v Visitor, rw io.ReadWriteCloser)
}

// Subsystem is the SSH subsystem for Tunnel.
const Subsystem = "dogfight"

// Server serves visitors until Close.
type Server struct {
	// Static after construction.
	*window.Door
	conf     Config
	commands *commandLimiter
	stop     context.CancelFunc

	allowed atomic.Pointer[Allowed]
	running sync.WaitGroup // the accept loop and the connections
}

// goodbye is the time for the sessions of a closing Server to restore their terminals.
const goodbye = 2 * time.Second

// Listen opens a Server at addr. The caller must Close it.
func Listen(addr string, conf Config) (*Server, error) {
	tcp, err := window.Listen("SSH", addr)
	if err != nil {
		return nil, err
	}
	return Serve(tcp, conf), nil
}

// Serve is Listen for an open listener, which Close closes.
func Serve(tcp net.Listener, conf Config) *Server {
	conf.Limits = window.Defaults(conf.Limits, 10*time.Second)
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		Door: window.NewDoor(tcp, conf.Limits, 1, conf.Windows, conf.Log, conf.Meter),
		conf: conf, commands: newCommandLimiter(), stop: stop,
	}
	s.Allow(conf.Allowed)
	s.running.Go(func() {
		defer sys.Restore()
		for {
			raw, err := s.Listener.Accept()
			if err != nil {
				return
			}
			s.admit(ctx, raw)
		}
	})
	return s
}

// Allow sets the keys that may join from now on; nil for all.
func (s *Server) Allow(a Allowed) { s.allowed.Store(&a) }

// Refused returns the number of connections that were refused.
func (s *Server) Refused() admission.Refused { return s.Control.Refused() }

// Close ends all sessions, waits until their terminals are restored, and
// returns when the goroutines of the Server have ended. It may be called again.
func (s *Server) Close() {
	s.stop()
	s.Listener.Close()
	s.running.Wait()
	s.StopWindows()
}

// admit starts the handshake of a connection within the limits.
func (s *Server) admit(ctx context.Context, raw net.Conn) {
	visit, err := s.Control.Enter(admission.AddressOf(raw), func() { raw.Close() })
	if err != nil {
		raw.Close()
		return
	}
	s.running.Go(func() {
		defer visit.Leave()
		c := newConn(raw)
		defer c.Close()
		defer sys.Recover(s.panicked(raw.RemoteAddr().String()))
		s.handshake(ctx, c, visit)
	})
}

// handshake authenticates a visitor and serves them. The connection is closed if it takes too long. Until then it is half-open,
// however long its user looks at the host's key.
func (s *Server) handshake(ctx context.Context, raw *conn, visit *admission.Visit) {
	ctxLeft := context.AfterFunc(ctx, func() { raw.Close() })
	late := time.AfterFunc(s.conf.Limits.Handshake, func() { raw.Close() })
	allow := func(time time.Duration) {
		if late.Stop() { // else it is over
			late.Reset(time)
		}
	}
	auth := authentication(signing(s.conf.Key, func() { allow(s.conf.Limits.Question) }), *s.allowed.Load())
	auth.PreAuthConnCallback = func(ssh.ServerPreAuthConn) { allow(s.conf.Limits.Handshake) }
	c, channels, requests, err := ssh.NewServerConn(raw, auth)
	inTime, open := late.Stop(), ctxLeft()
	if err == nil && inTime && open {
		s.serve(ctx, c, visit, channels, requests)
	}
}

func (s *Server) panicked(remote string) func(value any, stack []byte) {
	return s.LogPanic("an SSH session broke", remote)
}

const (
	// maxTries is the number of keys that a client may offer: as many as at OpenSSH's server, for an agent offers all it has.
	maxTries = 6

	// maxChannels is the number of channels of a connection: two windows of a player can share one.
	maxChannels = 2

	// maxUnclosed is maxChannels with channels that the client has not closed yet.
	maxUnclosed = 8

	// maxEnv is the number of variables of a session, and maxEnvSize their length. A locale and colours take five.
	maxEnv, maxEnvSize = 16, 128

	// LossTime is the time after the end of a channel until a lost connection is known.
	LossTime = time.Second
)
