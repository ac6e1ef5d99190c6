package net

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	stdnet "net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/net/link"
)

var allConditions = flag.Bool("conditions", false, "let TestNoClientEverConfirmsAWorldThatIsNotTheHosts fly under all conditions, not one in ten, and TestNoClientConfirmsAnotherWorldInAnyMode each mode over two lines, not one, with all ships that it has room for")

var long = flag.Bool("long", false, "let TestRandomBytesOnRealSockets run for ten seconds, not one, the matches of the matrix for five minutes, hosts be killed a thousand times, not fifteen, crowds be as large as they may get, adversaries go on for longer, and sitters sit for minutes")

func TestRandomBytesOnRealSocketsHarmNobody(t *testing.T) {
	skipIfShort(t)
	lasts := time.Second
	if *long {
		lasts = 10 * time.Second
	}
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, link.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, HostConfig{}, played{Bots: 8})
	defer m.end()
	var running sync.WaitGroup
	defer running.Wait()
	defer l.Close()
	running.Go(func() {
		for {
			peer, err := l.Accept()
			if err != nil {
				return
			}
			m.host.Add(peer)
		}
	})

	addr := l.Addr().String()
	dial := func() link.Link { return link.Dial(addr, &link.Trust{}) }
	a, b := newPlayer("A", dial, 1), newPlayer("B", dial, 2)
	defer leave(a, b)
	m.flyUntil(func() bool { return a.view != nil && a.view.Phase == Playing && b.view.Phase == Playing }, a, b)
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	for i := range 8 {
		running.Go(func() { annoyTCP(ctx, addr, uint64(i)) })
		running.Go(func() { annoyTLS(ctx, dial, uint64(i)) })
	}
	heap := heapInUse()
	m.fly(lasts, a, b)
	m.flyUntil(func() bool { // a slow machine may have them leave UDP, or be without a ship, for seconds
		return !slices.ContainsFunc([]*player{a, b}, func(p *player) bool {
			return p.view.Phase != Playing || p.view.Me < 0 || p.view.Lag.Transport != "udp"
		})
	}, a, b)
	for _, p := range []*player{a, b} {
		if lag := p.view.Lag; lag.Desyncs != 0 {
			t.Errorf("%s: %d desyncs", p.conf.Name, lag.Desyncs)
		}
	}
	grown := heapInUse() - heap
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

// annoyTCP sends random bytes where TLS is expected.
func annoyTCP(ctx context.Context, addr string, seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 1))
	for ctx.Err() == nil {
		conn, err := stdnet.Dial("tcp", addr)
		if err != nil {
			continue
		}
		for range 5 {
			conn.Write(randomBytes(chance, chance.IntN(2000)))
		}
		conn.Close()
		pause(ctx)
	}
}

// annoyTLS sends random packets over links that are in order.
func annoyTLS(ctx context.Context, dial func() link.Link, seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 2))
	for ctx.Err() == nil {
		r := dial()
		if seed%2 == 0 {
			r.Send(link.Control, hello(fmt.Sprint("Nuisance ", seed)).Append(nil))
		}
		for range 20 {
			r.Send(link.Channel(chance.IntN(2)), randomBytes(chance, 1+chance.IntN(1000)))
			pause(ctx)
		}
		r.Close()
		<-r.Done()
	}
}

// pause leaves the machine to others for a moment.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Millisecond):
	}
}

func leave(players ...*player) {
	for _, p := range players {
		p.Leave()
		<-p.Link().Done()
	}
}
