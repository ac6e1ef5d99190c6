package relay

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

const (
	boundFor      = 30 * time.Second
	bindsASecond  = 8 // answers to an end; it needs two each 10 s
	challengeLife = 4 * time.Second
	socketBuffer  = 1 << 20
)

// forwarder passes on the datagrams of pairs.
type forwarder struct {
	// Static.
	conn   *net.UDPConn // nil: none
	port   uint16       // of conn; 0 for none
	secret [32]byte
	rate   int

	forwarded, bytes, dropped atomic.Uint64

	mu   sync.RWMutex
	ends map[uint64]*end
}

// end is an end of a pair. Its addresses and limits belong to the goroutine of run.
type end struct {
	// Static.
	number uint64
	peer   *end

	at      netip.AddrPort // zero before the first bind
	boundAt time.Time
	binds   *rate.Limiter
	data    *rate.Limiter // bytes that it sends
}

func newForwarder(conn *net.UDPConn, perSecond int) *forwarder {
	f := &forwarder{conn: conn, rate: perSecond, ends: map[uint64]*end{}}
	if conn != nil {
		f.port = conn.LocalAddr().(*net.UDPAddr).AddrPort().Port()
		conn.SetReadBuffer(socketBuffer) // a smaller one is no error
		conn.SetWriteBuffer(socketBuffer)
	}
	rand.Read(f.secret[:])
	return f
}

// open returns the ends of a new pair.
func (f *forwarder) open() (a, b *end) {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, b = f.newEnd(), f.newEnd()
	a.peer, b.peer = b, a
	return a, b
}

func (f *forwarder) newEnd() *end {
	for {
		var b [8]byte
		rand.Read(b[:])
		e := &end{
			number: binary.BigEndian.Uint64(b[:]), binds: rate.NewLimiter(bindsASecond, bindsASecond),
			data: rate.NewLimiter(rate.Limit(f.rate), max(f.rate, maxDatagram)),
		}
		if f.ends[e.number] == nil {
			f.ends[e.number] = e
			return e
		}
	}
}

func (f *forwarder) close(ends ...*end) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range ends {
		delete(f.ends, e.number)
	}
}

func (f *forwarder) end(number uint64) *end {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.ends[number]
}

func (f *forwarder) run() {
	for buf := make([]byte, maxDatagram+1); ; {
		n, from, err := f.conn.ReadFromUDPAddrPort(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as an ICMP message about an earlier datagram
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		if answer, to := f.handle(buf[:n], from, time.Now()); answer != nil {
			f.conn.WriteToUDPAddrPort(answer, to)
		} else {
			f.dropped.Add(1)
		}
	}
}

// handle returns the datagram to send for one that came, or nil. It may be in the same memory.
func (f *forwarder) handle(b []byte, from netip.AddrPort, now time.Time) (answer []byte, to netip.AddrPort) {
	if number, challenge, ok := parseBind(b); ok {
		if e := f.end(number); e != nil && e.binds.AllowN(now, 1) {
			return f.bind(e, challenge, from, now), from
		}
		return nil, to
	}
	number, inner, ok := ParseData(b)
	if !ok {
		return nil, to
	}
	e := f.end(number)
	if e == nil || !e.isAt(from, now) || !e.peer.isAt(e.peer.at, now) || !e.data.AllowN(now, len(b)) {
		return nil, to
	}
	f.forwarded.Add(1)
	f.bytes.Add(uint64(len(b)))
	return append(AppendDataHeader(b[:0], e.peer.number), inner...), e.peer.at
}

// isAt reports whether an end is bound to an address.
func (e *end) isAt(a netip.AddrPort, now time.Time) bool {
	return e.at == a && a.IsValid() && now.Sub(e.boundAt) < boundFor
}

// bind binds an end to the source of a bind if that has the right challenge, and returns the answer.
func (f *forwarder) bind(e *end, challenge uint64, from netip.AddrPort, now time.Time) []byte {
	a := BoundAnswer{Number: e.number, Reflexive: from}
	span := now.UnixNano() / int64(challengeLife)
	switch fresh := f.challenge(e.number, from, span); {
	case equal(challenge, fresh), equal(challenge, f.challenge(e.number, from, span-1)):
		e.at, e.boundAt = from, now
	default:
		a.Challenge = fresh
	}
	return a.append(nil)
}

// challenge returns the challenge of an end at an address, which is not 0.
func (f *forwarder) challenge(number uint64, at netip.AddrPort, span int64) uint64 {
	mac := hmac.New(sha256.New, f.secret[:])
	b := binary.BigEndian.AppendUint64(nil, number)
	b = binary.BigEndian.AppendUint64(b, uint64(span))
	mac.Write(appendAddress(b, at))
	return binary.BigEndian.Uint64(mac.Sum(nil)) | 1
}

func equal(a, b uint64) bool {
	return subtle.ConstantTimeCompare(binary.BigEndian.AppendUint64(nil, a), binary.BigEndian.AppendUint64(nil, b)) == 1
}
