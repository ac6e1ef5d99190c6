package sshd

import (
	"context"
	"flag"
	"net"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

var long = flag.Bool("long", false, "let a besieged door be tried ten times, not three")

func TestTwoAddressesAndTwoHundredNetworksDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	t.Parallel()
	for _, sites := range []int{2, 200} {
		d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal}})
		ctx, stop := context.WithCancel(t.Context())
		var strangers sync.WaitGroup
		for i := range 300 {
			strangers.Go(func() { besiege(ctx, d.Addr().String(), net.IPv4(127, 1, byte(i%sites), 7)) })
		}
		eventually(t, "half of them are there", func() bool { _, n := d.control.Count(); return n >= min(sites*8, 60) })
		tries := 3
		if *long {
			tries = 10
		}
		in := 0
		for range tries {
			c, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
				User: "ann", HostKeyCallback: ssh.InsecureIgnoreHostKey(), Auth: []ssh.AuthMethod{noQuestions},
			})
			if err != nil {
				t.Log(err)
				continue
			}
			if out, _, _ := asks(t, c, "who"); out != "" {
				in++
			}
			c.Close()
			time.Sleep(time.Second / 5) // no more commands a second than an address may send
		}
		stop()
		strangers.Wait()
		if in != tries {
			t.Errorf("%d networks: an honest visitor gets in %d of %d times", sites, in, tries)
		}
	}
}

// besiege holds a connection on which nothing is said, and comes again when it is cut.
func besiege(ctx context.Context, addr string, from net.IP) {
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", addr)
		if err == nil {
			unhook := context.AfterFunc(ctx, func() { conn.Close() })
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
