// Package link moves packets between two ends of a match and knows nothing of
// what they mean.
//
// A Link has two channels. Control is reliable and ordered. On Data the newest
// matters: whatever does not fit is dropped, the oldest first. Sending never
// blocks and receiving is polled, so that a tick never waits for a peer.
//
//	Pipe    in memory, for a host and a client in one program
//	Dial    TLS 1.3 over TCP, connecting in the background
//	Listen  the other end of Dial
//	Lossy   wraps a Link in the delays and losses of a bad network
//
// # Wire format of a TLS link
//
// TLS 1.3 with the application protocol (ALPN) "dogfight/1". In it, each way, a
// sequence of frames:
//
//	offset  size  field
//	0       1     channel: 0 control, 1 data, 255 end
//	1       3     length of the packet, big-endian
//	4       n     packet
//
// An end frame has length 0 and is the last one of a link closed in order;
// without it, the connection broke. A frame of another channel, or longer than
// the reader takes, ends the link before anything is allocated for it. Control
// packets are at most 4 KiB to a host and 256 KiB from one, data packets 1,200
// bytes.
package link
