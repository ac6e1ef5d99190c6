package gateway

import (
	"net"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/lightracer/lightracertest"
)

func TestARacerMayOpenAnotherDataConnection(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
	c := r.race(r.open("lightracer=:0"), "Ann")
	for range 5 {
		c.opens("tcp")
		c.left, c.updates = nil, lightracer.Reader{}
		if _, err := c.sees(); err != nil {
			t.Fatal(err)
		}
		c.data.(*net.TCPConn).SetLinger(0) // it breaks off while updates are under way
		c.data.Close()
	}
	c.control.Write([]byte("?\n"))
	var answer lightracer.Error
	racerHears(c, &answer)
}

func TestAnUpdateThatFindsItsConnectionBrokenDoesNotEndTheRacer(t *testing.T) {
	near, far := net.Pipe()
	far.Close()
	r := &racer{data: near}
	if r.send(dialect.Data, []byte("update")); r.broken != nil {
		t.Errorf("before another one could be opened: %v", r.broken)
	}
}

func TestToSendAnUpdateAllocatesNothing(t *testing.T) {
	r := newRig(t, dogfight.HostConfig{})
	server := raceServer{Gateway: r.open("lightracer=:0")}
	here, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	server.socket = link.NewUDPConn(here)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	stream := r.connect("tcp", listener.Addr().String())
	update := make([]byte, 500)
	for name, sender := range map[string]*racer{
		"tcp": {raceServer: &server, data: stream},
		"udp": {raceServer: &server, address: link.UDPAddr{AddrPort: here.LocalAddr().(*net.UDPAddr).AddrPort()}, wanted: time.Now().Add(time.Hour)},
	} {
		if n := testing.AllocsPerRun(20, func() { sender.send(dialect.Data, update) }); n != 0 || sender.broken != nil {
			t.Errorf("%s: %v allocations, %v", name, n, sender.broken)
		}
	}
}

func TestADataConnectionEndsWithItsRacer(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("lightracer=:0")
	for range 10 {
		c := r.race(g, "Ann")
		c.says(&lightracer.Leave{}) // before the token is taken, or behind it
		c.opens("tcp")
		for err := error(nil); err == nil; {
			_, err = c.data.Read(c.buf)
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Fatal("it is still open")
			}
		}
	}
	r.waits("nobody", func(w *game.World) bool { return ships(w) == 0 })
}

// An eavesdropper on a token must not have thirty updates a second sent to another address.
func TestDatagramsGoOnlyWhereTheControlConnectionComesFrom(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.race(r.open("lightracer=:0"), "Ann")
	other, err := net.DialUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)}, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(c.welcome.DataPort)})
	if err != nil {
		t.Skip("the loopback has one address here: ", err)
	}
	defer other.Close()
	c.opens("udp")
	sees := func() {
		t.Helper()
		if _, err := c.sees(); err != nil {
			t.Fatal(err)
		}
	}
	sees()
	other.Write(lightracertest.AppendToken(nil, c.welcome.Token))
	for range 10 {
		sees()
	}
	other.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := other.Read(make([]byte, 2048)); err == nil {
		t.Errorf("%d bytes went to another address", n)
	}
}
