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
	"time"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// Config configures a Server.
type Config struct {
	Limits  admission.Limits
	Windows *window.Pool // nil: a pool of its own
	Log     *slog.Logger // nil: silent

	Meter func(net.Listener) net.Listener // counts bytes; may be nil

	TLS     *tls.Config       // nil: plain HTTP
	Origins admission.Origins // other sites with pages that may connect
	Proxies []netip.Prefix    // networks of trusted proxies

	// Invitation is the code of the invitation by which a relay brings all visitors; "" for others. The relay has checked the name of the host in
	// their requests.
	Invitation string

	// Invited returns the stream to the host of an invitation, for a WebSocket of a visitor. The Server closes it. nil: the Server is no relay's.
	Invited func(code string, from netip.AddrPort) (net.Conn, error)

	// Pages answers all requests but those for a WebSocket. RemoteAddr is the visitor, also behind a proxy.
	Pages http.Handler

	// Play serves a visitor at their terminal, in a goroutine of its own. The page shows its error. ctx is done when the visitor
	// leaves or the host closes; its cause is ErrLost if the connection broke.
	Play func(ctx context.Context, t *Terminal) error

	// Vouched returns the fingerprint of the key that vouches for a visitor's, or "". It is called only for the host's own pages.
	// May be nil.
	Vouched func(v *Visitor, vouch []byte) (fingerprint string)
}

// ErrLost is the cause of a context after its connection broke. Otherwise a leaving visitor sends a message.
var ErrLost = errors.New("the connection was lost")

// Server serves visitors until Close.
type Server struct {
	// Static after construction.
	*window.Door // its Control is for visitors, also behind proxies
	conf         Config
	proxies      *admission.Control // for the connections of proxies
	http         *http.Server
	ctx          context.Context // of all visits, as an http.Server has no other; done by Close
	stop         context.CancelFunc

	pages   pageBrakes
	tabs    tabs
	running sync.WaitGroup // the accept loop, and requests
	mu      sync.Mutex     // no request begins once ctx is done
}

// Listen opens a Server at addr. The caller must Close it.
func Listen(addr string, conf Config) (*Server, error) {
	tcp, err := window.Listen("browsers", addr)
	if err != nil {
		return nil, err
	}
	return Serve(tcp, conf), nil
}

// Serve is Listen for an open listener, which Close closes.
func Serve(tcp net.Listener, conf Config) *Server {
	conf.Limits = window.Defaults(conf.Limits, 5*time.Second)
	most := conf.Limits.Total
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		Door: window.NewDoor(tcp, conf.Limits, connectionsPerTerminal, conf.Windows, conf.Log, conf.Meter), conf: conf,
		proxies: admission.New(admission.Limits{HalfOpen: most, Total: most, PerAddress: most, PerLocal: most, Local: func(netip.Addr) bool { return true }}),
		ctx:     ctx, stop: stop,
	}
	s.pages.seed = maphash.MakeSeed()
	s.http = s.server()
	var door net.Listener = &listener{s.Listener, s}
	if conf.TLS != nil {
		door = tls.NewListener(door, conf.TLS)
	}
	s.running.Go(func() {
		defer sys.Restore()
		s.http.Serve(door)
	})
	return s
}

// connectionsPerTerminal is the number of connections of an address for each terminal: a browser opens up to six to load
// the page, and closes them soon after.
const connectionsPerTerminal = 6

// server returns the http.Server. It speaks HTTP/1.1 alone: its connections have limits below it, and a WebSocket needs one of its
// own.
func (s *Server) server() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+socketPath, s.visit)
	if s.conf.Invited != nil {
		mux.HandleFunc("GET /{code}"+socketPath, s.pass)
	}
	if s.conf.Pages != nil {
		mux.Handle("/", s.conf.Pages)
	}
	h := &http.Server{
		Handler:           s.serving(s.forwarded(s.asked(s.named(mux)))),
		ReadHeaderTimeout: s.conf.Limits.Handshake, ReadTimeout: s.conf.Limits.Handshake, IdleTimeout: s.conf.Limits.Handshake,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
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

// socketPath is the path of the WebSocket.
const socketPath = "/ws"

// connKey is the key of the *conn in the context of a request.
type connKey struct{}

// connOf returns the conn of an http.Server, which may be below TLS.
func connOf(c net.Conn) *conn {
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = secure.NetConn()
	}
	return c.(*conn)
}

// connection returns the conn of a request.
func connection(r *http.Request) *conn { return r.Context().Value(connKey{}).(*conn) }

// serving counts requests, and refuses them once the Server closes.
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

// asked applies the limits of requests. A request for the WebSocket leaves the connection half-open.
func (s *Server) asked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := connection(r)
		if r.URL.Path != socketPath {
			c.visit.Settle()
		}
		if c.request(s.pagesTo(r.RemoteAddr)) {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Refused returns the number of connections that were refused.
func (s *Server) Refused() admission.Refused { return s.Control.Refused().Plus(s.proxies.Refused()) }

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

// Close ends all visits, waits until their terminals are restored, and returns when the goroutines of the Server have ended. It may
// be called again.
func (s *Server) Close() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.http.Close() // all but the WebSockets: their visits end by ctx
	s.running.Wait()
	s.StopWindows()
}

const (
	// maxHeader is the longest header of a request.
	maxHeader = 8 << 10
	// maxMessage is the longest message of a page.
	maxMessage = 4 << 10
	// maxCloseReason is the longest reason in a close frame (RFC 6455, 5.5).
	maxCloseReason = 123

	// maxLoggedName is the part of a name that is logged.
	maxLoggedName = 64

	// pageRate and pageBurst limit the bytes of pages for an address that is not local, in a second and after a pause: ten browsers
	// with an empty cache. requestCost is added for each request.
	pageRate, pageBurst = 256 << 10, 4 << 20
	requestCost         = 4 << 10

	// goodbye is the time for the last messages of a visit.
	goodbye = 2 * time.Second

	// messageCost is added to the bytes of each message, also of pings and pongs, and textCost to those of a text, which is parsed.
	messageCost, textCost = 16, 64
)

// pageBrakes limit the bytes of pages for each address, so that none takes the line that others play on. Some addresses may share a
// brake.
type pageBrakes struct {
	mu    sync.Mutex
	seed  maphash.Seed
	sites [1024]*admission.Brake // nil before the first visitor
}

// pagesTo returns the brake of an address; nil for local ones.
func (s *Server) pagesTo(remote string) *admission.Brake {
	from, err := netip.ParseAddrPort(remote)
	if err != nil || s.conf.Limits.Local(from.Addr()) {
		return nil
	}
	return s.pages.of(admission.Site(from.Addr()))
}

// of returns the brake of a site. It is safe for concurrent use.
func (p *pageBrakes) of(site netip.Prefix) *admission.Brake {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := &p.sites[maphash.Comparable(p.seed, site)%uint64(len(p.sites))]
	if *mine == nil {
		b := admission.NewBrake(pageRate, pageBurst)
		*mine = &b
	}
	return *mine
}
