package link

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

// guest is the address of a client of a relay in tests.
var guest = netip.MustParseAddrPort("203.0.113.7:4000")

// spliced returns an open for DialVia whose streams l takes as of the guest.
func spliced(t *testing.T, l *Listener) func(context.Context) (net.Conn, relay.Via, error) {
	return func(context.Context) (net.Conn, relay.Via, error) {
		near, far := tcpPair(t)
		l.Take(far, guest, relay.Via{})
		return near, relay.Via{}, nil
	}
}

// tcpPair returns both ends of a TCP connection.
func tcpPair(t *testing.T) (near, far net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if near, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if far, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close(); far.Close() })
	return near, far
}

func trustAny([]byte) error { return nil }

func TestAHostTakesAStreamThatARelaySpliced(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	self, key := player(t, 0)
	trust := func(cert []byte) error {
		if !bytes.Equal(cert, testCert().Certificate[0]) {
			return errors.New("another host")
		}
		return nil
	}
	host, client := connect(t, l, DialVia(t.Context(), spliced(t, l), "relay/amber-fox", trust, &self))
	if host.Remote() != guest.String() || client.Remote() != "relay/amber-fox" || PeerOf(host) != guest.Addr() || host.Identity() != KeyFingerprint(key) {
		t.Errorf("the host knows %s at %v as %q, the client %s", host.Remote(), PeerOf(host), host.Identity(), client.Remote())
	}
	sendAll(client, exchange)
	var got []Packet
	eventually(t, "all packets arrive", func() bool {
		got = append(got, drain(host)...)
		return len(got) == len(exchange)
	})
	leave(client)
	if why := refused(t, host); why != ErrClosed.Error() {
		t.Errorf("the host sees %q at an orderly end", why)
	}
}

func TestLimitsCountTheClientOfARelayAndNotTheRelay(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{PerAddress: 1, PerLocal: 1})
	host, _ := connect(t, l, DialVia(t.Context(), spliced(t, l), "first", trustAny, nil))
	Settle(host)
	if why := refused(t, DialVia(t.Context(), spliced(t, l), "second", trustAny, nil)); !strings.Contains(why, "hung up") {
		t.Errorf("a second link of the guest's address: %s", why)
	}
	join(t, l, new(KnownHosts)) // this machine's address, which is also the relay's
}

func TestAHostThatTheInvitationDoesNotMeanSeesNoKeyOfThePlayer(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	self, _ := player(t, 0)
	wrong := errors.New("this is not the host of the invitation")
	self.PrivateKey = nil // it could not even be used
	client := DialVia(t.Context(), spliced(t, l), "relay/amber-fox", func([]byte) error { return wrong }, &self)
	if why := refused(t, client); why != wrong.Error() {
		t.Errorf("err %s, want %v", why, wrong)
	}
}

func TestDialViaReportsTheErrorOfOpen(t *testing.T) {
	want := errors.New("the invitation has ended")
	client := DialVia(t.Context(), func(context.Context) (net.Conn, relay.Via, error) { return nil, relay.Via{}, want }, "relay/amber-fox", trustAny, nil)
	if why := refused(t, client); why != want.Error() {
		t.Errorf("err %s, want %v", why, want)
	}
}

func TestAClosedListenerTakesNoStream(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	l.Close()
	near, far := tcpPair(t)
	l.Take(far, guest, relay.Via{})
	if err := tls.Client(near, clientConfig(trustAny)).HandshakeContext(t.Context()); !isHangUp(err) {
		t.Errorf("its handshake ended with %v", err)
	}
}
