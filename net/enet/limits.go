package enet

// Limits are what others may make a Host spend. Sizes are in bytes.
type Limits struct {
	Peers      int // that may connect to it at once; 0: none, which suits a client
	PerSite    int // of those, from one IPv4 address or IPv6 /64; 0: all of them
	Handshakes int // that ask for a connection and have acknowledged nothing yet; 0: 512
	Channels   int // of a connection, to 255; 0: 2
	MaxPacket  int // either way; 0: 64 KiB
	MaxHeld    int // what came from a peer before its turn; 0: 128 KiB
	MaxWaiting int // what waits for a peer's acknowledgement or to be sent; 0: 256 KiB
}

// maxPeers leaves half of the numbers free, so that a free one is quickly found
// at random.
const maxPeers = noPeer / 4

func (l Limits) orDefaults() Limits {
	usual := func(v *int, u int) {
		if *v == 0 {
			*v = u
		}
	}
	usual(&l.PerSite, l.Peers)
	usual(&l.Handshakes, 512)
	usual(&l.Channels, 2)
	usual(&l.MaxPacket, 64<<10)
	usual(&l.MaxHeld, 128<<10)
	usual(&l.MaxWaiting, 256<<10)
	l.Channels = min(l.Channels, maxChannels)
	l.Peers = min(l.Peers, maxPeers)
	l.Handshakes = min(l.Handshakes, maxPeers)
	return l
}
