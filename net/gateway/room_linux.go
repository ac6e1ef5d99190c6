package gateway

import (
	"math"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// tcpRoom asks the system. What it may send at once, within the window of the peer, leaves as one segment if it is no
// longer than a segment and nothing waits before it; and a segment arrives whole, even if it is lost first.
func tcpRoom(conn *net.TCPConn) func() (now, most int) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	if _, info := tcpState(raw); info == nil || info.Snd_wnd == 0 {
		return nil // it is older than Linux 5.4, and does not tell the window
	}
	return func() (now, most int) {
		unread, info := tcpState(raw)
		if info == nil {
			return 0, math.MaxInt // the connection is closed, as the next write says
		}
		most = int(info.Snd_mss)
		if info.Notsent_bytes > 0 {
			return 0, most
		}
		return int(info.Snd_wnd) - unread, most
	}
}

// tcpState returns how many bytes the peer has not confirmed yet, and what else is known. The number is the older of the
// two, so that it is rather too large.
func tcpState(raw syscall.RawConn) (unread int, info *unix.TCPInfo) {
	raw.Control(func(fd uintptr) {
		var err error
		if unread, err = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ); err != nil {
			return
		}
		if info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err != nil {
			info = nil
		}
	})
	return unread, info
}
