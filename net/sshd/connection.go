package sshd

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// connection is an authenticated connection.
type connection struct {
	server  *Server
	visitor Visitor
	conn    *ssh.ServerConn
	from    netip.Addr
	visit   *admission.Visit
	running sync.WaitGroup // sessions
	ended   chan struct{}  // closed when why is set
	why     error          // the reason for the end

	mu       sync.Mutex
	unclosed int         // channels that either end has not closed
	open     int         // channels that we have not closed
	busy     int         // channels that run a program
	idle     *time.Timer // closes a connection without one
}

// serve serves a connection until it is closed, or the host closes.
func (s *Server) serve(ctx context.Context, conn *ssh.ServerConn, visit *admission.Visit, channels <-chan ssh.NewChannel, requests <-chan *ssh.Request) {
	c := &connection{server: s, visitor: visitorOf(conn), conn: conn, from: admission.AddressOf(conn), visit: visit, ended: make(chan struct{})}
	c.idle = time.AfterFunc(s.conf.Limits.Handshake, func() { conn.Close() })
	defer c.idle.Stop()
	defer conn.Close()
	// These end with the connection.
	go ssh.DiscardRequests(requests)
	go c.wait()
	go c.probe()
	defer c.running.Wait()
	for {
		select {
		case <-ctx.Done():
			c.farewell()
			return
		case asked, ok := <-channels:
			if !ok {
				return
			}
			c.openChannel(ctx, asked)
		}
	}
}

// wait waits for the end of the connection.
func (c *connection) wait() {
	c.why = c.conn.Wait()
	close(c.ended)
}

// probe probes the client, and closes the connection if no answer comes: a network that is gone does not say so, and writes to
// it wait in the system for minutes.
func (c *connection) probe() {
	silence := c.server.conf.Limits.Silence
	for {
		admission.Pause(silence/3, c.ended)
		late := time.AfterFunc(silence-silence/3, func() { c.conn.Close() })
		_, _, err := c.conn.SendRequest("keepalive@openssh.com", true, nil) // any answer will do
		late.Stop()
		if err != nil {
			return
		}
	}
}

// ErrLost is the cause of a context after its connection broke. Otherwise a leaving visitor sends a message.
var ErrLost = errors.New("the connection was lost")

// endCause returns the cause for the context of a session after its channel is closed. The end of a connection closes its channels
// first, and is known right after.
func (c *connection) endCause(ctx context.Context) error {
	timer := time.NewTimer(LossTime)
	defer timer.Stop()
	select {
	case <-c.ended:
	case <-ctx.Done(): // the session is over
		return nil
	case <-timer.C: // the channel alone was closed
		return nil
	}
	if strings.HasPrefix(c.why.Error(), "ssh: disconnect,") { // RFC 4253, 11.1; the type is not exported
		return nil
	}
	return ErrLost
}

// farewell waits until the sessions have ended, up to goodbye.
func (c *connection) farewell() {
	late := time.AfterFunc(goodbye, func() { c.conn.Close() })
	defer late.Stop()
	c.running.Wait()
}

// openChannel opens a channel, or refuses it.
func (c *connection) openChannel(ctx context.Context, asked ssh.NewChannel) {
	switch {
	case asked.ChannelType() != "session":
		asked.Reject(ssh.Prohibited, "this host forwards nothing")
		return
	case !c.enter():
		asked.Reject(ssh.ResourceShortage, "at most two sessions a connection")
		return
	}
	s := &session{connection: c, close: sync.OnceFunc(c.close)}
	c.running.Go(func() {
		defer c.forget()
		defer s.close()
		defer sys.Recover(c.server.panicked(c.visitor.Remote))
		ch, requests, err := asked.Accept()
		if err != nil {
			return
		}
		defer ch.Close()
		s.channel = ch
		s.serve(ctx, requests)
	})
}

// enter counts a channel, unless there are too many.
func (c *connection) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == maxChannels || c.unclosed == maxUnclosed {
		return false
	}
	c.open++
	c.unclosed++
	return true
}

// close counts a channel that we have closed: the client may open the next before it has closed this one too. forget counts its
// close.
func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
}

func (c *connection) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unclosed--
}

// begin counts a program that starts, so that its visitor is no longer half-open; end counts its end.
func (c *connection) begin() {
	c.visit.Settle()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy++
	c.idle.Stop()
}

func (c *connection) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy--; c.busy == 0 {
		c.idle.Reset(c.server.conf.Limits.Handshake)
	}
}

// conn is a connection that ends at once if the other end does not begin as SSH does.
type conn struct {
	*window.Conn
	greeted int // bytes of the greeting so far
}

// greeting begins all that a client sends (RFC 4253, section 4.2).
const greeting = "SSH-"

var errNotSSH = errors.New("must begin with " + greeting)

func newConn(raw net.Conn) *conn {
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetNoDelay(true)
	}
	return &conn{Conn: window.NewConn(raw)}
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	for i := 0; i < n && c.greeted < len(greeting); i++ {
		if b[i] != greeting[c.greeted] {
			return 0, errNotSSH
		}
		c.greeted++
	}
	return n, err
}
