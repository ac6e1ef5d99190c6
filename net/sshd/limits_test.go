package sshd

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"flag"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
)

var long = flag.Bool("long", false, "visit a besieged door ten times, not three")

func TestTwoAddressesAndTwoHundredNetworksDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	t.Parallel()
	for _, sites := range []int{2, 200} {
		d := openDoor(t, Config{Limits: admission.Limits{Local: noneLocal}})
		ctx, stop := context.WithCancel(t.Context())
		var strangers sync.WaitGroup
		for i := range 300 {
			strangers.Go(func() { besiege(ctx, d.Addr().String(), net.IPv4(127, 1, byte(i%sites), 7)) })
		}
		eventually(t, "there are enough connections", func() bool { _, n := d.Control.Count(); return n >= min(sites*8, 60) })
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
			time.Sleep(time.Second / 5) // the limit of an address for commands
		}
		stop()
		strangers.Wait()
		if in != tries {
			t.Errorf("%d networks: an honest visitor logs in %d of %d times", sites, in, tries)
		}
	}
}

// besiege holds a silent connection, and reconnects when it is closed.
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

func noneLocal(netip.Addr) bool { return false }

func TestAWindowLargerThanTheFreeCellsIsDrawnSmaller(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Local: noneLocal, CellsPerAddress: 10_000 - 80*24}})
	d.plays(d.login("ann", noQuestions), 400, 100).sees("200x50")
}

func TestASessionAboveTheLimitOfAnAddressGetsTheReason(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Local: noneLocal, PerAddress: 1}})
	c := d.login("ann", noQuestions)
	d.plays(c, 80, 24).sees("80x24")
	d.plays(c, 80, 24).sees(window.ErrManySessions.Error())
}

func TestResizesAreAppliedFiveTimesASecondAtMost(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Local: noneLocal}})
	p := d.plays(d.login("ann", noQuestions), 80, 24)
	p.sees("80x24")
	began := time.Now()
	for i := range 100 {
		p.WindowChange(30+i%2, 100)
	}
	p.WindowChange(33, 111)
	p.sees("111x33")
	if n := strings.Count(p.seen.String(), "100x"); n > 2+int(time.Since(began)/(200*time.Millisecond)) {
		t.Errorf("%d sizes in between were applied in %v", n, time.Since(began))
	}
}

func TestNoSHA1IsOffered(t *testing.T) {
	t.Parallel()
	for _, list := range [][]string{keyExchanges, ciphers, macs, keyProof} {
		for _, name := range list {
			if strings.HasSuffix(name, "sha1") || strings.HasSuffix(name, "sha1-96") || name == ssh.KeyAlgoRSA {
				t.Errorf("%s is", name)
			}
		}
	}
}

func TestAClientWithOnlySHA1IsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	counter := []string{ssh.CipherAES128CTR}
	for name, c := range map[string]struct {
		config ssh.Config
		in     bool
	}{
		"all of today":            {ssh.Config{}, true},
		"MAC with SHA-2":          {ssh.Config{Ciphers: counter, MACs: []string{ssh.HMACSHA256}}, true},
		"MAC with SHA-1":          {ssh.Config{Ciphers: counter, MACs: []string{ssh.HMACSHA1}}, false},
		"key exchange with SHA-2": {ssh.Config{KeyExchanges: []string{ssh.KeyExchangeDH14SHA256}}, true},
		"key exchange with SHA-1": {ssh.Config{KeyExchanges: []string{ssh.InsecureKeyExchangeDH14SHA1}}, false},
	} {
		conn, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
			Config: c.config, User: "ann", Auth: []ssh.AuthMethod{noQuestions}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if (err == nil) != c.in {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}

func TestAKeyProvenWithSHA1IsNoIdentity(t *testing.T) {
	t.Parallel()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{})
	for algorithm, in := range map[string]bool{ssh.KeyAlgoRSASHA256: true, ssh.KeyAlgoRSA: false} {
		by, err := ssh.NewSignerWithAlgorithms(key.(ssh.AlgorithmSigner), []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		conn, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
			User: "ann", Auth: []ssh.AuthMethod{ssh.PublicKeys(by)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if (err == nil) != in {
			t.Errorf("%s: %v", algorithm, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}
