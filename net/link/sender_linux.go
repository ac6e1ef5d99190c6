package link

import (
	"net"
	"net/netip"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sender sends many datagrams with one call, sendmmsg(2). All memory that the
// call needs is kept, so that nothing is allocated.
type sender struct {
	oneByOne // for what sendmmsg is not used for, or fails
	raw      syscall.RawConn
	v6       bool // the socket speaks IPv6, and IPv4 as IPv6

	messages [maxBatch]message
	pieces   [maxBatch]unix.Iovec
	peers    [maxBatch]unix.RawSockaddrInet6 // or, shorter, IPv4

	// Of the call that is underway.
	first, end int // of messages
	sent       int
	errno      syscall.Errno
	call       func(fd uintptr) (done bool) // s.sendmmsg, made once
}

// message is struct mmsghdr of sendmmsg(2).
type message struct {
	header unix.Msghdr
	_      uint32 // the bytes that were sent
}

func newSender(conn *net.UDPConn) batchSender {
	raw, err := conn.SyscallConn()
	if err != nil {
		return oneByOne{conn}
	}
	s := &sender{oneByOne: oneByOne{conn}, raw: raw}
	raw.Control(func(fd uintptr) {
		domain, _ := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_DOMAIN)
		s.v6 = domain == unix.AF_INET6
	})
	s.call = s.sendmmsg
	return s
}

func (s *sender) send(batch []envelope) {
	if len(batch) == 1 || slices.ContainsFunc(batch, s.isOdd) {
		s.oneByOne.send(batch)
		return
	}
	for i, e := range batch {
		s.prepare(i, e)
	}
	for s.first, s.end = 0, len(batch); s.first < s.end; {
		if err := s.raw.Write(s.call); err != nil { // closed
			s.sent, s.errno = 0, unix.EBADF
		}
		for _, e := range batch[s.first : s.first+s.sent] {
			e.count(nil)
		}
		s.first += s.sent
		if s.errno != 0 { // it is about the next datagram, and costs no other
			batch[s.first].count(s.errno)
			s.first++
		}
	}
}

// isOdd reports whether an address is better left to package net: a link-local
// one, whose zone has a number, or one that the socket cannot reach.
func (s *sender) isOdd(e envelope) bool {
	a := e.to.Addr()
	return a.Zone() != "" || !s.v6 && !a.Unmap().Is4()
}

// prepare makes e the i-th message.
func (s *sender) prepare(i int, e envelope) {
	m, piece := &s.messages[i].header, &s.pieces[i]
	piece.Base = unsafe.SliceData(e.bytes)
	piece.SetLen(len(e.bytes))
	m.Iov = piece
	m.SetIovlen(1)
	m.Name = (*byte)(unsafe.Pointer(&s.peers[i]))
	m.Namelen = s.address(&s.peers[i], e.to)
}

// address writes an address for the system and returns its size.
func (s *sender) address(to *unix.RawSockaddrInet6, a netip.AddrPort) uint32 {
	port := [2]byte{byte(a.Port() >> 8), byte(a.Port())}
	if s.v6 {
		*to = unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: a.Addr().As16()}
		to.Port = *(*uint16)(unsafe.Pointer(&port))
		return unix.SizeofSockaddrInet6
	}
	v4 := (*unix.RawSockaddrInet4)(unsafe.Pointer(to))
	*v4 = unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: a.Addr().Unmap().As4()}
	v4.Port = *(*uint16)(unsafe.Pointer(&port))
	return unix.SizeofSockaddrInet4
}

// sendmmsg sends the messages from first to end. It is not done when the system
// has no room: then it is called again as soon as there is.
func (s *sender) sendmmsg(fd uintptr) (done bool) {
	n, _, errno := unix.Syscall6(unix.SYS_SENDMMSG, fd,
		uintptr(unsafe.Pointer(&s.messages[s.first])), uintptr(s.end-s.first), 0, 0, 0)
	if errno == unix.EAGAIN {
		return false
	}
	if s.sent, s.errno = int(n), errno; errno != 0 {
		s.sent = 0
	}
	return true
}
