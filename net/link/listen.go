package link

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Listener accepts the links of clients that Dial.
type Listener struct {
	tcp     net.Listener
	config  *tls.Config
	limits  admission.Limits // without zeros
	control *admission.Control
	pending chan pendingConn
	ctx     context.Context // done after Close
	stop    context.CancelFunc
	machine machine
	demux   *demux // nil without UDP
	noUDP   error

	running sync.WaitGroup // the accept loop and the handshakes
	taking  sync.Mutex     // held by Take while it adds to them, and by Close until no Take does
}

// Listen accepts connections at addr (default port: DefaultPort) as the host with certificate cert. It also
// opens the UDP port of the same number, or works without UDP. The caller must Close the Listener.
func Listen(addr string, cert tls.Certificate, limits admission.Limits) (*Listener, error) {
	full, err := normalize(addr)
	if err != nil {
		return nil, err
	}
	l := newListener(cert, limits)
	if err := l.bind(full); err != nil {
		l.stop()
		return nil, cannotListen(full, err)
	}
	l.start()
	return l, nil
}

// ListenOn is Listen on open sockets, which it owns. If udp is nil, it tries to open the UDP port of the same number.
func ListenOn(tcp *net.TCPListener, udp *net.UDPConn, cert tls.Certificate, limits admission.Limits) *Listener {
	l := newListener(cert, limits)
	l.tcp = tcp
	if udp != nil {
		l.demux = newDemux(udp)
	} else {
		l.bindUDP()
	}
	l.start()
	return l
}

// newListener returns a Listener without a socket.
func newListener(cert tls.Certificate, limits admission.Limits) *Listener {
	ctx, stop := context.WithCancel(context.Background())
	return &Listener{
		config:  hostConfig(cert),
		limits:  linkDefaults(limits),
		control: admission.New(limits),
		pending: make(chan pendingConn),
		machine: thisMachine,
		ctx:     ctx,
		stop:    stop,
	}
}

func (l *Listener) start() {
	l.tcp = l.control.Patient(l.tcp, l.limits.Log)
	l.running.Go(func() {
		defer sys.Restore()
		l.run()
	})
}

// bindTries is the number of tries for a port that is free for TCP and UDP.
const bindTries = 8

// bind opens the TCP port at addr and the UDP port of the same number. If the system chooses the port and only TCP is
// free there, it chooses again.
func (l *Listener) bind(addr string) error {
	for try := 1; ; try++ {
		tcp, err := new(net.ListenConfig).Listen(l.ctx, "tcp", addr)
		if err != nil {
			return err
		}
		l.tcp = tcp
		if l.bindUDP() || try == bindTries || !strings.HasSuffix(addr, ":0") {
			return nil
		}
		tcp.Close()
	}
}

// bindUDP opens the UDP port of the same number, and reports whether it could.
func (l *Listener) bindUDP() bool {
	conn, err := new(net.ListenConfig).ListenPacket(l.ctx, "udp", l.tcp.Addr().String())
	if err != nil {
		l.noUDP = fmt.Errorf("there is no UDP, which means more lag for players: "+
			"cannot have UDP port %d: %s", l.Addr().Port(), Reason(err))
		return false
	}
	l.demux, l.noUDP = newDemux(conn.(*net.UDPConn)), nil
	return true
}

// cannotListen explains to a user why addr cannot be used.
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
	case <-l.ctx.Done():
		return nil, ErrClosed
	}
}

// Addr returns the listening address, with the port that the system chose for port 0.
func (l *Listener) Addr() netip.AddrPort {
	return l.tcp.Addr().(*net.TCPAddr).AddrPort()
}

// Refused counts refused connections.
func (l *Listener) Refused() admission.Refused { return l.control.Refused() }

// UDP returns nil if the Listener offers UDP, otherwise the reason in one line for a user.
func (l *Listener) UDP() error { return l.noUDP }

// Answer makes a answer queries: datagrams that begin with "DOG" and belong to no link. It runs on a goroutine of the
// Listener, at a bounded rate. An answer longer than its query is dropped.
func (l *Listener) Answer(a answerer) {
	if l.demux != nil {
		l.demux.queries.answerer.Store(&a)
	}
}

