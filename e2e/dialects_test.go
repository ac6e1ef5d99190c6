//go:build unix

package e2e

import (
	"net"
	"strings"
	"testing"
	"time"

	"dogfight/net/gateway"
	"dogfight/proto/dialect/dogfight"
)

func TestAHostSaysWhereItSpeaksWhichDialect(t *testing.T) {
	t.Parallel()
	args := []string{"--lan=false"}
	for _, name := range gateway.Names() {
		args = append(args, "--dialect", name+"=:0")
	}
	h := startHeadless(t, args...)
	for _, name := range gateway.Names() {
		addrs := strings.Fields(h.listens[name])
		want := 1
		if name == "lightracer" {
			want = 2 // control and data
		}
		if len(addrs) != want {
			t.Errorf("%s: listens on %q, expected %d addresses", name, addrs, want)
		}
		for _, addr := range addrs {
			if host, port, err := net.SplitHostPort(addr); host != "127.0.0.1" || port == "0" || err != nil {
				t.Errorf("%s: listens on %q, expected a port of the loopback", name, addr)
			}
		}
	}
	conn, err := net.Dial("tcp", h.listens["dogfight"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	if id := make([]byte, 36); !reads(conn, id) || id[8] != '-' {
		t.Errorf("the dogfight dialect began with %q, expected an id", id)
	}
}

func TestAHostSpeaksDogfightAsItsOriginalClientReadsIt(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--lan=false", "--bots", "11", "--dialect", "dogfight=:0", "--dialect-classic")
	conn, err := net.Dial("tcp", h.listens["dogfight"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	p := make([]byte, 1024)
	if !reads(conn, p[:36]) {
		t.Fatal("no id came")
	}
	for ships := 0; ships < 10; {
		var state dogfight.State
		if !reads(conn, p) {
			t.Fatalf("only %d ships were shown", ships)
		}
		if err := state.ParseClassic(p); err != nil {
			t.Fatal(err)
		}
		ships = len(state.Ships)
	}
}

func reads(conn net.Conn, b []byte) bool {
	for len(b) > 0 {
		n, err := conn.Read(b)
		if err != nil {
			return false
		}
		b = b[n:]
	}
	return true
}

func TestAHostSpeaksNoDialectUnasked(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--lan=false")
	for _, name := range gateway.Names() {
		if addr, ok := h.listens[name]; ok {
			t.Errorf("%s: listens on %s", name, addr)
		}
	}
}
