package link

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// sides returns both ends of a link, with fixed secrets, which send nothing.
func sides() (host, client *udpEnd) {
	drop := func([]byte, UDPAddr) {}
	return newHostEnd(fixed, 0xabcdef, drop), newClientEnd(fixed, 0xabcdef, UDPAddr{}, drop)
}

// sealed returns the datagram that e makes of p.
func (e *udpEnd) sealed(p []byte) []byte {
	e.Send(p, epoch)
	return bytes.Clone(e.buf)
}

// opens reports whether e opens the datagram b as p.
func (e *udpEnd) opens(b, p []byte) bool {
	got, ok := e.Open(bytes.Clone(b), UDPAddr{}, epoch)
	return ok && !got.path && bytes.Equal(got.Packet, p)
}

func TestDatagramsHaveTheirBytes(t *testing.T) {
	host, client := sides()
	host.sealer.next, client.sealer.next = 0x123456789, 0x123456789
	host.opener.window.newest, client.opener.window.newest = 0x123456780, 0x123456780
	for _, c := range []struct {
		name     string
		from, to *udpEnd
		packet   string
		want     string
	}{
		{"a packet to the host", client, host, "up", "abcdef67891ae2896e7d77de6f0a6f4449b0703ae061b0"},
		{"a probe to the host", client, host, "", "abcdef678adbeaaefade91dccf4cd20acb8445a5dc"},
		{"a packet to a client", host, client, "down", "6789f5f390db226a128ad8fdb363fce5aa2b981ad668"},
		{"a probe to a client", host, client, "", "678aa427e069385966dba5ecc6ad2d8649a2"},
	} {
		b := c.from.sealed([]byte(c.packet))
		if got := hex.EncodeToString(b); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if !c.to.opens(b, []byte(c.packet)) {
			t.Errorf("%s does not open", c.name)
		}
	}
}

func TestAPacketAboutThePathHasTheHighestBitOfTheSequenceNumber(t *testing.T) {
	host, client := sides()
	host.sealer.next, client.opener.window.newest = 0x12345e789, 0x12345e780
	host.seal(make([]byte, challengeSize), true)
	if b := host.buf; len(b) != challengeDatagram || b[0] != 0xe7 || b[1] != 0x89 {
		t.Errorf("%x", b)
	}
	d, ok := client.Open(bytes.Clone(host.buf), UDPAddr{}, epoch)
	if !ok || !d.path || len(d.Packet) != challengeSize || client.opener.window.newest != 0x12345e789 {
		t.Errorf("opens: %v, %+v", ok, d)
	}
	host.Send(nil, epoch)
	if host.buf[0]&0x80 != 0 { // of 0xe78a
		t.Errorf("a probe has the form of a packet about the path: %x", host.buf)
	}
}

func TestSealsCost18BytesDownAnd21Up(t *testing.T) {
	host, client := sides()
	if up, down := len(client.sealed(make([]byte, 40))), len(host.sealed(make([]byte, 40))); up != 61 || down != 58 {
		t.Errorf("40 bytes take %d up and %d down, want 61 and 58", up, down)
	}
	if b := host.sealed(make([]byte, maxPacket+1)); client.opens(b, make([]byte, maxPacket+1)) {
		t.Error("a datagram with a longer packet than there is opens")
	}
	if longest := len(client.sealed(make([]byte, maxPacket))); longest != maxSize || longest+48 > 1280 {
		t.Errorf("the longest datagram has %d bytes, want %d, and 1,280 with headers at most", longest, maxSize)
	}
}

func TestAnyWrongBitOrMissingByteInvalidatesADatagram(t *testing.T) {
	host, client := sides()
	for _, way := range []struct {
		from, to *udpEnd
		header   int
	}{{client, host, toHostHeader}, {host, client, toClientHeader}} {
		p := []byte("a packet")
		b := way.from.sealed(p)
		for n := range len(b) {
			if _, ok := way.to.Open(bytes.Clone(b[:n]), UDPAddr{}, epoch); ok {
				t.Errorf("%d bytes of %d open", n, len(b))
			}
		}
		for bit := range 8 * len(b) {
			wrong := bytes.Clone(b)
			wrong[bit/8] ^= 1 << (bit % 8)
			if _, ok := way.to.Open(wrong, UDPAddr{}, epoch); ok {
				t.Errorf("it opens with bit %d wrong", bit)
			}
		}
		if _, ok := way.to.Open(append(bytes.Clone(b), 0), UDPAddr{}, epoch); ok {
			t.Error("it opens with a byte too many")
		}
		if !way.to.opens(b, p) {
			t.Error("it does not open as it is")
		}
	}
}