// Close ends listening and waits for the goroutines of the Listener. Accepted links live on, and the UDP socket with
// the last of them. Closing again does nothing.
func (l *Listener) Close() {
	l.taking.Lock()
	l.stop()
	l.taking.Unlock()
	l.tcp.Close()
	l.running.Wait()
	if l.demux != nil {
		l.demux.close()
	}
}

func (l *Listener) run() {
	for {
		raw, err := l.tcp.Accept()
		if err != nil {
			return
		}
		l.admit(raw)
	}
}

// pendingConn is a connection that has shaken hands and waits for Accept.
type pendingConn struct {
	*tls.Conn
	visit *admission.Visit
}

// admit starts the handshake of a connection if admission accepts it.
func (l *Listener) admit(raw net.Conn) {
	visit, err := l.control.Enter(admission.AddressOf(raw), func() { raw.Close() })
	if err != nil {
		raw.Close()
		return
	}
	l.running.Go(func() {
		defer sys.Restore()
		l.handshake(raw, visit)
	})
}

// handshake shakes hands over raw and passes the connection to Accept. A client that does not speak TLS and our
// protocol in time is dropped.
func (l *Listener) handshake(raw net.Conn, visit *admission.Visit) {
	prepare(raw)
	config := l.config
	if _, relayed := raw.(splicedConn); relayed {
		config = overRelay(config)
	}
	conn := tls.Server(raw, config)
	if l.shakeHands(conn) {
		select {
		case l.pending <- pendingConn{conn, visit}:
			return
		case <-l.ctx.Done():
		}
	}
	raw.Close()
	visit.Leave()
}

func (l *Listener) shakeHands(conn *tls.Conn) bool {
	ctx, cancel := context.WithTimeout(l.ctx, l.limits.Handshake)
	defer cancel()
	return conn.HandshakeContext(ctx) == nil && isOurs(conn.ConnectionState())
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
	s.machine = l.machine
	s.attach(secure)
	if over, ok := conn.NetConn().(splicedConn); ok {
		s.via = over.via
	}
	if l.demux != nil {
		s.offerUDP(conn, l.demux)
	}
	s.start(func() {
		defer s.visit.Leave()
		s.run(secure)
	})
	return s
}

// Settle marks a peer as accepted, or as answered and about to be closed. Until then a Listener's link is half-open:
// the Listener may cut it off for other connections, and its end costs its address reputation. Other links are not
// counted.

func Settle(l Link) {
	if s := streamOf(l); s != nil {
		s.visit.Settle()
	}
}

// linkDefaults sets the limits of links, as admission sets its own.
func linkDefaults(l admission.Limits) admission.Limits {
	l.ControlIn = cmp.Or(l.ControlIn, 4<<10)
	l.Handshake = cmp.Or(l.Handshake, 5*time.Second)
	l.DataPackets = cmp.Or(l.DataPackets, 128)
	l.DataBytes = cmp.Or(l.DataBytes, 32<<10)
	return l
}

// SiteOf returns the admission.Site of a Link.Remote, or the zero Prefix if that is no address.
func SiteOf(remote string) netip.Prefix {
	at, _ := netip.ParseAddrPort(remote)
	return admission.Site(at.Addr())
}

// allowance bounds a peer's traffic on the data channel: a rate, with a burst of one second. The zero value has no
// limit. The link's lock guards it.
type allowance struct{ packets, bytes *rate.Limiter }

func newAllowance(l admission.Limits) allowance {
	return allowance{perSecond(l.DataPackets), perSecond(l.DataBytes)}
}

// perSecond returns a full limiter of n a second.
func perSecond(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), n) }

// spend reports whether a packet of n bytes is within the allowance. A refused packet costs nothing.
func (a *allowance) spend(n int, now time.Time) bool {
	if a.packets == nil {
		return true
	}
	if a.packets.TokensAt(now) < 1 || !a.bytes.AllowN(now, n) {
		return false
	}
	return a.packets.AllowN(now, 1)
}
