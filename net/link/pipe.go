package link

import (
	"fmt"
	"sync"
	"time"
)

// Here is the Remote of an end in the same program, with no remote peer behind it.
const Here = "memory"

// PipeOf returns the two ends of a link in memory. It has no goroutine: a packet
// has arrived when Send returns, and closing either end closes both. The far end sees
// a remote peer at the near one: a name for the logs, and the identity that the peer
// has proven.
func PipeOf(remote, identity string) (near, far Link) {
	p := &pipe{done: make(chan struct{})}
	x := &pipeEnd{pipe: p, in: newInbox(), remote: Here}
	y := &pipeEnd{pipe: p, in: newInbox(), remote: remote, identity: identity}
	x.peer, y.peer = y, x
	return x, y
}

// pipe is what both ends share.
type pipe struct {
	done chan struct{}

	mu  sync.Mutex // of both ends
	err error
}

type pipeEnd struct {
	*pipe
	peer             *pipeEnd
	remote, identity string
	in               inbox
	out              Counts
}

func (e *pipeEnd) Send(ch Channel, p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return
	}
	if err := admit(ch, len(p), MaxControl); err != nil {
		e.end(fmt.Errorf("cannot send this packet: %w", err))
		return
	}
	e.out.PacketsOut++
	e.out.BytesOut += uint64(len(p))
	if ch == Data {
		e.out.DataOut++
	}
	e.peer.in.put(ch, p, time.Now())
	if waiting := e.peer.in.weight; waiting > maxWaiting {
		e.end(fmt.Errorf("%s was cut off: %w", e.Remote(), slow(waiting)))
	}
}

func (e *pipeEnd) Receive(buf []byte) (Packet, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.in.take(buf)
}

func (e *pipeEnd) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.end(ErrClosed)
}

func (e *pipeEnd) Counts() Counts {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.in.counts
	c.PacketsOut, c.BytesOut, c.DataOut = e.out.PacketsOut, e.out.BytesOut, e.out.DataOut
	c.WireIn, c.WireOut = c.BytesIn, c.BytesOut
	return c
}

func (e *pipeEnd) Remote() string   { return e.remote }
func (e *pipeEnd) Identity() string { return e.identity }
func (e *pipeEnd) Kind() string     { return "memory" }

func (p *pipe) Ready() bool           { return p.Err() == nil }
func (p *pipe) Done() <-chan struct{} { return p.done }

func (p *pipe) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// end takes the pipe down, with mu held.
func (p *pipe) end(err error) {
	if p.err == nil {
		p.err = err
		close(p.done)
	}
}
