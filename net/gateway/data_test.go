package gateway

import (
	"net"
	"testing"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

func TestARacerMayOpenHisDataConnectionAnew(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{Bots: 8})
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
	r := &racer{stream: near}
	if r.send(dialect.Data, []byte("update")); r.broken != nil {
		t.Errorf("before he could open another one: %v", r.broken)
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
