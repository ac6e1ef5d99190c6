package lan

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/miekg/dns"
	"golang.org/x/net/ipv4"

	"dogfight/sys"
)

const (
	// listening is the time for answers to a question. browse may return that much later than its context ends.
	listening = 400 * time.Millisecond
	// rest is the longest pause until the next question. It begins with less than the second of RFC 6762, section 5.2,
	// which is long for a player with an empty list.
	rest = 1600 * time.Millisecond
)

// browse calls found with every announced match, again and again, until ctx is done.
func browse(ctx context.Context, dir string, found func(instance)) {
	for pause := listening / 4; ; pause = min(2*pause, rest) {
		for _, m := range folder(dir).read(time.Now()) {
			found(m)
		}
		for _, m := range ask(ctx, networks()) {
			found(m)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// ask asks on all networks at once, and returns the matches that are announced there.
func ask(ctx context.Context, on []network) (answered []instance) {
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, n := range on {
		for _, v4 := range n.families() {
			asking.Go(func() {
				defer sys.Restore()
				matches := n.ask(ctx, v4)
				mu.Lock()
				defer mu.Unlock()
				answered = append(answered, matches...)
			})
		}
	}
	asking.Wait()
	return answered
}

// The groups and the port of multicast DNS (RFC 6762, section 3), and the longest message (section 17).
var (
	group4 = netip.MustParseAddr("224.0.0.251")
	group6 = netip.MustParseAddr("ff02::fb")
)

const (
	mdnsPort    = 5353
	longestMDNS = 9000
)

// ask asks on a network by one family of addresses. After an error it finds nothing.
//
// It asks as a resolver without multicast DNS (RFC 6762, section 6.7): from its own port, to which answers go. So it
// does not receive the traffic of a whole network.
func (n *network) ask(ctx context.Context, v4 bool) []instance {
	conn, err := n.listen(v4)
	if err != nil {
		return nil
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := conn.WriteToUDPAddrPort(question(), n.group(v4)); err != nil {
		return nil
	}
	answers := replies{on: prefixesOf(n.iface), zone: n.iface.Name}
	answers.listen(conn, time.Now().Add(listening))
	return answers.matches()
}

// listen opens a socket for questions on the network.
func (n *network) listen(v4 bool) (*net.UDPConn, error) {
	if !v4 {
		return net.ListenUDP("udp6", nil) // the zone of the group selects the network
	}
	conn, err := net.ListenUDP("udp4", nil)
	if err == nil {
		if err = ipv4.NewPacketConn(conn).SetMulticastInterface(&n.iface); err != nil {
			conn.Close()
		}
	}
	return conn, err
}

func (n *network) group(v4 bool) netip.AddrPort {
	if v4 {
		return netip.AddrPortFrom(group4, mdnsPort)
	}
	return netip.AddrPortFrom(group6.WithZone(n.iface.Name), mdnsPort)
}

// question asks for all matches.
func question() []byte {
	var m dns.Msg
	m.SetQuestion(service, dns.TypePTR)
	m.RecursionDesired = false
	p, _ := m.Pack() // never fails
	return p
}
