package link

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// dialTimeout bounds connecting, TLS included.
var dialTimeout = 5 * time.Second // a variable for tests on a slow machine

// sendBuffer is the size of the system's send buffer. Data that waits there cannot be dropped any more when it is out
// of date, so it is small.
const sendBuffer = 16 << 10

// Dial returns a link to the host at addr at once and connects it in the background, within five seconds. The default
// port is DefaultPort. If the host's certificate differs from the known one, Err reports that. Data uses UDP if the
// host offers it and datagrams get through.
func Dial(addr string, known *KnownHosts) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP = true })
}

// DialTLS is Dial without UDP.
func DialTLS(addr string, known *KnownHosts) Link { return dial(addr, known, func(*stream) {}) }

// DialPolled is Dial for a program with thousands of links that calls Receive of each often: only Receive reads their
// datagrams, and with the time of Receive. Where the system cannot do that, it is Dial.
func DialPolled(addr string, known *KnownHosts) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP, s.polls = true, true })
}

// DialAs is Dial, and proves the player's identity to the host by the certificate of an ed25519 key. A host that known
// refuses does not see it.
func DialAs(addr string, known *KnownHosts, self tls.Certificate) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP, s.self = true, &self })
}

func dial(addr string, known *KnownHosts, choose func(*stream)) Link {
	ctx, cancel := context.WithTimeout(context.Background(), dialTimeout)
	full, err := normalize(addr)
	if err != nil {
		full = addr
	}
	s := newStream(full, MaxControl, cancel)
	s.dialled, s.tries = true, dialTries
	choose(s)
	s.start(func() {
		defer cancel()
		if err != nil {
			s.fail(err)
			return
		}
		s.connect(ctx, known)
	})
	return s
}

// connect connects the link and moves its packets until it is down.
func (s *stream) connect(ctx context.Context, known *KnownHosts) {
	conn, err := s.dialHost(ctx, known)
	if err != nil {
		s.fail(err)
		return
	}
	if secure := newTLSTransport(conn); s.attach(secure) {
		s.run(secure)
	}
}

// A host to which many connect at once drops some, so dialHost tries dialTries times, with a pause that doubles each
// time.
const (
	dialTries = 5
	dialPause = 50 * time.Millisecond
)

// dialHost connects to the host and shakes hands. It retries if the host hangs up meanwhile.
func (s *stream) dialHost(ctx context.Context, known *KnownHosts) (*tls.Conn, error) {
	for try := 0; ; try++ {
		raw, err := (&net.Dialer{Control: s.control}).DialContext(ctx, "tcp", s.remote)
		if err != nil {
			return nil, noAnswer(s.remote, err)
		}
		prepare(raw)
		conn, err := clientHandshake(ctx, raw, s.remote, clientConfig(known.checks(s.remote)), s.self)
		if err == nil {
			err = remember(conn, s.remote, known)
		}
		if err == nil {
			return conn, nil
		}
		raw.Close()
		if try+1 == s.tries || !isHangUp(err) {
			return nil, noHandshake(s.remote, err)
		}
		pause := dialPause << try
		select {
		case <-time.After(pause + rand.N(pause)):
		case <-ctx.Done():
			return nil, noHandshake(s.remote, err)
		}
	}
}

// remember saves the host of a finished handshake, which has proven that it owns its certificate.
func remember(conn *tls.Conn, addr string, known *KnownHosts) error {
	if err := known.Remember(addr, fingerprintOf(conn.ConnectionState())); err != nil {
		return refusal{err}
	}
	return nil
}

// clientHandshake shakes hands with the host at addr over raw, which the caller closes on failure. It presents the
// certificate self, if that is not nil, to a host that config accepts. noHandshake explains its errors.
func clientHandshake(ctx context.Context, raw net.Conn, addr string, config *tls.Config, self *tls.Certificate) (*tls.Conn, error) {
	if self != nil {
		config.Certificates = []tls.Certificate{*self}
	}
	conn := tls.Client(raw, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	if !isOurs(conn.ConnectionState()) {
		return nil, refusal{notOurs(addr)}
	}
	return conn, nil
}

// prepare sets the options of a game connection. A system may refuse one; that is no error.
func prepare(raw net.Conn) {
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetNoDelay(true)
		tcp.SetWriteBuffer(sendBuffer)
	}
}

