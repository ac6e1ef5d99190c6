// Package antiamp keeps a host from being used to amplify attacks on others. The source
// of a datagram can be forged: a host that answers with more bytes than came lends an
// attacker its connection to flood the forged address.
//
//	Budget  at most three bytes to an address for each that came from it, until the
//	        address has echoed what only it was told (RFC 9000, section 8.1)
//	Fair    so many a second in all, of which each site gets its share
//
// What is counted is what RFC 9000 counts: the payload of datagrams, without the headers
// of UDP and IP. Those are the same 28 or 48 bytes each way, so that on the wire it is
// less than three for one.
package admission
