package gateway

import (
	"net"

	"dogfight/net/admission"
	"dogfight/proto/dialect/carnage"
)

func (g *Gateway) openCarnage() error {
	if !g.spec.WebSocket {
		return g.openStreams(func() Session { return carnage.NewSession() })
	}
	l, err := g.listen(g.spec.Addr)
	if err != nil {
		return err
	}
	g.accept(l, g.serveCarnage)
	return nil
}

// serveCarnage plays for a connection that is a WebSocket if it begins as HTTP does, and a
// stream otherwise.
func (g *Gateway) serveCarnage(conn net.Conn, visit *admission.Visit) {
	limitBuffer(conn)
	hello := newOpening(conn)
	switch isHTTP, err := g.begins(hello); {
	case err != nil:
	case isHTTP:
		g.serveWebSocket(hello, visit, carnage.NewMessageSession())
	default:
		g.serve(conn, hello.unlimited(), visit, carnage.NewSession())
	}
}
