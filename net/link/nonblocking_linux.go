package link

import (
	"net"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

// descriptor is a socket that the runtime's poller does not know.
type descriptor int

// newNonblocking opens a socket that is connected to peer.
func newNonblocking(peer netip.AddrPort) (nonblocking, error) {
	conn, err := net.DialUDP(udpNetwork(peer.Addr()), nil, net.UDPAddrFromAddrPort(peer))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	fd, err := duplicate(conn)
	return descriptor(fd), err
}

// The calls do not wait, and so can do without telling the scheduler.

func (d descriptor) read(b []byte) (n int, ok bool) {
	r, _, errno := unix.RawSyscall6(unix.SYS_RECVFROM, uintptr(d),
		uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), unix.MSG_DONTWAIT, 0, 0)
	return int(r), errno == 0
}

func (d descriptor) write(b []byte) error {
	_, _, errno := unix.RawSyscall6(unix.SYS_SENDTO, uintptr(d),
		uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), unix.MSG_DONTWAIT, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func (d descriptor) close() { unix.Close(int(d)) }
