// Package admission decides who gets a connection when more want one than there may be. One
// Control serves one listener, whatever is spoken there.
//
//	Enter ──► half-open ──► Settle ──► settled ──► Leave
//	  │           └──► cut off, or Leave: a penalty
//	  └──► refused
//
// A connection is half-open until it has come in: shaken hands, and said what it wants. That is
// where strangers attack, so there the rules are hard:
//
//   - An address (an IPv4 address or an IPv6 /64) has so many connections, local ones more. The
//     fuller the house, the fewer it may have: from a quarter of Limits.Total on they fall, and
//     the second half is for those that have none yet.
//   - When there are as many half-open connections as there may be, the oldest of the heaviest
//     prefix is cut off for the new one. Weighed are /16, /24 and /32 of IPv4, and /32, /48 and
//     /64 of IPv6, the widest first and then what is heaviest within it.
//   - From half of that number on, new connections are dropped at random, more and more of them,
//     as OpenSSH's MaxStartups does. But an address that has no half-open connection and no
//     bad name is always let in.
//   - Whoever is cut off or leaves without having come in gets a bad name, after a few times and
//     for no more than 20 seconds, as by OpenSSH's PerSourcePenalties; so does whoever comes and
//     goes more than four times a second for long. While it lasts, one
//     connection a second is taken from there, so that somebody who shares the address is not
//     locked out. Of wider prefixes a bad name takes more, and lets more through.
//
// What is remembered of bad names is bounded. When it is full the slightest is forgotten, so
// that filling it locks nobody out.
//
// Local addresses get no bad name, are not dropped at random, and weigh a sixteenth: behind a
// proxy or a tunnel everybody has one.
package admission
