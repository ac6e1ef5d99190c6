package gateway

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

// racer is a player with a control connection and, after a while, one for data.
type racer struct {
	life
	*track
	session *lightracer.Session
	token   int32
	control net.Conn
	stream  net.Conn       // nil: none yet, or datagrams
	address netip.AddrPort // where he wants datagrams
	wanted  time.Time      // when he last said so there
}

// leading is a session that is told whether its player leads: the first who has
// joined of those who are there.
type leading struct {
	*lightracer.Session
	racer *racer
}

func (l leading) Tick(s *dialect.Scene, send dialect.Send) error {
	s.Leads = l.Wish().Presence != dialect.Absent && l.racer.leads(l.racer)
	return l.Session.Tick(s, send)
}

// open sends the updates over a connection from now on.
func (r *racer) open(conn net.Conn) {
	if r.stream != nil {
		r.stream.Close()
	}
	r.stream = conn
	r.session.DataOpen()
}

// shut forgets a connection that has ended.
func (r *racer) shut(conn net.Conn) {
	if r.stream == conn {
		r.stream = nil
	}
}

// wantLasts is how long datagrams go to an address that says no more.
const wantLasts = 5 * time.Second

// openDatagrams sends the updates as datagrams for a while. The address is that of the
// control connection, over which the token was told: so it is his, though the port may be
// another's who shares it, and the dialect has no words by which he could prove that.
func (r *racer) openDatagrams(from netip.AddrPort) {
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
	case r.address.IsValid() && time.Since(r.wanted) > wantLasts:
	case r.address.IsValid():
		r.datagram.WriteToUDPAddrPort(p, r.address)
	case r.stream != nil:
		r.stream.SetWriteDeadline(time.Now().Add(patience))
		if _, err := r.stream.Write(p); errors.Is(err, os.ErrDeadlineExceeded) {
			abandon(r.stream)
			r.broken = err
		} // after any other he may open another one
	}
}
