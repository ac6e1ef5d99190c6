package foreign

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/guard"
)

// line is a connection to a server, and the goroutines that serve it.
type line struct {
	// Static after construction.
	network string // tcp or udp
	server  Server
	hear    func(p []byte) error // takes what comes, in the reading goroutine; an error ends the line
	ctx     context.Context      // done when the line ends
	stop    context.CancelFunc
	out     chan []byte
	last    chan []byte // what is said before it hangs up

	// Safe from any goroutine.
	running   sync.WaitGroup
	connected atomic.Bool
	down, up  atomic.Int64 // bytes with all headers
	mu        sync.Mutex
	why       error // it ended
	trouble   error // the last of a datagram socket
}

// dial connects; in tests it is no network.
type dial func(ctx context.Context, network, addr string) (net.Conn, error)

const (
	dialTime  = 5 * time.Second
	writeTime = 2 * time.Second // for a server that does not read
	// outRoom is how much may wait to be written. It is for the moments of a busy
	// machine: old inputs are of no use.
	outRoom = 8
	// longest is more than a datagram can be, and a good piece of a stream.
	longest = 64 << 10
	// spacing keeps the last words of a stream out of the segment before them.
	spacing = 50 * time.Millisecond
	// leaveTime is how long hanging up may take.
	leaveTime = 500 * time.Millisecond
	// pause follows trouble of a datagram socket, which may come back at once.
	pause = 50 * time.Millisecond

	tcpHeaders = 52 // of a segment, IP's with it
	udpHeaders = 28
)

// open begins to connect, and returns at once.
func open(network string, s Server, dial dial, hear func(p []byte) error) *line {
	l := &line{network: network, server: s, hear: hear, out: make(chan []byte, outRoom), last: make(chan []byte, 1)}
	l.ctx, l.stop = context.WithCancel(context.Background())
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	l.running.Go(func() {
		defer guard.Panics()
		defer l.stop()
		l.end(l.run(dial))
	})
	return l
}

// run connects, and reads until that ends.
func (l *line) run(dial dial) error {
	ctx, cancel := context.WithTimeout(l.ctx, dialTime)
	defer cancel()
	conn, err := dial(ctx, l.network, l.server.Addr)
	if err != nil {
		return l.noAnswer(err)
	}
	defer context.AfterFunc(l.ctx, func() { conn.Close() })()
	defer conn.Close()
	l.connected.Store(true)
	l.running.Go(func() {
		defer guard.Panics()
		defer l.stop()
		l.write(conn)
	})
	return l.read(conn)
}

func (l *line) read(conn net.Conn) error {
	var brake brake
	for buf := make([]byte, longest); ; {
		n, err := conn.Read(buf)
		if n > 0 {
			l.down.Add(int64(n + l.headers()))
			if err := l.hear(buf[:n]); err != nil {
				return err
			}
			l.rest(brake.take(n, time.Now()))
		}
		switch {
		case err == nil:
		case l.ctx.Err() != nil || l.network == "tcp":
			return closed(err)
		default: // nobody took an earlier datagram of ours; somebody may take the next
			l.note(err)
			l.rest(pause)
		}
	}
}

// rest waits, unless the line ends.
func (l *line) rest(d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-l.ctx.Done():
	case <-time.After(d):
	}
}

// write writes what is to be said, until the last of it.
func (l *line) write(conn net.Conn) {
	var wrote time.Time
	for {
		select {
		case p := <-l.out:
			if !l.put(conn, p) {
				return
			}
			wrote = time.Now()
		case p := <-l.last:
			select {
			case <-time.After(spacing - time.Since(wrote)):
			case <-l.ctx.Done():
			}
			l.put(conn, p)
			return
		case <-l.ctx.Done():
			return
		}
	}
}

// put writes once, and reports whether there is any use in going on.
func (l *line) put(conn net.Conn, p []byte) bool {
	if len(p) == 0 {
		return true
	}
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := conn.Write(p)
	l.up.Add(int64(len(p) + l.headers()))
	if err == nil {
		return true
	}
	l.note(err)
	return l.network == "udp"
}

func (l *line) headers() int {
	if l.network == "udp" {
		return udpHeaders
	}
	return tcpHeaders
}

// send says something soon, unless too much waits already. It does not keep p.
func (l *line) send(p []byte) {
	select {
	case l.out <- append([]byte(nil), p...):
	default:
	}
}

// close says the last words, hangs up, and waits until all goroutines are gone.
func (l *line) close(last []byte) {
	if l.connected.Load() {
		select {
		case l.last <- last:
		default: // said before
		}
		defer time.AfterFunc(leaveTime, l.stop).Stop()
	} else {
		l.stop()
	}
	l.running.Wait()
}

func (l *line) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.why = err
}

func (l *line) note(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = err
}

// ended returns why the line ended; nil if it has not.
func (l *line) ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

// ails returns what trouble a datagram socket told of last, in short, or nil.
func (l *line) ails() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return inShort(l.trouble)
}
