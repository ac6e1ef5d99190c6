package ops

import (
	"net"
	"sync"

	"github.com/VictoriaMetrics/metrics"
)

// Meter returns what counts all that goes over the connections of a door. Packets are what is read and written at once.
func (m *Monitor) Meter(door string) func(net.Listener) net.Listener {
	f, open := newFlow(m.set, door), m.set.GetOrCreateGauge(connectionsName(door), nil)
	return func(l net.Listener) net.Listener { return &meteredListener{l, f, open} }
}

type meteredListener struct {
	net.Listener
	flow
	open *metrics.Gauge
}

// Accept is a net.Listener's.
func (l *meteredListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.open.Inc()
	return &meteredConn{Conn: c, flow: l.flow, closed: sync.OnceFunc(l.open.Dec)}, nil
}

type meteredConn struct {
	net.Conn
	flow
	closed func()
}

// Read is a net.Conn's.
func (c *meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.bytesIn.Add(n)
		c.packetsIn.Inc()
	}
	return n, err
}

// Write is a net.Conn's.
func (c *meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if n > 0 {
		c.bytesOut.Add(n)
		c.packetsOut.Inc()
	}
	return n, err
}

// Close is a net.Conn's.
func (c *meteredConn) Close() error {
	c.closed()
	return c.Conn.Close()
}
