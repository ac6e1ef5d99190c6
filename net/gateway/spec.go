package gateway

import (
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Spec says which dialect is spoken, and where.
type Spec struct {
	Dialect   string // by name
	Addr      string // host:port
	BigEndian bool   // of rtype: floats are, too
}

// ParseSpec reads NAME, NAME=ADDR or NAME=ADDR,OPTION. Without a host, the address
// is of this machine alone, since nobody proves in a dialect who he is.
func ParseSpec(text string) (Spec, error) {
	name, rest, _ := strings.Cut(text, "=")
	d := find(name)
	if d == nil {
		return Spec{}, fmt.Errorf("expected one of %s, %q came", strings.Join(Names(), ", "), name)
	}
	addr, option, _ := strings.Cut(rest, ",")
	s := Spec{Dialect: name}
	switch {
	case option == "":
	case option == "big-endian" && name == "rtype": // the floats of rtype-code always are
		s.BigEndian = true
	default:
		return Spec{}, fmt.Errorf("expected NAME=ADDR, or rtype=ADDR,big-endian; %q came", text)
	}
	var err error
	s.Addr, err = complete(addr, d.port)
	return s, err
}

// complete gives an address a host and a port, if it lacks them.
func complete(addr string, port int) (string, error) {
	if !strings.Contains(addr, ":") {
		addr = net.JoinHostPort(addr, strconv.Itoa(port))
	}
	host, number, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("expected an address such as :%d or 0.0.0.0:%d, %q came", port, port, addr)
	}
	if _, err := strconv.ParseUint(number, 10, 16); err != nil {
		return "", fmt.Errorf("expected a port from 0 to 65535, %q came", number)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, number), nil
}
