package gateway

import (
	"bufio"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/net/link"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// Not parallel: others might use the port that it frees.
func TestAnAddressInUseIsReportedInOneLineAndNothingStaysOpen(t *testing.T) {
	for _, name := range Names() {
		addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
		free := occupyTCP(t, addr)
		if strings.HasPrefix(name, "rtype") || name == "warworlds" {
			free()
			free = occupyUDP(t, addr)
		}
		g, err := open(Spec{Dialect: name, Addr: addr}, Config{})
		if err == nil {
			g.Close()
			t.Errorf("%s listens at %s, which is in use", name, addr)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, "cannot listen for "+name+": ") || !strings.Contains(text, "in use") || strings.Contains(text, "\n") {
			t.Errorf("%s: %v", name, err)
		}
		free()
		g, err = open(Spec{Dialect: name, Addr: addr}, Config{})
		if err != nil {
			t.Errorf("%s: a failure left something open: %v", name, err)
			continue
		}
		g.Close()
		g.Close() // does nothing
	}
}

// freePorts returns the first of n consecutive free ports. They are outside of the ranges that systems use for port 0, so no other program
// gets one.
func freePorts(t *testing.T, n int) int {
	t.Helper()
	for range 100 {
		first := 20_000 + rand.IntN(10_000)
		if allFree(first, n) {
			return first
		}
	}
	t.Fatal("there is no row of free ports")
	return 0
}

func allFree(first, n int) bool {
	for port := first; port < first+n; port++ {
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		stream, err := net.Listen("tcp", addr)
		if err != nil {
			return false
		}
		stream.Close()
		socket, err := net.ListenPacket("udp", addr)
		if err != nil {
			return false
		}
		socket.Close()
	}
	return true
}

func occupyTCP(t *testing.T, addr string) (free func()) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return func() { l.Close() }
}

func occupyUDP(t *testing.T, addr string) (free func()) {
	t.Helper()
	c, err := net.ListenPacket("udp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return func() { c.Close() }
}

// A client by IPv4 of a socket for both has an IPv4 address in an IPv6 one.
func TestAnAddressIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{})
			var came []string
			g, err := open(Spec{Dialect: name, Addr: "[::]:0"}, Config{Dial: func(remote string) link.Link {
				came = append(came, remote)
				return r.dial(remote)
			}})
			if err != nil {
				t.Skip("no IPv6 here: ", err)
			}
			defer g.Close()
			for i := range g.addrs { // as a client by IPv4 knows it
				_, port, _ := net.SplitHostPort(g.addrs[i])
				g.addrs[i] = "127.0.0.1:" + port
			}
			r.boards(r.connects(g))
			r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
			if len(came) != 1 || !strings.HasPrefix(came[0], "127.0.0.1:") {
				t.Errorf("got %q from 127.0.0.1", came)
			}
		})
	}
}

