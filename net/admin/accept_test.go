package admin

import (
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// exhausted is a listener of a system that has no file descriptors left.
type exhausted struct {
	tries  atomic.Int32
	closed atomic.Bool
}

func (e *exhausted) Accept() (net.Conn, error) {
	e.tries.Add(1)
	if e.closed.Load() {
		return nil, net.ErrClosed
	}
	return nil, errors.New("too many open files")
}

func (e *exhausted) Close() error {
	e.closed.Store(true)
	return nil
}

func TestAcceptRestsWhenTheSystemRefusesAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &exhausted{}
		s := &Socket{unix: e, open: map[net.Conn]bool{}, done: make(chan struct{})}
		s.running.Go(s.run)
		time.Sleep(10*retry + retry/2)
		if n := e.tries.Load(); n != 11 {
			t.Errorf("%d tries in a second, expected 11", n)
		}
		s.Close()
		s.Close()
	})
}
