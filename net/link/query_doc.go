// Package query asks hosts something, and answers it, in one datagram for one and without
// a link.
//
//	Asker      sends queries to hosts
//	Responder  decides at a host what is answered
//
// A datagram to a host that begins with 44 4f 47, "DOG", is a query of a peer that
// has no link. No link has that number. If the owner of the Listener has an answer,
// and it is no longer than the query, it goes back as it is; but to no site (an IPv4
// address, an IPv6 /64) more than 16 a second, to all that are not on a network of the
// host's 1,024, and to those that are 256. When more ask, those are answered first that
// ask seldom.
package link
