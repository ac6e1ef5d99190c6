package link

import (
	"crypto/tls"
	"testing"
)

func TestEachSessionHasItsOwnKeys(t *testing.T) {
	seen := map[secret]bool{}
	note := func(s secrets) {
		t.Helper()
		if seen[s.ToHost] || seen[s.ToClient] || s.ToHost == s.ToClient {
			t.Error("a secret is used twice")
		}
		seen[s.ToHost], seen[s.ToClient] = true, true
	}
	addr := "127.0.0.1:0"
	for range 2 { // the second is the first after a restart
		l, err := Listen(addr, testCert(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		addr = l.Addr().String()
		for range 2 {
			host, client := session(t, l)
			if exported(t, host) != exported(t, client) {
				t.Error("the ends of a session have different secrets")
			}
			note(exported(t, client))
		}
		l.Close()
	}
}

// session returns both ends of a TLS session with l.
func session(t *testing.T, l *Listener) (host, client *tls.Conn) {
	t.Helper()
	client = tls.Client(call(t, l), clientConfig("", new(Trust)))
	if err := client.Handshake(); err != nil {
		t.Fatal(err)
	}
	host = (<-l.pending).Conn
	t.Cleanup(func() { host.NetConn().Close() })
	return host, client
}
