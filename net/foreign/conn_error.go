package foreign

import (
	"errors"
	"fmt"
	"io"
	"net"
)

var errClosed = errors.New("the server closed the connection")

func closed(err error) error {
	if errors.Is(err, io.EOF) {
		return errClosed
	}
	return fmt.Errorf("the connection broke: %w", inShort(err))
}

// noAnswer says why there is no connection.
func (c *conn) noAnswer(err error) error {
	var dns *net.DNSError
	var slow net.Error
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return fmt.Errorf("no host is named %s: is it spelled correctly?", dns.Name)
	case errors.As(err, &slow) && slow.Timeout():
		return fmt.Errorf("no %s server answers at %s within %v", c.server.Protocol, c.server.Addr, dialTime)
	}
	return fmt.Errorf("no %s server answers at %s: %w", c.server.Protocol, c.server.Addr, inShort(err))
}

// inShort leaves out of an error which call failed, and where.
func inShort(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var call interface{ Unwrap() error }
	if errors.As(err, &call) && call.Unwrap() != nil {
		return call.Unwrap()
	}
	return err
}
