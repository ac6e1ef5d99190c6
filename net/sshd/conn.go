package sshd

import (
	"errors"
	"net"
	"sync"
	"time"

	"dogfight/net/admission"
)

// conn is a connection of which no more is read than the brake lets through, and
// that is lost when the other end takes nothing of what is written to it. One
// goroutine reads it. It ends at once where the other end does not begin as SSH does.
type conn struct {
	net.Conn
	greeted int // bytes of greeting that have come
	brake   admission.Brake
	closed  chan struct{}
	once    sync.Once
}

// greeting begins all that a client sends (RFC 4253, section 4.2).
const greeting = "SSH-"

var errNotSSH = errors.New("must begin with " + greeting)

func newConn(raw net.Conn) *conn {
	if tcp, ok := raw.(*net.TCPConn); ok {
		tcp.SetNoDelay(true)
	}
	return &conn{Conn: raw, brake: admission.NewBrake(connectionRate, connectionBurst), closed: make(chan struct{})}
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if wait := c.brake.Took(n, time.Now()); wait > 0 {
		admission.Pause(wait, c.closed)
	}
	for i := 0; i < n && c.greeted < len(greeting); i++ {
		if b[i] != greeting[c.greeted] {
			return 0, errNotSSH
		}
		c.greeted++
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
