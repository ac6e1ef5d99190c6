package gateway

import (
	"errors"
	"net"
	"os"
	"time"

	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

// racer is a player with a control connection and, after a while, one for data.
type racer struct {
	streamPlayer
	*raceServer
	session *lightracer.Session
	token   int32
	control net.Conn
	data    net.Conn     // nil: none yet, or datagrams
	address link.UDPAddr // where datagrams go
	wanted  time.Time    // when the racer last asked for them
}

// leaderSession is a session that is told whether its player leads: the first to have joined
// of those present.
type leaderSession struct {
	*lightracer.Session
	racer *racer
}

func (l leaderSession) Tick(s *dialect.Scene, send dialect.Send) error {
	s.Leads = l.Intent().Presence != dialect.Absent && l.racer.leads(l.racer)
	return l.Session.Tick(s, send)
}

// openData sends the updates over a connection from now on.
func (r *racer) openData(conn net.Conn) {
	if r.data != nil {
		r.data.Close()
	}
	r.data = conn
	r.session.DataOpen()
}

// closeData forgets a connection that has ended.
func (r *racer) closeData(conn net.Conn) {
	if r.data == conn {
		r.data = nil
	}
}

// datagramTime is how long datagrams go to an address that sends none itself.
const datagramTime = 5 * time.Second

// openDatagrams sends the updates as datagrams for a while. The address is that of the
// control connection, over which the token went: so it is the racer's, though the port may be
// that of another who shares the address, and the dialect has no way to prove it.
func (r *racer) openDatagrams(from link.UDPAddr) {
	r.wanted = time.Now()
	if r.address != from {
		r.address = from
		r.session.DataOpenDatagrams()
	}
}

// send is the racer's dialect.Send.
func (r *racer) send(ch dialect.Channel, p []byte) {
	switch {
	case ch == dialect.Main:
		r.write(r.control, p)
	case r.address.IsValid() && time.Since(r.wanted) > datagramTime:
	case r.address.IsValid():
		r.socket.Send(p, r.address)
	case r.data != nil:
		r.data.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := r.data.Write(p); errors.Is(err, os.ErrDeadlineExceeded) {
			reset(r.data)
			r.broken = err
		} // after any other error the racer may open another connection
	}
}
