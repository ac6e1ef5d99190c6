// Package datagram is the data channel of a link over UDP: the bytes of its datagrams,
// whether data goes that way, and where the client is. It has no socket and no clock.
//
//	End      one end of it
//	Number   names a link among the datagrams that come to a host
//	Secrets  are the keys that both ends take from their TLS session
//
// # Wire format
//
// A data packet travels in a frame of the control channel or in a datagram. Datagrams go
// to the UDP port of the same number as the host's TCP port, and come from there:
//
//	to a host                              to a client
//	offset  size  field                    offset  size  field
//	0       3     number of the link       0       2     sequence number
//	3       2     sequence number          2       n     packet, sealed
//	5       n     packet, sealed           2+n     16    tag
//	5+n     16    tag
//
// The seal is AES-128-GCM, what precedes it the additional data. Both ends export
// 56 bytes from the TLS session (RFC 8446, section 7.5) with the label
// "EXPORTER-dogfight-data" and no context:
//
//	offset  size  field
//	0       16    key of what goes to the host
//	16      12    its IV
//	28      16    key of what goes to the client
//	44      12    its IV
//
// Each end numbers its datagrams from 0, in 64 bits, and never twice under a key.
// The nonce is the IV xor the number, as in TLS 1.3 (RFC 8446, section 5.3). On
// the wire are two bytes, big-endian: the highest bit is set if the packet is about the
// path, and 15 bits are the lowest of the number, which is the nearest to the
// newest that opened. So after 16,384 datagrams missed in a row, which takes four and a
// half hours of probes, UDP stays off for the rest of the link.
//
// A datagram of the wrong length or of no link is dropped before any cryptography,
// one that does not open, came before, or is 256 behind the newest, after it. All
// are dropped without an answer. A client drops what does not come from where it sends to.
//
// # Where the client is
//
// The source of a datagram can be forged: by the client itself, which has the keys, or by
// an attacker who sends one of its datagrams from elsewhere before it arrives. So no address
// is the client's, the first and that of its TCP connection included, before it has
// answered a challenge (RFC 9000, section 8.2). A packet about the path is
//
//	to a client   8 bytes: a challenge
//	to a host     the same 8 bytes, from the address that they were sent to
//
// When the newest datagram that opened comes from an address that has not answered, the
// host sends a challenge there, at most 8 a second for a link. Only the host can
// know it: it is made of a secret, the address and the time, and good for 4 to 8 seconds.
// A client answers each at once. With the answer, which must come from the same address
// and be in the newest datagram, or from where the newest came, all goes there from then
// on. Until then the old address stays in use: before the first, data goes over control.
// The new one gets no more than three bytes for each that came from there, of datagrams
// without UDP and IP headers: the challenges, and copies of the data, as far as that goes.
// So what a client misses when a router gives it another port is what was under way to
// the old one, and at most what is sent in one round trip more.
//
// A datagram with an empty packet is a probe. A client sends some while it is not
// on UDP, or nothing else is heard; a host answers each with one, or with a challenge if
// it comes from an address that has not answered one. An empty data
// packet travels in a frame. When each end uses UDP is told at the type path.
package link
