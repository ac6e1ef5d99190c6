package query

import (
	"net"
	"net/netip"
	"time"

	"dogfight/net/link/udp"
)

// Asker asks hosts something without a link.
type Asker struct {
	socket  *udp.Socket
	traffic udp.Traffic
}

// askerQueue holds the queries to more hosts than a player can want to know of at once.
const askerQueue = 256

// NewAsker has heard called with whatever comes from anywhere, on a goroutine of
// the Asker's: it is for heard to tell an answer from anything else. The bytes are
// valid until it returns. The caller must Close the Asker.
func NewAsker(heard func(answer []byte, at time.Time)) (*Asker, error) {
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, err
	}
	deliver := func(b []byte, _ udp.Addr, at time.Time) { heard(b, at) }
	return &Asker{socket: udp.New(conn, askerQueue, deliver)}, nil
}

// Ask sends a query, which is copied. It never blocks; the query may get lost.
func (a *Asker) Ask(to netip.AddrPort, query []byte) {
	a.socket.Post(query, udp.Addr{AddrPort: to}, &a.traffic)
}

// Close ends the Asker and waits for its goroutines.
func (a *Asker) Close() { a.socket.Close() }
