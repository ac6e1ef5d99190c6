package link

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"
)

// DefaultPort is the port of an address without one.
const DefaultPort = 4242

// normalize adds the default port if there is none, and returns the canonical spelling under which the host is known:
// "Example.org" is "example.org:4242", "::1" is "[::1]:4242".
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

// notOfHosts reports whether no host name or address contains a character. Names may have letters of any language.
func notOfHosts(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._:%", r)
}

// CheckAddress reports an error if an address cannot be valid. It does not look the host up.
func CheckAddress(addr string) error {
	_, err := normalize(addr)
	return err
}

// HostOf returns the host of an address without brackets, or "" if the address is invalid.
func HostOf(addr string) string {
	whole, err := normalize(addr)
	if err != nil {
		return ""
	}
	host, _, _ := net.SplitHostPort(whole)
	return host
}

// canonical returns the canonical spelling of an IP address or name.
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

// unbracket removes brackets: "[::1]" is "::1".
func unbracket(host string) string {
	if n := len(host); n > 2 && host[0] == '[' && host[n-1] == ']' {
		return host[1 : n-1]
	}
	return host
}

// HasPort reports whether an address has a port.
func HasPort(addr string) bool {
	_, _, err := net.SplitHostPort(addr)
	return err == nil
}

// JoinPort joins a host, which may be in brackets, and a port.
func JoinPort(host string, port uint16) string {
	return net.JoinHostPort(unbracket(host), strconv.Itoa(int(port)))
}

// Resolve returns the IP addresses of an address, or none if the lookup fails.
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

// Windows error numbers of sockets (winerror.h), which syscall lacks. No Unix has errors with such numbers.
const (
	wsaAddressInUse    syscall.Errno = 10048
	wsaMessageSize     syscall.Errno = 10040
	wsaConnectionReset syscall.Errno = 10054
)

// Reason returns the core of a network error, without the addresses and calls that package net puts before it.
func Reason(err error) string {
	var errno syscall.Errno
	var unknown *net.DNSError
	switch {
	case isHangUp(err):
		return "connection closed"
	case isTimeout(err):
		return "it stopped answering"
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &unknown):
		return unknown.Err
	}
	return err.Error()
}

func isHangUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, wsaConnectionReset)
}

func isAddressInUse(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaAddressInUse)
}

func isTimeout(err error) bool {
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded)
}

// isPassing reports whether an error concerns one datagram: an earlier one found no receiver, or this one is too long.
func isPassing(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, wsaConnectionReset) || errors.Is(err, wsaMessageSize)
}
