package foreign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"dogfight/sys"
)

// conn is a connection to a server, with its goroutines.
type conn struct {
	// Static after construction.
	network string // tcp or udp
	server  Server
	receive func(p []byte) error // handles received data, in the reading goroutine; an error ends the conn
	ctx     context.Context      // done when the conn ends
	stop    context.CancelFunc
	out     chan []byte
	last    chan []byte // the last packet before it closes

	// Safe for concurrent use.
	running   sync.WaitGroup
	connected atomic.Bool
	down, up  atomic.Int64 // bytes with all headers
	why       lastError    // why it ended
	socketErr lastError    // of a datagram socket
}

// dial connects; tests use no network.
type dial func(ctx context.Context, network, addr string) (net.Conn, error)

const (
	dialTime  = 5 * time.Second
	writeTime = 2 * time.Second // for a server that does not read
	// outRoom bounds the packets that wait to be written, on a busy machine: old inputs are useless.
	outRoom = 8
	// longest is longer than any datagram.
	longest = 64 << 10
	// gap is the least time between two packets of a stream, so that each is a segment (Go turns Nagle's algorithm
	// off), spacing that before the last one.
	gap     = 20 * time.Millisecond
	spacing = 50 * time.Millisecond
	// leaveTime bounds closing.
	leaveTime = 500 * time.Millisecond
	// pause follows an error of a datagram socket, which may repeat at once.
	pause = 50 * time.Millisecond

	tcpHeaders = 52 // of a segment, with IP's
	udpHeaders = 28
)

// open begins to connect, and returns at once.
func open(network string, s Server, dial dial, receive func(p []byte) error) *conn {
	c := &conn{network: network, server: s, receive: receive, out: make(chan []byte, outRoom), last: make(chan []byte, 1)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	c.running.Go(func() {
		defer sys.Restore()
		defer c.stop()
		c.why.set(c.run(dial))
	})
	return c
}

// run connects, and reads until the end.
func (c *conn) run(dial dial) error {
	ctx, cancel := context.WithTimeout(c.ctx, dialTime)
	defer cancel()
	socket, err := dial(ctx, c.network, c.server.Addr)
	if err != nil {
		return c.noAnswer(err)
	}
	defer context.AfterFunc(c.ctx, func() { socket.Close() })()
	defer socket.Close()
	c.connected.Store(true)
	c.running.Go(func() {
		defer sys.Restore()
		defer c.stop()
		c.write(socket)
	})
	return c.read(socket)
}

func (c *conn) read(socket net.Conn) error {
	throttle := newThrottle()
	for buf := make([]byte, longest); ; {
		n, err := socket.Read(buf)
		if n > 0 {
			c.down.Add(int64(n + c.headers()))
			if err := c.receive(buf[:n]); err != nil {
				return err
			}
			c.wait(throttle.add(n, time.Now()))
		}
		switch {
		case c.ctx.Err() != nil: // the socket may still be open, and have more to read
			return closed(cmp.Or(err, net.ErrClosed))
		case err == nil:
		case c.network == "tcp":
			return closed(err)
		default: // an earlier datagram of ours did not arrive; the next may
			c.socketErr.set(err)
			c.wait(pause)
		}
	}
}

// wait waits, unless the conn ends.
func (c *conn) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-c.ctx.Done():
	case <-time.After(d):
	}
}

// write writes packets, until the last of them.
func (c *conn) write(socket net.Conn) {
	var wrote time.Time
	for {
		select {
		case p := <-c.out:
			if c.network == "tcp" {
				c.wait(gap - time.Since(wrote))
			}
			if !c.put(socket, p) {
				return
			}
			wrote = time.Now()
		case p := <-c.last:
			c.wait(spacing - time.Since(wrote))
			c.put(socket, p)
			return
		case <-c.ctx.Done():
			return
		}
	}
}

// put writes a packet, and reports whether more can be written.
func (c *conn) put(socket net.Conn, p []byte) bool {
	if len(p) == 0 {
		return true
	}
	socket.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := socket.Write(p)
	c.up.Add(int64(len(p) + c.headers()))
	if err == nil {
		return true
	}
	c.socketErr.set(err)
	return c.network == "udp"
}

func (c *conn) headers() int {
	if c.network == "udp" {
		return udpHeaders
	}
	return tcpHeaders
}

// send queues a copy of a packet, or drops it if too many wait.
func (c *conn) send(p []byte) {
	select {
	case c.out <- append([]byte(nil), p...):
	default:
	}
}

// close sends the last packet, closes the connection, and waits for all goroutines.
func (c *conn) close(last []byte) {
	if c.connected.Load() {
		select {
		case c.last <- last:
		default: // sent before
		}
		defer time.AfterFunc(leaveTime, c.stop).Stop()
	} else {
		c.stop()
	}
	c.running.Wait()
}

var errClosed = errors.New("the server closed the connection")

func closed(err error) error {
	if errors.Is(err, io.EOF) {
		return errClosed
	}
	return fmt.Errorf("the connection broke: %w", inShort(err))
}

// lastError is safe for concurrent use.
type lastError struct {
	mu  sync.Mutex
	err error
}

func (l *lastError) set(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

func (l *lastError) get() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// noAnswer explains why there is no connection.
func (c *conn) noAnswer(err error) error {
	var dns *net.DNSError
	var slow net.Error
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return fmt.Errorf("no host is named %s: is it spelled correctly?", dns.Name)
	case errors.As(err, &slow) && slow.Timeout():
		return fmt.Errorf("no %s server answers at %s within %v", c.server.Protocol, c.server.Addr, dialTime)
	}
	return fmt.Errorf("no %s server answers at %s: %w", c.server.Protocol, c.server.Addr, inShort(err))
}

// inShort removes the failed call and the address from an error.
func inShort(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var call interface{ Unwrap() error }
	if errors.As(err, &call) && call.Unwrap() != nil {
		return call.Unwrap()
	}
	return err
}

// throttle slows down a server that sends more than any match needs: the rest waits in the socket, or is lost there.
type throttle struct{ reads, bytes *rate.Limiter }

// maxReads and maxBytes are the burst, and a tenth of the rate a second: ten times the traffic of a server with 64
// ships in a tenth of a second, or of one that sends each of 120 ticks a second.
const (
	maxReads = 120
	maxBytes = 256 << 10
)

func newThrottle() throttle {
	return throttle{rate.NewLimiter(10*maxReads, maxReads), rate.NewLimiter(10*maxBytes, maxBytes)}
}

// add counts a read of n bytes, fewer than maxBytes, and returns the time to wait before the next.
func (t throttle) add(n int, now time.Time) time.Duration {
	return max(t.reads.ReserveN(now, 1).DelayFrom(now), t.bytes.ReserveN(now, n).DelayFrom(now))
}
