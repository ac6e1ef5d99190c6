package gateway

import (
	"encoding/binary"
	"math"
	"net"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// enableRefusals makes the system store ICMP errors for the socket. An unconnected socket gets none otherwise.
func enableRefusals(socket *net.UDPConn) {
	raw, err := socket.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) { // one of the two fails for an address of the other family
		unix.SetsockoptInt(int(fd), unix.SOL_IP, unix.IP_RECVERR, 1)
		unix.SetsockoptInt(int(fd), unix.SOL_IPV6, unix.IPV6_RECVERR, 1)
	})
}

// maxRefusals bounds the errors read at a time: ICMP can be forged.
const maxRefusals = 256

// eachRefusal calls refused for each address that has refused a datagram since the last call: the machine exists, and
// no program listens at that port.
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
			if at := addrPortOf(to); at.IsValid() && isRefusal(control[:n]) {
				list = append(list, at)
			}
		}
	})
	for _, at := range list {
		refused(at)
	}
}

// isRefusal reports whether a control message says that no program listens at a port. It begins as struct
// sock_extended_err does: 4 errno, 1 origin.
func isRefusal(control []byte) bool {
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

// addrPortOf converts an address to the form of received datagrams.
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

// tcpRoom asks the system. Data within the peer's window leaves as one segment if it is no longer than a segment and
// nothing is queued before it; and a segment arrives whole, even if it is lost first.
func tcpRoom(conn *net.TCPConn) func() (now, most int) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	if _, info := tcpState(raw); info == nil || info.Snd_wnd == 0 {
		return nil // older than Linux 5.4, which does not report the window
	}
	return func() (now, most int) {
		unacked, info := tcpState(raw)
		if info == nil {
			return 0, math.MaxInt // the connection is closed, as the next write reports
		}
		most = int(info.Snd_mss)
		if info.Notsent_bytes > 0 {
			return 0, most
		}
		return int(info.Snd_wnd) - unacked, most
	}
}

// tcpState returns the number of unacknowledged bytes and the system's other information. The number is the older of
// the two, so it is too large if anything.
func tcpState(raw syscall.RawConn) (unacked int, info *unix.TCPInfo) {
	raw.Control(func(fd uintptr) {
		var err error
		if unacked, err = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ); err != nil {
			return
		}
		if info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err != nil {
			info = nil
		}
	})
	return unacked, info
}
