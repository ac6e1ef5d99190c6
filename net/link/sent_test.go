package link

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	"dogfight/testkit"
)

func TestAHostSendsNobodyCloserToThePlayerThanItself(t *testing.T) {
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
		l := DialSent(address, netip.MustParseAddr("203.0.113.5"), &Trust{}, nil)
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
