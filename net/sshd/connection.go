package sshd

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/sys"
)

// connection is that of a visitor that was let in.
type connection struct {
	server  *Server
	visitor Visitor
	conn    *ssh.ServerConn
	from    netip.Addr
	visit   *admission.Visit
	running sync.WaitGroup // its sessions
	ended   chan struct{}  // closed when why is there
	why     error          // it has ended

	mu   sync.Mutex
	kept int         // channels that either end has not closed
	open int         // channels that we have not closed
	busy int         // those among them that run a program
	idle *time.Timer // hangs up on a client that runs nothing
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
	go c.keepAlive()
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
			c.take(ctx, asked)
		}
	}
}

// wait notes why the connection has ended.
func (c *connection) wait() {
	c.why = c.conn.Wait()
	close(c.ended)
}

// keepAlive asks now and then whether the client is still there, and hangs up
// when no answer comes: a network that is gone does not say so, and what is
// written to it waits in the system for minutes.
func (c *connection) keepAlive() {
	silence := c.server.conf.Limits.Silence
	for {
		admission.Pause(silence/3, c.ended)
		late := time.AfterFunc(silence-silence/3, func() { c.conn.Close() })
		_, _, err := c.conn.SendRequest("keepalive@openssh.com", true, nil) // whatever the answer is
		late.Stop()
		if err != nil {
			return
		}
	}
}

// ErrLost is the cause by which a session's context ends when the connection broke.
// A visitor that leaves on purpose says so: the player types it, or the client sends it.
var ErrLost = errors.New("the connection was lost")

// endCause returns the cause by which the context of a session ends when its channel is
// closed. A connection that ends closes its channels first, and is known to have
// ended right after.
func (c *connection) endCause(ctx context.Context) error {
	timer := time.NewTimer(LossTime)
	defer timer.Stop()
	select {
	case <-c.ended:
	case <-ctx.Done(): // what the session was for is over
		return nil
	case <-timer.C: // the channel alone was closed
		return nil
	}
	if strings.HasPrefix(c.why.Error(), "ssh: disconnect,") { // RFC 4253, 11.1; the type is not exported
		return nil
	}
	return ErrLost
}

// farewell waits until the sessions have ended, as they were told to, or for so long.
func (c *connection) farewell() {
	late := time.AfterFunc(goodbye, func() { c.conn.Close() })
	defer late.Stop()
	c.running.Wait()
}

// take opens a channel that the client asked for, or refuses it.
func (c *connection) take(ctx context.Context, asked ssh.NewChannel) {
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
		defer sys.Recover(c.server.broke(c.visitor.Remote))
		ch, requests, err := asked.Accept()
		if err != nil {
			return
		}
		defer ch.Close()
		s.channel = ch
		s.serve(ctx, requests)
	})
}

// enter counts a channel, or reports that there are too many.
func (c *connection) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == maxChannels || c.kept == maxKept {
		return false
	}
	c.open++
	c.kept++
	return true
}

// close notes that we have closed a channel: the client may open the next before
// we hear that it has closed this one too. forget notes that it has.
func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
}

func (c *connection) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept--
}

// begin notes that a session runs a program, so that its visitor has come in; end that it is over.
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
