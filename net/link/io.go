package link

import "time"

// udpIO moves datagrams between a socket and the system. One goroutine receives,
// another one sends.
type udpIO interface {
	// receive waits for datagrams and hands each to deliver. It returns how many
	// came, and net.ErrClosed after stop.
	receive(deliver deliverer) (n int, err error)

	// send sends a batch of up to maxBatch, and counts each. One that the system
	// does not take is lost, as it could have been on its way.
	send(batch []datagram)

	// stop ends receive, now and for ever.
	stop()

	// close is called once, after stop, when no goroutine receives or sends any more.
	close()
}

// maxBatch is how many datagrams are sent or taken with one call where the system can.
const maxBatch = 64

// oneByOne moves each datagram with a call. Every system can.
type oneByOne struct {
	*UDPConn
	buf [maxDatagram + 1]byte // one more, so that what is too long shows
}

func (c *oneByOne) receive(deliver deliverer) (int, error) {
	n, from, err := c.Receive(c.buf[:])
	if err != nil {
		return 0, err
	}
	deliver(c.buf[:n], from, time.Now())
	return 1, nil
}

func (c *oneByOne) send(batch []datagram) {
	for _, e := range batch {
		e.count(c.Send(e.bytes, e.to))
	}
}

func (c *oneByOne) stop()  { c.Close() }
func (c *oneByOne) close() {}
