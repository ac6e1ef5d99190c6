package main

import (
	"strings"

	"dogfight/net/foreign"
	"dogfight/net/link"
)

// checkAddress says what is wrong with the address of a match on the command line that
// cannot be one; "" is none.
func checkAddress(address string) (err error) {
	switch {
	case address == "":
	case foreign.Speaks(address):
		_, err = foreign.Parse(address)
	case strings.HasPrefix(address, tunnelScheme):
		_, err = parseTunnel(address)
	default:
		err = link.CheckAddress(address)
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// checkListen says what is wrong with the address that a flag has the host listen at.
func checkListen(flag, address string) error {
	if address == "" {
		return nil
	}
	if err := link.CheckAddress(address); err != nil {
		return usagef("%s: %w", flag, err)
	}
	return nil
}
