package link

import "crypto/tls"

// Binding returns 32 bytes that only the two ends of the connection below a link know
// (tls-exporter, RFC 9266). What is proven of them is proven to the other end, and not to
// a relay between them. It is nil while the link connects, and of a link that is not
// over TLS of ours: in memory no network is between the ends, and of a channel of SSH
// the client's end is a program that does not tell.
func Binding(l Link) []byte {
	s := streamOf(l)
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.binding
}

const (
	bindingLabel = "EXPORTER-Channel-Binding"
	bindingSize  = 32
)

// bindingOf returns that of a transport.
func bindingOf(c transport) []byte {
	over, ok := c.(tlsTransport)
	if !ok {
		return nil
	}
	state := over.ConnectionState()
	return export(&state)
}

func export(state *tls.ConnectionState) []byte {
	b, err := state.ExportKeyingMaterial(bindingLabel, nil, bindingSize)
	if err != nil {
		return nil // which TLS 1.3 never says
	}
	return b
}
