package link

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"dogfight/sys"
)

// dialTimeout is how long a host may take to answer, TLS included.
var dialTimeout = 5 * time.Second // a variable for tests on a slow machine

// sendBuffer is asked of the system for each connection. What waits there cannot
// be dropped any more when it is out of date, so it is small.
const sendBuffer = 16 << 10

// Dial returns a link to the host at addr at once and connects it in the
// background, within five seconds. Why that failed, Err tells: a *trust.ChangedError if
// known has the host by another certificate. The default port is DefaultPort.
// Data goes over UDP when the host offers that and it gets through.
func Dial(addr string, known *Trust) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP = true })
}

// DialTLS is Dial without UDP: all goes over TLS.
func DialTLS(addr string, known *Trust) Link { return dial(addr, known, func(*stream) {}) }

// DialPolled is Dial for a program with thousands of links that calls Receive of each
// often: their datagrams are read only then, and have arrived then. Where the system cannot
// do that, it is Dial.
func DialPolled(addr string, known *Trust) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP, s.polls = true, true })
}

// DialAs is Dial, and proves to the host who the player is, by the certificate
// of an ed25519 key. A host that known refuses does not see it.
func DialAs(addr string, known *Trust, self tls.Certificate) Link {
	return dial(addr, known, func(s *stream) { s.wantsUDP, s.self = true, &self })
}

func dial(addr string, known *Trust, choose func(*stream)) Link {
	ctx, cancel := context.WithTimeout(context.Background(), dialTimeout)
	full, err := normalize(addr)
	if err != nil {
		full = addr
	}
	s := newStream(full, MaxControl, cancel)
	s.dialled, s.tries = true, dialTries
	choose(s)
	go func() {
		defer sys.Restore()
		defer close(s.done)
		defer cancel()
		if err != nil {
			s.fail(err)
			return
		}
		s.connect(ctx, known)
	}()
	return s
}

// connect connects the link and moves its packets until it is down.
func (s *stream) connect(ctx context.Context, known *Trust) {
	conn, err := s.dialHost(ctx, known)
	if err != nil {
		s.fail(err)
		return
	}
	if secure := newTLSTransport(conn); s.attach(secure) {
		s.run(secure)
	}
}

// A host to which many connect at once drops some, so it is worth trying again: this often,
// after this long, and each time twice as long.
const (
	dialTries = 5
	dialPause = 50 * time.Millisecond
)

// dialHost connects to the host and shakes hands, and tries again if the host hangs up meanwhile.
func (s *stream) dialHost(ctx context.Context, known *Trust) (*tls.Conn, error) {
	for try := 0; ; try++ {
		raw, err := (&net.Dialer{Control: s.control}).DialContext(ctx, "tcp", s.remote)
		if err != nil {
			return nil, noAnswer(s.remote, err)
		}
		prepare(raw)
		conn, err := clientHandshake(ctx, raw, s.remote, known, s.self)
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

// clientHandshake shakes hands with the host at addr over raw, which stays the caller's to
// close on failure. It shows the certificate self, unless that is nil. noHandshake explains the
// error to a user.
func clientHandshake(ctx context.Context, raw net.Conn, addr string, known *Trust, self *tls.Certificate) (*tls.Conn, error) {
	config := clientConfig(addr, known)
	if self != nil {
		config.Certificates = []tls.Certificate{*self}
	}
	conn := tls.Client(raw, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	state := conn.ConnectionState()
	if state.NegotiatedProtocol != alpn {
		return nil, refusal{notOurs(addr)}
	}
	if err := known.Remember(addr, fingerprintOf(state)); err != nil {
		return nil, refusal{err}
	}
	return conn, nil
}

// prepare sets what every connection of a game needs. That a system refuses one
// of it is no reason not to play.
func prepare(raw net.Conn) {
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetNoDelay(true)
		tcp.SetWriteBuffer(sendBuffer)
	}
}

// noAnswer tells a user why there is no connection to addr.
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

// noHandshake tells a user why the connection to addr is of no use.
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

// isAlert reports whether err is an alert that the peer sent. The type that
// crypto/tls has for it is not exported, but has AlertError's text.
func isAlert(err error, alert tls.AlertError) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "remote error" && op.Err.Error() == alert.Error()
}

func notOurs(addr string) error {
	return fmt.Errorf("what answers at %s is not a dogfight host", addr)
}
