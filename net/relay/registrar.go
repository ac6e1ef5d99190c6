package relay

import (
	"context"
	"crypto/tls"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

// Registrar keeps a host registered at a relay. Its fields are static.
type Registrar struct {
	Relay       string          // HOST:PORT
	Certificate tls.Certificate // the one that players see
	Code        Code
	Nonce       Nonce
	Once        bool                    // only the network of the first caller may call again
	Trust       func(cert []byte) error // checks the relay's certificate (DER)
	Changed     func(error)             // called with nil once registered, and with the reason when that ends or fails; may be nil

	// Take owns the stream of a caller. It must not block.
	Take func(conn net.Conn, from netip.AddrPort, via Via)

	// TakeBrowser is Take for a browser, for which the relay speaks HTTP on the stream. nil: the host takes no browsers.
	TakeBrowser func(conn net.Conn, from netip.AddrPort)

	dial  dialler      // nil: of the system
	guest netip.Prefix // with Once, the network of the first caller; belongs to Run
}

const (
	firstRedial = time.Second
	lastRedial  = 30 * time.Second
	goodbye     = time.Second // for the last frame

	// maxClaims bounds the claims under way.
	maxClaims = 64
)

// Run stays registered until ctx is done.
func (r *Registrar) Run(ctx context.Context) {
	pause := firstRedial
	for ctx.Err() == nil {
		registered, err := r.register(ctx)
		if ctx.Err() != nil {
			return
		}
		r.changed(err)
		if registered {
			pause = firstRedial
		}
		select {
		case <-time.After(pause/2 + rand.N(pause/2)):
		case <-ctx.Done():
		}
		pause = min(2*pause, lastRedial)
	}
}

func (r *Registrar) changed(err error) {
	if r.Changed != nil {
		r.Changed(err)
	}
}

// register registers once, and serves the connection until its end, for which it returns the reason.
func (r *Registrar) register(ctx context.Context) (registered bool, err error) {
	raw, err := r.dial.tcp(ctx, r.Relay)
	if err != nil {
		return false, fmt.Errorf("cannot reach the relay: %w", err)
	}
	defer raw.Close()
	conn := tls.Client(raw, r.config())
	defer context.AfterFunc(ctx, func() {
		raw.SetDeadline(time.Now().Add(goodbye))
		conn.Write(appendFrame(nil, frameWithdraw, []byte(r.Code)...))
		raw.Close()
	})()
	raw.SetDeadline(time.Now().Add(patience))
	if err := r.sayHello(ctx, conn); err != nil {
		return false, fmt.Errorf("cannot register at the relay: %w", err)
	}
	buf := make([]byte, maxFrame)
	kind, content, err := readFrame(conn, buf)
	switch {
	case err != nil:
		return false, fmt.Errorf("cannot register at the relay: %w", err)
	case kind != frameStatus || len(content) != 1:
		return false, errFrame
	case Status(content[0]) != spliced:
		return false, Status(content[0])
	}
	r.changed(nil)
	return true, r.serve(ctx, conn, buf)
}

// sayHello registers with the frame that the relay knows.
func (r *Registrar) sayHello(ctx context.Context, conn *tls.Conn) error {
	if err := conn.HandshakeContext(ctx); err != nil {
		return err
	}
	var kind byte = frameRegister
	if r.TakeBrowser != nil && conn.ConnectionState().NegotiatedProtocol == alpn {
		kind = frameOpen
	}
	_, err := conn.Write(appendRegister(nil, kind, r.Code, r.Nonce))
	return err
}

// serve serves a connection until its end, and returns the reason. It waits for the claims under way.
func (r *Registrar) serve(ctx context.Context, conn *tls.Conn, buf []byte) error {
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running.Go(func() {
		defer sys.Restore()
		ping(ctx, conn)
	})
	relay := admission.AddressOf(conn)
	claims := make(chan struct{}, maxClaims)
	for {
		conn.SetDeadline(time.Now().Add(silence))
		kind, content, err := readFrame(conn, buf)
		if err != nil {
			return fmt.Errorf("the relay's connection ended: %w", err)
		}
		switch kind {
		case frameCaller, frameBrowser:
			number, from, err := parseCaller(content)
			if err != nil {
				return err
			}
			if kind == frameBrowser && r.TakeBrowser == nil {
				return errFrame
			}
			if !r.accepts(from.Addr(), relay) {
				continue
			}
			select {
			case claims <- struct{}{}:
			default:
				continue // the relay sends too many
			}
			running.Go(func() {
				defer sys.Restore()
				defer func() { <-claims }()
				switch conn, via, err := r.claim(ctx, number); {
				case err != nil:
				case kind == frameBrowser:
					r.TakeBrowser(conn, from)
				default:
					r.Take(conn, from, via)
				}
			})
		case framePong:
		case frameEnding:
			return Ending
		default:
			return errFrame
		}
	}
}

// accepts reports whether to accept a caller from an address, of which the relay may lie: one in this machine's networks would have the rights of
// those.
func (r *Registrar) accepts(from, relay netip.Addr) bool {
	if admission.IsNeighbour(from) && !admission.IsNeighbour(relay) || !from.IsValid() {
		return false
	}
	site := admission.Site(from)
	if r.Once && !r.guest.IsValid() {
		r.guest = site
	}
	return !r.Once || r.guest == site
}

// claim opens the stream of a caller.
func (r *Registrar) claim(ctx context.Context, number call) (net.Conn, Via, error) {
	conn, a, err := exchange(ctx, r.dial, r.Relay, appendPreamble(nil, kindClaim, string(number[:])))
	return conn, viaOf(conn, a), err
}

// ping keeps a host connection open.
func ping(ctx context.Context, conn net.Conn) {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			conn.Write(appendFrame(nil, framePing)) // its failure ends the reading too
		case <-ctx.Done():
			return
		}
	}
}

func (r *Registrar) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, NextProtos: protocols, Certificates: []tls.Certificate{r.Certificate},
		InsecureSkipVerify: true, // Trust decides
		VerifyConnection: func(s tls.ConnectionState) error {
			if err := checkPeer(s); err != nil {
				return err
			}
			return r.Trust(s.PeerCertificates[0].Raw)
		},
	}
}