func TestADatagramDoesNotOpenForItsSender(t *testing.T) {
	host, client := sides()
	otherHost, other := sides()
	if b := client.sealed([]byte("up")); other.opens(b[linkNumberSize:], []byte("up")) {
		t.Error("a client opens what a client sealed")
	}
	if b := host.sealed([]byte("down")); otherHost.opens(append(make([]byte, linkNumberSize), b...), []byte("down")) {
		t.Error("a host opens what a host sealed")
	}
}

func TestDatagramsOpenOnceInWhateverOrder(t *testing.T) {
	host, client := sides()
	chance := rand.New(rand.NewPCG(1, 1))
	const n = 200 // fewer than the window remembers
	var all [][]byte
	for i := range n {
		all = append(all, client.sealed(number(i)))
	}
	for round := range 3 {
		for _, i := range chance.Perm(n) {
			if first := round == 0; host.opens(all[i], number(i)) != first {
				t.Fatalf("datagram %d opens: %v in round %d", i, !first, round+1)
			}
		}
	}
	if host.Lost() != 0 {
		t.Errorf("%d lost, want none", host.Lost())
	}
}

func TestMissingDatagramsCountAsLostUntilTheyArrive(t *testing.T) {
	host, client := sides()
	var all [][]byte
	for i := range 400 {
		all = append(all, client.sealed(number(i)))
	}
	for _, step := range []struct {
		came int
		lost uint64
	}{{3, 3}, {4, 3}, {7, 5}, {5, 4}, {5, 4}, {0, 3}, {20, 15}, {300, 294}, {301, 294}, {46, 293}, {45, 293}} {
		host.Open(bytes.Clone(all[step.came]), UDPAddr{}, epoch)
		if host.Lost() != step.lost {
			t.Errorf("%d lost after number %d, want %d", host.Lost(), step.came, step.lost)
		}
	}
}

func TestTheSequenceContinuesBeyond15Bits(t *testing.T) {
	host, client := sides()
	for n := range 3 << 16 {
		b := client.sealed(number(n))
		if n%5 == 0 { // a fifth is lost
			continue
		}
		if !host.opens(b, number(n)) {
			t.Fatalf("datagram %d does not open", n)
		}
	}
	if got := client.sealer.next; got != 3<<16 {
		t.Errorf("the next number is %d, want %d", got, 3<<16)
	}
	if !slices.Equal(client.sealed(nil)[linkNumberSize:toHostHeader], []byte{0, 0}) {
		t.Error("the wire has other bits than the lowest 15")
	}
}

func TestTheSequenceIsRightNearItsEnd(t *testing.T) {
	host, client := sides()
	client.sealer.next, host.opener.window.newest = math.MaxUint64-10, math.MaxUint64-20
	for n := range 10 {
		if !host.opens(client.sealed(number(n)), number(n)) {
			t.Fatalf("datagram %d from the end does not open", 10-n)
		}
	}
}

// genuine returns the first datagrams that e sends.
func (e *udpEnd) genuine() (all [][]byte) {
	for _, p := range [][]byte{nil, []byte("x"), make([]byte, maxPacket)} {
		all = append(all, e.sealed(p))
	}
	return all
}

func FuzzOpen(f *testing.F) {
	host, client := sides()
	for _, b := range client.genuine() {
		f.Add(b, true)
	}
	for _, b := range host.genuine() {
		f.Add(b, false)
	}
	f.Add([]byte{}, true)
	f.Add(make([]byte, maxSize+1), true)
	f.Fuzz(func(t *testing.T, b []byte, up bool) {
		host, client := sides()
		from, to := client, host
		if !up {
			from, to = host, client
		}
		isGenuine := slices.ContainsFunc(from.genuine(), func(g []byte) bool { return bytes.Equal(g, b) })
		_, ok := to.Open(bytes.Clone(b), UDPAddr{}, epoch)
		if ok != isGenuine {
			t.Errorf("%x, which is genuine: %v, opens: %v", b, isGenuine, ok)
		}
		if !ok && (to.opener.opened > 0 || to.opener.window != window{}) {
			t.Error("a datagram that did not open changed the state")
		}
	})
}

func BenchmarkSealAndOpen(b *testing.B) {
	host, client := sides()
	for _, size := range []int{40, 300, maxPacket} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			p := make([]byte, size)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				host.Send(p, epoch)
				if _, ok := client.Open(host.buf, UDPAddr{}, epoch); !ok {
					b.Fatal("it does not open")
				}
			}
		})
	}
}

