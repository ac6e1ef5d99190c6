package session

import (
	"context"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/testkit"
)

// invite returns an invitation to a host at a relay of this machine. Callers get the host's certificate, or that of impostor.
func invite(t *testing.T, impostor bool) relay.Invitation {
	t.Helper()
	host, cert := listening(t)
	other, relayCert := listening(t)
	s, err := relay.Listen("127.0.0.1:0", relay.Options{Certificate: relayCert})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	code, nonce := relay.NewCode(cert.Certificate[0])
	registered := make(chan error, 10)
	r := relay.Registrar{
		Relay: s.Addr().String(), Certificate: cert, Code: code, Nonce: nonce,
		Trust: func([]byte) error { return nil }, Changed: func(err error) { registered <- err },
		Take: func(conn net.Conn, from netip.AddrPort, via relay.Via) {
			if impostor {
				other.Take(conn, from, via)
			} else {
				host.Take(conn, from, via)
			}
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	if err := testkit.Receive(t, "the host is registered", registered); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*link.Listener{host, other} {
		go func() {
			for {
				if _, err := l.Accept(); err != nil {
					return
				}
			}
		}()
	}
	return relay.Invitation{Relay: s.Addr().String(), Code: code}
}

func TestAPlayerJoinsByAnInvitationAndSeesEachStep(t *testing.T) {
	t.Parallel()
	dirs, i := tempDirs(t), invite(t, false)
	var steps []string
	for _, text := range []string{i.String(), "dogfight://" + strings.ToUpper(i.String())} {
		steps = nil
		dial, err := Dial(testkit.Context(t), dirs, text, func(step string) { steps = append(steps, step) })
		if err != nil {
			t.Fatal(err)
		}
		dial().Close()
		again := dial()
		testkit.Until(t, "a second link is connected", again.Ready)
		again.Close()
	}
	want := []string{"asking the relay at " + i.Relay, "the host answers, dialling"}
	if len(steps) != 3 || !slices.Equal(steps[:2], want) || !strings.HasPrefix(steps[2], "connected: ") {
		t.Errorf("the steps are %q", steps)
	}
	known, err := os.ReadFile(dirs.KnownHosts())
	if err != nil || strings.Count(string(known), i.String()+" SHA256:") != 1 {
		t.Errorf("the known hosts are %q, %v", known, err)
	}
}

func TestAnotherHostThanTheOneOfTheInvitationIsRefused(t *testing.T) {
	t.Parallel()
	dirs, i := tempDirs(t), invite(t, true)
	if _, err := Dial(testkit.Context(t), dirs, i.String(), func(string) {}); err != errAnotherHost {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dirs.KnownHosts()); err == nil {
		t.Error("the impostor is remembered")
	}
}

func TestAnInvitationThatEndedIsExplained(t *testing.T) {
	t.Parallel()
	dirs, i := tempDirs(t), invite(t, false)
	i.Code = "amber-fox-7k3q-92hd-m4xt"
	if _, err := Dial(testkit.Context(t), dirs, i.String(), func(string) {}); err != relay.Unknown {
		t.Errorf("got %v", err)
	}
}

func TestAnInvitationIsNoForeignAddress(t *testing.T) {
	for address, foreign := range map[string]bool{"dogfight://relay.example.org/amber-fox-7k3q-92hd-m4xt": false, "dogfight://example.org": true} {
		if IsForeign(address) != foreign {
			t.Errorf("%s: got %v", address, !foreign)
		}
		if err := CheckAddress(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}
