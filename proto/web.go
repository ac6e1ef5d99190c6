package proto

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// Web follows a Progress over a connection: where the host lets browsers in. Hosts of before it end with their Progress.
type Web struct {
	Port   uint16 // of TCP, at the address that was asked; 0 for nowhere
	Secure bool   // by HTTPS
}

// Type returns WebType.
func (*Web) Type() Type { return WebType }

// Append appends the message.
func (m *Web) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(WebType)), m.Port)
	return appendFlag(b, m.Secure)
}

func (m *Web) parse(r *reader) {
	m.Port = r.U16("port")
	m.Secure = r.Flag("secure")
}

// URL returns what is opened in a browser to play at a host, which is a name or an address; "" if that is nothing a browser
// can open.
func (m *Web) URL(host string) string {
	scheme, usual := "http", uint16(80)
	if m.Secure {
		scheme, usual = "https", 443
	}
	switch {
	case m.Port == 0 || host == "" || strings.Contains(host, "%"): // a zone is this machine's own word
		return ""
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	if m.Port != usual {
		host += ":" + strconv.Itoa(int(m.Port))
	}
	return scheme + "://" + host + "/"
}