// noAnswer explains to a user why there is no connection to addr.
func noAnswer(addr string, err error) error {
	var dns *net.DNSError
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return refused.error
	case errors.As(err, &dns) && dns.IsNotFound:
		return fmt.Errorf("no host is named %s: is it spelled correctly?", dns.Name)
	case isTimeout(err):
		return fmt.Errorf("no host answers at %s within %v: is the address right, "+
			"and does a firewall let its port through?", addr, dialTimeout)
	}
	return fmt.Errorf("no host answers at %s: %s; is a match being hosted there?", addr, Reason(err))
}

// noHandshake explains to a user why the handshake with addr failed.
func noHandshake(addr string, err error) error {
	var record tls.RecordHeaderError
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return refused.error
	case errors.As(err, &record):
		return notOurs(addr)
	case isAlert(err, noProtocol):
		return fmt.Errorf("the host at %s does not speak %s: is one of you out of date?", addr, alpn)
	case isHangUp(err):
		return fmt.Errorf("the host at %s hung up at once: is it full?", addr)
	case isTimeout(err):
		return fmt.Errorf("what listens at %s did not answer within %v: is it a dogfight host?", addr, dialTimeout)
	}
	return fmt.Errorf("cannot talk to the host at %s: %s", addr, Reason(err))
}

// noProtocol is the alert no_application_protocol (RFC 7301, section 3.2).
const noProtocol tls.AlertError = 120

// isAlert reports whether the peer sent an alert. crypto/tls does not export the type of that error, but its text is
// AlertError's.
func isAlert(err error, alert tls.AlertError) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "remote error" && op.Err.Error() == alert.Error()
}

func notOurs(addr string) error {
	return fmt.Errorf("what answers at %s is not a dogfight host", addr)
}

// DialSent dials, once, a host to which the host at the address by has redirected this client: see MaySend. The zero
// Addr is this process. self may be nil.
func DialSent(addr string, by netip.Addr, known *KnownHosts, self *tls.Certificate) Link {
	return dial(addr, known, func(s *stream) {
		s.wantsUDP, s.self, s.tries = true, self, 1
		s.control = func(_, to string, _ syscall.RawConn) error {
			at, _ := netip.ParseAddrPort(to) // after names are resolved, so that no name leads inside
			if !MaySend(by, at.Addr()) {
				return refusal{fmt.Errorf("%s is at %v, and the host at %v may not send you into a network that is closer to you than itself", addr, at.Addr(), by)}
			}
			return nil
		}
	})
}

// MaySend reports whether the host at an address may redirect a client to another: a public host to public addresses
// only, a host of a private network not to the loopback. Hosts on this machine can reach as much themselves.
func MaySend(by, to netip.Addr) bool {
	return !by.IsValid() || reach(to) >= reach(by) || isThisMachine(by)
}

// shared is the network between providers and their customers (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// reach orders addresses by scope: this machine, its link, private networks, the Internet.
func reach(a netip.Addr) int {
	switch a = a.Unmap(); {
	case a.IsLoopback(), a.IsUnspecified(): // Linux connects to 0.0.0.0 on the loopback
		return 0
	case !a.IsGlobalUnicast():
		return 1
	case a.IsPrivate(), shared.Contains(a):
		return 2
	}
	return 3
}

// isThisMachine reports whether an address is one of this machine's.
func isThisMachine(a netip.Addr) bool {
	all, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(all, func(local net.Addr) bool {
		p, err := netip.ParsePrefix(local.String())
		return err == nil && p.Addr() == a.Unmap().WithZone("")
	})
}

// PeerOf returns the IP address of the other end of a link, or the zero Addr if there is none yet.
func PeerOf(l Link) netip.Addr {
	s := streamOf(l)
	if s == nil {
		return netip.Addr{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	over, _ := s.raw.(tlsTransport)
	return over.peer
}
