package window

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
)

// Defaults returns the limits of a door with all defaults. Doors differ in that for Handshake.
func Defaults(l admission.Limits, handshake time.Duration) admission.Limits {
	if l.Local == nil {
		l.Local = admission.IsLocal
	}
	l.PerAddress = cmp.Or(l.PerAddress, 8)
	l.PerLocal = cmp.Or(l.PerLocal, max(64, l.PerAddress))
	l.Total = cmp.Or(l.Total, 512)
	l.Cells, l.CellsPerAddress = cmp.Or(l.Cells, 1<<20), cmp.Or(l.CellsPerAddress, 1<<16)
	l.Handshake, l.Silence = cmp.Or(l.Handshake, handshake), cmp.Or(l.Silence, 10*time.Second)
	l.Question, l.Page = cmp.Or(l.Question, time.Minute), cmp.Or(l.Page, time.Minute)
	return l
}

const (
	// StallTime is the time for a client to read some output.
	StallTime = 10 * time.Second

	// TypingRate and TypingBurst limit the input of a terminal, in bytes a second and after a pause. Flying with a mouse
	// takes 3 kB a second.
	TypingRate, TypingBurst = 8 << 10, 32 << 10

	// ConnectionRate and ConnectionBurst limit all bytes of a connection. By SSH a player's come to 5 kB a second: OpenSSH hides the times of keys with further packets,
	// each of which is answered.
	ConnectionRate, ConnectionBurst = 32 << 10, 128 << 10
)

// Door is the shared part of the doors for terminals: a listener, the limits of its connections, and the windows.
type Door struct {
	Listener net.Listener
	Control  *admission.Control
	Windows  *Pool
	Log      *slog.Logger

	privatePool bool
}

// Listen opens a listener for clients of a kind, which is for its error.
func Listen(clients, addr string) (net.Listener, error) {
	tcp, err := net.Listen("tcp", addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return nil, fmt.Errorf("cannot listen for %s at %s: %w", clients, addr, err)
	}
	return tcp, nil
}

// NewDoor returns a door with a listener, which meter may wrap, and perWindow connections a window. Without windows it has a pool of its own;
// a nil log is silent.
func NewDoor(tcp net.Listener, l admission.Limits, perWindow int, windows *Pool, log *slog.Logger, meter func(net.Listener) net.Listener) *Door {
	if meter != nil {
		tcp = meter(tcp)
	}
	connections := l
	connections.PerAddress, connections.PerLocal, connections.AtOnce = perWindow*l.PerAddress, perWindow*l.PerLocal, perWindow
	d := &Door{Control: admission.New(connections), Windows: windows, Log: cmp.Or(log, slog.New(slog.DiscardHandler))}
	d.Listener = d.Control.Patient(tcp, d.Log)
	if windows == nil {
		d.Windows, d.privatePool = NewPool(l), true
	}
	return d
}

// Addr returns the address of the listener, with the port that the system chose for port 0.
func (d *Door) Addr() netip.AddrPort { return d.Listener.Addr().(*net.TCPAddr).AddrPort() }

// Addrs returns the address of the listener as a list.
func (d *Door) Addrs() []string { return []string{d.Addr().String()} }

// StopWindows stops the door's own pool. All of its windows must be closed.
func (d *Door) StopWindows() {
	if d.privatePool {
		d.Windows.Stop()
	}
}

// LogPanic returns a function that logs a panic in a goroutine of a client.
func (d *Door) LogPanic(message, remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		d.Log.Error(message, "from", remote, "panic", value, "stack", string(stack))
	}
}

// Conn is a connection that is read no faster than a client needs, and that is lost when the other end takes nothing for StallTime.
type Conn struct {
	net.Conn
	began  time.Time
	readAt atomic.Int64 // after began
	closed chan struct{}
	close  func() // closes closed, once

	mu    sync.Mutex // two goroutines of an http.Server read, one after the other
	brake admission.Brake
}

// NewConn returns a Conn on a connection.
func NewConn(raw net.Conn) *Conn {
	c := &Conn{Conn: raw, began: time.Now(), brake: admission.NewBrake(ConnectionRate, ConnectionBurst), closed: make(chan struct{})}
	c.close = sync.OnceFunc(func() { close(c.closed) })
	return c
}

func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	now := time.Now()
	if n > 0 {
		c.readAt.Store(int64(now.Sub(c.began)))
	}
	c.mu.Lock()
	wait := c.brake.Took(n, now)
	c.mu.Unlock()
	c.Pause(wait)
	return n, err
}

func (c *Conn) Write(b []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(StallTime))
	return c.Conn.Write(b)
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.close()
	return c.Conn.Close()
}

// Age returns the time since NewConn.
func (c *Conn) Age() time.Duration { return time.Since(c.began) }

// Silent returns the time since something was read.
func (c *Conn) Silent() time.Duration { return c.Age() - time.Duration(c.readAt.Load()) }

// Pause waits, if d is positive, until the connection is closed at the latest.
func (c *Conn) Pause(d time.Duration) {
	if d > 0 {
		admission.Pause(d, c.closed)
	}
}
