package lan

import (
	"context"
	"net"
	"net/netip"
	"time"

	"github.com/miekg/dns"
	"golang.org/x/net/ipv4"
)

// The groups and the port of multicast DNS (RFC 6762, section 3), and the longest message (section 17).
var (
	group4 = netip.MustParseAddr("224.0.0.251")
	group6 = netip.MustParseAddr("ff02::fb")
)

const (
	mdnsPort    = 5353
	longestMDNS = 9000
)

// ask asks on a network by one family of addresses. On an error it finds nothing.
//
// It asks as a resolver that does not speak multicast DNS (RFC 6762, section 6.7): from a port of its own, to which alone
// the answers go. So it hears those that it asked, and not what a whole network says to each other.
func (n *network) ask(ctx context.Context, v4 bool) []Match {
	conn, err := n.listen(v4)
	if err != nil {
		return nil
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := conn.WriteToUDPAddrPort(question(), n.group(v4)); err != nil {
		return nil
	}
	heard := replies{on: prefixesOf(n.iface), zone: n.iface.Name}
	heard.listen(conn, time.Now().Add(listening))
	return heard.matches()
}

// listen opens a socket that asks on the network.
func (n *network) listen(v4 bool) (*net.UDPConn, error) {
	if !v4 {
		return net.ListenUDP("udp6", nil) // the zone of the group says which
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
	m.SetQuestion(service+"."+domain, dns.TypePTR)
	m.RecursionDesired = false
	p, _ := m.Pack() // it always can be
	return p
}
