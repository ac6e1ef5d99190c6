package webd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"dogfight/internal/crash"
	"dogfight/net/admission"
	"dogfight/net/window"
)

// Config says which visitors are let in, and what for.
type Config struct {
	Limits  Limits
	Windows *window.Pool // that terminals are drawn in; nil: a pool of its own
	Log     *slog.Logger // nil: silent

	// Pages answers all requests but those for a WebSocket.
	Pages http.Handler

	// Play serves a visitor at their terminal, until they leave, in a goroutine of its own. An error is shown to them. ctx is
	// done when the visitor or the host goes; its cause is ErrLost if the visitor did not leave but was cut off.
	Play func(ctx context.Context, t *Terminal) error

	// Origins are those whose pages may play here, such as "https://play.example", besides what the page's own request names.
	Origins []string

	// Vouched returns the fingerprint of the key that vouches for that of a visitor, or "". It is asked of pages alone that are known to
	// be the host's own. nil: none does.
	Vouched func(v *Visitor, vouch []byte) (fingerprint string)
}

// ErrLost is the cause by which a visit ends whose connection broke. A visitor who leaves on purpose says so.
var ErrLost = errors.New("the connection was lost")

// Server is open to visitors until Close.
type Server struct {
	// Static after construction.
	conf    Config
	tcp     net.Listener
	control *admission.Control
	http    *http.Server
	ctx     context.Context // of all visits, since an http.Server hands out no other; done by Close
	stop    context.CancelFunc

	// Safe from any goroutine.
	windows *window.Pool
	tabs    tabs
	running sync.WaitGroup // the accept loop, and the visits
	mu      sync.Mutex     // no visit begins once the Server closes
}

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
	return errors.New("cannot listen for browsers at " + addr + ": " + err.Error())
}

// Serve is Listen on what listens already, and closes that in the end.
func Serve(tcp net.Listener, conf Config) *Server {
	conf.Limits = conf.Limits.orDefaults()
	if conf.Log == nil {
		conf.Log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{conf: conf, tcp: tcp, control: admission.New(conf.Limits.admission()), windows: conf.Windows, ctx: ctx, stop: stop}
	if s.windows == nil {
		s.windows = window.NewPool(conf.Limits.windows())
	}
	s.http = s.server()
	s.running.Go(func() {
		defer crash.Restore()
		s.http.Serve(&listener{tcp, s.control})
	})
	return s
}

// server returns the http.Server. It speaks HTTP/1.1 alone: what a connection may take is bounded below it, and a WebSocket
// takes one of its own.
func (s *Server) server() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws", s.visit)
	if s.conf.Pages != nil {
		mux.Handle("/", s.conf.Pages)
	}
	h := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: s.conf.Limits.Handshake, ReadTimeout: s.conf.Limits.Handshake, IdleTimeout: s.conf.Limits.Handshake,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       slog.NewLogLogger(s.conf.Log.Handler(), slog.LevelDebug),
		Protocols:      new(http.Protocols),
		ConnContext:    func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	h.Protocols.SetHTTP1(true)
	h.Handler = settle(mux)
	return h
}

// connKey is where the connection of a request stands in its context.
type connKey struct{}

// settle notes that a visitor has asked for something.
func settle(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connKey{}).(*conn); ok {
			c.visit.Settle()
		}
		next.ServeHTTP(w, r)
	})
}

// Addr is where the Server listens, with the port that the system chose for port 0.
func (s *Server) Addr() netip.AddrPort { return s.tcp.Addr().(*net.TCPAddr).AddrPort() }

// begin counts a visit, unless the Server closes.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.running.Add(1)
	return true
}

// Close ends all visits, waits until their terminals are restored, and returns when the goroutines of the Server are gone.
// Closing again does nothing.
func (s *Server) Close() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.tcp.Close()
	s.running.Wait() // a visit ends by its own last words
	late, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	s.http.Shutdown(late)
	s.http.Close()
	if s.conf.Windows == nil {
		s.windows.Stop()
	}
}
