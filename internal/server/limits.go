package server

import (
	"cmp"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/sshd"
	"dogfight/net/webd"
	"dogfight/net/window"
)

const (
	// UsualPerAddress is for a family, or some friends in one room.
	UsualPerAddress = 8
	// MaxPerAddress is as much as there may be in all.
	MaxPerAddress = 1024
	// perLocal lets a full match, and as many spectators, come from one network: a school, an office
	// or a LAN party, or this machine where a tunnel or a proxy ends.
	perLocal = 2 * game.MaxShips
)

// limitsOf returns what strangers may take of a host.
func limitsOf(o *Options) link.Limits {
	most := cmp.Or(o.PerAddress, UsualPerAddress)
	return link.Limits{PerAddress: most, PerLocal: max(perLocal, most), HalfOpen: 4 * game.MaxShips}
}

// sshLimitsOf returns the same for those who come by SSH.
func sshLimitsOf(o *Options) sshd.Limits {
	l := limitsOf(o)
	return sshd.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal, HalfOpen: l.HalfOpen}
}

// webLimitsOf returns the same for those who come by a browser.
func webLimitsOf(o *Options) webd.Limits {
	l := limitsOf(o)
	return webd.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal, HalfOpen: l.HalfOpen}
}

// windowLimitsOf returns what all of them together may have drawn.
func windowLimitsOf(o *Options) window.Limits {
	l := limitsOf(o)
	return window.Limits{PerAddress: l.PerAddress, PerLocal: l.PerLocal}
}
