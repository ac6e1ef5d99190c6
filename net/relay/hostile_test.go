package relay_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/testkit"
)

// hostileRelay answers an ask, and connects the caller to a host of its own choice. change changes the bytes to the host.
func hostileRelay(t *testing.T, nonce relay.Nonce, host string, change func(b []byte) []byte) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		head := make([]byte, 7)
		io.ReadFull(conn, head)
		io.ReadFull(conn, make([]byte, head[6]))
		conn.Write(append(make([]byte, 11), nonce[:]...))
		to, err := net.Dial("tcp", host)
		if err != nil {
			return
		}
		defer to.Close()
		running.Go(func() {
			io.Copy(conn, to)
			conn.Close()
		})
		for b := make([]byte, 4096); ; {
			n, err := conn.Read(b)
			if err != nil {
				return
			}
			if _, err := to.Write(change(b[:n])); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		l.Close()
		running.Wait()
	})
	return l.Addr().String()
}

func listen(t *testing.T) (*link.Listener, []byte) {
	t.Helper()
	b, err := link.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := tls.X509KeyPair(b, b)
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l, cert.Certificate[0]
}

// join connects to the host of an invitation at a relay, and returns the link once it is down.
func join(t *testing.T, at string, code relay.Code) error {
	t.Helper()
	var nonce relay.Nonce
	open := func(ctx context.Context) (net.Conn, relay.Via, error) {
		conn, via, n, err := relay.Ask(ctx, relay.Invitation{Relay: at, Code: code})
		nonce = n
		return conn, via, err
	}
	trust := func(cert []byte) error {
		if !code.Proves(nonce, cert) {
			return errors.New("another host")
		}
		return nil
	}
	l := link.DialVia(testkit.Context(t), open, "the host", trust, nil)
	testkit.Until(t, "the link is down", func() bool {
		if l.Ready() {
			l.Send(link.Control, []byte("hello"))
		}
		return l.Err() != nil
	})
	return l.Err()
}

func TestARelayThatSwapsHostsIsNoticed(t *testing.T) {
	_, cert := listen(t)
	other, _ := listen(t)
	code, nonce := relay.NewCode(cert)
	at := hostileRelay(t, nonce, other.Addr().String(), func(b []byte) []byte { return b })
	if err := join(t, at, code); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("got %v", err)
	}
}

// TestBytesThatARelayChangesEndTheLink: bytes that it repeats, drops or flips never arrive as a packet.
func TestBytesThatARelayChangesEndTheLink(t *testing.T) {
	for what, change := range map[string]func(b []byte) []byte{
		"repeats": func(b []byte) []byte { return append(b, b...) },
		"drops":   func(b []byte) []byte { return b[1:] },
		"flips": func(b []byte) []byte {
			b[len(b)-1] ^= 1
			return b
		},
	} {
		host, cert := listen(t)
		code, nonce := relay.NewCode(cert)
		n, changed := 0, false
		at := hostileRelay(t, nonce, host.Addr().String(), func(b []byte) []byte {
			if n++; n < 3 { // until the host has accepted the link
				return b
			}
			changed = true
			return change(b)
		})
		got := make(chan link.Packet, 10_000)
		go func() {
			l, err := host.Accept()
			if err != nil {
				close(got)
				return
			}
			<-l.Done()
			for p, ok := l.Receive(nil); ok; p, ok = l.Receive(nil) {
				got <- p
			}
			close(got)
		}()
		if err := join(t, at, code); err == nil {
			t.Errorf("%s: the link ended in order", what)
		} else if !changed {
			t.Errorf("%s: nothing was changed: %v", what, err)
		}
		host.Close()
		for p := range got {
			if string(p.Bytes) != "hello" {
				t.Errorf("%s: the host received %q", what, p.Bytes)
			}
		}
	}
}
