package link

import (
	"context"
	"errors"
	"fmt"
	"io"

	"dogfight/net/admission"
)

// opening is the channel of a host's first frame on a stream that is not TLS.
const opening Channel = 253

// kindSSH is the kind of all streams that are not TLS.
const kindSSH = "ssh"

// Over returns the host's end of a link over a stream, which it owns: the caller knows the other end's remote name and
// identity. Closing the stream must end a Read and a Write of it.
func Over(rw io.ReadWriteCloser, remote, identity string, limits admission.Limits) Link {
	limits = linkDefaults(limits)
	s := newStream(remote, limits.ControlIn, func() {})
	s.identity, s.kind, s.allowance = identity, kindSSH, newAllowance(limits)
	conn := streamTransport{rw}
	s.attach(conn)
	s.start(func() {
		if err := conn.write(appendFrame(nil, opening, []byte(alpn))); err != nil {
			conn.Close() // read finds and reports that
		}
		s.run(conn)
	})
	return s
}

// Through returns the client's end once the host has begun. It owns the stream from the start, and closes it if ctx is
// done before.
func Through(ctx context.Context, remote string, rw io.ReadWriteCloser) (Link, error) {
	s := newStream(remote, MaxControl, func() {})
	conn, err := s.awaitOpening(ctx, rw)
	if err != nil {
		return nil, err
	}
	s.attach(conn)
	s.start(func() { s.run(conn) })
	return s, nil
}

// DialThrough returns the client's end at once, and opens the stream in the background. Err returns an error of open as
// it is.
func DialThrough(remote string, open func(context.Context) (io.ReadWriteCloser, error)) Link {
	ctx, cancel := context.WithCancel(context.Background())
	s := newStream(remote, MaxControl, cancel)
	s.start(func() {
		defer cancel()
		rw, err := open(ctx)
		if err != nil {
			s.fail(err)
			return
		}
		conn, err := s.awaitOpening(ctx, rw)
		if err != nil {
			s.fail(err)
		} else if s.attach(conn) {
			s.run(conn)
		}
	})
	return s
}

// awaitOpening waits for the host's opening.
func (s *stream) awaitOpening(ctx context.Context, rw io.ReadWriteCloser) (transport, error) {
	s.kind = kindSSH
	conn := streamTransport{rw}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	err := readOpening(conn)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err == nil {
		return conn, nil
	}
	conn.Close()
	if errors.Is(err, errNotOurs) {
		return nil, notOurs(s.remote)
	}
	return nil, fmt.Errorf("cannot reach the host at %s: %s", s.remote, Reason(err))
}

var errNotOurs = errors.New("not the opening of a dogfight host")

func readOpening(r io.Reader) error {
	want := appendFrame(nil, opening, []byte(alpn))
	got := make([]byte, len(want))
	if n, err := io.ReadFull(r, got); err != nil && string(got[:n]) == string(want[:n]) {
		return err // the received part was right
	}
	if string(got) != string(want) {
		return errNotOurs
	}
	return nil
}
