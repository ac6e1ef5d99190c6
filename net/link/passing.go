package link

import (
	"errors"
	"syscall"
)

// Windows numbers these errors of sockets apart from syscall's, and no Unix has
// errors with such numbers (winerror.h).
const (
	wsaMessageSize        syscall.Errno = 10040
	udpWsaConnectionReset syscall.Errno = 10054
)

// isPassing reports whether an error is about one datagram: that an earlier one found
// no receiver (Windows tells the reader so), or one is too long.
func isPassing(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, udpWsaConnectionReset) || errors.Is(err, wsaMessageSize)
}
