package adversary_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// relayHost hosts a match with a password, or "" for none, at a free port.
func relayHost(t *testing.T, password string) *link.Listener {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	host := net.NewHost(net.HostConfig{HostOptions: net.HostOptions{Title: "Relayed", Password: password}, BotNames: []string{"Bot"}},
		net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{Skill: 1}, 0))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); host.Run(ctx) }()
	l := relayListen(t)
	go relayAccept(l, host.Add)
	t.Cleanup(func() { stop(); <-ended })
	return l
}

func relayListen(t *testing.T) *link.Listener {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, link.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func relayAccept(l *link.Listener, take func(link.Link)) {
	for {
		came, err := l.Accept()
		if err != nil {
			return
		}
		take(came)
	}
}

// relayTo listens with a certificate of its own, and passes on all that comes to a host,
// and back.
func relayTo(t *testing.T, host *link.Listener) *link.Listener {
	t.Helper()
	l := relayListen(t)
	go relayAccept(l, func(victim link.Link) {
		go relayBetween(victim, link.DialTLS(host.Addr().String(), &link.Trust{}))
	})
	return l
}

func relayBetween(a, b link.Link) {
	defer a.Close()
	defer b.Close()
	var buf []byte
	pass := func(from, to link.Link) bool {
		over := from.Err() != nil // first, so that its last packets are read
		for {
			p, ok := from.Receive(buf)
			if !ok {
				return !over
			}
			to.Send(p.Channel, p.Bytes)
			buf = p.Bytes
		}
	}
	for end := time.Now().Add(testkit.Limit); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if !pass(a, b) || !pass(b, a) {
			return
		}
	}
}

// relayJoin joins at an address until the client plays, or does not.
func relayJoin(t *testing.T, at *link.Listener, password string) *net.View {
	t.Helper()
	c := net.NewClient(net.ClientConfig{
		Dial: func() link.Link { return link.Dial(at.Addr().String(), &link.Trust{}) }, Name: "Rex", Password: password,
	})
	t.Cleanup(func() { c.Leave(); <-c.Link().Done() })
	var v *net.View
	testkit.Until(t, "the client plays or is refused", func() bool {
		v = c.Frame(time.Now(), 0)
		return v.Phase != net.Joining
	})
	return v
}

// TestARelayWithACertificateOfItsOwnDoesNotGetIn: at their first meeting, a player takes a relay's certificate for the host's. With
// a password, the proof reveals the relay.
func TestARelayWithACertificateOfItsOwnDoesNotGetIn(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	if v := relayJoin(t, relayTo(t, relayHost(t, "")), ""); v.Phase != net.Playing {
		t.Fatalf("the relay does not work: phase %d, %v", v.Phase, v.Err)
	}
	host := relayHost(t, "open sesame")
	v := relayJoin(t, relayTo(t, host), "open sesame")
	if v.Phase != net.Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "is relayed: a third party can listen") {
		t.Errorf("phase %d, %v", v.Phase, v.Err)
	}
	if v := relayJoin(t, host, "open sesame"); v.Phase != net.Playing {
		t.Errorf("without it: phase %d, %v", v.Phase, v.Err)
	}
}
