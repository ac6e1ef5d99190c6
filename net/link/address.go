package link

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
)

// DefaultPort is the port of an address that names none.
const DefaultPort = 4242

// normalize gives addr the default port if it has none, and the one spelling under
// which its host is known: "Example.org" is "example.org:4242", "::1" is
// "[::1]:4242".
func normalize(addr string) (string, error) {
	host, port := strings.TrimSpace(addr), strconv.Itoa(DefaultPort)
	if bare := unbracket(host); isIP(bare) {
		host = bare
	} else if strings.Contains(host, ":") {
		var err error
		if host, port, err = net.SplitHostPort(host); err != nil {
			return "", fmt.Errorf("must be host or host:port, got %q", addr)
		}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", fmt.Errorf("the port in %q must be 0 to 65535, got %q", addr, port)
	}
	if strings.HasPrefix(host, "-") || strings.ContainsFunc(host, notOfHosts) {
		return "", fmt.Errorf("must be host or host:port, got %q", addr)
	}
	return net.JoinHostPort(canonical(host), strconv.FormatUint(n, 10)), nil
}

// notOfHosts reports whether no name and no address of a host has a character. Names may have letters of any language.
func notOfHosts(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._:%", r)
}

// CheckAddress says what is wrong with an address that cannot be one. It does not look
// whether there is a host.
func CheckAddress(addr string) error {
	_, err := normalize(addr)
	return err
}

// HostOf returns the host of an address, without brackets; "" if it is none.
func HostOf(addr string) string {
	whole, err := normalize(addr)
	if err != nil {
		return ""
	}
	host, _, _ := net.SplitHostPort(whole)
	return host
}

// canonical returns the one spelling of an IP address or a name.
func canonical(host string) string {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.String()
	}
	return strings.ToLower(host)
}

func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// unbracket returns "::1" of "[::1]", and all else as it is.
func unbracket(host string) string {
	if n := len(host); n > 2 && host[0] == '[' && host[n-1] == ']' {
		return host[1 : n-1]
	}
	return host
}

// HasPort reports whether an address names a port.
func HasPort(addr string) bool {
	_, _, err := net.SplitHostPort(addr)
	return err == nil
}

// JoinPort returns the address of a host, which may be in brackets, and a port.
func JoinPort(host string, port uint16) string {
	return net.JoinHostPort(unbracket(host), strconv.Itoa(int(port)))
}

// Resolve returns the IP addresses that an address may stand for; none if it cannot be found out.
func Resolve(ctx context.Context, addr string) []netip.Addr {
	host := HostOf(addr)
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	return all
}
