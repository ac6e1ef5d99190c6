package gateway

import (
	stdnet "net"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

func TestAVisitorWhoSaysNothingIsHalfOpenAndGivesWay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		r := newRig(t, net.HostConfig{})
		g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: link.Limits{HalfOpen: 2}})
		var mute []stdnet.Conn
		for range 2 {
			conn, err := stdnet.Dial("tcp", g.Addrs()[0])
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			mute = append(mute, conn)
			testkit.Until(t, name+": all connections are there, and half-open", func() bool {
				total, half := g.admission.Count()
				return total == len(mute) && half == len(mute)
			})
		}
		r.comes(g)
		mute[0].SetReadDeadline(time.Now().Add(9 * time.Second)) // before it has to go anyway
		for b := make([]byte, 4096); ; {
			if _, err := mute[0].Read(b); err != nil {
				if err, ok := err.(stdnet.Error); ok && err.Timeout() {
					t.Errorf("%s: the first is there still", name)
				}
				break
			}
		}
		r.waits("a ship", func(w *game.World) bool { return ships(w) >= 1 })
	}
}
