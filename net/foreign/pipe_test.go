package foreign

import (
	"context"
	"io"
	"net"
)

// pipe returns what dials to the end that it returns. What is written there at once is
// read at once, as with datagrams.
func pipe() (dial, io.ReadWriteCloser) {
	near, far := net.Pipe()
	return func(context.Context, string, string) (net.Conn, error) { return near, nil }, far
}

// refusing refuses to dial.
func refusing(err error) dial {
	return func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
	}
}
