// Package link moves packets between two ends of a match and knows nothing of
// what they mean.
//
// A Link has two channels. Control is reliable and ordered. On Data the newest
// matters: whatever does not fit is dropped, the oldest first. Sending never
// blocks and receiving is polled, so that a tick never waits for a peer.
//
//	Pipe     in memory, for a host and a client in one program
//	Dial     TLS 1.3 over TCP, and data over UDP; connecting in the background
//	DialAs   Dial, and proves to the host who one is
//	DialTLS  TLS 1.3 over TCP alone
//	Listen   the other end of both
//	Asker    asks a Listener something without a link
//	Through  over a stream of somebody else's, such as a channel of SSH; DialThrough
//	         opens one in the background
//	Over     the other end of these
//	Lossy    wraps a Link in the delays and losses of a bad network
//
// # Wire format of the control channel
//
// TLS 1.3 with the application protocol (ALPN) "dogfight/2". The host asks for a
// certificate of the client, who need not have one. Of one that the client shows, at
// most 16 KiB and alone, only an ed25519 key counts, which is then the client's
// identity, under the fingerprint that OpenSSH has for it. In the connection, each way, a
// sequence of frames:
//
//	offset  size  field
//	0       1     channel: 0 control, 1 data, 253 opening, 254 offer, 255 end
//	1       3     length of the packet, big-endian
//	4       n     packet
//
// Control packets are at most 4 KiB to a host and 256 KiB from one, data packets
// 1,200 bytes. A frame of another channel, or longer than the reader takes, ends
// the link before anything is allocated for it.
//
// An end frame has length 0 and is the last one of a link closed in order;
// without it, the connection broke.
//
// An offer frame holds the number, 3 bytes, under which the host takes datagrams
// of this link. It is the first frame of a host that has UDP, comes at most once,
// and only from a host.
//
// Where the frames travel over a stream that is not TLS, such as a channel of
// SSH's subsystem "dogfight", an opening frame is the first of the host's, and
// nowhere else. It holds what is the ALPN over TLS, and tells the client that it
// got through. There is no UDP then.
//
// What is proven over a link may be bound to it: see Binding. Over TLS both ends export 32
// bytes with the label "EXPORTER-Channel-Binding" and no context (RFC 9266).
//
// # Wire format of the data channel
//
// A data packet travels in a data frame or in a datagram. Datagrams go to the UDP
// port of the same number as the host's TCP port, and come from there:
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
// The source of a datagram can be forged: by the client itself, who has the keys, or by
// somebody who sends one of its datagrams from elsewhere before it arrives. So no address
// is the client's, the first and that of its TCP connection included, before it has
// answered a challenge (RFC 9000, section 8.2). A packet about the path is
//
//	to a client   8 bytes: a challenge
//	to a host     the same 8 bytes, from the address that they were sent to
//
// When the newest datagram that opened comes from an address that has not answered, the
// host sends a challenge there, at most 8 a second for a link. Nobody but the host can
// tell it: it is made of a secret, the address and the time, and good for 4 to 8 seconds.
// A client answers each at once. With the answer, which must come from the same address
// and be in the newest datagram, or from where the newest came, all goes there from then
// on. Until then the old address stays in use: before the first, data goes over control.
// The new one gets no more than three bytes for each that came from there, of datagrams
// without UDP and IP headers: the challenges, and copies of the data, as far as that goes.
// So what a client misses when a router gives it another port is what was under way to
// the old one, and at most what is sent in one round trip more.
//
// A datagram to a host that begins with 44 4f 47, "DOG", is a query of somebody who
// has no link. No link has that number. If the owner of the Listener has an answer,
// and it is no longer than the query, it goes back as it is; but to no site (an IPv4
// address, an IPv6 /64) more than 16 a second, to all that are not on a network of the
// host's 1,024, and to those that are 256. When more ask, those are answered first that
// ask seldom.
//
// A datagram with an empty packet is a probe. A client sends some while it is not
// on UDP, or nothing else is heard; a host answers each with one, or with a challenge if
// it comes from an address that has not answered one. An empty data
// packet travels in a frame. When each end uses UDP is told at the type path.
package link
