package link

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"slices"
)

// candidates is the channel of the frame with the addresses at which an end may be reached directly.
const candidates Channel = 252

const (
	// maxCandidates bounds the addresses of an end.
	maxCandidates = 6
	candidateSize = 16 + 2
)

// appendCandidates appends the content of a candidates frame.
func appendCandidates(b []byte, list []netip.AddrPort) []byte {
	for _, a := range list {
		as16 := a.Addr().As16()
		b = binary.BigEndian.AppendUint16(append(b, as16[:]...), a.Port())
	}
	return b
}

func checkCandidates(n int) error {
	if n%candidateSize != 0 || n > maxCandidates*candidateSize {
		return fmt.Errorf("candidates must be at most %d of %d bytes, got %d bytes", maxCandidates, candidateSize, n)
	}
	return nil
}

// parseCandidates returns the addresses in a frame that may be tried: see mayTry. Its length must be right.
func parseCandidates(b []byte, own []netip.Prefix) (list []netip.AddrPort) {
	for ; len(b) >= candidateSize; b = b[candidateSize:] {
		a := netip.AddrPortFrom(netip.AddrFrom16([16]byte(b)).Unmap(), binary.BigEndian.Uint16(b[16:]))
		if mayTry(a, own) && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// mayTry reports whether an address may be sent to because the other end says so: it is that of one other machine, and no
// broadcast address of this machine's own networks.
func mayTry(a netip.AddrPort, own []netip.Prefix) bool {
	_, relayed := numberOfRelayed(a.Addr())
	return a.Port() != 0 && a.Addr().IsGlobalUnicast() && !relayed && !slices.ContainsFunc(own, func(p netip.Prefix) bool {
		return isBroadcast(a.Addr(), p)
	})
}

// isBroadcast reports whether an address is the first or last of an IPv4 network.
func isBroadcast(a netip.Addr, network netip.Prefix) bool {
	if !a.Is4() || network.Bits() >= 31 || !network.Contains(a) {
		return false
	}
	host := uint32(1)<<(32-network.Bits()) - 1
	b := a.As4()
	low := binary.BigEndian.Uint32(b[:]) & host
	return low == 0 || low == host
}

// networksHere returns the addresses of this machine with their networks.
func networksHere() (list []netip.Prefix) {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// ownCandidates returns the addresses at which a socket may be reached: the one that a relay has seen, if any, and those
// of this machine, one of each family first.
func ownCandidates(own []netip.Prefix, socket, reflexive netip.AddrPort) (list []netip.AddrPort) {
	if reflexive.IsValid() {
		list = append(list, unmapped(reflexive))
	}
	var more []netip.AddrPort
	for _, want4 := range [...]bool{true, false} {
		first := true
		for _, p := range own {
			at := netip.AddrPortFrom(p.Addr().Unmap(), socket.Port())
			bound := !socket.Addr().IsUnspecified() && socket.Addr().Unmap() != at.Addr()
			switch {
			case at.Addr().Is4() != want4 || bound || !mayTry(at, nil) || slices.Contains(list, at):
			case first:
				list, first = append(list, at), false
			default:
				more = append(more, at)
			}
		}
	}
	list = append(list, more...)
	return list[:min(len(list), maxCandidates)]
}

// Path is the path of a link's data.
type Path uint8

// The better ones first.
const (
	PathUnknown  Path = iota // none yet, or not over a network of ours
	PathLAN                  // UDP, direct, in a private network
	PathInternet             // UDP, direct
	PathRelayed              // UDP, forwarded by a relay
	PathTLS                  // the control channel
)

// String returns "lan", "direct", "relay", "tls" or "".
func (p Path) String() string { return [...]string{"", "lan", "direct", "relay", "tls"}[p] }

// pathTo returns the path to an address over UDP.
func pathTo(a netip.Addr) Path {
	if _, relayed := numberOfRelayed(a); relayed {
		return PathRelayed
	}
	if reach(a) < reach(internet) {
		return PathLAN
	}
	return PathInternet
}

// internet is an address of a root name server.
var internet = netip.AddrFrom4([4]byte{198, 41, 0, 4})
