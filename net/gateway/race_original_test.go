package gateway

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// originalRacer imitates the original game, on real sockets.
type originalRacer struct {
	testing.TB
	dialects.Racer
	control, data net.Conn
	datagrams     bool
	random        *rand.Rand
	buf           []byte
}

// TestTheOriginalRacerPlaysThroughABadNetwork: over TCP it reads up to half a second late; over UDP a tenth is lost each way, and the rest
// is delayed by 20 to 120 ms.
func TestTheOriginalRacerPlaysThroughABadNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("real time; runs without -short")
	}
	t.Parallel()
	lasts := time.Second
	if *long {
		lasts = time.Minute
	}
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
			o := r.originalRacer(network)
			dropped := make(chan error, 1)
			var listening sync.WaitGroup
			listening.Go(func() { dropped <- o.listens() })
			begin := time.Now()
			for (time.Since(begin) < lasts || o.Flown == 0 || o.Shots == 0) && len(dropped) == 0 {
				o.plays()
			}
			t.Logf("%d updates in %.1f s, %d overtaken; flew %d units, %d shots at a time, died %d times",
				o.Updates, time.Since(begin).Seconds(), o.Overtaken, o.Flown, o.Shots, o.Died)
			o.control.SetReadDeadline(time.Now())
			listening.Wait()
			if err := <-dropped; err != nil {
				t.Fatal(err)
			}
			before := o.Updates
			for late := time.Now().Add(testkit.Limit); o.Updates == before; o.plays() {
				if time.Now().After(late) {
					t.Fatal("got no more updates")
				}
			}
			o.control.Write([]byte("LEAVE\n"))
			r.waits("that it left", func(w *game.World) bool { return ships(w) == 8 })
		})
	}
}

// originalRacer joins, and opens the data connection.
func (r *rig) originalRacer(network string) *originalRacer {
	r.Helper()
	g := r.openWith("lightracer=:0", Config{Dial: r.dial, Set: func(string, string) error { return nil }})
	o := &originalRacer{
		TB: r.TB, control: r.connect("tcp", g.Addrs()[0]), datagrams: network == "udp",
		random: rand.New(rand.NewPCG(1, 2)), buf: make([]byte, 2048),
	}
	o.control.SetDeadline(time.Time{})
	o.control.Write([]byte("JOIN Zoë\nSET bots 8\nREADY\n"))
	for o.Token == 0 {
		n, err := o.control.Read(o.buf)
		if err == nil {
			err = o.ReadControl(o.buf[:n])
		}
		if err != nil {
			r.Fatal(err)
		}
	}
	at := netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), uint16(o.DataPort))
	if o.datagrams {
		bad := testkit.Network{Loss: 0.1, Delay: 20 * time.Millisecond, Jitter: 100 * time.Millisecond, Seed: 1}
		relay := testkit.NewRelay(r.TB, at, bad)
		relay.DropFirst(3)
		at = relay.Addr()
	}
	o.data = r.connect(network, at.String())
	o.data.SetDeadline(time.Time{})
	o.data.Write(o.Opening())
	return o
}

// listens reads the control connection until the deadline is set, and returns the reason for an earlier end.
func (o *originalRacer) listens() error {
	for buf := make([]byte, 1024); ; {
		n, err := o.control.Read(buf)
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			return nil
		}
		if err == nil {
			err = o.ReadControl(buf[:n])
		}
		if err != nil {
			return err
		}
	}
}

// plays handles the next data, and answers.
func (o *originalRacer) plays() {
	o.Helper()
	if !o.datagrams && o.random.IntN(20) == 0 {
		time.Sleep(time.Duration(o.random.IntN(500)) * time.Millisecond)
	}
	patience := testkit.Limit
	if o.datagrams {
		patience = 200 * time.Millisecond // then it asks again
	}
	o.data.SetReadDeadline(time.Now().Add(patience))
	n, err := o.data.Read(o.buf)
	switch timeout, ok := err.(net.Error); {
	case o.datagrams && ok && timeout.Timeout():
		o.data.Write(o.Opening())
		return
	case err != nil:
		o.Fatal(err)
	}
	before, read := o.Updates, o.ReadStream
	if o.datagrams {
		read = o.ReadDatagram
	}
	if err := read(o.buf[:n]); err != nil {
		o.Fatalf("the original ends the connection: %v", err)
	}
	if o.Updates > before {
		o.answers()
	}
}

func (o *originalRacer) answers() {
	input := o.Input()
	if o.datagrams {
		input = append(o.Opening(), input...)
	}
	o.data.Write(input)
}
