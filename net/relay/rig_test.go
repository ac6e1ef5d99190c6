package relay

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"dogfight/net/admission"
	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(8)
	goleak.VerifyTestMain(m)
}

// makeCert returns a certificate with a new key.
func makeCert() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

var (
	relayCert = sync.OnceValue(makeCert)
	hostCert  = sync.OnceValue(makeCert)
	otherCert = sync.OnceValue(makeCert)
)

var (
	hostAt    = netip.MustParseAddr("203.0.113.1")
	strangers = func(netip.Addr) bool { return false } // no address is local
)

const testCode = Code("amber-fox-7k3q-92hd-m4xt")

// memory is a network in memory with one listener, in which everyone chooses their address.
type memory struct {
	conns  chan net.Conn
	closed chan struct{}
	port   uint16
	mu     sync.Mutex
}

func newMemory() *memory { return &memory{conns: make(chan net.Conn), closed: make(chan struct{})} }

// memoryConn is one end of a pipe with addresses.
type memoryConn struct {
	net.Conn
	remote net.Addr
}

func (c memoryConn) RemoteAddr() net.Addr { return c.remote }

// relayAt is on this machine, so hosts accept callers from any address.
var relayAt = net.TCPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:4248"))

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.conns:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	close(m.closed)
	return nil
}

func (*memory) Addr() net.Addr { return relayAt }

// from returns a dialler with an address.
func (m *memory) from(a netip.Addr) dialler {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		m.mu.Lock()
		m.port++
		at := net.TCPAddrFromAddrPort(netip.AddrPortFrom(a, m.port))
		m.mu.Unlock()
		near, far := net.Pipe()
		select {
		case m.conns <- memoryConn{far, at}:
			return memoryConn{near, relayAt}, nil
		case <-m.closed:
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// world is a relay in memory, in virtual time.
type world struct {
	*memory
	t      *testing.T
	server *Server
}

// inWorld runs a test in a world whose addresses are all strangers.
func inWorld(t *testing.T, test func(w *world)) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemory()
		w := &world{m, t, serve(m, nil, Options{Certificate: relayCert(), Limits: admission.Limits{Local: strangers}})}
		defer w.server.Close()
		test(w)
	})
}

// taken is a caller that a host got.
type taken struct {
	conn net.Conn
	from netip.AddrPort
	via  Via
}

// host is a host at a relay.
type host struct {
	took    chan taken
	changed chan error
	leave   func()
}

// host registers a host with a code, and returns once the relay has answered.
func (w *world) host(cert tls.Certificate, code Code, options ...func(*Registrar)) (*host, error) {
	h := &host{took: make(chan taken, 100), changed: make(chan error, 100)}
	r := &Registrar{
		Relay: "relay:1", Certificate: cert, Code: code, Nonce: Nonce{7}, Trust: func([]byte) error { return nil }, dial: w.from(hostAt),
		Changed: func(err error) { h.changed <- err },
		Take:    func(conn net.Conn, from netip.AddrPort, via Via) { h.took <- taken{conn, from, via} },
	}
	for _, set := range options {
		set(r)
	}
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	h.leave = func() {
		cancel()
		<-done
	}
	return h, <-h.changed
}

func (w *world) mustHost() *host {
	h, err := w.host(hostCert(), testCode)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}

// ask calls a host from an address.
func (w *world) ask(from string, code Code) (net.Conn, error) {
	conn, _, _, err := ask(w.t.Context(), w.from(netip.MustParseAddr(from)), Invitation{"relay:1", code})
	return conn, err
}

// sleep passes virtual time.
func (w *world) sleep(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// cutHosts breaks the connections of all hosts.
func (w *world) cutHosts() {
	w.server.mu.Lock()
	defer w.server.mu.Unlock()
	for h := range w.server.hosts {
		h.cut()
	}
}
