package relay

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
)

func TestTLSRunsEndToEndThroughTheRelay(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatal(err)
		}
		caller := <-h.took
		if caller.from.Addr() != netip.MustParseAddr("192.0.2.1") {
			t.Errorf("the host has the caller's address as %v", caller.from)
		}
		host := tls.Server(caller.conn, &tls.Config{Certificates: []tls.Certificate{hostCert()}})
		go func() {
			io.Copy(host, host) // echoes
			host.Close()
		}()
		client := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
		text := strings.Repeat("through the relay ", 5000)
		go client.Write([]byte(text))
		got := make([]byte, len(text))
		if _, err := io.ReadFull(client, got); err != nil || string(got) != text {
			t.Errorf("%d bytes came back, %v", len(got), err)
		}
		if cert := client.ConnectionState().PeerCertificates[0].Raw; !bytes.Equal(cert, hostCert().Certificate[0]) {
			t.Error("the client sees another certificate than the host's")
		}
		conn.Close()
		caller.conn.Close()
		h.leave()
		synctest.Wait()
		if f := w.server.Figures(); f.Pairs != 0 || f.Spliced != 1 || f.Bytes < 2*uint64(len(text)) {
			t.Errorf("afterwards the relay has %+v", f)
		}
	})
}

func TestACallIsRefusedWithTheReason(t *testing.T) {
	inWorld(t, func(w *world) {
		h, err := w.host(hostCert(), testCode, func(r *Registrar) { r.Once = true })
		if err != nil {
			t.Fatal(err)
		}
		check := func(when, from string, code Code, want Status) {
			t.Helper()
			if _, err := w.ask(from, code); !errors.Is(err, want) {
				t.Errorf("%s: got %v, expected %v", when, err, want)
			}
		}
		check("unknown code", "192.0.2.1", "amber-fox-7k3q-92hd-m4xv", Unknown)
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatal(err)
		}
		check("an invitation for one, from another network", "192.0.2.2", testCode, NoHost)
		again, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Errorf("the guest may not come back: %v", err)
		} else {
			again.Close()
		}
		w.server.Refuse(true)
		check("the relay drains", "192.0.2.1", testCode, Ending)
		if err := <-h.changed; !errors.Is(err, Ending) {
			t.Errorf("the host learned %v", err)
		}
		conn.Write([]byte("on"))
		if n, err := (<-h.took).conn.Read(make([]byte, 2)); n != 2 || err != nil {
			t.Errorf("the pair ended with the drain: %v", err)
		}
		conn.Close()
		synctest.Wait()
		if f := w.server.Figures(); f.Pairs != 0 {
			t.Errorf("%+v", f)
		}
		h.leave()
	})
}

func TestAHostComesBack(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		w.cutHosts()
		if err := <-h.changed; err == nil {
			t.Error("the host did not notice")
		}
		if err := <-h.changed; err != nil {
			t.Errorf("the host could not register again: %v", err)
		}
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		h.leave()
	})
}

func TestASilentHostIsForgottenAndAQuietOneIsNot(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		w.sleep(time.Hour)
		if f := w.server.Figures(); f.Hosts != 1 {
			t.Errorf("after a quiet hour: %+v", f)
		}
		h.leave()
		raw, err := w.from(hostAt)(w.t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		conn := tls.Client(raw, (&Registrar{Certificate: otherCert(), Trust: func([]byte) error { return nil }}).config())
		conn.Write(appendRegister(nil, frameRegister, "blue-cat-7k3q-92hd-m4xt", Nonce{}))
		readFrame(conn, make([]byte, maxFrame))
		if f := w.server.Figures(); f.Hosts != 1 {
			t.Errorf("with another host: %+v", f)
		}
		w.sleep(silence + time.Second)
		if f := w.server.Figures(); f.Hosts != 0 {
			t.Errorf("after a silence: %+v", f)
		}
		raw.Close()
	})
}

func TestAHostWaitsLongerBeforeEachFurtherTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries []time.Duration
		began := time.Now()
		r := &Registrar{Relay: "relay:1", dial: func(context.Context, string, string) (net.Conn, error) {
			tries = append(tries, time.Since(began))
			return nil, errors.New("no route")
		}}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		r.Run(ctx)
		if n := len(tries); n < 20 || n > 50 {
			t.Errorf("%d tries in ten minutes", n)
		}
		if last := tries[len(tries)-1] - tries[len(tries)-2]; last > lastRedial {
			t.Errorf("a pause of %v", last)
		}
	})
}

