package session

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/net/relay"
)

// invited is a player with an invitation.
type invited struct {
	relay.Invitation
	known    *link.KnownHosts
	self     *tls.Certificate // nil: none
	progress func(string)     // called with each step of connecting; from any goroutine
}

func parseInvitation(dirs config.Dirs, address string, self tls.Certificate) (invited, error) {
	i, err := relay.ParseInvitation(address)
	return invited{i, knownHosts(dirs), &self, func(string) {}}, err
}

// DialUnknown dials an address, which may be an invitation, without showing or saving anything of the player's.
func DialUnknown(address string) link.Link {
	if i, err := relay.ParseInvitation(address); err == nil {
		return invited{i, &link.KnownHosts{}, nil, func(string) {}}.link()
	}
	return link.Dial(address, &link.KnownHosts{})
}

// link calls the host.
func (i invited) link() link.Link {
	var nonce relay.Nonce
	open := func(ctx context.Context) (conn net.Conn, via relay.Via, err error) {
		i.progress("asking the relay at " + i.Relay)
		conn, via, nonce, err = relay.Ask(ctx, i.Invitation)
		switch {
		case err == nil:
			i.progress("the host answers, dialling")
		case !errors.As(err, new(relay.Status)):
			err = fmt.Errorf("cannot reach the relay at %s: %s", i.Relay, link.Reason(err))
		}
		return conn, via, err
	}
	return link.DialVia(context.Background(), open, i.String(), func(cert []byte) error { return i.trust(nonce, cert) }, i.self)
}

var errAnotherHost = errors.New("the relay has connected you to another host than the one that invited you: do not join")

// trust checks that a certificate is of the host that made the invitation. It remembers the host for the next time, as the code takes a tenth
// of a second to check.
func (i invited) trust(nonce relay.Nonce, cert []byte) error {
	fingerprint := link.Fingerprint(cert)
	if known, err := i.known.Addresses(fingerprint); err == nil && slices.Contains(known, i.String()) {
		return nil
	}
	if !i.Code.Proves(nonce, cert) {
		return errAnotherHost
	}
	return i.known.Remember(i.String(), fingerprint)
}

const (
	connectedEvery = 10 * time.Millisecond // between checks of a link that connects
	pathWait       = time.Second           // for a better path than through the relay
)

// dialInvitation connects before there is a screen, so that its errors are returned at once. The returned function first returns that link, and
// later new ones.
func dialInvitation(ctx context.Context, dirs config.Dirs, address string, progress func(string)) (func() link.Link, error) {
	self, err := certificate(dirs)
	if err != nil {
		return nil, err
	}
	i, err := parseInvitation(dirs, address, self)
	if err != nil {
		return nil, err
	}
	i.progress = progress
	first := i.link()
	timer := time.NewTicker(connectedEvery)
	defer timer.Stop()
	for connected := (time.Time{}); ; {
		path := link.PathOf(first)
		if first.Ready() && connected.IsZero() {
			connected = time.Now()
		}
		if direct := path == link.PathLAN || path == link.PathInternet; direct || !connected.IsZero() && time.Since(connected) > pathWait {
			progress("connected: " + path.String())
			break
		}
		select {
		case <-first.Done():
			return nil, first.Err()
		case <-ctx.Done():
			first.Close()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
	i.progress = func(string) {}
	return func() link.Link {
		l := first
		if first = nil; l == nil {
			l = i.link()
		}
		return l
	}, nil
}
