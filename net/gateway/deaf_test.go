package gateway

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/testkit"
)

func TestAPlayerWhoDoesNotReadIsDisconnectedAndNoOtherNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{})
			g := r.open(name + "=:0")
			defer r.crowd(55)() // that make updates long
			r.waits("a crowd", func(w *game.World) bool { return ships(w) == 55 })
			deaf := r.comes(g)
			r.boards(deaf)
			silent := connOf(deaf)
			silent.(*net.TCPConn).SetReadBuffer(1 << 10)
			p := r.plays(g)
			first := r.now()
			p.begin()
			r.waits("that the player is gone", func(w *game.World) bool { return ships(w) == 56 })
			passed := int(r.now() - first)
			p.hearsOn(t, passed)
			silent.SetReadDeadline(time.Now().Add(testkit.Limit))
			n, err := io.Copy(io.Discard, silent)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the connection is still open")
			}
			if n > 1<<20 {
				t.Errorf("%d bytes waited for the player", n)
			}
		})
	}
}

// connOf is what a player hears most over.
func connOf(c guest) net.Conn {
	switch c := c.(type) {
	case *spaceman:
		return c.Conn
	case *carnageClient:
		return c.Conn
	}
	return c.(*racing).data
}
