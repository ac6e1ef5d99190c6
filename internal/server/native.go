package server

import (
	"errors"
	"sync"

	"dogfight/internal/crash"
	"dogfight/internal/home"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/link/trust"
)

// native is the door for our own clients: TLS, and UDP beside it.
type native struct {
	listener *link.Listener
	host     *net.Host
	keys     *linkedKeys
	running  sync.WaitGroup
}

// listen takes the address for our own clients, and lets nobody in yet.
func (s *Server) listen(o *Options) (*link.Listener, error) {
	cert, err := trust.Certificate(home.HostCertificate())
	if err := s.useUnkept("certificate", err); err != nil {
		return nil, err
	}
	l, err := link.Listen(o.Listen, cert, limitsOf(o))
	if err != nil {
		return nil, err
	}
	if err := l.UDP(); err != nil {
		s.log.Warn(err.Error())
	}
	return l, nil
}

// openNative lets in those who connect to a listener.
func openNative(l *link.Listener, host *net.Host, keys *linkedKeys) *native {
	n := &native{listener: l, host: host, keys: keys}
	l.Answer(host.Answer)
	n.running.Go(n.accept)
	return n
}

func (*native) Name() string { return "native" }

func (n *native) Addrs() []string { return []string{n.listener.Addr().String()} }

func (n *native) Close() {
	n.listener.Close()
	n.running.Wait()
}

// accept brings each new link to the host.
func (n *native) accept() {
	defer crash.Restore()
	for {
		l, err := n.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err == nil {
			n.keys.meet(l)
			n.host.Add(l)
		}
	}
}
