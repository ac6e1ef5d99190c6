package listing

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(12)
	goleak.VerifyTestMain(m)
}

// rig is a list with a clock of its own, and a match that can be joined at many addresses with as many certificates, as if at many hosts.
type rig struct {
	*List
	match   *net.Host
	mu      sync.Mutex
	clock   time.Time
	running sync.WaitGroup
}

func newRig(t *testing.T) *rig {
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	r := &rig{List: NewList(), clock: time.UnixMilli(1_796_000_000_000)}
	r.now, r.probeTime = r.time, testkit.Limit
	conf := net.HostConfig{HostOptions: net.HostOptions{Title: "Friday"}, ID: 7, BotNames: []string{"Bot"}, Local: admission.IsLocal, Draining: func(bool) {}, Drained: func() {}}
	r.match = net.NewHost(conf, net.FixedMatch(setup, net.MatchOptions{Bots: 3, Skill: 1}, 1))
	ctx, stop := context.WithCancel(context.Background())
	r.running.Go(func() { r.match.Run(ctx) })
	t.Cleanup(func() {
		stop()
		r.running.Wait()
	})
	return r
}

func (r *rig) time() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clock
}

func (r *rig) pass(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock = r.clock.Add(d)
}

// host is a host that can be announced.
type host struct {
	cert tls.Certificate
	at   netip.AddrPort
}

func newCertificate(t *testing.T) tls.Certificate {
	t.Helper()
	b, err := link.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := tls.X509KeyPair(b, b)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// open opens a host at an address, which answers queries over UDP unless answer is nil.
func (r *rig) open(t *testing.T, at string, cert tls.Certificate, answer func(query, buf []byte) []byte) host {
	t.Helper()
	l, err := link.Listen(at, cert, admission.Limits{PerLocal: 1024, Handshake: testkit.Limit})
	if err == nil {
		err = l.UDP()
	}
	if err != nil {
		t.Fatal(err)
	}
	if answer != nil {
		l.Answer(answer)
	}
	r.running.Go(func() {
		for {
			client, err := l.Accept()
			if errors.Is(err, link.ErrClosed) {
				return
			}
			if err == nil {
				r.match.Add(client)
			}
		}
	})
	t.Cleanup(func() { l.Close() })
	return host{cert, l.Addr()}
}

// loopback returns an address of the loopback by its number. Only Linux has many.
func loopback(t *testing.T, n int) string {
	t.Helper()
	if runtime.GOOS != "linux" && n > 0 {
		t.Skip("elsewhere a machine has one address of the loopback")
	}
	return fmt.Sprintf("127.1.%d.%d", n/250, 1+n%250)
}

// signed returns the announcement of a host, at the clock of the list.
func (r *rig) signed(t *testing.T, h host) []byte {
	t.Helper()
	body, err := announcement{Port: h.at.Port(), Time: r.time().UnixMilli()}.sign(h.cert)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// post sends an announcement from an address, and returns the reason for a refusal, or "".
func (r *rig) post(from string, body []byte) string {
	q := httptest.NewRequest(http.MethodPost, announcePath, bytes.NewReader(body))
	q.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(from), 50000).String()
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	return strings.TrimSpace(w.Body.String())
}

// announce announces a host.
func (r *rig) announce(t *testing.T, h host) string {
	t.Helper()
	return r.post(h.at.Addr().String(), r.signed(t, h))
}

// The reasons of a list.
const (
	forged  = "an announcement must be JSON, signed by ECDSA with the key of its certificate"
	absent  = "the host must take players at %v, TCP and UDP, and the list cannot join it there"
	again   = "the announcement is repeated"
	skewed  = "the clocks of host and list must differ by at most 1m0s, got 1m"
	full    = "the list is full, or has as many hosts of this key or address as it may"
	tooMany = "too many announcements at a time"
)

// listed returns the number of listed matches.
func (r *rig) listed() int { return len(r.matches(Filter{})) }

// serve serves the list over real HTTP, and returns its URL.
func (r *rig) serve(t *testing.T) string {
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	return s.URL
}

// read reads the list.
func read(t *testing.T, url string) []lan.Match {
	t.Helper()
	all, err := Read(testkit.Context(t), url)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
