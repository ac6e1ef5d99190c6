package gateway

import (
	"context"
	"encoding/hex"
	"flag"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect/carnage"
	"dogfight/testkit"
)

// attack attacks a gateway in all ways until ctx is done.
func (r *rig) attack(ctx context.Context, g *Gateway) {
	var attacking sync.WaitGroup
	defer attacking.Wait()
	words := wordsOf(g.Name())
	for i, addr := range g.Addrs() {
		if g.Name() == "warworlds" || strings.HasPrefix(g.Name(), "rtype") {
			attacking.Go(func() { floodDatagrams(ctx, addr, words) })
			attacking.Go(func() { fromManyPorts(ctx, addr, words) })
			continue
		}
		if i == 1 { // Light Racer's data port, which is one of UDP as well
			attacking.Go(func() { floodDatagrams(ctx, addr, words) })
		}
		attacking.Go(func() { talk(ctx, addr, words) })
		attacking.Go(func() { connectAndLeave(ctx, addr) })
		attacking.Go(func() { flood(ctx, addr, words) })
		attacking.Go(func() { sit(ctx, addr, words) })
	}
}

// wordsOf returns the packets that join in a dialect, and harmless odd ones.
func wordsOf(name string) (all [][]byte) {
	for _, t := range talkers() {
		if t.name == name {
			all = append(append(all, t.greets...), t.alive)
		}
	}
	all = append(all, malformed()...)
	nan := carnage.Wire{}.Append(nil, &carnage.HelloRequest{Version: 1})
	nan = carnage.Wire{}.Append(nan, &carnage.SpawnRequest{Name: "NaN"})
	nan = carnage.Wire{}.Append(nan, &carnage.Inputs{})
	copy(nan[len(nan)-4:], "\x00\x00\xc0\x7f")
	all = append(all, []byte(request()+clientFrame(0x82, goodHello)+clientFrame(0x89, "ping")+clientFrame(0x01, "text")), []byte(request("Origin: null")))
	all = append(all, nan, []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), []byte("JOIN x\nSET arena ../../etc/passwd\n"))
	noise := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(noise)
	return append(all, noise)
}

// malformed returns messages with false lengths or invalid values.
func malformed() (all [][]byte) {
	for _, text := range []string{
		"ffffffff", "ffffffff ffffffff ffffffff ffffffff", "00000000", "7fffffff 00", "80000000 00",
		"00000001 00000004 7fffffff ffffffff", "00001000 00000004 00000001 00010000", "00000001 00000004 00000001 7fffffff",
		"00000001 00000004 00000001 00000003 000000", // Light Racer
		"ffffff7f 00", "00001000 02", "05000000 00 ffffffff", // C4RN4G3
		"02010011 80000001 0000c07f 0000807f 01", "0201ffff 80000001", "1201000a ffffffff ffff", // R-Type: NaN and infinity; sizes
		"0200 0000 ffffffffffffffff", "0300 ffff 41", "0500 ff 01 00", "6400 00000000 ffff", // War Worlds
		"0fff0000 82ff0001 0000ffff 00000578 00010000 00000001 00000000 00000000 00001388 00000002 00000002 00000001 00000000", // ENet
		"8fff0000 82ff0001 0000ffff 00000578 00010000 00000001 00000000 00000000 00001388 00000002 00000002 00000001 00000000",
		"8fff0000 82ff0001 0000ffff 00000578 00010000 ffffffff 00000000 00000000 00001388 00000002 00000002 00000001 00000000",
	} {
		b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
		if err != nil {
			panic(err)
		}
		all = append(all, b)
	}
	return all
}

// talk sends each word on its own connection, whole, cut in half, and several times in one segment, and does not read.
func talk(ctx context.Context, addr string, words [][]byte) {
	for ctx.Err() == nil {
		for _, word := range words {
			for _, p := range [][]byte{word, word[:len(word)/2], append(word[:len(word):len(word)], word...)} {
				sendFrom(ctx, addr, p)
			}
		}
	}
}

func sendFrom(ctx context.Context, addr string, p []byte) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	conn.SetDeadline(time.Now().Add(100 * time.Millisecond))
	conn.Write(p)
	conn.Read(make([]byte, 100))
}

// connectAndLeave opens and closes some ten thousand connections a second.
func connectAndLeave(ctx context.Context, addr string) {
	for n := 0; ctx.Err() == nil; n++ {
		if n%breathAfter == 0 {
			time.Sleep(breath)
		}
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.(*net.TCPConn).SetLinger(0) // so that the ports do not run out
			conn.Close()
		}
	}
}

