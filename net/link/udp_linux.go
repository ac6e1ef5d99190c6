package link

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// batches moves many datagrams with one call, recvmmsg(2) or sendmmsg(2). It keeps all memory of the calls, so it
// allocates nothing.
//
// It owns the socket, unknown to the runtime's poller, which would wake for each datagram even while no goroutine wants
// to read.
type batches struct {
	fd      int
	v6      bool // the socket speaks IPv6, and IPv4 as IPv6
	stopped atomic.Bool
	in, out *messages
	// controls is nil if datagrams have no local address.
	controls *controls
	control  [maxBatch][controlSize]byte     // for in
	room     [maxBatch][maxDatagram + 1]byte // for in; one more, so that a datagram that is too long shows
}

// messages are the arguments of a call.
type messages struct {
	headers [maxBatch]message
	pieces  [maxBatch]unix.Iovec
	peers   [maxBatch]unix.RawSockaddrInet6 // or, shorter, IPv4
}

// message is struct mmsghdr.
type message struct {
	unix.Msghdr
	n uint32 // the bytes sent or received
}

// newUDPIO owns conn; in batches if that is possible.
func newUDPIO(conn *net.UDPConn) udpIO {
	fd, err := duplicate(conn)
	if err != nil {
		return &oneByOne{UDPConn: NewUDPConn(conn)}
	}
	controls := newControls(conn)
	conn.Close()
	return newBatches(fd, controls)
}

func newBatches(fd int, controls *controls) *batches {
	unix.SetNonblock(fd, false) // calls that must not wait have a flag
	domain, _ := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	c := &batches{fd: fd, v6: domain == unix.AF_INET6, in: newMessages(), out: newMessages(), controls: controls}
	for i := range c.room {
		c.in.put(i, c.room[i][:])
	}
	return c
}

// duplicate returns another descriptor of the same socket, which the caller must close. Once conn is closed, the
// runtime's poller ignores the socket.
func duplicate(conn *net.UDPConn) (fd int, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1, err
	}
	failed := raw.Control(func(old uintptr) { fd, err = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 0) })
	return fd, errors.Join(failed, err)
}

func newMessages() *messages {
	m := new(messages)
	for i := range m.headers {
		m.headers[i].Iov = &m.pieces[i]
		m.headers[i].SetIovlen(1)
		m.headers[i].Name = (*byte)(unsafe.Pointer(&m.peers[i]))
	}
	return m
}

// put makes b the bytes of the i-th message.
func (m *messages) put(i int, b []byte) {
	m.pieces[i].Base = unsafe.SliceData(b)
	m.pieces[i].SetLen(len(b))
}

// control makes b the control message.
func (m *message) control(b []byte) {
	m.Control = unsafe.SliceData(b)
	m.SetControllen(len(b))
}