// TestAPairHasItsRate: a stream is no tunnel for other uses.
func TestAPairHasItsRate(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatal(err)
		}
		caller := <-h.took
		const seconds = 60
		began := time.Now()
		go func() {
			conn.Write(make([]byte, spliceBurst+seconds*UsualRate))
			conn.Close()
		}()
		n, _ := io.Copy(io.Discard, caller.conn)
		if took := time.Since(began).Seconds(); n != spliceBurst+seconds*UsualRate || took < seconds-2 || took > seconds+2 {
			t.Errorf("%d bytes took %.1f s, expected %d", n, took, seconds)
		}
		h.leave()
	})
}

// Attacks.

// TestGuessedCodesCostAnAddressMoreThanASecondEach: at that rate, 2^60 codes take an address 3 * 10^10 years.
func TestGuessedCodesCostAnAddressMoreThanASecondEach(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		end := time.Now().Add(time.Minute)
		for time.Now().Before(end) {
			w.ask("192.0.2.66", "amber-fox-0000-0000-0000")
			w.sleep(time.Millisecond)
		}
		if n := w.server.Figures().Refused["unknown"]; n > 75 {
			t.Errorf("%d guesses in a minute", n)
		}
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatalf("meanwhile another cannot call: %v", err)
		}
		conn.Close()
		h.leave()
	})
}

func TestACodeCannotBeTakenFromItsHost(t *testing.T) {
	inWorld(t, func(w *world) {
		var down atomic.Bool
		h, err := w.host(hostCert(), testCode, func(r *Registrar) {
			dial := r.dial
			r.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				if down.Load() {
					return nil, errors.New("the line is down")
				}
				return dial(ctx, network, address)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		thief, err := w.host(otherCert(), testCode)
		if !errors.Is(err, Taken) {
			t.Errorf("another key registers the same code: %v", err)
		}
		thief.leave()
		down.Store(true)
		w.cutHosts()
		w.sleep(away / 2)
		if thief, err = w.host(otherCert(), testCode); !errors.Is(err, Taken) {
			t.Errorf("another key registers the code of a host that is away: %v", err)
		}
		thief.leave()
		down.Store(false)
		for err = <-h.changed; err != nil; err = <-h.changed {
		}
		h.leave()
	})
}

func TestAnInvitationEndsWithItsHost(t *testing.T) {
	inWorld(t, func(w *world) {
		w.mustHost().leave()
		synctest.Wait()
		if _, err := w.ask("192.0.2.1", testCode); !errors.Is(err, Unknown) {
			t.Errorf("got %v", err)
		}
		if f := w.server.Figures(); f.Hosts != 0 || f.Codes != 0 {
			t.Errorf("the relay has %+v", f)
		}
	})
}

func TestAWrongClaimIsClosed(t *testing.T) {
	inWorld(t, func(w *world) {
		for range 3 {
			conn, err := w.from(hostAt)(w.t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			conn.Write(appendPreamble(nil, kindClaim, "0123456789abcdef"))
			if n, err := io.Copy(io.Discard, conn); n > 0 || err != nil {
				t.Errorf("got %d bytes, %v", n, err)
			}
		}
		if f := w.server.Figures(); f.Pairs != 0 {
			t.Errorf("%+v", f)
		}
	})
}

// TestARelayIsNoProxy: it dials no one, and a caller reaches only a host that claims it.
func TestARelayIsNoProxy(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, text := range []string{"CONNECT example.org:443 HTTP/1.1\r\n\r\n", "GET http://example.org/ HTTP/1.1\r\n\r\n", "\x05\x01\x00\x05\x01\x00\x01\x01\x02\x03\x04\x00\x50"} {
			conn, err := w.from(netip.MustParseAddr("192.0.2.9"))(w.t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			go conn.Write([]byte(text))
			if n, err := io.Copy(io.Discard, conn); n > 0 || err != nil {
				t.Errorf("%.20q: got %d bytes, %v", text, n, err)
			}
			conn.Close()
			w.sleep(time.Minute) // the address has a bad reputation
		}
	})
}

func TestAHostRefusesCallersThatItsRelayPlacesInItsOwnNetworks(t *testing.T) {
	relay := netip.MustParseAddr("8.8.8.8")
	r := &Registrar{}
	for _, from := range []string{"127.0.0.1", "10.1.2.3", "192.168.1.2", "::1", "fe80::1"} {
		if r.accepts(netip.MustParseAddr(from), relay) {
			t.Errorf("%s is accepted from a relay on the Internet", from)
		}
		if !r.accepts(netip.MustParseAddr(from), netip.MustParseAddr("127.0.0.1")) {
			t.Errorf("%s is refused from a relay on this machine", from)
		}
	}
	if !r.accepts(netip.MustParseAddr("1.1.1.1"), relay) {
		t.Error("a caller from the Internet is refused")
	}
}

// TestAFloodOfCallersLeavesRoomForAnother: 30 addresses open connections and send nothing, or ask and never read.
func TestAFloodOfCallersLeavesRoomForAnother(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		var flood []net.Conn
		for i := range 600 {
			conn, err := w.from(netip.AddrFrom4([4]byte{198, 18, 0, byte(i % 30)}))(w.t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			flood = append(flood, conn)
		}
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatalf("during a flood a caller is refused: %v", err)
		}
		conn.Close()
		for _, c := range flood {
			c.Close()
		}
		h.leave()
	})
}

