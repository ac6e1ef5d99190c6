package ops

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Door serves the figures of a Monitor by HTTP. Listen and Serve open one.
type Door struct {
	listener *listener
	addr     string
	name     string // host name in Listen's address, or ""
	private  bool   // at a Unix socket
	http     *http.Server
	closed   context.Context // of requests; done by Close

	mu      sync.Mutex
	running sync.WaitGroup // the accept loop, and requests
	stop    context.CancelFunc
}

// Limits of strangers. A monitoring system asks every few seconds.
const (
	idleTime    = time.Minute
	profileTime = 5 * time.Minute // for a profile
	maxHeader   = 4 << 10
)

// limits are the times that tests change.
type limits struct {
	request time.Duration // to read a request
	answer  time.Duration // to write an answer
}

var usualLimits = limits{request: 2 * time.Second, answer: 5 * time.Second}

// unixPrefix begins an address that is the path of a Unix socket.
const unixPrefix = "unix:"

// CheckAddress checks an address to listen at: HOST:PORT, :PORT, or unix:PATH.
func CheckAddress(addr string) error {
	if path, unix := strings.CutPrefix(addr, unixPrefix); unix {
		if path == "" {
			return errors.New("must be ADDR or unix:PATH, got no path")
		}
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if err != nil || port == "" {
		return fmt.Errorf("must be HOST:PORT, :PORT or unix:PATH, got %q", addr)
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return fmt.Errorf("port must be 0 to 65535, got %q", port)
	}
	return nil
}

// Listen serves the monitor at an address: see CheckAddress. The caller must Close the Door. A nil log is silent.
func Listen(addr string, m *Monitor, log *slog.Logger) (*Door, error) {
	if err := CheckAddress(addr); err != nil {
		return nil, fmt.Errorf("cannot listen for monitoring: %w", err)
	}
	l, err := listen(addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return nil, fmt.Errorf("cannot listen for monitoring at %s: %w", addr, err)
	}
	name, _, _ := net.SplitHostPort(addr)
	return serve(l, name, m, log, usualLimits), nil
}

func listen(addr string) (net.Listener, error) {
	if path, unix := strings.CutPrefix(addr, unixPrefix); unix {
		return sys.ListenUnix(path)
	}
	return net.Listen("tcp", addr)
}

// Serve is Listen for an open listener, which Close closes.
func Serve(l net.Listener, m *Monitor, log *slog.Logger) *Door {
	return serve(l, "", m, log, usualLimits)
}

func serve(l net.Listener, name string, m *Monitor, log *slog.Logger, most limits) *Door {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	d := &Door{listener: newListener(l), addr: addressOf(l), name: name}
	_, d.private = l.Addr().(*net.UnixAddr)
	short, warn := m.set.GetOrCreateCounter(shortName), rate.Sometimes{Interval: time.Minute}
	d.listener.short = func() {
		short.Inc()
		warn.Do(func() {
			log.Error("no file descriptor is left: nobody new comes in until some are free, or the limit (ulimit -n, LimitNOFILE) is higher")
		})
	}
	d.closed, d.stop = context.WithCancel(context.Background())
	d.http = &http.Server{
		Handler:           d.serving(routes(m, d.private), most.answer),
		ReadHeaderTimeout: most.request, ReadTimeout: most.request, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return d.closed },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		Protocols:   new(http.Protocols),
	}
	d.http.Protocols.SetHTTP1(true)
	if at, ok := l.Addr().(*net.TCPAddr); ok && !at.AddrPort().Addr().IsLoopback() {
		log.Warn("monitoring is open to every machine that reaches it", "addr", d.addr)
	}
	d.running.Go(func() {
		defer sys.Restore()
		d.http.Serve(d.listener)
	})
	return d
}

// addressOf returns a listener's address in the form of CheckAddress.
func addressOf(l net.Listener) string {
	switch at := l.Addr().(type) {
	case *net.UnixAddr:
		if own, ok := l.(*sys.UnixListener); ok {
			return unixPrefix + own.Path()
		}
		return unixPrefix + at.Name
	case *net.TCPAddr:
		return netip.AddrPortFrom(at.AddrPort().Addr().Unmap(), uint16(at.Port)).String()
	}
	return l.Addr().String()
}

// Name returns "ops".
func (*Door) Name() string { return "ops" }

// Addrs returns the door's address: HOST:PORT or unix:PATH.
func (d *Door) Addrs() []string { return []string{d.addr} }

// Close closes all connections, and waits for their requests.
func (d *Door) Close() {
	d.mu.Lock()
	d.stop()
	d.mu.Unlock()
	d.http.Close()
	d.running.Wait()
	d.listener.mu.Lock()
	defer d.listener.mu.Unlock()
	if spare := d.listener.spare; spare != nil {
		spare.Close()
	}
}

// begin counts a request, unless the door closes.
func (d *Door) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed.Err() != nil {
		return false
	}
	d.running.Add(1)
	return true
}

// serving passes requests on until the Door closes, within the limits.
func (d *Door) serving(next http.Handler, answerTime time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !d.begin() {
			http.Error(w, "the host closes", http.StatusServiceUnavailable)
			return
		}
		defer d.running.Done()
		c := r.Context().Value(connKey{}).(*conn)
		c.serving.Store(true)
		defer c.serving.Store(false)
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime))
		if c.last {
			w.Header().Set("Connection", "close")
		}
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "must be GET or HEAD", http.StatusMethodNotAllowed)
		case !d.isCalled(r.Host):
			http.Error(w, "this host must be called by its address, its own name, or the name in --ops NAME:PORT; got "+strconv.Quote(r.Host), http.StatusMisdirectedRequest)
		case !c.requests.Allow():
			w.Header().Set("Connection", "close")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isCalled reports whether a request may use a host name. The owner of any other name could point it to this host after a browser
