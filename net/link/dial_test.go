package link

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
	"dogfight/testkit"
)

func TestAMissingHostIsReportedInOneLine(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	addr := l.Addr().String()
	l.Close()
	link := Dial(addr, new(KnownHosts))
	link.Send(Control, []byte("hello?"))
	err := refused(t, link)
	if !strings.HasPrefix(err, "no host answers at "+addr+": ") || !strings.HasSuffix(err, "; is a match being hosted there?") ||
		strings.Contains(err, "dial") || strings.Contains(err, "\n") {
		t.Errorf("err %q", err)
	}
	if link.Ready() {
		t.Error("ready although there is no host")
	}
}

func TestPacketsSentWhileConnectingArrive(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	client := Dial(l.Addr().String(), new(KnownHosts))
	client.Send(Control, []byte("hello"))
	host, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "it arrives", func() bool { return len(drain(host)) == 1 })
	leave(client, host)
}

func TestClosingWhileConnectingStopsAtOnce(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	start := time.Now()
	link := Dial(silent.Addr().String(), new(KnownHosts))
	link.Close()
	<-link.Done()
	if took := time.Since(start); took >= dialTimeout || !errors.Is(link.Err(), ErrClosed) {
		t.Errorf("err %v after %v, want ErrClosed at once", link.Err(), took)
	}
}

func TestAnInvalidAddressIsRefused(t *testing.T) {
	for _, addr := range []string{"host:", "host:port", "host:65536", "1:2:3", "[::1", "::1]:5", "host/path", "a b"} {
		if err := refused(t, Dial(addr, new(KnownHosts))); !strings.Contains(err, "must be ") {
			t.Errorf("%q: err %s", addr, err)
		}
	}
}

func TestAddressesHaveOneCanonicalForm(t *testing.T) {
	for addr, want := range map[string]string{
		"":                  ":4242",
		":99":               ":99",
		"Example.org":       "example.org:4242",
		" example.org:04 ":  "example.org:4",
		"10.0.0.1":          "10.0.0.1:4242",
		"10.0.0.1:99":       "10.0.0.1:99",
		"::1":               "[::1]:4242",
		"[::1]":             "[::1]:4242",
		"[2001:DB8:0::1]:9": "[2001:db8::1]:9",
		"fe80::1%eth0":      "[fe80::1%eth0]:4242",
	} {
		if got, err := normalize(addr); got != want || err != nil {
			t.Errorf("normalize(%q) = %q, %v, want %q", addr, got, err, want)
		}
	}
}

func TestHostOfReturnsTheCanonicalHost(t *testing.T) {
	for addr, want := range map[string]string{
		"Example.org": "example.org", "example.org:99": "example.org", "10.0.0.1:99": "10.0.0.1", "[2001:DB8::1]:9": "2001:db8::1", "::1": "::1",
		"host:port": "", "a b": "", "": "",
	} {
		if got := HostOf(addr); got != want {
			t.Errorf("%q: got %q, want %q", addr, got, want)
		}
	}
}

func TestIPv6HostsAreReached(t *testing.T) {
	l, err := Listen("[::1]:0", testCert(), admission.Limits{})
	if err != nil {
		t.Skipf("no IPv6 here: %v", err)
	}
	t.Cleanup(l.Close)
	_, client := join(t, l, new(KnownHosts))
	if client.Remote() != l.Addr().String() {
		t.Errorf("connected to %s, want %s", client.Remote(), l.Addr())
	}
}

// withUsualDialTimeout sets the timeout of programs during a test.
func withUsualDialTimeout(t *testing.T) {
	dialTimeout = usualDialTimeout
	t.Cleanup(func() { dialTimeout = testkit.Limit })
}

// answered returns the error of Dial at a host with the behaviour of answer.
func answered(t *testing.T, answer func(net.Conn)) string {
	x, y := net.Pipe()
	answering := make(chan struct{})
	go func() {
		defer close(answering)
		answer(x)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), usualDialTimeout)
	defer cancel()
	_, err := clientHandshake(ctx, y, "host:1", clientConfig(trustAny), nil)
	y.Close()
	x.Close()
	<-answering
	if err == nil {
		return "connected"
	}
	return noHandshake("host:1", err).Error()
}

