package server

import (
	"sync"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui"
)

// naming is what a visitor wants to be called by now. It is said where they come in, and heard by whose client is theirs.
type naming struct {
	mu    sync.Mutex
	name  string    // "" for nothing new
	heard time.Time // when one was last taken
}

// nameEvery is how often another name is taken at most, however often it is said. Hosts have a wait of their own, in which the last counts.
const nameEvery = time.Second

// say has the visitor want to be called so, unless that is no name.
func (n *naming) say(name string) {
	clean, err := proto.CleanName(name)
	if err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.name = clean
}

// take returns a new name; "" for none.
func (n *naming) take(now time.Time) (name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.name == "" || now.Sub(n.heard) < nameEvery {
		return ""
	}
	name, n.name, n.heard = n.name, "", now
	return name
}

// named is the match of a visitor who may change their name.
type named struct {
	*net.Client
	naming *naming
}

// Frame is a Match's. A name waits until the client knows its seat: while it asks for one, it does not send another name.
func (m named) Frame(now time.Time, in game.Input) *net.View {
	v := m.Client.Frame(now, in)
	if v.Phase != net.Playing || v.Me < 0 {
		return v
	}
	if name := m.naming.take(now); name != "" {
		m.GoBy(name)
	}
	return v
}

// under has a session, and those that follow it, hear what the visitor wants to be called.
func (n *naming) under(s *ui.Session) {
	if c, ok := s.Match.(*net.Client); ok {
		s.Match = named{c, n}
	}
	again := s.WithPassword
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			n.under(next)
		}
		return next, err
	}
}
