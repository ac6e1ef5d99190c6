package link

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
)

// Windows numbers these errors of sockets apart from syscall's, and no Unix has
// errors with such numbers (winerror.h).
const (
	wsaAddressInUse    syscall.Errno = 10048
	wsaConnectionReset syscall.Errno = 10054
)

// Reason is the gist of an error of the network, without the addresses and calls
// that package net puts before it.
func Reason(err error) string {
	var errno syscall.Errno
	var unknown *net.DNSError
	switch {
	case isHangUp(err):
		return "it hung up"
	case isTimeout(err):
		return "it stopped answering"
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &unknown):
		return unknown.Err
	}
	return err.Error()
}

func isHangUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, wsaConnectionReset)
}

func isAddressInUse(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaAddressInUse)
}

func isTimeout(err error) bool {
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded)
}
