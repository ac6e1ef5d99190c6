package adversary_test

import (
	"crypto/tls"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// lineHost is a host of bare TLS, which sends anything as fast as it is read.
type lineHost struct {
	addr string
	sent atomic.Int64 // bytes
}

// startLineHost serves each connection with a script until that ends or the client disconnects.
func startLineHost(t *testing.T, script func(say func(channel link.Channel, p []byte) bool)) *lineHost {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"dogfight/5"}})
	if err != nil {
		t.Fatal(err)
	}
	h := &lineHost{addr: listener.Addr().String()}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		go io.Copy(io.Discard, conn)
		script(func(channel link.Channel, p []byte) bool {
			n, err := conn.Write(append([]byte{byte(channel), byte(len(p) >> 16), byte(len(p) >> 8), byte(len(p))}, p...))
			h.sent.Add(int64(n))
			return err == nil
		})
	}()
	t.Cleanup(func() { listener.Close(); <-ended })
	return h
}

// TestAFloodOverARealLineFillsNoMemory sends messages over TLS at full speed, of the largest and of the smallest kind, while the client
// draws 20 frames or more.
func TestAFloodOverARealLineFillsNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a real line; runs without -short")
	}
	m := newEvilMatch(evilSetup(t))
	big := proto.Roster{}
	for i := range proto.MaxPilots {
		big.Pilots = append(big.Pilots, proto.Pilot{ID: uint16(i), Slot: proto.NoSlot, Name: strings.Repeat("𝕎", proto.MaxName)})
	}
	for name, flood := range map[string][]byte{
		"large": big.Append(nil),
		"small": (&proto.MatchOver{}).Append(nil),
	} {
		for channel := range link.Channel(2) {
			if channel == link.Data && name == "large" {
				continue // is refused at once
			}
			var over atomic.Bool
			h := startLineHost(t, func(say func(link.Channel, []byte) bool) {
				for ok := say(link.Control, m.welcome()) && say(link.Control, m.keyframe()); ok && !over.Load(); {
					ok = say(channel, flood)
				}
			})
			c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialTLS(h.addr, &link.Trust{}) }})
			before, frames, worst := heapInUse(), 0, uint64(0)
			for end := time.Now().Add(time.Second / 8); frames < 20 || time.Now().Before(end); frames++ {
				v := c.Frame(time.Now(), game.Steer(game.Up))
				if v.Phase == net.Refused {
					t.Fatal(v.Err)
				}
				if frames%10 == 9 {
					worst = max(worst, heapInUse())
				}
				time.Sleep(time.Second / 120)
			}
			sent := h.sent.Load()
			over.Store(true) // otherwise the link would be closed a second later
			c.Leave()
			<-c.Link().Done()
			grown := (int64(worst) - int64(before)) >> 10
			t.Logf("%s on channel %d: %d kB sent, %d frames, heap +%d kB at most", name, channel, sent>>10, frames, grown)
			if grown > 16<<10 {
				t.Errorf("%s on channel %d: the heap grew by %d kB", name, channel, grown)
			}
		}
	}
}

// TestAWelcomeThatDripsTimesOut sends a byte a second of a message that never ends.
func TestAWelcomeThatDripsTimesOut(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a real line; runs without -short")
	}
	m := newEvilMatch(evilSetup(t))
	quit := make(chan struct{})
	h := startLineHost(t, func(say func(link.Channel, []byte) bool) {
		for ok := say(link.Control, m.welcome()); ok; ok = say(link.Control, (&proto.MatchOver{}).Append(nil)) {
			select {
			case <-time.After(time.Second):
			case <-quit:
				return
			}
		}
	})
	defer close(quit)
	now := time.Now()
	c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialTLS(h.addr, &link.Trust{}) }})
	c.Frame(now, 0)
	testkit.Until(t, "the client is connected", func() bool { return c.Link().Ready() })
	var v *net.View
	for range 10 * 20 { // ten seconds of its time
		now = now.Add(time.Second / 20)
		if v = c.Frame(now, 0); v.Phase == net.Refused {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if v.Phase != net.Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "in time") {
		t.Errorf("phase %d, %v", v.Phase, v.Err)
	}
	<-c.Link().Done()
}