func TestTheLogHasTheAddressOfAnOpenDialect(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		var log logged
		g, err := open(Spec{Dialect: name, Addr: "127.0.0.1:0"}, Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
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

// TestAnswersAreSentFromTheRequestedAddress sends from one address of the machine to another; the system alone would answer from the first.
func TestAnswersAreSentFromTheRequestedAddress(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a machine has one address of the loopback")
	}
	from, asked := net.IPv4(127, 0, 0, 1), net.IPv4(127, 0, 0, 2)
	dial := func(t *testing.T, port int) *net.UDPConn {
		conn, err := net.DialUDP("udp4", &net.UDPAddr{IP: from}, &net.UDPAddr{IP: asked, Port: port}) // a connected socket receives from no other
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		conn.SetDeadline(time.Now().Add(testkit.Limit))
		return conn
	}
	eachDialect(t, func(t *testing.T, name string) {
		r := newRig(t, dogfight.HostConfig{})
		g := r.open(name + "=0.0.0.0:0")
		port := int(netip.MustParseAddrPort(g.Addrs()[0]).Port())
		switch name {
		case "rtype", "rtype-code":
			c := &rtypeClient{UDPConn: dial(t, port), t: t, wire: rtype.Wire{Code: name == "rtype-code"}}
			c.connects(0)
		case "warworlds":
			conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: from})
			if err != nil {
				t.Fatal(err)
			}
			to := netip.AddrPortFrom(netip.MustParseAddr(asked.String()), uint16(port))
			c, err := dialects.DialOn(testkit.Context(t), &link.UDPConn{UDPConn: conn}, to, 0, enet.Limits{Channels: 1})
			if err != nil {
				t.Fatal(err)
			}
			c.Close(0)
		case "lightracer":
			control, err := net.DialTCP("tcp4", &net.TCPAddr{IP: from}, &net.TCPAddr{IP: asked, Port: port})
			if err != nil {
				t.Fatal(err)
			}
			defer control.Close()
			c := &racing{t: t, control: control, lines: bufio.NewScanner(control), buf: make([]byte, 64<<10)}
			c.sends(&lightracer.Join{Name: "Ann"})
			racerReceives(c, &c.welcome)
			c.data = dial(t, int(c.welcome.DataPort))
			c.data.Write(dialects.AppendToken(nil, c.welcome.Token))
			if _, err := c.sees(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestASpecNamesADialectAndWhereItListens(t *testing.T) {
	for text, want := range map[string]Spec{
		"rtype":                         {Dialect: "rtype", Addr: "127.0.0.1:4243"},
		"rtype=":                        {Dialect: "rtype", Addr: "127.0.0.1:4243"},
		"carnage=:5000":                 {Dialect: "carnage", Addr: "127.0.0.1:5000"},
		"dogfight=0.0.0.0":              {Dialect: "dogfight", Addr: "0.0.0.0:6699"},
		"warworlds=[::]:0":              {Dialect: "warworlds", Addr: "[::]:0"},
		"rtype=:0,big-endian":           {Dialect: "rtype", Addr: "127.0.0.1:0", BigEndian: true},
		"lightracer=host.example:65535": {Dialect: "lightracer", Addr: "host.example:65535"},
		"carnage=,websocket":            {Dialect: "carnage", Addr: "127.0.0.1:4245", WebSocket: true},
		"carnage=0.0.0.0,websocket,origin=HTTPS://Example.org:8443,origin=null,origin=*": {
			Dialect: "carnage", Addr: "0.0.0.0:4245", WebSocket: true, Origins: []string{"https://example.org:8443", "null", "*"},
		},
	} {
		if s, err := ParseSpec(text); fmt.Sprint(s) != fmt.Sprint(want) || err != nil {
			t.Errorf("%s: expected %+v, got %+v, %v", text, want, s, err)
		}
	}
}

func TestAnInvalidSpecIsRefusedWithTheForm(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "must be one of dogfight, ",
		"quake=:1":                    "must be one of dogfight, ",
		"Rtype":                       "must be one of dogfight, ",
		"rtype=:0,little-endian":      `option of rtype must be big-endian, got "little-endian"`,
		"carnage=:0,big-endian":       `option of carnage must be websocket or origin=ORIGIN, got "big-endian"`,
		"rtype-code=:0,big-endian":    `rtype-code has no options, got "big-endian"`, // it always is
		"rtype=:0,":                   `option of rtype must be big-endian, got ""`,
		"carnage=:0,websocket=yes":    `option of carnage must be websocket or origin=ORIGIN, got "websocket=yes"`,
		"carnage=:0,websocket,origin": `option of carnage must be websocket or origin=ORIGIN, got "origin"`,
		"carnage=:0,origin=*":         "origin needs websocket",
		"dogfight=:0,websocket":       `dogfight has no options, got "websocket"`,
		"rtype=:65536":                "port must be 0 to 65535",
		"rtype=:-1":                   "port must be 0 to 65535",
		"rtype=a:b:c":                 "must be an address such as :4243",
	} {
		if s, err := ParseSpec(text); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: expected %q, got %+v, %v", text, want, s, err)
		}
	}
}

func TestAnOriginIsOneAsBrowsersSendIt(t *testing.T) {
	for _, text := range []string{
		"", "example.org", "https://", "https://example.org/", "https://example.org/page", "https://ann@example.org", "https://*.example.org?", "**", "file://",
	} {
		_, err := ParseSpec("carnage=:0,websocket,origin=" + text)
		if want := fmt.Sprintf("origin must be *, null or as https://example.org, got %q", text); err == nil || err.Error() != want {
			t.Errorf("expected %q, got %v", want, err)
		}
	}
}

// In the wrong byte order, a stick held to the right is almost at rest.
func TestABigEndianListenerReadsAndWritesBigEndianFloats(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0,big-endian"), 0)
	c.wire.BigEndianFloats = true
	c.flies()
	r.boards(c)
	flew := r.ever(func(w *game.World) bool { return w.Ships[0].VX > 0 })
	r.waits("that the ship flies to the right", func(w *game.World) bool {
		c.hold(game.Steer(game.Right))
		return flew(w)
	})
	ships, err := c.readShips()
	if err != nil {
		t.Fatal(err)
	}
	w, h := duelSetup(t).Arena.Size()
	for _, s := range ships {
		if s.x < 1 || s.y < 1 || s.x > float64(w)/game.One || s.y > float64(h)/game.One || math.IsNaN(s.x+s.y) {
			t.Errorf("a ship is reported at %v, %v", s.x, s.y)
		}
	}
}