// TestTwentyCallersAtOnceReachAHost: a host claims all from one address.
func TestTwentyCallersAtOnceReachAHost(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.mustHost()
		errs := make(chan error)
		for i := range 20 {
			go func() {
				conn, _, _, err := ask(w.t.Context(), w.from(netip.AddrFrom4([4]byte{192, 0, 2, byte(i)})), Invitation{"relay:1", testCode})
				if err == nil {
					defer conn.Close()
				}
				errs <- err
			}()
		}
		for range 20 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		from := map[netip.Addr]bool{}
		for range 20 {
			c := <-h.took
			c.conn.Close()
			from[c.from.Addr()] = true
		}
		if len(from) != 20 {
			t.Errorf("the host sees %d addresses", len(from))
		}
		h.leave()
	})
}

func TestAHostHasAFewCodes(t *testing.T) {
	s := serve(newMemory(), nil, Options{Certificate: relayCert(), Limits: admission.Limits{Local: strangers}})
	defer s.Close()
	site := admission.Site(hostAt)
	for host := range hostsPerSite {
		h := &hostConn{key: string(rune(host)), site: site}
		for i := range codesPerHost + 2 {
			code := joinCode("amber-fox", strings.Repeat(digits[host:host+1], 6)+strings.Repeat(digits[i:i+1], 6))
			want := spliced
			if i >= codesPerHost {
				want = Full
			}
			if got := s.register(h, code, registration{}); got != want {
				t.Errorf("code %d of host %d: %v", i, host, got)
			}
		}
	}
	if got := s.register(&hostConn{key: "one more", site: site}, "blue-cat-7k3q-92hd-m4xt", registration{}); got != Full {
		t.Errorf("a further host of the site: %v", got)
	}
	if got := s.register(&hostConn{key: "another", site: admission.Site(netip.MustParseAddr("192.0.2.1"))}, "blue-cat-7k3q-92hd-m4xt", registration{}); got != spliced {
		t.Errorf("a host of another site: %v", got)
	}
}

func TestTheCodeOfAnAbsentHostMakesRoom(t *testing.T) {
	for _, host := range []*hostConn{nil, {}} {
		s := &Server{codes: map[Code]*registration{}}
		for i := range maxCodes {
			s.codes[joinCode("amber-fox", string([]byte{digits[i&31], digits[i>>5&31], digits[i>>10]})+"000000000")] = &registration{host: host}
		}
		if away := host == nil; s.makeRoom() != away || len(s.codes) != maxCodes && !away {
			t.Errorf("with hosts away %v: %d codes are left", away, len(s.codes))
		}
	}
}

// TestAHostThatComesBackOnAnotherConnectionGetsItsCallers: the relay may not know yet that the earlier one is dead.
func TestAHostThatComesBackOnAnotherConnectionGetsItsCallers(t *testing.T) {
	inWorld(t, func(w *world) {
		before, after := w.mustHost(), w.mustHost()
		conn, err := w.ask("192.0.2.1", testCode)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		synctest.Wait()
		if len(before.took) != 0 || len(after.took) != 1 {
			t.Errorf("%d callers on the earlier connection, %d on the later", len(before.took), len(after.took))
		}
		before.leave()
		synctest.Wait()
		if conn, err = w.ask("192.0.2.1", testCode); err != nil {
			t.Errorf("the end of the earlier connection ends the invitation: %v", err)
		} else {
			conn.Close()
		}
		after.leave()
	})
}
