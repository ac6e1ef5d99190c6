package hub_test

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
)

// TestIdleConnectionsKeepNoMemberOff opens more of them than the hub takes, from the address that the members have too.
func TestIdleConnectionsKeepNoMemberOff(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file(), Connections: 64})
	awaitReady(t, h)
	inside := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("door")})
	await(t, "the door is up", inside.Up)
	var idle []net.Conn
	for range 3 {
		for range 100 {
			c, err := net.Dial("tcp", h.Addr())
			if err != nil {
				t.Fatal(err)
			}
			idle = append(idle, c)
		}
		nc, _, _ := k.dial(h, hub.RoleHost)
		nc.Close()
	}
	if n := h.Connections(); n > 64 {
		t.Errorf("the hub has %d connections, expected 64 at most", n)
	}
	if !inside.Up() {
		t.Error("a member was cut off")
	}
	for _, c := range idle {
		c.Close()
	}
	await(t, "those that have ended are forgotten", func() bool { return h.Connections() == 1 })
}

// TestAKeyHasSoManyConnections: a stolen key must not use up those of all.
func TestAKeyHasSoManyConnections(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file(), Connections: 96})
	awaitReady(t, h)
	var open []*nats.Conn
	for range 64 {
		nc, _, _ := k.dial(h, hub.RoleHost)
		open = append(open, nc)
	}
	seed, _ := nats.NkeyOptionFromSeed(k.seed("host"))
	if nc, err := nats.Connect(h.URL(), seed); !errors.Is(err, nats.ErrAuthorization) {
		nc.Close()
		t.Errorf("one more: %v", err)
	}
	k.dial(h, hub.RoleDoor)
	open[0].Close()
	await(t, "one more is let in when another has ended", func() bool {
		nc, err := nats.Connect(h.URL(), seed)
		if err == nil {
			nc.Close()
		}
		return err == nil
	})
}

// TestMembersAreKnownByTheirAddress: they find the hub again before strangers do, until their key is taken out.
func TestMembersAreKnownByTheirAddress(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	a := newAuthority(t)
	h := start(t, hub.Options{Keys: k.file(), TLS: a.files("hub")})
	if _, err := nats.Connect(h.URL(), nats.RootCAs(a.file("ca.pem"))); !errors.Is(err, nats.ErrAuthorization) || h.Knows(loopback) {
		t.Errorf("a stranger: %v, known: %v", err, h.Knows(loopback))
	}
	member := connect(t, overnats.Options{URL: "tls://" + h.Addr(), Seed: k.seed("host"), CA: a.file("ca.pem")})
	if await(t, "the member is up", member.Up); !h.Knows(loopback) {
		t.Error("a member is not known")
	}
	k.write("")
	if err := h.Reload(); err != nil || h.Knows(loopback) {
		t.Errorf("its key was taken out: %v, known: %v", err, h.Knows(loopback))
	}
	await(t, "no connection is left", func() bool { return h.Connections() == 0 })
}

var loopback = netip.MustParseAddr("127.0.0.1")
