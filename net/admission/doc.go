// Package admission decides which connections to take when there are more than there may be. One
// Control serves one listener, whatever is spoken there.
//
//	Enter ──► half-open ──► Settle ──► settled ──► Leave
//	  │           │                       ▲
//	  │           │                       └──► resting ──► Leave, or cut off
//	  │           └──► cut off, or Leave: a penalty
//	  └──► refused
//
// A connection is half-open until its visitor has come in: shaken hands, and said what they
// want. That is where attackers strike, so there the rules are strict:
//
//   - An address (an IPv4 address or an IPv6 /64) has so many connections, local ones more. The
//     fuller the host, the fewer it may have: from a quarter of Limits.Total on they fall, and
//     the second half is for addresses that have none yet.
//   - When there are as many half-open connections as there may be, the oldest of the heaviest
//     prefix is cut off for the new one. Weighed are /16, /24 and /32 of IPv4, and /32, /48 and
//     /64 of IPv6, the widest first and then what is heaviest within it.
//   - From half of that number on, new connections are dropped at random, more and more of them,
//     as OpenSSH's MaxStartups does. But an address that has no half-open connection and no
//     bad reputation is always let in.
//   - An address whose connections are cut off, or leave without having come in, gets a bad
//     reputation after a few times and for no more than 20 seconds, as by OpenSSH's
//     PerSourcePenalties; so does one that comes and goes more than four times a second for
//     long. While it lasts, one connection a second is taken from there, so that others who
//     share the address are not locked out. A wider prefix can take more penalties, and lets
//     more connections through.
//
// Where visitors ask one thing after the other, as browsers do, a connection rests in between. It
// is not half-open, for its visitor did come in; but it is cut off where there is no room else.
//
// What is remembered of reputations is bounded. When it is full the slightest is forgotten, so
// that filling it locks no address out.
//
// Local addresses get no bad reputation, are not dropped at random, and weigh a sixteenth:
// behind a proxy or a tunnel all visitors have one.
package admission
