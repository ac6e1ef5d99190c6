package webd

import (
	"context"
	"crypto/tls"
	"errors"
	"hash/maphash"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// Config says which visitors are let in, and what for.
type Config struct {
	Limits  Limits
	Windows *window.Pool // that terminals are drawn in; nil: a pool of its own
	Log     *slog.Logger // nil: silent

	Meter func(net.Listener) net.Listener // counts what connections carry; nil: nobody wants to know

	TLS     *tls.Config       // nil: plain
	Origins admission.Origins // others' pages that may play here; the door's own may by itself
	Proxies []netip.Prefix    // networks whose word for whom they speak is believed

	// Pages answers all requests but those for a WebSocket. Who asks is the request's RemoteAddr, also through a proxy.
	Pages http.Handler

	// Play serves a visitor at their terminal, until they leave, in a goroutine of its own. An error is shown to them. ctx is
	// done when the visitor or the host goes; its cause is ErrLost if the visitor did not leave but was cut off.
	Play func(ctx context.Context, t *Terminal) error

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
	control *admission.Control // of those who connect, and of those whom proxies speak for
	proxies *admission.Control // of the proxies themselves
	http    *http.Server
	ctx     context.Context // of all visits, since an http.Server hands out no other; done by Close
	stop    context.CancelFunc

	// Safe from any goroutine.
	windows *window.Pool
	pages   pages
	tabs    tabs
	running sync.WaitGroup // the accept loop, and what serves requests
	mu      sync.Mutex     // nothing is served any more once the Server closes
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
	if conf.Meter != nil {
		tcp = conf.Meter(tcp)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		conf: conf, control: admission.New(conf.Limits.admission()), proxies: admission.New(conf.Limits.ofProxies()),
		windows: conf.Windows, ctx: ctx, stop: stop,
	}
	s.tcp = s.control.Patient(tcp, conf.Log)
	s.pages.seed = maphash.MakeSeed()
	if s.windows == nil {
		s.windows = window.NewPool(conf.Limits.windows())
	}
	s.http = s.server()
	var door net.Listener = &listener{s.tcp, s}
	if conf.TLS != nil {
		door = tls.NewListener(door, conf.TLS)
	}
	s.running.Go(func() {
		defer sys.Restore()
		s.http.Serve(door)
	})
	return s
}

// server returns the http.Server. It speaks HTTP/1.1 alone: what a connection may take is bounded below it, and a WebSocket
// takes one of its own.
func (s *Server) server() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+socketPath, s.visit)
	if s.conf.Pages != nil {
		mux.Handle("/", s.conf.Pages)
	}
	h := &http.Server{
		Handler:           s.serving(s.forwarded(s.asked(s.named(mux)))),
		ReadHeaderTimeout: s.conf.Limits.Handshake, ReadTimeout: s.conf.Limits.Handshake, IdleTimeout: s.conf.Limits.Handshake,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       slog.NewLogLogger(s.conf.Log.Handler(), slog.LevelDebug),
		Protocols:      new(http.Protocols),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, connOf(c))
		},
		ConnState: func(c net.Conn, to http.ConnState) {
			if to == http.StateIdle {
				connOf(c).visit.Rest()
			}
		},
	}
	h.Protocols.SetHTTP1(true)
	return h
}

// socketPath is where the WebSocket is.
const socketPath = "/ws"

// connKey is where the *conn of a request stands in its context.
type connKey struct{}

// connOf returns the conn that an http.Server has, or that is below its TLS.
func connOf(c net.Conn) *conn {
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = secure.NetConn()
	}
	return c.(*conn)
}

// connection returns that of a request.
func connection(r *http.Request) *conn { return r.Context().Value(connKey{}).(*conn) }

// serving serves requests until the Server closes, and counts them.
func (s *Server) serving(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.begin() {
			http.Error(w, "this host closes", http.StatusServiceUnavailable)
			return
		}
		defer s.running.Done()
		h.ServeHTTP(w, r)
	})
}

// asked notes what visitors ask for. Who asks for a WebSocket has not come in yet.
func (s *Server) asked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := connection(r)
		if r.URL.Path != socketPath {
			c.visit.Settle()
		}
		if c.asks(s.pagesTo(r.RemoteAddr)) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Addr is where the Server listens, with the port that the system chose for port 0.
func (s *Server) Addr() netip.AddrPort { return s.tcp.Addr().(*net.TCPAddr).AddrPort() }

// Refused returns how many connections were not let in.
func (s *Server) Refused() admission.Refused { return s.control.Refused().Plus(s.proxies.Refused()) }

// begin counts a request, unless the Server closes.
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
	s.http.Close()   // but the WebSockets, which
	s.running.Wait() // end by their own last words
	if s.conf.Windows == nil {
		s.windows.Stop()
	}
}
