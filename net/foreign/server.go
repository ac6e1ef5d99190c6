package foreign

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// Server is the address and protocol of a foreign server.
type Server struct {
	Protocol  string // dogfight, rtype or rtype-code
	Addr      string // host:port
	BigEndian bool   // rtype: floats too
}

// ports has the default port of each protocol.
var ports = [...]struct{ protocol, port string }{
	{"dogfight", "6699"},
	{"rtype", "4243"},
	{"rtype-code", "4244"},
}

const (
	schemeEnd   = "://"
	floatsKey   = "floats"
	floatsValue = "big-endian"
)

// Speaks reports whether an address begins with the name of a protocol, as in rtype://host.
func Speaks(address string) bool {
	scheme, _, ok := strings.Cut(address, schemeEnd)
	return ok && portOf(scheme) != ""
}

func portOf(protocol string) string {
	for _, p := range ports {
		if p.protocol == protocol {
			return p.port
		}
	}
	return ""
}

// Parse parses an address that Speaks.
func Parse(address string) (Server, error) {
	scheme, _, _ := strings.Cut(address, schemeEnd)
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.Fragment != "" || portOf(scheme) == "" {
		return Server{}, badAddress(scheme, address)
	}
	port := u.Port()
	if port == "" {
		port = portOf(scheme)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return Server{}, fmt.Errorf("port must be 1 to 65535, got %q", address)
	}
	s := Server{Protocol: scheme, Addr: net.JoinHostPort(u.Hostname(), port)}
	switch query := u.RawQuery; {
	case query == "":
	case scheme == "rtype" && query == floatsKey+"="+floatsValue:
		s.BigEndian = true
	default:
		return Server{}, badAddress(scheme, address)
	}
	return s, nil
}

func badAddress(scheme, address string) error {
	form := scheme + "://HOST[:PORT]"
	if scheme == "rtype" {
		form += "[?" + floatsKey + "=" + floatsValue + "]"
	}
	return fmt.Errorf("must be %s, got %q", form, address)
}

// String returns the address in full.
func (s Server) String() string {
	text := s.Protocol + schemeEnd + s.Addr
	if s.BigEndian {
		text += "?" + floatsKey + "=" + floatsValue
	}
	return text
}
