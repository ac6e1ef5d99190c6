package sshd

import (
	"context"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/guard"
)

// connection is that of a visitor who was let in.
type connection struct {
	server  *Server
	visitor Visitor
	conn    *ssh.ServerConn
	running sync.WaitGroup // its sessions

	mu   sync.Mutex
	kept int         // channels that either end has not closed
	open int         // channels that we have not closed
	busy int         // among them, who were told what they are for
	idle *time.Timer // hangs up on who wants nothing
}

// serve serves a connection until it is closed, or the host closes.
func (s *Server) serve(ctx context.Context, conn *ssh.ServerConn, channels <-chan ssh.NewChannel, requests <-chan *ssh.Request) {
	c := &connection{server: s, visitor: visitorOf(conn), conn: conn}
	c.idle = time.AfterFunc(s.conf.Limits.Handshake, func() { conn.Close() })
	defer c.idle.Stop()
	defer conn.Close()
	go ssh.DiscardRequests(requests) // ends with the connection
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

// farewell waits until the sessions have ended that were told to, or for so long.
func (c *connection) farewell() {
	late := time.AfterFunc(goodbye, func() { c.conn.Close() })
	defer late.Stop()
	c.running.Wait()
}

// take opens a channel that somebody asked for, or refuses it.
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
		defer guard.Contain(c.server.broke(c.visitor.Remote))
		ch, requests, err := asked.Accept()
		if err != nil {
			return
		}
		defer ch.Close()
		s.channel = ch
		s.serve(ctx, requests)
	})
}

// enter counts a channel, or reports that there are enough.
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
// we hear that he has closed it too. forget notes that he has.
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

// begin notes that a session has something to do; end that it has it no more.
func (c *connection) begin() {
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
