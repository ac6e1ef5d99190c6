package server

import (
	"crypto/subtle"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

const (
	// routeTime is how long a new link may take to say where it belongs.
	routeTime = 5 * time.Second
	// routeLook is how often that is looked for.
	routeLook = 5 * time.Millisecond
	// maxRouting is of how many links that is looked for at once.
	maxRouting = 1024
)

// route brings a new link to the room where it belongs: that of the ticket that it shows, or of the seat that its token takes back, or else
// to the match that is always there.
func (m *member) route(l link.Link) {
	m.mu.Lock()
	if m.closed || m.routing >= maxRouting {
		m.mu.Unlock()
		l.Close()
		return
	}
	m.routing++
	m.running.Go(func() {
		defer sys.Restore()
		defer func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.routing--
		}()
		m.await(l)
	})
	m.mu.Unlock()
}

// await waits for the first thing that is said over a link.
func (m *member) await(l link.Link) {
	timer := time.NewTicker(routeLook)
	defer timer.Stop()
	for until := time.Now().Add(routeTime); l.Err() == nil && time.Now().Before(until); <-timer.C {
		p, ok := l.Receive(nil)
		switch {
		case !ok:
		case p.Channel == link.Data: // which nobody can use yet
		default:
			m.bring(l, p)
			return
		}
		if m.isClosed() {
			break
		}
	}
	l.Close()
}

func (m *member) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// bring brings a link to a room by what was said first.
func (m *member) bring(l link.Link, first link.Packet) {
	said, err := proto.Parse(first.Bytes)
	if t, ok := said.(*proto.Ticket); ok && err == nil {
		m.take(l, t.Bytes)
		return
	}
	room := m.home
	if hello, ok := said.(*proto.Hello); ok && err == nil && subtle.ConstantTimeCompare(hello.Token[:], make([]byte, len(hello.Token))) == 0 {
		m.mu.Lock()
		rooms := m.all()
		m.mu.Unlock()
		for _, r := range rooms {
			if r.host.KnowsToken(hello.Token) {
				room = r
			}
		}
	}
	m.server.keys.meet(l)
	room.add(link.As(l, "", l.Identity(), first))
}
