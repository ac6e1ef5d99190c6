package link

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"testing"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

// relayed is a host and a client that meet by a relay on real sockets.
type relayed struct {
	server       *relay.Server
	l            *Listener
	host, client Link
}

// byRelay lets a client join by a relay. Without own addresses the ends have only the relay's.
func byRelay(t *testing.T, direct bool) *relayed {
	t.Helper()
	cert, own := testCert(), thisMachine
	if !direct {
		own.networks = func() []netip.Prefix { return nil }
	}
	server, err := relay.Listen("127.0.0.1:0", relay.Options{Certificate: makeCert()})
	if err != nil {
		t.Fatal(err)
	}
	r := &relayed{server: server, l: listen(t, cert, admission.Limits{})}
	r.l.machine = own
	code, nonce := relay.NewCode(cert.Certificate[0])
	registered := make(chan struct{})
	var once sync.Once
	registrar := relay.Registrar{
		Relay: server.Addr().String(), Certificate: cert, Code: code, Nonce: nonce, Trust: trustAny, Take: r.l.Take,
		Changed: func(err error) {
			if err == nil {
				once.Do(func() { close(registered) })
			}
		},
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { registrar.Run(ctx) })
	<-registered
	var told relay.Nonce
	open := func(ctx context.Context) (conn net.Conn, via relay.Via, err error) {
		conn, via, told, err = relay.Ask(ctx, relay.Invitation{Relay: server.Addr().String(), Code: code})
		return conn, via, err
	}
	trust := func(cert []byte) error {
		if !code.Proves(told, cert) {
			return errors.New("another host")
		}
		return nil
	}
	r.host, r.client = connect(t, r.l, dialVia(ctx, open, "relay/"+string(code), trust, nil, own))
	t.Cleanup(func() {
		stop()
		running.Wait()
		server.Close()
	})
	return r
}

func TestARealRelayCarriesDatagrams(t *testing.T) {
	r := byRelay(t, false)
	chat(t, r.host, r.client, "both are on the relay's UDP", func() bool {
		return PathOf(r.host) == PathRelayed && PathOf(r.client) == PathRelayed
	})
	r.client.Send(Control, []byte("hello"))
	eventually(t, "control arrives", func() bool {
		p, ok := r.host.Receive(nil)
		return ok && bytes.Equal(p.Bytes, []byte("hello"))
	})
}

func TestARealRelayDiesAndALinkThatIsDirectGoesOn(t *testing.T) {
	r := byRelay(t, true)
	if len(ownCandidates(networksHere(), netip.MustParseAddrPort("0.0.0.0:1"), netip.AddrPort{})) == 0 {
		t.Skip("this machine has no address but the loopback's")
	}
	direct := func() bool { return PathOf(r.host) == PathLAN && PathOf(r.client) == PathLAN }
	chat(t, r.host, r.client, "both are on a direct path", direct)
	r.server.Close()
	for n := range 100 {
		r.client.Send(Control, number(n))
		r.host.Send(Control, number(n))
	}
	for _, end := range []Link{r.host, r.client} {
		n := 0
		eventually(t, "all control packets arrive", func() bool {
			for _, got := range numbersOn(Control, drain(end)) {
				if got != n {
					t.Fatalf("packet %d, want %d", got, n)
				}
				n++
			}
			return n == 100
		})
	}
	chat(t, r.host, r.client, "both are still on it", direct)
}
