package foreign

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/testkit"
)

// listen has one connection served on the loopback, and returns where.
func listen(t *testing.T, running *sync.WaitGroup, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running.Go(func() {
		defer l.Close()
		if conn, err := l.Accept(); err == nil {
			serve(conn)
		}
	})
	return l.Addr().String()
}

// A relay stands between us and the original, which is late, loses segments, and merges what
// is held up behind a lost one.
func TestTheOriginalSurvivesUsOnRealSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("real time; runs without -short")
	}
	t.Parallel()
	takes := time.Second
	if *long {
		takes = time.Minute
	}
	o := testkit.NewOriginal()
	busy(o)
	var running sync.WaitGroup
	defer running.Wait()
	server := listen(t, &running, func(conn net.Conn) { o.Serve(conn) })
	relay := listen(t, &running, func(near net.Conn) {
		far, err := net.Dial("tcp", server)
		if err != nil {
			near.Close()
			return
		}
		testkit.OriginalPath{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02}.Join(near, far)
	})
	m := Join(Server{Protocol: "dogfight", Addr: relay}, "Nova")
	defer m.Close()
	ticker := time.NewTicker(frameTime)
	defer ticker.Stop()
	player := restless{chance: rand.New(rand.NewPCG(5, 5))}
	view, began := m.Frame(time.Now(), 0), time.Time{}
	for now := range ticker.C {
		view = m.Frame(now, player.next())
		switch {
		case view.Phase == dogfight.Refused || view.Phase == dogfight.Ended:
			t.Fatalf("phase %d: %v; the server: %v", view.Phase, view.Err, o.Died())
		case view.Phase == dogfight.Joining || len(o.Events()) < 10:
			began = now
		}
		if now.Sub(began) > takes {
			break
		}
	}
	events := o.Events()
	t.Logf("%d events in %v; %s", len(events), takes, summaryOf(gapsOf(events)))
	if own := o.Own(); o.Died() != nil || own.Mines() > 0 || view.World.Ships[ownSlot].State != game.Flying {
		t.Errorf("the server: %v; mines: %d; the own ship: %v", o.Died(), own.Mines(), view.World.Ships[ownSlot].State)
	}
}