// near is a window with seq as its newest number.
func near(seq uint64) *window {
	w := &window{newest: seq}
	w.add(seq)
	return w
}

func TestAWindowAddsEachNumberOnce(t *testing.T) {
	for name, start := range map[string]uint64{
		"the start": 0, "the wrap of 15 bits": 1<<15 - 300, "the wrap of 32 bits": 1<<32 - 300, "the wrap of 64 bits": math.MaxUint64 - 300,
	} {
		w := window{newest: start}
		for i := range uint64(600) {
			seq := start + i
			if !w.fresh(seq) {
				t.Fatalf("at %s: %d is not fresh", name, seq)
			}
			w.add(seq)
			if w.fresh(seq) {
				t.Fatalf("at %s: %d is fresh although it was received", name, seq)
			}
		}
	}
}

func TestAWindowKnows256Numbers(t *testing.T) {
	for _, start := range []uint64{0, math.MaxUint64 - 100} {
		w := near(start)
		newest := start + 255
		w.add(newest)
		if w.fresh(start) {
			t.Errorf("%d was received, and is fresh once %d is the newest", start, newest)
		}
		if !w.fresh(start + 1) {
			t.Errorf("%d was not received, and is not fresh", start+1)
		}
		w.add(newest + 1)
		if w.fresh(start) {
			t.Errorf("%d is fresh although it is too old to know", start)
		}
	}
}

func TestAfterALeapOldNumbersStayOld(t *testing.T) {
	for _, leap := range []uint64{1, 2, 255, 256, 257, 1 << 40} {
		w := near(1000)
		for seq := range uint64(1000) {
			if w.fresh(seq) {
				w.add(seq)
			}
		}
		newest := 1000 + leap
		w.add(newest)
		for seq := newest - 300; seq < newest; seq++ {
			if want := seq > 1000 && seq > newest-windowSize; w.fresh(seq) != want {
				t.Errorf("after a leap of %d, %d before the newest is fresh: %v", leap, newest-seq, !want)
			}
		}
	}
}

func TestAWindowIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.SampledFrom([]uint64{0, 1<<15 - 20, 1<<16 - 20, 1<<32 - 20, math.MaxUint64 - 20, 1 << 40}).Draw(t, "start")
		w, came, newest := window{newest: start}, map[uint64]bool{}, start
		for range rapid.IntRange(1, 200).Draw(t, "numbers") {
			step := rapid.OneOf(rapid.Int64Range(-300, 300), rapid.Int64Range(-5, 5), rapid.Int64Range(0, 1<<20)).Draw(t, "step")
			seq := newest + uint64(step)
			after := step > 0
			want := after || step > -windowSize && !came[seq]
			if got := w.fresh(seq); got != want {
				t.Fatalf("%d is fresh: %v, want %v; the newest is %d", seq, got, want, newest)
			}
			if !want {
				continue
			}
			w.add(seq)
			came[seq] = true
			if after {
				newest = seq
			}
			if w.newest != newest {
				t.Fatalf("the newest is %d, want %d", w.newest, newest)
			}
		}
	})
}

func TestSequenceNumbersAreRecognisedByTheirLowest15Bits(t *testing.T) {
	for _, c := range []struct {
		newest uint64
		low    uint16
		want   uint64
	}{
		{0, 0, 0},
		{0, 1, 1},
		{0, 0x3fff, 0x3fff},
		{0, 0x8001, 1}, // about the path
		{0x7fff, 0, 0x8000},
		{0x8000, 0x7fff, 0x7fff},
		{0xffff, 0x8000, 0x10000},
		{0x12345, 0x2345, 0x12345},
		{0x12345, 0xa344, 0x12344},
		{0x1c000, 0x7fff, 0x1ffff},
		{0x1c000, 0x0000, 0x18000},
		{0x1c001, 0x0000, 0x20000},
		{math.MaxUint64, 0, 0}, // beyond the last
		{math.MaxUint64, 0xfffe, math.MaxUint64 - 1},
	} {
		if got := nearest(c.newest, c.low); got != c.want {
			t.Errorf("after %#x, %#x is %#x, want %#x", c.newest, c.low, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		newest := rapid.Uint64().Draw(t, "newest")
		seq := newest + uint64(rapid.Int64Range(-1<<14, 1<<14-1).Draw(t, "step"))
		if got := nearest(newest, uint16(seq)^uint16(rapid.SampledFrom([]int{0, pathBit}).Draw(t, "other bits"))); got != seq {
			t.Fatalf("after %#x, %#x is %#x", newest, seq, got)
		}
	})
}