func TestAnotherServiceIsReported(t *testing.T) {
	withUsualDialTimeout(t)
	bubble(t, func(t *testing.T) {
		serve := func(protocols ...string) func(net.Conn) {
			return func(c net.Conn) {
				config := hostConfig(testCert())
				config.NextProtos = protocols
				s := tls.Server(c, config)
				s.Handshake()
				io.Copy(io.Discard, c)
			}
		}
		read := func(c net.Conn) { io.Copy(io.Discard, c) }
		for _, c := range []struct {
			name   string
			answer func(net.Conn)
			want   string
		}{
			{"a host", serve(alpn), "connected"},
			{"another version", serve("dogfight/6"), "the host at host:1 does not speak dogfight/5: is one of you out of date?"},
			{"another TLS service", serve(), "what answers at host:1 is not a dogfight host"},
			{"no TLS", func(c net.Conn) { go read(c); io.WriteString(c, "SSH-2.0-OpenSSH_9.9\r\n") }, "what answers at host:1 is not a dogfight host"},
			{"hanging up", func(c net.Conn) { c.Read(make([]byte, 8192)); c.Close() }, "the host at host:1 hung up at once: is it full?"},
			{"silence", read, "what listens at host:1 did not answer within 5s: is it a dogfight host?"},
		} {
			if got := answered(t, c.answer); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
			synctest.Wait()
		}
	})
}

func TestDialErrorsAreReadable(t *testing.T) {
	withUsualDialTimeout(t)
	for _, c := range []struct {
		err  error
		want string
	}{
		{&net.DNSError{Err: "no such host", Name: "exmaple.org", IsNotFound: true}, "no host is named exmaple.org: is it spelled correctly?"},
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, "no host answers at host:1 within 5s: is the address right, and does a firewall let its port through?"},
		{context.DeadlineExceeded, "no host answers at host:1 within 5s: is the address right, and does a firewall let its port through?"},
		{&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.EHOSTUNREACH)}, "no host answers at host:1: " + syscall.EHOSTUNREACH.Error() + "; is a match being hosted there?"},
	} {
		if got := noAnswer("host:1", c.err).Error(); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

func TestAHostCannotRedirectAPlayerIntoACloserNetwork(t *testing.T) {
	public, private := "203.0.113.5", "192.168.250.250"
	for _, test := range []struct {
		by, to string
		may    bool
	}{
		{public, "198.51.100.9", true}, {public, "2001:db8::9", true},
		{public, "127.0.0.1", false}, {public, "127.9.9.9", false}, {public, "::1", false}, {public, "0.0.0.0", false}, {public, "::", false},
		{public, "::ffff:127.0.0.1", false}, {public, "::ffff:10.0.0.1", false}, {public, "10.1.2.3", false}, {public, "172.16.0.1", false},
		{public, private, false}, {public, "100.64.0.1", false}, {public, "fd00::1", false}, {public, "169.254.169.254", false},
		{public, "fe80::1%eth0", false}, {public, "224.0.0.251", false}, {public, "ff02::1%eth0", false}, {public, "255.255.255.255", false},
		{"2001:db8::5", "fd00::1", false}, {"2001:db8::5", "::1", false}, {"::ffff:203.0.113.5", "10.0.0.1", false},
		{private, "10.1.2.3", true}, {private, public, true}, {private, "127.0.0.1", false}, {private, "169.254.0.1", false},
		{"127.0.0.1", "127.0.0.1", true}, {"127.0.0.1", "10.0.0.1", true}, {"::1", public, true},
	} {
		if may := MaySend(netip.MustParseAddr(test.by), netip.MustParseAddr(test.to)); may != test.may {
			t.Errorf("from %s to %s: %v, want %v", test.by, test.to, may, test.may)
		}
	}
	if !MaySend(netip.Addr{}, netip.MustParseAddr("127.0.0.1")) {
		t.Error("this process may not send its own client where it likes")
	}
}

func TestNoNameLeadsAClientThatIsSentToAClosedAddress(t *testing.T) {
	inside, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	_, port, _ := net.SplitHostPort(inside.Addr().String())
	for _, address := range []string{"127.0.0.1:" + port, "localhost:" + port, "[::ffff:127.0.0.1]:" + port, "0.0.0.0:" + port} {
		l := DialSent(address, netip.MustParseAddr("203.0.113.5"), &KnownHosts{}, nil)
		testkit.Receive(t, "the link is down", l.Done())
		if err := l.Err(); err == nil || !strings.Contains(err.Error(), "may not send you") {
			t.Errorf("%s: %v", address, err)
		}
	}
	inside.(*net.TCPListener).SetDeadline(epoch)
	if c, err := inside.Accept(); err == nil {
		t.Errorf("%v has connected", c.RemoteAddr())
	}
}
