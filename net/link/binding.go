package link

import "crypto/tls"

// Binding returns what both ends of a link know of the connection below it, and nobody
// else: 32 bytes (tls-exporter, RFC 9266). What is proven of them is proven to the other end and
// to nobody who relays. It is nil while the link connects, and of a link that is not
// over TLS of ours: in memory no network is between the ends, and of a channel of SSH
// the client's end is a program that does not tell.
func Binding(l Link) []byte {
	switch l := l.(type) {
	case *stream:
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.binding
	case *lossy:
		return Binding(l.Link)
	}
	return nil
}

const (
	bindingLabel = "EXPORTER-Channel-Binding"
	bindingSize  = 32
)

// bindingOf returns that of a carrier.
func bindingOf(c carrier) []byte {
	over, ok := c.(tlsCarrier)
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
