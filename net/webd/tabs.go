package webd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// tabs are those of browsers in which visitors play who are known. A page that comes again has lost its connection, whether or
// not the host has noticed: its visit before ends as lost, so that its seat is free for it. The zero tabs are ready.
type tabs struct {
	mu sync.Mutex
	in map[tab]*stay
}

// tab is where a known visitor plays.
type tab struct{ identity, tab string }

// tabSize is that of what a tab is known by.
const tabSize = 32

// stay is a visit in a tab.
type stay struct {
	*tabs
	at       tab
	terminal *Terminal
	lose     context.CancelCauseFunc
	over     chan struct{} // closed when the visitor plays no more

	replaced bool // under the lock of tabs, as is whether over is closed
}

// errReplaced is told to the end that is left behind, if it is still there.
var errReplaced = errors.New("you play on over another connection, or in a copy of this tab")

// enter begins a visit, once the one before in the same tab is over.
func (ts *tabs) enter(t *Terminal, lose context.CancelCauseFunc) *stay {
	s := &stay{tabs: ts, at: tab{t.Identity, t.tab}, terminal: t, lose: lose, over: make(chan struct{})}
	if t.Identity == "" || t.tab == "" {
		return s
	}
	if before := ts.put(s); before != nil {
		before.leaveBehind()
	}
	return s
}

// put has a visit be that of its tab, and returns the one that was.
func (ts *tabs) put(s *stay) (before *stay) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.in == nil {
		ts.in = map[tab]*stay{}
	}
	if before = ts.in[s.at]; before != nil {
		before.replaced = true
	}
	ts.in[s.at] = s
	return before
}

// leaveBehind ends a visit, and waits for that. What it still writes may have nowhere to go.
func (s *stay) leaveBehind() {
	s.lose(ErrLost)
	s.terminal.End(io.EOF)
	late := time.AfterFunc(goodbye, func() { s.terminal.conn.Close() })
	defer late.Stop()
	<-s.over
}

// isReplaced reports whether another visit goes on in the tab.
func (s *stay) isReplaced() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replaced
}

// end notes that the visitor plays no more. It may be called again.
func (s *stay) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.over:
		return
	default:
	}
	close(s.over)
	if s.in[s.at] == s {
		delete(s.in, s.at)
	}
}
