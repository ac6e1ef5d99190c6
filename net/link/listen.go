package link

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/guard"
)

// Listener takes links from those that Dial.
type Listener struct {
	// Static after construction.
	tcp    *net.TCPListener
	config *tls.Config
	census census // has its own lock
	met    chan *tls.Conn
	closed <-chan struct{}
	stop   context.CancelFunc

	running sync.WaitGroup // the accept loop and the handshakes
}

// retry is the pause after the system could not accept a connection, such as
// for want of file descriptors.
const retry = 100 * time.Millisecond

// Listen takes connections at addr, whose default port is DefaultPort, as the
// host that cert identifies. The caller must Close the Listener.
func Listen(addr string, cert tls.Certificate, limits Limits) (*Listener, error) {
	full, err := complete(addr)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &Listener{
		config: hostConfig(cert),
		census: census{limits: limits.orDefaults(), at: map[netip.Prefix]int{}},
		met:    make(chan *tls.Conn),
		closed: ctx.Done(),
		stop:   stop,
	}
	tcp, err := new(net.ListenConfig).Listen(ctx, "tcp", full)
	if err != nil {
		stop()
		return nil, cannotListen(full, err)
	}
	l.tcp = tcp.(*net.TCPListener)
	l.running.Go(func() {
		defer guard.Panics()
		l.run(ctx)
	})
	return l, nil
}

// cannotListen tells a user why addr cannot be had.
func cannotListen(addr string, err error) error {
	if isAddressInUse(err) {
		return fmt.Errorf("address %s is already in use: end the program that listens there, "+
			"or choose another port", addr)
	}
	return fmt.Errorf("cannot listen at %s: %s", addr, reason(err))
}

// Accept returns the next link, connected. After Close it returns ErrClosed.
func (l *Listener) Accept() (Link, error) {
	select {
	case conn := <-l.met:
		return l.open(conn), nil
	case <-l.closed:
		return nil, ErrClosed
	}
}

// Addr is where the Listener listens, for who asked for port 0.
func (l *Listener) Addr() netip.AddrPort {
	return l.tcp.Addr().(*net.TCPAddr).AddrPort()
}

// Close ends listening and waits for the goroutines of the Listener. Links that
// Accept returned live on. Closing again does nothing.
func (l *Listener) Close() {
	l.stop()
	l.tcp.Close()
	l.running.Wait()
}

// run accepts connections until the Listener is closed.
func (l *Listener) run(ctx context.Context) {
	for {
		raw, err := l.tcp.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			l.rest()
		case !l.census.enter(address(raw)):
			raw.Close()
		default:
			l.running.Go(func() {
				defer guard.Panics()
				l.greet(ctx, raw)
			})
		}
	}
}

func (l *Listener) rest() {
	select {
	case <-time.After(retry):
	case <-l.closed:
	}
}

// greet shakes hands over raw and hands the connection to Accept. Whoever does
// not speak TLS and our protocol in time is dropped.
func (l *Listener) greet(ctx context.Context, raw net.Conn) {
	defer l.census.settle()
	prepare(raw)
	conn := tls.Server(raw, l.config)
	if l.shakeHands(ctx, conn) {
		select {
		case l.met <- conn:
			return
		case <-l.closed:
		}
	}
	raw.Close()
	l.census.leave(address(raw))
}

func (l *Listener) shakeHands(ctx context.Context, conn *tls.Conn) bool {
	ctx, cancel := context.WithTimeout(ctx, l.census.limits.Handshake)
	defer cancel()
	return conn.HandshakeContext(ctx) == nil && conn.ConnectionState().NegotiatedProtocol == alpn
}

// open makes a link of conn. It counts until it is down.
func (l *Listener) open(conn *tls.Conn) Link {
	from := address(conn)
	s := newStream(conn.RemoteAddr().String(), l.census.limits.ControlIn, func() {})
	s.attach(conn)
	go func() {
		defer guard.Panics()
		defer close(s.done)
		defer l.census.leave(from)
		s.carry(conn)
	}()
	return s
}

// address returns the peer's, or the zero Addr if it is not on TCP.
func address(c net.Conn) netip.Addr {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr()
}