// call makes a system call with n messages from the first on. A call that does not wait bypasses the scheduler, which
// would take a long batch for a call that hangs, and start another thread.
func (c *batches) call(trap uintptr, m *messages, first, n int, flags uintptr) (int, syscall.Errno) {
	system := unix.Syscall6
	if flags == unix.MSG_DONTWAIT {
		system = unix.RawSyscall6
	}
	done, _, errno := system(trap, uintptr(c.fd), uintptr(unsafe.Pointer(&m.headers[first])), uintptr(n), flags, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(done), 0
}

func (c *batches) receive(deliver deliverer) (int, error) {
	n, errno := c.readBatch(unix.MSG_DONTWAIT)
	if errno == unix.EAGAIN {
		n, errno = c.readBatch(unix.MSG_WAITFORONE)
	}
	switch {
	case c.stopped.Load():
		return 0, net.ErrClosed
	case errno == unix.EINTR:
		return 0, nil
	case errno != 0:
		return 0, os.NewSyscallError("recvmmsg", errno)
	}
	c.deliver(n, deliver)
	return n, nil
}

// readBatch reads waiting messages.
func (c *batches) readBatch(flags uintptr) (int, syscall.Errno) {
	for i := range c.in.headers {
		c.in.headers[i].Namelen = unix.SizeofSockaddrInet6
		if c.controls != nil {
			c.in.headers[i].control(c.control[i][:])
		}
	}
	return c.call(unix.SYS_RECVMMSG, c.in, 0, len(c.in.headers), flags)
}

// deliver delivers the messages read.
func (c *batches) deliver(n int, deliver deliverer) {
	now := time.Now()
	for i := range n {
		from := UDPAddr{AddrPort: addressIn(&c.in.peers[i])}
		if c.controls != nil {
			from.Local = c.controls.local(c.control[i][:c.in.headers[i].Controllen])
		}
		deliver(c.room[i][:c.in.headers[i].n], from, now)
	}
}

func (c *batches) send(batch []datagram) {
	for i, e := range batch {
		c.out.put(i, e.bytes)
		c.out.headers[i].Namelen = c.address(&c.out.peers[i], e.to.AddrPort)
		c.out.headers[i].control(c.controls.from(e.to.Local))
	}
	for first := 0; first < len(batch); {
		n, errno := c.call(unix.SYS_SENDMMSG, c.out, first, len(batch)-first, unix.MSG_DONTWAIT)
		if errno == unix.EAGAIN {
			n, errno = c.call(unix.SYS_SENDMMSG, c.out, first, len(batch)-first, 0)
		}
		for _, e := range batch[first : first+n] {
			e.count(nil)
		}
		first += n
		if errno != 0 && isNoSource(errno) && c.out.headers[first].Controllen > 0 {
			c.out.headers[first].control(nil)
			continue
		}
		if errno != 0 && errno != unix.EINTR { // it is about the next datagram, and costs no other
			batch[first].count(errno)
			first++
		}
	}
}

func (c *batches) sendNear(d datagram) {
	usual, err := unix.GetsockoptInt(c.fd, unix.IPPROTO_IP, unix.IP_TTL)
	if err == nil && unix.SetsockoptInt(c.fd, unix.IPPROTO_IP, unix.IP_TTL, nearHops) == nil {
		defer unix.SetsockoptInt(c.fd, unix.IPPROTO_IP, unix.IP_TTL, usual)
	}
	c.send([]datagram{d})
}

// stop makes the system wake up a receiver; close alone would not.
func (c *batches) stop() {
	c.stopped.Store(true)
	unix.Shutdown(c.fd, unix.SHUT_RDWR) // reports that the socket is not connected, but works
}

func (c *batches) close() { unix.Close(c.fd) }

// address writes an address for the system and returns its size.
func (c *batches) address(to *unix.RawSockaddrInet6, a netip.AddrPort) uint32 {
	port := [2]byte{byte(a.Port() >> 8), byte(a.Port())}
	if c.v6 {
		*to = unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: a.Addr().As16(), Scope_id: scopeOf(a.Addr().Zone())}
		to.Port = *(*uint16)(unsafe.Pointer(&port))
		return unix.SizeofSockaddrInet6
	}
	v4 := (*unix.RawSockaddrInet4)(unsafe.Pointer(to))
	*v4 = unix.RawSockaddrInet4{Family: unix.AF_INET}
	if a := a.Addr().Unmap(); a.Is4() { // any other is invalid
		v4.Addr = a.As4()
	}
	v4.Port = *(*uint16)(unsafe.Pointer(&port))
	return unix.SizeofSockaddrInet4
}

// addressIn reads an address from the system. The zone of a link-local one is its interface's number.
func addressIn(from *unix.RawSockaddrInet6) netip.AddrPort {
	bytes := *(*[2]byte)(unsafe.Pointer(&from.Port)) // the same place in both kinds
	port := uint16(bytes[0])<<8 | uint16(bytes[1])
	if from.Family == unix.AF_INET {
		v4 := (*unix.RawSockaddrInet4)(unsafe.Pointer(from))
		return netip.AddrPortFrom(netip.AddrFrom4(v4.Addr), port)
	}
	a := netip.AddrFrom16(from.Addr)
	if from.Scope_id != 0 {
		a = a.WithZone(strconv.FormatUint(uint64(from.Scope_id), 10))
	}
	return netip.AddrPortFrom(a, port)
}

// scopeOf is the inverse of addressIn for a zone.
func scopeOf(zone string) uint32 {
	n, _ := strconv.ParseUint(zone, 10, 32)
	return uint32(n)
}

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

// The calls do not wait, so they bypass the scheduler.

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
