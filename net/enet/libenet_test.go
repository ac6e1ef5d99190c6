package enet_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/net/enet"
	"dogfight/net/link"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// echoes are the packets that testdata/peer.c sends and expects back, by kind: numbered from 0, so many of each.
var echoes = []struct {
	kind    byte
	count   int
	length  int
	channel uint8
	how     enet.Delivery
}{
	{'c', 50, 40, 0, enet.Reliable},
	{'l', 20, 3000, 1, enet.Reliable},
	{'u', 30, 60, 0, enet.Unreliable},
	{'s', 30, 60, 1, enet.Unsequenced},
	{'f', 20, 3000, 1, enet.Unreliable},
}

// built is the compiled testdata/peer.c.
var built = sync.OnceValues(func() (string, error) {
	program := filepath.Join(buildFolder, "peer")
	return program, dialects.Build(program, "testdata/peer.c")
})

// libenet starts the program with a time limit. Its output ends with it.
func libenet(t *testing.T, args ...string) *bufio.Scanner {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a program and talks to it for seconds; runs without -short")
	}
	program, err := built()
	dialects.Need(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 2*testkit.Limit)
	cmd := exec.CommandContext(ctx, program, args...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	return bufio.NewScanner(out)
}

// wantLine returns the next line that the program prints.
func wantLine(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	if !lines.Scan() || strings.HasPrefix(lines.Text(), "failed") {
		t.Fatalf("libenet's peer: %s", lines.Text())
	}
	return lines.Text()
}

// checkCounts fails unless all reliable packets returned and, without loss, some of the rest: libenet sends less of it when round trips
// grow.
func checkCounts(t *testing.T, came [5]int, loss float64) {
	t.Helper()
	for k, e := range echoes {
		if e.how == enet.Reliable && came[k] != e.count || came[k] == 0 && loss == 0 {
			t.Errorf("of %d packets of kind %c got %d back", e.count, e.kind, came[k])
		}
	}
	t.Logf("got back: %v", came)
}

func TestALibenetClientTalksToOurHost(t *testing.T) {
	t.Parallel()
	for _, loss := range []float64{0, 0.1} {
		for _, leave := range []int{1, 0} {
			t.Run(fmt.Sprintf("loss %v, leaves %d", loss, leave), func(t *testing.T) {
				t.Parallel()
				l := listen(t, enet.Limits{Peers: 2})
				r := testkit.NewRelay(t, l.Addr(), testkit.Network{Loss: loss, Seed: 1})
				lines := libenet(t, "client", fmt.Sprint(r.Addr().Port()), fmt.Sprint(leave), "0")
				c, err := l.Accept()
				if err != nil {
					t.Fatal(err)
				}
				if c.Data() != 7 {
					t.Errorf("its data is %d", c.Data())
				}
				echo(t, c)
				var came [5]int
				var data int
				line := wantLine(t, lines)
				fmt.Sscan(line, &came[0], &came[1], &came[2], &came[3], &came[4], &data)
				checkCounts(t, came, loss)
				checkEnd(t, c, leave, data)
			})
		}
	}
}

// Each visit has new sessions, from the second on.
func TestALibenetClientReconnectsFromTheSameAddress(t *testing.T) {
	t.Parallel()
	l := listen(t, enet.Limits{Peers: 1})
	lines := libenet(t, "client", fmt.Sprint(l.Addr().Port()), "1", "9")
	for range 10 {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		echo(t, c)
	}
	wantLine(t, lines)
}

func TestOurClientReconnectsToALibenetHostFromTheSameAddress(t *testing.T) {
	t.Parallel()
	lines := libenet(t, "host", "10")
	var port uint16
	fmt.Sscan(wantLine(t, lines), &port)
	s := dialects.NewSocket(&link.UDPConn{UDPConn: loopback(t)}, enet.Limits{})
	defer s.Close()
	for range 10 {
		c, err := s.Dial(testkit.Context(t), loopbackPort(port), 7)
		if err != nil {
			t.Fatal(err)
		}
		c.Send(0, filled(0, 0), enet.Reliable)
		next(t, c)
		c.Close(3)
		<-c.Done()
	}
	if line := wantLine(t, lines); line != "0 0 0 0 0 3" {
		t.Errorf("libenet's host printed %q", line)
	}
}

func loopbackPort(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)
}

// checkEnd checks the reason at both ends. libenet reports 0 to the end that left.
func checkEnd(t *testing.T, c *enet.Conn, leave, data int) {
	t.Helper()
	end, want, wantData := c.Err().(*enet.EndError), enet.EndError{enet.Left, 42}, 0
	if leave == 0 {
		want, wantData = enet.EndError{enet.Closed, 0}, 99
	}
	if *end != want || data != wantData {
		t.Errorf("ours ended with %v, libenet's with %d", end, data)
	}
}

