package gateway

import (
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
)

// It is not run beside others, which might take what it frees.
func TestWhereAnAddressIsTakenOneLineSaysSoAndNothingIsLeftOpen(t *testing.T) {
	for _, name := range Names() {
		for _, taken := range taken(t, name) {
			g, err := Open(Spec{Dialect: name, Addr: taken.addr}, Config{})
			if err == nil {
				g.Close()
				t.Errorf("%s listens at %s, which is taken", name, taken.addr)
				continue
			}
			if text := err.Error(); !strings.HasPrefix(text, "cannot listen for "+name+": ") || !strings.Contains(text, "in use") || strings.Contains(text, "\n") {
				t.Errorf("%s: %v", name, err)
			}
			taken.free()
			g, err = Open(Spec{Dialect: name, Addr: taken.addr}, Config{})
			if err != nil {
				t.Errorf("%s: a failure left something open: %v", name, err)
				continue
			}
			g.Close()
			g.Close() // does nothing
		}
	}
}

// occupied is an address of which something is taken.
type occupied struct {
	addr string
	free func()
}

// taken takes each of the ports that a dialect needs.
func taken(t *testing.T, name string) (all []occupied) {
	t.Helper()
	if strings.HasPrefix(name, "rtype") || name == "warworlds" {
		return []occupied{takeUDP(t, 0)}
	}
	all = []occupied{takeTCP(t, 0)}
	if name == "lightracer" { // whose data port is the next one
		all = append(all, takeTCP(t, 1), takeUDP(t, 1))
	}
	return all
}

// takeTCP takes the port that is so far behind the one of the address.
func takeTCP(t *testing.T, behind int) occupied {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return occupied{before(l.Addr().(*net.TCPAddr).Port, behind), func() { l.Close() }}
}

func takeUDP(t *testing.T, behind int) occupied {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return occupied{before(c.LocalAddr().(*net.UDPAddr).Port, behind), func() { c.Close() }}
}

func before(port, behind int) string { return fmt.Sprintf("127.0.0.1:%d", port-behind) }

// Whoever comes to a socket that takes both has an IPv4 address in an IPv6 one.
func TestAnAddressIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{})
			var came []string
			g, err := Open(Spec{Dialect: name, Addr: "[::]:0"}, Config{Dial: func(remote string) link.Link {
				came = append(came, remote)
				return r.dial(remote)
			}})
			if err != nil {
				t.Skip("no IPv6 here: ", err)
			}
			defer g.Close()
			for i := range g.addrs { // as who comes by IPv4 knows it
				_, port, _ := net.SplitHostPort(g.addrs[i])
				g.addrs[i] = "127.0.0.1:" + port
			}
			r.boards(r.comes(g))
			r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
			if len(came) != 1 || !strings.HasPrefix(came[0], "127.0.0.1:") {
				t.Errorf("from 127.0.0.1 came %q", came)
			}
		})
	}
}

func TestTheLogSaysWhereADialectIsOpenToEverybody(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		var log logged
		g, err := Open(Spec{Dialect: name, Addr: "127.0.0.1:0"}, Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		g.Close()
		for _, text := range []string{"level=WARN", "no keys and no passwords", "dialect=" + name, "addr=" + g.Addrs()[0]} {
			if n := log.count(text); n != 1 {
				t.Errorf("%s: the log says %q %d times:\n%s", name, text, n, log.text.String())
			}
		}
	}
}
