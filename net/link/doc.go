// Package link moves packets between two ends of a match and knows nothing of
// what they mean.
//
// A Link has two channels. Control is reliable and ordered. On Data the newest
// matters: whatever does not fit is dropped, the oldest first. Sending never
// blocks and receiving is polled, so that a tick never waits for a peer.
//
//	PipeOf   in memory, for a host and a client in one program
//	Dial     TLS 1.3 over TCP, and data over UDP; connecting in the background
//	DialAs   Dial, and proves the player's identity to the host
//	DialTLS  TLS 1.3 over TCP alone
//	Listen   the other end of both
//	Through  over another program's stream, such as a channel of SSH; DialThrough
//	         opens one in the background
//	Over     the other end of these
//
// Below it are
//
//	datagram  the data channel over UDP: seals, when to use it, where the client is
//	udp       sockets, and counts of what crosses the wire
//	query     questions to a host, and its answers, without a link
//	trust     certificates, fingerprints, and which hosts are known
//
// and above it
//
//	lossy     the delays and losses of a bad network, for tests
//
// # Wire format of the control channel
//
// TLS 1.3 with the application protocol (ALPN) "dogfight/5". The host asks for a
// certificate of the client, which need not have one. Of one that the client shows, at
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
// A data packet travels in a data frame, or in a datagram as package datagram lays it out.
package link
