package link

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Listener takes links from those that Dial.
type Listener struct {
	// Static after construction.
	tcp     net.Listener
	config  *tls.Config
	limits  Limits // without zeros
	control *admission.Control
	pending chan pendingConn
	closed  <-chan struct{}
	stop    context.CancelFunc
	demux   *demux // nil without UDP
	noUDP   error

	running sync.WaitGroup // the accept loop and the handshakes
}

// Listen takes connections at addr, whose default port is DefaultPort, as the
// host that cert identifies. It has the UDP port of the same number too, or does
// without UDP if that is not to be had. The caller must Close the Listener.
func Listen(addr string, cert tls.Certificate, limits Limits) (*Listener, error) {
	full, err := normalize(addr)
	if err != nil {
		return nil, err
	}
	l, ctx := newListener(cert, limits)
	if err := l.bind(ctx, full); err != nil {
		l.stop()
		return nil, cannotListen(full, err)
	}
	l.start(ctx)
	return l, nil
}

// ListenOn is Listen on what listens already, and closes that in the end. Without UDP it has the UDP port of the same number,
// if that is to be had.
func ListenOn(tcp *net.TCPListener, udp *net.UDPConn, cert tls.Certificate, limits Limits) *Listener {
	l, ctx := newListener(cert, limits)
	l.tcp = tcp
	if udp != nil {
		l.demux = newDemux(udp)
	} else {
		l.bindUDP(ctx)
	}
	l.start(ctx)
	return l
}

// newListener returns a Listener without a socket.
func newListener(cert tls.Certificate, limits Limits) (*Listener, context.Context) {
	ctx, stop := context.WithCancel(context.Background())
	return &Listener{
		config:  hostConfig(cert),
		limits:  limits.orDefaults(),
		control: admission.New(limits.admission()),
		pending: make(chan pendingConn),
		closed:  ctx.Done(),
		stop:    stop,
	}, ctx
}

// start begins to take connections.
func (l *Listener) start(ctx context.Context) {
	l.tcp = l.control.Patient(l.tcp, l.limits.Log)
	l.running.Go(func() {
		defer sys.Restore()
		l.run(ctx)
	})
}

// bindTries is how often a port of both kinds is looked for when any will do.
const bindTries = 8

// bind takes the TCP port at addr and the UDP port of the same number. When the
// system chooses the port and only TCP is free there, it may choose again.
func (l *Listener) bind(ctx context.Context, addr string) error {
	for try := 1; ; try++ {
		tcp, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
		if err != nil {
			return err
		}
		l.tcp = tcp
		if l.bindUDP(ctx) || try == bindTries || !strings.HasSuffix(addr, ":0") {
			return nil
		}
		tcp.Close()
	}
}

// bindUDP takes the UDP port of the same number, and reports whether it is to be had.
func (l *Listener) bindUDP(ctx context.Context) bool {
	conn, err := new(net.ListenConfig).ListenPacket(ctx, "udp", l.tcp.Addr().String())
	if err != nil {
		l.noUDP = fmt.Errorf("there is no UDP, which means more lag for players: "+
			"cannot have UDP port %d: %s", l.Addr().Port(), Reason(err))
		return false
	}
	l.demux, l.noUDP = newDemux(conn.(*net.UDPConn)), nil
	return true
}

// cannotListen tells a user why addr cannot be had.
func cannotListen(addr string, err error) error {
	if isAddressInUse(err) {
		return fmt.Errorf("address %s is already in use: end the program that listens there, "+
			"or choose another port", addr)
	}
	return fmt.Errorf("cannot listen at %s: %s", addr, Reason(err))
}

// Accept returns the next link, connected. After Close it returns ErrClosed.
func (l *Listener) Accept() (Link, error) {
	select {
	case g := <-l.pending:
		return l.open(g), nil
	case <-l.closed:
		return nil, ErrClosed
	}
}

// Addr is where the Listener listens, with the port that the system chose for port 0.
func (l *Listener) Addr() netip.AddrPort {
	return l.tcp.Addr().(*net.TCPAddr).AddrPort()
}

// Refused returns how many connections were not let in.
func (l *Listener) Refused() admission.Refused { return l.control.Refused() }

// UDP is nil when the Listener offers UDP, and otherwise tells in one line for a
// user why not.
func (l *Listener) UDP() error { return l.noUDP }

// Answer has a from now on answer queries: datagrams that begin with "DOG" and belong
// to no link. It is called on a goroutine of the Listener's, for so many a second as
// do no harm, and what it returns goes out unless it is longer than the query.
func (l *Listener) Answer(a QueryAnswerer) {
	if l.demux != nil {
		l.demux.queries.Use(a)
	}
}

// Close ends listening and waits for the goroutines of the Listener. Links that
// Accept returned live on, and their UDP socket with the last of them. Closing again does nothing.
func (l *Listener) Close() {
	l.stop()
	l.tcp.Close()
	l.running.Wait()
	if l.demux != nil {
		l.demux.close()
	}
}

// run accepts connections until the Listener is closed.
func (l *Listener) run(ctx context.Context) {
	for {
		raw, err := l.tcp.Accept()
		if err != nil {
			return
		}
		l.admit(ctx, raw)
	}
}

// pendingConn is a connection that was let in, has shaken hands and waits for Accept.
type pendingConn struct {
	*tls.Conn
	visit *admission.Visit
}

// admit has a connection shake hands, if it is let in.
func (l *Listener) admit(ctx context.Context, raw net.Conn) {
	visit, err := l.control.Enter(admission.AddressOf(raw), func() { raw.Close() })
	if err != nil {
		raw.Close()
		return
	}
	l.running.Go(func() {
		defer sys.Restore()
		l.handshake(ctx, raw, visit)
	})
}

// handshake shakes hands over raw and hands the connection to Accept. A client that
// does not speak TLS and our protocol in time is dropped.
func (l *Listener) handshake(ctx context.Context, raw net.Conn, visit *admission.Visit) {
	prepare(raw)
	conn := tls.Server(raw, l.config)
	if l.shakeHands(ctx, conn) {
		select {
		case l.pending <- pendingConn{conn, visit}:
			return
		case <-l.closed:
		}
	}
	raw.Close()
	visit.Leave()
}

func (l *Listener) shakeHands(ctx context.Context, conn *tls.Conn) bool {
	ctx, cancel := context.WithTimeout(ctx, l.limits.Handshake)
	defer cancel()
	return conn.HandshakeContext(ctx) == nil && conn.ConnectionState().NegotiatedProtocol == alpn
}

// open makes a link of a pending connection. It counts until it is down.
func (l *Listener) open(g pendingConn) Link {
	conn := g.Conn
	s := newStream(conn.RemoteAddr().String(), l.limits.ControlIn, func() {})
	s.allowance, s.visit = newAllowance(l.limits), g.visit
	if s.identity = identityOf(conn.ConnectionState()); s.identity != "" {
		s.certificate = conn.ConnectionState().PeerCertificates[0].Raw
	}
	secure := newTLSTransport(conn)
	s.attach(secure)
	if l.demux != nil {
		s.offerUDP(conn, l.demux)
	}
	go func() {
		defer sys.Restore()
		defer close(s.done)
		defer s.visit.Leave()
		s.run(secure)
	}()
	return s
}
