package ops

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Door serves what a Monitor knows. Listen and Serve give one.
type Door struct {
	listener *listener
	addr     string
	name     string // of Listen's address, or ""
	private  bool   // it is at a path
	http     *http.Server
	closed   context.Context // of requests; done by Close

	mu      sync.Mutex
	running sync.WaitGroup // the accept loop, and requests
	stop    context.CancelFunc
}

// Limits of what strangers may take. Who may see the figures asks for them every few seconds.
const (
	idleTime    = time.Minute
	profileTime = 5 * time.Minute // that a profile may take
	maxHeader   = 4 << 10
)

// limits are the times that a test has to change.
type limits struct {
	request time.Duration // until all of a request has come
	answer  time.Duration // until all of an answer is taken
}

var usualLimits = limits{request: 2 * time.Second, answer: 5 * time.Second}

// unixPrefix is before the path of a Unix socket.
const unixPrefix = "unix:"

// CheckAddress says what is wrong with an address to listen at: HOST:PORT, :PORT, or unix:PATH.
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

// Listen serves what the monitor knows at an address: see CheckAddress. The caller must Close the Door. A log that is nil is silent.
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

// Serve is Listen on what listens already, and closes that in the end.
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

// addressOf returns where something listens, as Listen wants it.
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

// Name is what is spoken at the door.
func (*Door) Name() string { return "ops" }

// Addrs returns where the door is: HOST:PORT or unix:PATH.
func (d *Door) Addrs() []string { return []string{d.addr} }

// Close ends all connections, and waits for their requests.
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

// serving serves requests until the Door closes, as fast as they may come.
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

// isCalled reports whether a request may call the host so. The owner of any other name can have it mean this host once a browser has
// loaded a page from there (DNS rebinding), and the page could read the figures.
func (d *Door) isCalled(host string) bool {
	name := strings.TrimSuffix((&url.URL{Host: host}).Hostname(), ".")
	own, err := os.Hostname()
	return d.private || host == "" || admission.Unrebindable(host) || strings.EqualFold(name, d.name) || err == nil && strings.EqualFold(name, own)
}

// connKey is where the *conn of a request stands in its context.
type connKey struct{}