// has loaded a page from there (DNS rebinding), and the page could read the figures.
func (d *Door) isCalled(host string) bool {
	name := strings.TrimSuffix((&url.URL{Host: host}).Hostname(), ".")
	own, err := os.Hostname()
	return d.private || host == "" || admission.Unrebindable(host) || strings.EqualFold(name, d.name) || err == nil && strings.EqualFold(name, own)
}

// connKey is the key of the *conn in the context of a request.
type connKey struct{}

// listener accepts few connections. When there are maxOpen, a new one replaces the oldest that waits for no answer, so that slow or
// silent clients do not exclude others.
type listener struct {
	net.Listener
	accepts *rate.Limiter

	short func() // called when the process has no descriptor left; may be nil

	mu    sync.Mutex
	open  []*conn  // the oldest first
	spare *os.File // its descriptor accepts a connection when no other is left; nil while in use
}

// conn is a connection with a limit of requests.
type conn struct {
	net.Conn
	door     *listener
	requests *rate.Limiter
	serving  atomic.Bool // an answer is under way
	last     bool        // it has the spare descriptor, so it is closed after the answer
}

const (
	maxOpen = 16
	// Rate a second, and burst: of new connections, and of requests of one.
	acceptRate, acceptBurst   = 100, maxOpen / 2
	requestRate, requestBurst = 10, 20
)

func newListener(l net.Listener) *listener {
	limited := &listener{Listener: l, accepts: rate.NewLimiter(acceptRate, acceptBurst)}
	limited.openSpare()
	return limited
}

// openSpare opens the spare file again, if it is in use and there is a descriptor.
func (l *listener) openSpare() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.spare == nil {
		l.spare, _ = os.Open(os.DevNull)
	}
}

// acceptLast accepts a waiting connection with the spare descriptor: the figures report that others are missing.
func (l *listener) acceptLast(why error) (net.Conn, error) {
	if l.short != nil {
		l.short()
	}
	if !waits(l.Listener) {
		return nil, why
	}
	l.mu.Lock()
	if l.spare == nil {
		l.mu.Unlock()
		return nil, why
	}
	l.spare.Close()
	l.spare = nil
	l.mu.Unlock()
	return l.Listener.Accept()
}

// Accept accepts a connection at the rate of the limits.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		last := isShort(err)
		if last {
			raw, err = l.acceptLast(err)
		}
		if err != nil {
			return nil, err
		}
		if c := l.enter(raw); c != nil {
			c.last = last
			time.Sleep(l.accepts.Reserve().Delay()) // others wait in the system
			return c, nil
		}
		raw.Close()
	}
}

// enter registers a connection; it returns nil if there is no room.
func (l *listener) enter(raw net.Conn) *conn {
	c := &conn{Conn: raw, door: l, requests: rate.NewLimiter(requestRate, requestBurst)}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= maxOpen {
		i := slices.IndexFunc(l.open, func(c *conn) bool { return !c.serving.Load() })
		if i < 0 {
			return nil
		}
		l.open[i].Conn.Close()
		l.open = slices.Delete(l.open, i, i+1)
	}
	l.open = append(l.open, c)
	return c
}

// Close closes the connection, and frees its place.
func (c *conn) Close() error {
	c.door.mu.Lock()
	if i := slices.Index(c.door.open, c); i >= 0 {
		c.door.open = slices.Delete(c.door.open, i, i+1)
	}
	c.door.mu.Unlock()
	err := c.Conn.Close()
	c.door.openSpare()
	return err
}

// routes returns the handler of requests. A private door serves profiles too.
func routes(m *Monitor, private bool) http.Handler {
	mux := http.NewServeMux()
	figures := admission.Answer[[]byte]{Life: scrapeTime, Find: func() ([]byte, error) {
		var b bytes.Buffer
		m.Write(&b)
		return b.Bytes(), nil
	}}
	mux.HandleFunc("/metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		text, _ := figures.Get()
		w.Write(text)
	})
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, m.Healthy()) })
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) { answer(w, m.Ready()) })
	if private {
		profiles(mux)
	}
	return mux
}

// answer answers ok, or with the error.
func answer(w http.ResponseWriter, wrong error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if wrong != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, wrong.Error()+"\n")
		return
	}
	io.WriteString(w, "ok\n")
}

// profiles serves go tool pprof.
func profiles(mux *http.ServeMux) {
	for path, serve := range map[string]http.HandlerFunc{
		"/debug/pprof/": pprof.Index, "/debug/pprof/cmdline": pprof.Cmdline, "/debug/pprof/profile": pprof.Profile,
		"/debug/pprof/symbol": pprof.Symbol, "/debug/pprof/trace": pprof.Trace,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			c := http.NewResponseController(w)
			c.SetReadDeadline(time.Time{}) // it would end the profile
			c.SetWriteDeadline(time.Now().Add(profileTime))
			serve(w, r)
		})
	}
}

// scrapeTime is the age of figures, so that frequent requests cost little.
const scrapeTime = 100 * time.Millisecond