// flood joins and then sends one message as fast as it is read.
func flood(ctx context.Context, addr string, words [][]byte) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		stop := context.AfterFunc(ctx, func() { conn.Close() })
		for _, word := range words[:2] {
			conn.Write(word)
		}
		for err == nil {
			_, err = conn.Write([]byte("x\nx\nx\nx\nx\nx\nx\nx\n"))
		}
		stop()
		conn.Close()
	}
}

// sit connects many times, half of the times with half a greeting, and then neither sends nor reads.
func sit(ctx context.Context, addr string, words [][]byte) {
	for i := range 200 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		defer conn.Close()
		conn.(*net.TCPConn).SetReadBuffer(1 << 10)
		conn.Write(words[0][:len(words[0])/(1+i%2)])
	}
	<-ctx.Done()
}

// breath is the pause of a busy loop after some rounds.
const (
	breath      = time.Millisecond
	breathAfter = 32
)

// floodDatagrams sends some ten thousand in a second.
func floodDatagrams(ctx context.Context, addr string, words [][]byte) {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return
	}
	defer conn.Close()
	noise := words[len(words)-1]
	for n := 0; ctx.Err() == nil; n++ {
		at := n * 2003 % (len(noise) - 2000)
		conn.Write(noise[at : at+n%2000])
		conn.Write(words[n%(len(words)-1)])
		if n%breathAfter == 0 {
			time.Sleep(breath)
		}
	}
}

// fromManyPorts sends each word from many ports, one after the other, and never waits for an answer.
func fromManyPorts(ctx context.Context, addr string, words [][]byte) {
	for ctx.Err() == nil {
		conn, err := net.Dial("udp", addr)
		if err != nil {
			continue
		}
		for _, word := range words[:len(words)-1] {
			conn.Write(word)
			conn.Write(word[:len(word)/2])
		}
		conn.Close()
		time.Sleep(breath)
	}
}

var long = flag.Bool("long", false, "besiege the gateways for ten seconds, not 0.2, and play for minutes")

// seats is the limit of players for one address in these tests, or half of it for the dialect with two connections for each.
const seats = 12

func TestStrangersDoNotDisturbPlayers(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	if !*long {
		t.Parallel() // TestMain finds leaked goroutines; only the heap is measured with -long alone
		eachDialect(t, besiege)
		return
	}
	heap, goroutines := heapInUse(), runtime.NumGoroutine()
	t.Run("all", func(t *testing.T) { eachDialect(t, besiege) })
	testkit.Until(t, "no goroutine is left behind", func() bool { return runtime.NumGoroutine() <= goroutines })
	grown := int64(heapInUse()) - int64(heap)
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

// streams are the dialects over TCP.
var streams = map[string]bool{"dogfight": true, "carnage": true, "lightracer": true}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // objects with finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// besiege lets strangers do all they can while two play. It checks that the two do not notice, and that all is as before when the strangers
// have left.
func besiege(t *testing.T, name string) {
	r := newRig(t, dogfight.HostConfig{})
	spec := name + "=:0"
	if name == "carnage" {
		spec += ",websocket"
	}
	g := r.openWith(spec, Config{Dial: r.dial, Limits: admission.Limits{PerAddress: seats, PerLocal: seats, HalfOpen: seats}})
	lasts := 200 * time.Millisecond
	if *long {
		lasts = 10 * time.Second
	}
	honest := []*regular{r.plays(g)}
	r.ws = name == "carnage"
	honest = append(honest, r.plays(g))
	r.ws = false
	for _, p := range honest {
		p.begin()
		p.settles(t)
	}
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	first := r.now()
	r.attack(ctx, g)
	passed := int(r.now() - first)
	for _, p := range honest {
		p.receivesOn(t, passed)
		p.leave()
	}
	r.waits("an empty match", func(w *game.World) bool {
		for _, p := range honest {
			if c, ok := p.guest.(*rtypeClient); ok {
				c.leave() // again, as a datagram may be lost
			}
		}
		return ships(w) == 0
	})
	time.Sleep(closeTime) // so that ENet, which the count below does not cover, forgets the last
	testkit.Until(t, "all connections are forgotten", func() bool { n, _ := g.admission.Count(); return n == 0 })
	var guests []guest
	speak := func() { // the gateway forgets a client of datagrams that is silent
		for _, c := range guests {
			if c, ok := c.(*rtypeClient); ok {
				c.hold(game.Steer(game.Idle))
			}
		}
	}
	for range seats {
		guests = append(guests, r.connects(g))
		speak()
	}
	looks := 0
	r.waits("as many as there is room for", func(w *game.World) bool {
		n := ships(w)
		if looks++; looks%200 == 0 {
			speak()
			if n < seats && streams[name] {
				r.connects(g) // refused while attackers that had left were still in the system's queue
			}
		}
		return n == seats
	})
}
