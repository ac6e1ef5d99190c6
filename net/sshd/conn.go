package sshd

import (
	"net"
	"sync"
	"time"

	"dogfight/net/brake"
)

// conn is a connection of which no more is read than the brake lets through, and
// that is lost when the other end takes nothing of what is written to it. One
// goroutine reads it.
type conn struct {
	net.Conn
	brake  brake.Brake
	closed chan struct{}
	once   sync.Once
}

func newConn(raw net.Conn) *conn {
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetNoDelay(true)
	}
	return &conn{Conn: raw, brake: brake.New(connectionRate, connectionBurst), closed: make(chan struct{})}
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if wait := c.brake.Took(n, time.Now()); wait > 0 {
		brake.Pause(wait, c.closed)
	}
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(stall))
	return c.Conn.Write(b)
}

func (c *conn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
