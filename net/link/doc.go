// Package link moves packets between the two ends of a match, without knowing their content.
//
// A Link has two channels. Control is reliable and ordered. On Data only the newest packets matter: a full queue drops
// its oldest. Send never blocks and Receive is polled, so that a tick never waits for a peer.
//
//	PipeOf    in memory, for a host and a client in one program
//	Dial      TLS 1.3 over TCP, and data over UDP; it connects in the background
//	DialAs    Dial, and proves the player's identity to the host
//	DialVia   over a stream that a relay has spliced with one of the host's, which calls Listener.Take
//	DialTLS   TLS 1.3 over TCP alone
//	Listen    the other end of these
//	Through   over another program's stream, such as a channel of SSH; DialThrough opens one in the background
//	Over      the other end of these
//
// NewUDPConn is for UDP servers of other protocols, QueryAsker asks hosts without a link, Certificate and KnownHosts
// are the certificates of a host and those that a client has met. Lossy simulates bad networks.
//
// # Wire format of the control channel
//
// TLS 1.3 with the application protocol (ALPN) "dogfight/5". The host asks for a certificate of the client, which is
// optional. At most one of at most 16 KiB is allowed. Only an ed25519 key counts, which is then the client's identity
// under its OpenSSH fingerprint. In the connection, each way, a sequence of frames:
//
//	offset  size  field
//	0       1     channel: 0 control, 1 data, 252 candidates, 253 opening, 254 offer, 255 end
//	1       3     length of the packet, big-endian
//	4       n     packet
//
// Control packets are at most 4 KiB to a host and 256 KiB from one, data packets 1,200 bytes. A frame of another
// channel, or a longer one, ends the link before anything is allocated for it.
//
// An end frame has length 0 and is the last one of a link closed in order; without it, the connection broke.
//
// An offer frame has the number, 3 bytes, of this link in datagrams to the host. It is the first frame of a host that
// has UDP; it comes at most once, and only from a host.
//
// Where frames travel over a stream that is not TLS, such as a channel of SSH's subsystem "dogfight", an opening frame
// is the first of the host's. It has the text of the ALPN, and shows the client that it reached a host. There is no
// UDP then.
//
// Proofs over a link may be bound to it: see Binding. Over TLS both ends export 32 bytes with the label
// "EXPORTER-Channel-Binding" and no context (RFC 9266).
//
// # Wire format of the data channel
//
// A data packet travels in a data frame or in a datagram. Datagrams go to the UDP port of the same number as the
// host's TCP port, and come from there:
//
//	to a host                              to a client
//	offset  size  field                    offset  size  field
//	0       3     number of the link       0       2     sequence number
//	3       2     sequence number          2       n     packet, sealed
//	5       n     packet, sealed           2+n     16    tag
//	5+n     16    tag
//
// The seal is AES-128-GCM; the bytes before it are the additional data. Both ends export 56 bytes from the TLS session
// (RFC 8446, section 7.5) with the label "EXPORTER-dogfight-data" and no context:
//
//	offset  size  field
//	0       16    key of datagrams to the host
//	16      12    its IV
//	28      16    key of datagrams to the client
//	44      12    its IV
//
// Each end numbers its datagrams from 0, in 64 bits, and never twice under a key. The nonce is the IV xor the number,
// as in TLS 1.3 (RFC 8446, section 5.3). On the wire are two bytes, big-endian: the highest bit is set if the packet is
// about the path; the other 15 are the lowest of the number, which is the nearest to the newest that opened. So after
// 16,384 datagrams missed in a row, which takes four and a half hours of probes, UDP stays off for the rest of the link.
//
// A datagram of the wrong length or of no link is dropped before any cryptography; one that does not open, repeats
// one, or is 256 behind the newest, after it. There is no answer to any. A client drops datagrams from other addresses
// than it sends to.
//
// # The client's address
//
// The source of a datagram can be forged: by the client itself, which has the keys, or by an attacker who sends one of
// its datagrams from elsewhere before it arrives. So no address counts as the client's, that of its TCP connection
// included, before it has answered a challenge (RFC 9000, section 8.2). A packet about the path is
//
//	to a client   8 bytes: a challenge
//	to a host     the same 8 bytes, from the address that they were sent to
//
// If the newest datagram that opened comes from an address that has not answered, the host sends a challenge there, at
// most 8 a second for a link. Only the host can know it: it is computed from a secret, the address and the time, and
// valid for 4 to 8 seconds. A client answers each at once. After an answer, which must come from the same address and
// be in the newest datagram, or from the source of the newest, all data goes there. Until then the old address stays in
// use; before the first, data goes over control. The new one gets at most three bytes for each that came from there,
// of datagrams without UDP and IP headers: the challenges, and copies of the data within that budget. So if a router
// gives a client another port, the client misses the datagrams under way to the old one, and at most those of one
// more round trip.
//
// A datagram with an empty packet is a probe. A client sends some while it is not on UDP, or receives nothing else; a
// host answers each with one, or with a challenge to an address that has not answered one. An empty data packet
// travels in a frame. The type path describes when each end uses UDP.
//
// # Streams through a relay
//
// On a stream that a relay has spliced (see package relay), both ends prefer the ALPN "dogfight/6". It differs in this
// section alone. Other streams have "dogfight/5" only: there a client reaches its host anyway.
//
// A candidates frame has the addresses at which an end may be reached over UDP, at most 6. Each end sends it once, when
// the relay has sent it its reflexive address, or after 500 ms without that:
//
//	offset  size  field
//	0       16    IPv6 address, or IPv4 mapped
//	16      2     port, big-endian
//
// A receiver skips loopback, link-local, multicast, broadcast and unspecified addresses, and ports 0. It sends probes to
// the others at 0, 150, 250, 400, 600, 900 ms and so on, at most 20. Those of the first round to public IPv4 addresses have a TTL of 2:
// they open the sender's router, and die before the other end's, in which an early stray could move a mapping.
//
// Another path leads through the relay. Both ends are bound there by the same socket that sends the probes, again each
// 10 s. In memory that path has an address of the discard prefix: 100::/64 and the number of this end.
//
// A client accepts datagrams from any source if they open. It sends nothing but challenges to an address that has not
// echoed one:
//
//	to a host     1, 8 random bytes, the same for an address at all times
//	to a client   2, the same 8 bytes
//
// The client sends its data to the best address that has echoed: private, public, relayed. It answers challenges of the
// host from there alone, so the host follows. A path without datagrams for a second has failed: data goes over control,
// and the client challenges all that once answered, after 0, 100, 200, 400, 800 ms, and then each second.
//
// To addresses that have not answered, an end sends no more than it has received from the other end, and the probes.
//
// If the stream breaks while datagrams come, the link continues, control included, over the data channel. Each end
// numbers the bytes of its frames but data from the begin of the link. In packets about the path:
//
//	both ways     3, 8 offset, 1 to 1,100 bytes of frames from there on
//	              4, 8 number of the bytes that have come in order
//
// Over a stream only the second travel, each second for three after a frame. A segment says that its sender has given the
// stream up. What is not acknowledged is sent again after 250 ms, from the first missing byte on, at most 8,800 bytes at a
// time. An end that receives no datagram for two seconds then gives up the link.
//
// # Queries
//
// A datagram to a host that begins with 44 4f 47, "DOG", is a query of a peer without a link; no link has that number.
// The answer of the Listener's owner is sent if it is no longer than the query, but at most 16 a second to a site (an
// IPv4 address, an IPv6 /64), 256 to the host's own networks and 1,024 to all others. If more ask, those that ask
// seldom come first.
package link
