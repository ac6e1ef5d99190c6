package gateway

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"dogfight/net/admission"
)

// Spec is a dialect and its listening address.
type Spec struct {
	Dialect   string
	Addr      string            // host:port
	BigEndian bool              // rtype: floats too
	WebSocket bool              // carnage: accept WebSockets too
	Origins   admission.Origins // of pages that may play over WebSockets; "null" for files, "*" for all
}

// ParseSpec reads NAME, NAME=ADDR or NAME=ADDR,OPTION,... Without a host, the address is loopback, as the dialects
// prove no identity.
func ParseSpec(text string) (Spec, error) {
	name, rest, _ := strings.Cut(text, "=")
	d := find(name)
	if d == nil {
		return Spec{}, fmt.Errorf("must be one of %s, got %q", strings.Join(Names(), ", "), name)
	}
	words := strings.Split(rest, ",")
	s := Spec{Dialect: name}
	for _, option := range words[1:] {
		if err := s.set(option); err != nil {
			return Spec{}, err
		}
	}
	if len(s.Origins) > 0 && !s.WebSocket {
		return Spec{}, errors.New("origin needs websocket, as in carnage=ADDR,websocket,origin=ORIGIN")
	}
	var err error
	s.Addr, err = complete(words[0], d.port)
	return s, err
}

// options lists each dialect's options; the floats of rtype-code are always big-endian.
var options = map[string][]string{
	"carnage": {"websocket", "origin"},
	"rtype":   {"big-endian"},
}

// set applies an option: a word, or origin=ORIGIN.
func (s *Spec) set(option string) error {
	word, value, valued := strings.Cut(option, "=")
	switch known := options[s.Dialect]; {
	case known == nil:
		return fmt.Errorf("%s has no options, got %q", s.Dialect, option)
	case !slices.Contains(known, word) || valued != (word == "origin"):
		forms := strings.Replace(strings.Join(known, " or "), "origin", "origin=ORIGIN", 1)
		return fmt.Errorf("option of %s must be %s, got %q", s.Dialect, forms, option)
	}
	switch word {
	case "big-endian":
		s.BigEndian = true
	case "websocket":
		s.WebSocket = true
	case "origin":
		page, err := admission.ParseOrigin(value)
		if err != nil {
			return err
		}
		s.Origins = append(s.Origins, page)
	}
	return nil
}

// complete adds a missing host and port.
func complete(addr string, port int) (string, error) {
	if !strings.Contains(addr, ":") {
		addr = net.JoinHostPort(addr, strconv.Itoa(port))
	}
	host, number, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("must be an address such as :%d or 0.0.0.0:%d, got %q", port, port, addr)
	}
	if _, err := strconv.ParseUint(number, 10, 16); err != nil {
		return "", fmt.Errorf("port must be 0 to 65535, got %q", number)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, number), nil
}