// echo sends all packets back until the connection ends. A packet of kind q ends it.
func echo(t *testing.T, c *enet.Conn) {
	t.Helper()
	late := time.After(testkit.Limit)
	for {
		select {
		case <-c.Arrived():
		case <-c.Done():
			return
		case <-late:
			t.Fatal("waited in vain for the end")
		}
		for p, ok := c.Receive(nil); ok; p, ok = c.Receive(nil) {
			if string(p.Bytes) == "q" {
				c.Close(99)
				continue
			}
			c.Send(p.Channel, p.Bytes, p.How)
		}
	}
}

func TestOurClientTalksToALibenetHost(t *testing.T) {
	t.Parallel()
	for _, loss := range []float64{0, 0.1} {
		for _, leave := range []int{1, 0} {
			t.Run(fmt.Sprintf("loss %v, leaves %d", loss, leave), func(t *testing.T) {
				t.Parallel()
				lines := libenet(t, "host", "1")
				var port uint16
				fmt.Sscan(wantLine(t, lines), &port)
				r := testkit.NewRelay(t, loopbackPort(port), testkit.Network{Loss: loss, Seed: 1})
				c, err := dialects.Dial(testkit.Context(t), r.Addr().String(), 7, enet.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close(0)
				checkCounts(t, exchange(t, c), loss)
				wantData := endWith(t, c, leave)
				var none [5]int
				var data int
				fmt.Sscan(wantLine(t, lines), &none[0], &none[1], &none[2], &none[3], &none[4], &data)
				if data != wantData {
					t.Errorf("libenet's host got %d", data)
				}
			})
		}
	}
}

// endWith leaves, or makes libenet's host leave, and returns its report.
func endWith(t *testing.T, c *dialects.Conn, leave int) int {
	t.Helper()
	if leave == 1 {
		c.Close(42)
		<-c.Done()
		return 42
	}
	c.Send(0, []byte("q"), enet.Reliable)
	testkit.Receive(t, "libenet's host leaves", c.Done())
	if end := c.Err().(*enet.EndError); *end != (enet.EndError{enet.Left, 99}) {
		t.Errorf("ended with %v", end)
	}
	return 0
}

// exchange sends all of echoes, and checks and counts the answers.
func exchange(t *testing.T, c *dialects.Conn) (came [5]int) {
	t.Helper()
	var last [5]int
	seen := map[string]bool{}
	take := func() bool {
		for p, ok := c.Receive(nil); ok; p, ok = c.Receive(nil) {
			k, number := identify(t, p)
			if seen[string(p.Bytes)] || echoes[k].how != enet.Unsequenced && came[k] > 0 && number <= last[k] {
				t.Fatalf("got packet %d of kind %c twice or late", number, echoes[k].kind)
			}
			if echoes[k].how == enet.Reliable && number != came[k] {
				t.Fatalf("got packet %d of kind %c instead of %d", number, echoes[k].kind, came[k])
			}
			seen[string(p.Bytes)] = true
			last[k] = number
			came[k]++
		}
		return came[0] == echoes[0].count && came[1] == echoes[1].count
	}
	pace := time.NewTicker(20 * time.Millisecond)
	defer pace.Stop()
	for number := range 50 {
		for k, e := range echoes {
			if number < e.count {
				if err := c.Send(e.channel, filled(k, number), e.how); err != nil {
					t.Fatal(err, c.Err())
				}
			}
		}
		<-pace.C
		take()
	}
	eventually(t, "all that is reliable came back", take)
	return came
}

// filled is a packet of peer.c.
func filled(k, number int) []byte {
	b := make([]byte, echoes[k].length)
	for i := range b {
		b[i] = byte(i*7 + number*13 + int(echoes[k].kind))
	}
	b[0], b[1] = echoes[k].kind, byte(number)
	return b
}

func identify(t *testing.T, p enet.Packet) (k, number int) {
	t.Helper()
	for k, e := range echoes {
		if len(p.Bytes) == e.length && p.Bytes[0] == e.kind {
			if number = int(p.Bytes[1]); !bytes.Equal(p.Bytes, filled(k, number)) || p.Channel != e.channel || p.How != e.how {
				t.Fatalf("packet %d of kind %c returned on channel %d, %v, as another", number, e.kind, p.Channel, p.How)
			}
			return k, number
		}
	}
	t.Fatalf("got %d bytes that were not sent", len(p.Bytes))
	return 0, 0
}
