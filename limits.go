package main

import (
	"cmp"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/sshd"
	"dogfight/ui"
)

const (
	// usualPerAddress is for a family, or some friends in one room.
	usualPerAddress = 8
	// mostPerAddress is as much as there may be in all.
	mostPerAddress = 1024
	// perLocal lets a full match, and as many spectators, come from one network: a school, an office
	// or a LAN party, or this machine where a tunnel or a proxy ends.
	perLocal = 2 * game.MaxShips
)

// checkPerAddress says what is wrong with how much an address may have.
func checkPerAddress(o *ui.HostOptions) error {
	if o.PerAddress < 1 || o.PerAddress > mostPerAddress {
		return usagef("--per-address: must be 1 to %d, got %d", mostPerAddress, o.PerAddress)
	}
	return nil
}

// limitsOf returns what strangers may take of a host.
func limitsOf(o *ui.HostOptions) link.Limits {
	most := cmp.Or(o.PerAddress, usualPerAddress)
	return link.Limits{PerAddress: most, PerLocal: max(perLocal, most), HalfOpen: 4 * game.MaxShips}
}

// sshLimitsOf returns the same for those who come by SSH.
func sshLimitsOf(o *ui.HostOptions) sshd.Limits {
	l := limitsOf(o)
	return sshd.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal, HalfOpen: l.HalfOpen}
}
