package webd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let idle sockets have the five seconds that they have, and a besieged door be tried ten times")

func TestTwoHundredIdleSocketsAreGone(t *testing.T) {
	t.Parallel()
	limits := Limits{HalfOpen: 512, PerLocal: 64, Handshake: 5 * time.Second}
	if !*long {
		limits.Handshake = 500 * time.Millisecond
	}
	d := openDoor(t, Config{Limits: limits})
	player := d.comes("Ann", 80, 24)
	began := time.Now()
	var all []*raw
	for i := range 200 {
		c := d.connects()
		switch i % 4 {
		case 1:
			c.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		case 2:
			c.sends("GET / HTTP/1.1\r\nHost:")
		case 3:
			c.upgrades()
		}
		all = append(all, c)
	}
	total, _ := d.control.Count()
	cameIn := time.Since(began)
	for _, c := range all {
		if !c.isGone() {
			t.Fatal("one is not")
		}
	}
	t.Logf("%d sockets are gone %v after the first came", total-1, time.Since(began).Round(time.Millisecond))
	if total != 201 && cameIn < limits.Handshake { // later the first are gone
		t.Errorf("%d connections were there", total)
	}
	player.types("still here")
	player.sees("still here")
	testkit.Until(t, "the last is forgotten", func() bool { total, _ := d.control.Count(); return total == 1 })
}

func TestThirtyTwoPagesPlayAtOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	var coming sync.WaitGroup
	for i := range 32 {
		coming.Go(func() {
			d.loads(net.IPv4(127, 0, 0, 1), 6)
			b := d.comes(fmt.Sprint("Pilot ", i), 100, 30)
			b.sees(fmt.Sprint("Pilot ", i, " on 100x30;"))
			for k := range 10 {
				b.types(fmt.Sprint("<", i, " ", k, ">"))
				b.sees(fmt.Sprint("<", i, " ", k, ">"))
			}
		})
	}
	coming.Wait()
}

func TestAHundredVisitsEndWhenTheHostCloses(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{PerLocal: 200}, Play: func(ctx context.Context, t *Terminal) error {
		<-ctx.Done()
		return errors.New("the host closed the match")
	}})
	var all []*raw
	for i := range 100 {
		c := d.connects()
		switch i % 10 {
		case 0: // has not come in
			c.upgrades()
		default:
			c.comesIn()
		}
		all = append(all, c)
	}
	d.loads(net.IPv4(127, 0, 0, 1), 20)
	began := time.Now()
	d.Close() // returns, though none of them answers the close frame
	// The WebSocket's own time for the end of a connection is five seconds and more.
	if took := time.Since(began); *long && took >= goodbye+2*time.Second { // a busy machine may take longer
		t.Errorf("that took %v", took)
	}
	for i, c := range all {
		told := ""
		for op, text := c.frame(); op != 0; op, text = c.frame() {
			told += text
		}
		if i%10 != 0 && !strings.Contains(told, `{"bye":{"why":"the host closed the match","again":true}}`) {
			t.Errorf("visitor %d was told %q", i, told)
		}
	}
	d.Close()
}

func TestTwoAddressesAndTwoHundredNetworksDoNotLockTheDoor(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	tries := 2
	if *long {
		tries = 10
	}
	for _, sites := range []int{2, 200} {
		d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal}})
		ctx, stop := context.WithCancel(t.Context())
		var strangers sync.WaitGroup
		for i := range 300 {
			says := []string{"", upgrade, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"}[i%3]
			strangers.Go(func() { besiege(ctx, d.Addr().String(), net.IPv4(127, 1, byte(i%sites), 7), says) })
		}
		testkit.Until(t, "sixty of them are there", func() bool { total, _ := d.control.Count(); return total >= 60 })
		for range tries {
			d.gets("/")
			b := d.comes("Ann", 80, 24)
			b.sees("Ann on 80x24")
			b.CloseNow()
			time.Sleep(time.Second / 5) // an honest visitor comes no more often
		}
		stop()
		strangers.Wait()
	}
}

// besiege holds a connection on which nothing is said but that, and comes again when it is cut.
func besiege(ctx context.Context, addr string, from net.IP, says string) {
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", addr)
		if err == nil {
			unhook := context.AfterFunc(ctx, func() { conn.Close() })
			conn.Write([]byte(says))
			for b := make([]byte, 256); err == nil; {
				_, err = conn.Read(b)
			}
			unhook()
			conn.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}
