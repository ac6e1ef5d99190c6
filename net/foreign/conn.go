package foreign

import (
	"cmp"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// conn is a connection to a server, and the goroutines that serve it.
type conn struct {
	// Static after construction.
	network string // tcp or udp
	server  Server
	receive func(p []byte) error // takes what arrives, in the reading goroutine; an error ends the conn
	ctx     context.Context      // done when the conn ends
	stop    context.CancelFunc
	out     chan []byte
	last    chan []byte // the last packet before it closes

	// Safe from any goroutine.
	running   sync.WaitGroup
	connected atomic.Bool
	down, up  atomic.Int64 // bytes with all headers
	mu        sync.Mutex
	why       error // it ended
	socketErr error // the last of a datagram socket
}

// dial connects; in tests it is no network.
type dial func(ctx context.Context, network, addr string) (net.Conn, error)

const (
	dialTime  = 5 * time.Second
	writeTime = 2 * time.Second // for a server that does not read
	// outRoom is how many packets may wait to be written, on a busy machine: old inputs are
	// of no use.
	outRoom = 8
	// longest is more than a datagram can be, and a good piece of a stream.
	longest = 64 << 10
	// gap is the least time between two packets of a stream, so that each is a segment (Go
	// turns Nagle's algorithm off), and spacing that before the last one.
	gap     = 20 * time.Millisecond
	spacing = 50 * time.Millisecond
	// leaveTime is how long closing may take.
	leaveTime = 500 * time.Millisecond
	// pause follows an error of a datagram socket, which may come back at once.
	pause = 50 * time.Millisecond

	tcpHeaders = 52 // of a segment, IP's with it
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
		c.end(c.run(dial))
	})
	return c
}

// run connects, and reads until that ends.
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
			c.rest(throttle.take(n, time.Now()))
		}
		switch {
		case c.ctx.Err() != nil: // the socket may be open yet, and have more to read
			return closed(cmp.Or(err, net.ErrClosed))
		case err == nil:
		case c.network == "tcp":
			return closed(err)
		default: // an earlier datagram of ours did not arrive; the next may
			c.note(err)
			c.rest(pause)
		}
	}
}

// rest waits, unless the conn ends.
func (c *conn) rest(d time.Duration) {
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
				c.rest(gap - time.Since(wrote))
			}
			if !c.put(socket, p) {
				return
			}
			wrote = time.Now()
		case p := <-c.last:
			c.rest(spacing - time.Since(wrote))
			c.put(socket, p)
			return
		case <-c.ctx.Done():
			return
		}
	}
}

// put writes a packet, and reports whether it is worth going on.
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
	c.note(err)
	return c.network == "udp"
}

func (c *conn) headers() int {
	if c.network == "udp" {
		return udpHeaders
	}
	return tcpHeaders
}

// send has a packet written soon, unless too many wait already. It does not keep p.
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

func (c *conn) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.why = err
}

func (c *conn) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.socketErr = err
}

// ended returns why the conn ended; nil if it has not.
func (c *conn) ended() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why
}

// lastError returns the last error of a datagram socket, in short, or nil.
func (c *conn) lastError() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return inShort(c.socketErr)
}
