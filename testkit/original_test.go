package testkit

import (
	"encoding/hex"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const (
	right = "\x02\x04" + OwnID
	shoot = "\x03" + OwnID
)

// serve connects a player to an original in virtual time.
func serve(t *testing.T, f func(o *Original, conn net.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		o := NewOriginal()
		near, far := net.Pipe()
		var running sync.WaitGroup
		defer running.Wait()
		running.Go(func() { o.Serve(far) })
		defer near.Close()
		f(o, near)
	})
}

// send writes each text at once, and discards input.
func send(conn net.Conn, texts ...string) {
	go io.Copy(io.Discard, conn)
	for _, text := range texts {
		conn.Write([]byte(text))
		synctest.Wait()
	}
}

func TestTheOriginalDiesOfTwoEventsInOneRead(t *testing.T) {
	for _, c := range []struct {
		texts []string
		dies  bool
	}{
		{[]string{right, shoot, right}, false},
		{[]string{right[:1], right[1:], shoot}, false},
		{[]string{"\x03" + OtherID, "\x03nobody knows this id, nobody at all!"}, false},
		{[]string{right + shoot}, true},
		{[]string{right + shoot[:1]}, true},
		{[]string{right[:30], right[30:] + shoot}, true},
	} {
		serve(t, func(o *Original, conn net.Conn) {
			send(conn, c.texts...)
			if died := o.Died() != nil; died != c.dies {
				t.Errorf("%q: died %v", c.texts, died)
			}
			if _, err := conn.Write([]byte(right)); (err != nil) != c.dies {
				t.Errorf("%q: %v", c.texts, err)
			}
		})
	}
}

func TestAStateFollowsEachEvent(t *testing.T) {
	serve(t, func(o *Original, conn net.Conn) {
		o.Change(func() {
			o.Ships = o.Ships[:1]
			o.Ups = []byte{0, 0, 1, 0, 0, 0, 2, 0, 3}
		})
		began := time.Now()
		read := func(n int) string {
			buf := make([]byte, n)
			if _, err := io.ReadFull(conn, buf); err != nil {
				t.Fatal(err)
			}
			return hex.EncodeToString(buf)
		}
		id := hex.EncodeToString([]byte(OwnID))
		none := hex.EncodeToString(make([]byte, 40))
		if got := read(36); got != id {
			t.Errorf("the handshake is %s", got)
		}
		if got, want := read(113), "000000a2"+"02"+"0009"+"0000010000000200"+"03"+"0000012c"+"000000c8"+"05"+"01"+"00"+id+none+none[:20]; got != want {
			t.Errorf("the state is\n%s, expected\n%s", got, want)
		}
		conn.Write([]byte(right))
		if got, want := read(113), "0000012f"+"000000c8"+"05"+"01"+"04"+id; got[32:32+len(want)] != want || time.Since(began) != 0 {
			t.Errorf("the ship is %s after %v, expected %s at once", got[32:], time.Since(began), want)
		}
		conn.Write([]byte(shoot))
		if got, want := read(113), "0000012f"+"000000c8"+"01"+"04"; got[32+94:32+94+len(want)] != want {
			t.Errorf("the bullet is %s, expected %s", got[32+94:], want)
		}
		read(113)
		if time.Since(began) != originalInterval {
			t.Errorf("the next state arrived after %v", time.Since(began))
		}
	})
}

func TestAShotBeforeTheFirstMoveIsAMine(t *testing.T) {
	serve(t, func(o *Original, conn net.Conn) {
		send(conn, shoot, right, shoot)
		if own := o.Own(); own.Mines() != 1 || !own.Bullets[1].Active {
			t.Errorf("the bullets are %v", own.Bullets)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if own := o.Own(); own.Mines() != 1 || own.Bullets[1].Active {
			t.Errorf("a minute later the bullets are %v", own.Bullets)
		}
	})
}

func TestAPathMergesSegmentsBehindALostOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, a := net.Pipe()
		b, far := net.Pipe()
		var running sync.WaitGroup
		defer running.Wait()
		path := OriginalPath{Delay: 20 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.1, Seed: 1}
		running.Go(func() { path.Join(a, b) })
		running.Go(func() {
			defer near.Close()
			for n := range 200 {
				near.Write([]byte{byte(n)})
				time.Sleep(40 * time.Millisecond)
			}
			time.Sleep(10 * time.Second)
		})
		next, merged, late := 0, 0, time.Duration(0)
		began := time.Now()
		for buf := make([]byte, 500); ; {
			n, err := far.Read(buf)
			if err != nil {
				break
			}
			for _, c := range buf[:n] {
				if int(c) != next {
					t.Fatalf("got %d in place of %d", c, next)
				}
				late = max(late, time.Since(began)-time.Duration(next)*40*time.Millisecond)
				next++
			}
			if n > 1 {
				merged++
			}
		}
		if next != 200 || merged < 5 || merged > 60 || late < leastTimeout {
			t.Errorf("got %d bytes, %d reads had more than one, the latest arrived after %v", next, merged, late)
		}
	})
}
