package link

import (
	"net"
	"net/netip"
	"time"
)

// Asker asks hosts something without a link.
type QueryAsker struct {
	socket  *udpSocket
	traffic traffic
}

// askerQueue holds the queries to more hosts than a player can want to know of at once.
const askerQueue = 256

// NewAsker has heard called with whatever comes from anywhere, on a goroutine of
// the Asker's: it is for heard to tell an answer from anything else. The bytes are
// valid until it returns. The caller must Close the Asker.
func NewQueryAsker(heard func(answer []byte, at time.Time)) (*QueryAsker, error) {
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, err
	}
	deliver := func(b []byte, _ UDPAddr, at time.Time) { heard(b, at) }
	return &QueryAsker{socket: newUDPSocket(conn, askerQueue, deliver)}, nil
}

// Ask sends a query, which is copied. It never blocks; the query may get lost.
func (a *QueryAsker) Ask(to netip.AddrPort, query []byte) {
	a.socket.Post(query, UDPAddr{AddrPort: to}, &a.traffic)
}

// Close ends the Asker and waits for its goroutines.
func (a *QueryAsker) Close() { a.socket.Close() }
