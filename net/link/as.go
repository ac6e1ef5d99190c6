package link

// As returns a link as it is, but of who is known otherwise: a player for whom another, who is trusted, has dialled. Where remote is ""
// the link's own holds. What was received of it already comes first.
func As(l Link, remote, identity string, received ...Packet) Link {
	if remote == "" {
		remote = l.Remote()
	}
	return &known{Link: l, remote: remote, identity: identity, received: received}
}

type known struct {
	Link
	remote, identity string
	received         []Packet
}

func (k *known) Remote() string   { return k.remote }
func (k *known) Identity() string { return k.identity }

// Unwrap returns the link itself.
func (k *known) Unwrap() Link { return k.Link }

func (k *known) Receive(buf []byte) (Packet, bool) {
	if len(k.received) == 0 {
		return k.Link.Receive(buf)
	}
	p := k.received[0]
	k.received = k.received[1:]
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}

// streamOf returns the stream that a link is of, or nil.
func streamOf(l Link) *stream {
	switch l := l.(type) {
	case *stream:
		return l
	case interface{ Unwrap() Link }:
		return streamOf(l.Unwrap())
	}
	return nil
}
