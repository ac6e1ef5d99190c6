package relay

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

var browserAt = netip.MustParseAddrPort("192.0.2.1:4660")

// openHost registers a host that takes browsers.
func (w *world) openHost() *host {
	var h *host
	took := make(chan taken, 100)
	h, err := w.host(hostCert(), testCode, func(r *Registrar) {
		r.TakeBrowser = func(conn net.Conn, from netip.AddrPort) { took <- taken{conn: conn, from: from} }
	})
	if err != nil {
		w.t.Fatal(err)
	}
	h.took = took
	return h
}

func TestABrowserReachesAHostThatTakesThem(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.openHost()
		if !w.server.TakesBrowsers(testCode, browserAt.Addr()) {
			t.Error("the relay does not know that the host takes browsers")
		}
		conn, err := w.server.Browser(testCode, browserAt)
		if err != nil {
			t.Fatal(err)
		}
		far := <-h.took
		if far.from != browserAt {
			t.Errorf("the host was told %v", far.from)
		}
		go conn.Write([]byte("hello"))
		b := make([]byte, 5)
		if _, err := io.ReadFull(far.conn, b); err != nil || string(b) != "hello" {
			t.Errorf("the host read %q, %v", b, err)
		}
		if f := w.server.Figures(); f.Pairs != 1 || f.Spliced != 1 {
			t.Errorf("the relay has %+v", f)
		}
		far.conn.Close()
		if _, err := conn.Read(b); err == nil || err == io.EOF {
			t.Errorf("the end of the host is %v", err)
		}
		conn.Close()
		conn.Close()
		h.leave()
		synctest.Wait()
		if f := w.server.Figures(); f.Pairs != 0 || f.Bytes != 5 {
			t.Errorf("afterwards the relay has %+v", f)
		}
	})
}

func TestABrowserIsRefusedWithTheReason(t *testing.T) {
	inWorld(t, func(w *world) {
		check := func(when string, code Code, want Status) {
			t.Helper()
			if _, err := w.server.Browser(code, browserAt); !errors.Is(err, want) {
				t.Errorf("%s: got %v, expected %v", when, err, want)
			}
			if w.server.TakesBrowsers(code, browserAt.Addr()) {
				t.Errorf("%s: the relay's page lets browsers in", when)
			}
		}
		check("no host", testCode, Unknown)
		closed := w.mustHost()
		check("the host takes none", testCode, NoBrowsers)
		closed.leave()
		w.sleep(time.Minute)
		open := w.openHost()
		check("another code", "amber-fox-7k3q-92hd-m4xv", Unknown)
		w.server.Refuse(true)
		check("the relay drains", testCode, Ending)
		if n := w.server.Figures().Refused["no_browsers"]; n != 1 {
			t.Errorf("%d refused as the host takes none", n)
		}
		open.leave()
	})
}

func TestAPairOfABrowserHasItsRate(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.openHost()
		conn, err := w.server.Browser(testCode, browserAt)
		if err != nil {
			t.Fatal(err)
		}
		far := <-h.took
		const seconds = 60
		began := time.Now()
		go func() {
			far.conn.Write(make([]byte, spliceBurst+seconds*browserRate*UsualRate))
			far.conn.Close()
		}()
		n, _ := io.Copy(io.Discard, conn)
		if took := time.Since(began).Seconds(); n != spliceBurst+seconds*browserRate*UsualRate || took < seconds-2 || took > seconds+2 {
			t.Errorf("%d bytes took %.1f s, expected %d", n, took, seconds)
		}
		conn.Close()
		h.leave()
	})
}

// TestOlderEndsPlayOnWithoutBrowsers: a relay, and a host, of the first version.
func TestOlderEndsPlayOnWithoutBrowsers(t *testing.T) {
	inWorld(t, func(w *world) {
		w.server.tls.NextProtos = []string{firstALPN}
		h := w.openHost()
		if _, err := w.server.Browser(testCode, browserAt); !errors.Is(err, NoBrowsers) {
			t.Errorf("by a relay of the first version: %v", err)
		}
		h.leave()
	})
	inWorld(t, func(w *world) {
		raw, err := w.from(hostAt)(w.t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		config := (&Registrar{Certificate: otherCert(), Trust: func([]byte) error { return nil }}).config()
		config.NextProtos = []string{firstALPN}
		conn := tls.Client(raw, config)
		conn.Write(appendRegister(nil, frameRegister, testCode, Nonce{}))
		if kind, content, err := readFrame(conn, make([]byte, maxFrame)); err != nil || kind != frameStatus || Status(content[0]) != spliced {
			t.Errorf("a host of the first version: got %x, % x, %v", kind, content, err)
		}
		if _, err := w.server.Browser(testCode, browserAt); !errors.Is(err, NoBrowsers) {
			t.Errorf("to a host of the first version: %v", err)
		}
		raw.Close()
	})
}

// TestCodesGuessedOnAPageCostAsMuch as those in a call: TestGuessedCodesCostAnAddressMoreThanASecondEach.
func TestCodesGuessedOnAPageCostAsMuch(t *testing.T) {
	inWorld(t, func(w *world) {
		h := w.openHost()
		end := time.Now().Add(time.Minute)
		for time.Now().Before(end) {
			w.server.TakesBrowsers("amber-fox-0000-0000-0000", browserAt.Addr())
			w.server.Browser("amber-fox-0000-0000-0000", browserAt)
			w.sleep(time.Millisecond)
		}
		if w.server.TakesBrowsers(testCode, browserAt.Addr()) {
			t.Error("the right code is answered at once after guesses")
		}
		if n := w.server.Figures().Refused["unknown"]; n > 75 {
			t.Errorf("%d guesses in a minute", n)
		}
		if !w.server.TakesBrowsers(testCode, netip.MustParseAddr("198.51.100.1")) {
			t.Error("another address pays for the guesses")
		}
		h.leave()
	})
}
