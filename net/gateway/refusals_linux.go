package gateway

import (
	"encoding/binary"
	"net"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// hearRefusals has the system keep what ICMP says of the datagrams that a socket sent. Without
// it a socket that is not connected hears nothing of that.
func hearRefusals(socket *net.UDPConn) {
	raw, err := socket.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) { // one of the two fails for an address of the other family
		unix.SetsockoptInt(int(fd), unix.SOL_IP, unix.IP_RECVERR, 1)
		unix.SetsockoptInt(int(fd), unix.SOL_IPV6, unix.IPV6_RECVERR, 1)
	})
}

// maxRefusals are taken at a time: what ICMP says can be forged.
const maxRefusals = 256

// eachRefusal calls refused for each address that has refused a datagram since the last call:
// its machine is there, and no program listens at that port.
func eachRefusal(socket *net.UDPConn, refused func(at netip.AddrPort)) {
	raw, err := socket.SyscallConn()
	if err != nil {
		return
	}
	var list []netip.AddrPort
	raw.Control(func(fd uintptr) {
		var payload [1]byte
		var control [512]byte
		for range maxRefusals {
			_, n, _, to, err := unix.Recvmsg(int(fd), payload[:], control[:], unix.MSG_ERRQUEUE|unix.MSG_DONTWAIT)
			if err != nil {
				return
			}
			if at := addrPortOf(to); at.IsValid() && tellsRefusal(control[:n]) {
				list = append(list, at)
			}
		}
	})
	for _, at := range list {
		refused(at)
	}
}

// tellsRefusal reports whether the error with a control message is that no program listens at a
// port. It begins as struct sock_extended_err does: 4 errno, 1 origin.
func tellsRefusal(control []byte) bool {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return false
	}
	for _, m := range messages {
		of4 := m.Header.Level == unix.SOL_IP && m.Header.Type == unix.IP_RECVERR
		of6 := m.Header.Level == unix.SOL_IPV6 && m.Header.Type == unix.IPV6_RECVERR
		if !of4 && !of6 || len(m.Data) < 5 {
			continue
		}
		icmp := m.Data[4] == unix.SO_EE_ORIGIN_ICMP || m.Data[4] == unix.SO_EE_ORIGIN_ICMP6
		if icmp && syscall.Errno(binary.NativeEndian.Uint32(m.Data)) == syscall.ECONNREFUSED {
			return true
		}
	}
	return false
}

// addrPortOf returns an address as datagrams from there have it.
func addrPortOf(a unix.Sockaddr) netip.AddrPort {
	switch a := a.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port))
	case *unix.SockaddrInet6:
		addr := netip.AddrFrom16(a.Addr).Unmap()
		if a.ZoneId != 0 && addr.Is6() {
			if link, err := net.InterfaceByIndex(int(a.ZoneId)); err == nil {
				addr = addr.WithZone(link.Name)
			}
		}
		return netip.AddrPortFrom(addr, uint16(a.Port))
	}
	return netip.AddrPort{}
}
